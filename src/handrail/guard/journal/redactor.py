"""Secrets out of what is written: each value by a mark, the same value by the same mark, within one journal.

`4111 1111 1111 1111` becomes `‹card ending 1111 #1›`. The number counts the different secrets of the journal: it is not
made from the secret, and a replay still finds equal what was equal, and different what was different.

What a value is says `handrail.sentinel.entity`, from the value, the name of its variable and the words around it. What
is typed into a field that hides it is a password whatever it looks like; and what was once found to be a secret is
taken out wherever it stands alone from then on. A secret in free text that nothing of this finds is written.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from handrail.guard.journal.form import Json
from handrail.guard.journal.rule_text import map_rule_text
from handrail.guard.journal.said import Hearing, map_said
from handrail.language.normal_form import normal_form
from handrail.sentinel.entity import SECRET, Context, Entity, EntityKind, find, mark

REDACTED = frozenset(EntityKind) - {EntityKind.PHONE, EntityKind.EMAIL, EntityKind.ADDRESS}
"""Whom a message goes to, and where a parcel, is what a person reads a journal for; those are written as they are."""

_SHORTEST_REMEMBERED = 4
_MOST_ANSWERS = 4_096
_LONGEST_ANSWERED = 4_000
_QUOTES = "\"'`“”„‘’"
_MASK = frozenset("•●*·∙⬤ ")
_NUMBERED = re.compile(r"‹[^‹›#]{1,60} #([0-9]{1,9})›")
_SECRET_EXPONENT = -300
_NUMBER_INSTEAD = re.compile(rf"\b([0-9]{{1,9}})E{_SECRET_EXPONENT}\b")
_STANDS_ALONE = r"(?<![0-9][-./:,])(?<!\w)(?:%s)(?!\w)(?![-./:,][0-9])"


@dataclass(slots=True)
class Redactor:
    """Takes the secrets out of the entries of one journal. `region` is that of telephone numbers without a prefix."""

    kinds: Collection[EntityKind] = REDACTED
    region: str = "US"
    _numbers: dict[tuple[EntityKind, str], int] = field(default_factory=dict)
    _remembered: dict[str, EntityKind] = field(default_factory=dict)
    _pattern: re.Pattern[str] | None = None
    _last: int = 0
    _any: bool = False
    _answers: dict[tuple[str, str], tuple[Entity, ...]] = field(default_factory=dict)

    def redact(self, raw: Json, *, typed: str = "") -> Json:
        """An entry as JSON without its secrets; `typed` is what it types into a field that hides it."""
        if typed and not _MASK.issuperset(typed):
            self._remember(EntityKind.PASSWORD, typed)
            raw = map_said(raw, self._hiding(typed))
        self._any = False
        map_said(raw, Hearing(self._learn, self._learn_rules, self._learn_number))  # first all, so that none is missed
        if not self._any and self._pattern is None:
            return raw
        return map_said(raw, Hearing(self._replace, self._replace_rules, self._replace_number))

    def go_on_after(self, written: str) -> None:
        """Number on after what stands in a journal; which secret had which number is not known any more."""
        marks = [*_NUMBERED.finditer(written), *_NUMBER_INSTEAD.finditer(written)]
        self._last = max([self._last, *(int(mark.group(1)) for mark in marks)])

    def _hiding(self, typed: str) -> Hearing:
        """Hides a text wherever it is all there is, even one of a single character."""
        hidden = self._mark(EntityKind.PASSWORD, typed)
        return Hearing(lambda text, _: hidden if text == typed else text, lambda rules: rules, lambda *_: None)

    def _learn(self, text: str, label: str) -> str:
        for entity in self._entities(text, label):
            self._any = True
            self._remember(entity.kind, entity.text)
        return text

    def _learn_rules(self, text: str) -> str:
        return map_rule_text(text, self._learn, self._learn_number)

    def _learn_number(self, number: str, label: str) -> str | None:
        self._learn(number, label)
        return None

    def _replace(self, text: str, label: str) -> str:
        if _NUMBERED.fullmatch(text):
            return text
        found = [(one.start, one.end, self._mark(one.kind, one.text)) for one in self._entities(text, label)]
        for match in self._pattern.finditer(text) if self._pattern is not None else ():
            start, end = match.span()
            if not any(start < other_end and other_start < end for other_start, other_end, _ in found):
                kind = self._remembered.get(normal_form(match.group()), EntityKind.PASSWORD)
                found.append((start, end, self._mark(kind, match.group())))
        if not found:
            return text
        pieces: list[str] = []
        done = 0
        for start, end, instead in sorted(found):
            pieces += [text[done:start], instead]
            done = end
        return "".join([*pieces, text[done:]])

    def _replace_rules(self, text: str) -> str:
        return map_rule_text(text, self._replace, self._replace_number)

    def _replace_number(self, number: str, label: str) -> str | None:
        """For a secret that is a number, one that no phone shows: what is compared must still be a number."""
        match = _NUMBERED.fullmatch(self._replace(number, label))
        return None if match is None else f"{match.group(1)}E{_SECRET_EXPONENT}"

    def _entities(self, text: str, label: str) -> tuple[Entity, ...]:
        known = self._answers.get((text, label))
        if known is None:
            if len(self._answers) >= _MOST_ANSWERS:
                self._answers.clear()
            writable = label.encode("utf-8", "replace").decode()  # a name may have half a character in it
            found = find(text, region=self.region, context=Context(label=writable))
            known = tuple(_without_quotes(one) for one in found if one.kind in self.kinds)
            if len(text) <= _LONGEST_ANSWERED:
                self._answers[text, label] = known
        return known

    def _remember(self, kind: EntityKind, secret: str) -> None:
        key = normal_form(secret)
        if kind not in SECRET or len(key) < _SHORTEST_REMEMBERED or key in self._remembered:
            return
        self._remembered[key] = kind
        longest_first = sorted(self._remembered, key=len, reverse=True)
        written = "|".join(r"\s+".join(map(re.escape, one.split(" "))) for one in longest_first)
        self._pattern = re.compile(_STANDS_ALONE % written, re.IGNORECASE)

    def _mark(self, kind: EntityKind, secret: str) -> str:
        key = (kind, normal_form(secret))
        if key not in self._numbers:
            self._last += 1
            self._numbers[key] = self._last
        plain = mark(Entity(kind, 0, len(secret), secret))
        return f"{plain[:-1]} #{self._numbers[key]}›"


def is_redacted(value: object) -> bool:
    """Whether a value that was read from a journal is a mark, or has one in it."""
    match value:
        case str():
            return _NUMBERED.search(value) is not None or _NUMBER_INSTEAD.search(value) is not None
        case Decimal():
            return _NUMBER_INSTEAD.fullmatch(str(value)) is not None
        case list() | tuple():
            return any(is_redacted(item) for item in value)
        case Mapping():
            return any(is_redacted(item) for item in value.values())
        case _:
            return False


def _without_quotes(entity: Entity) -> Entity:
    """A password that is told in quotation marks is the same without them."""
    bare = entity.text.lstrip(_QUOTES)
    start = entity.start + len(entity.text) - len(bare)
    bare = bare.rstrip(_QUOTES) or entity.text
    if bare == entity.text:
        return entity
    return Entity(entity.kind, start, start + len(bare), bare)
