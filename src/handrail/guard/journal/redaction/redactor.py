"""Secrets out of what is written: each value by a mark, the same value by the same mark, within one journal.

`4111 1111 1111 1111` becomes `‹card ending 1111 #1›`. The number counts the different secrets of the journal: it is not
made from the secret, and a replay still finds equal what was equal, and different what was different.

What is done with a text says its field (`treatment`). In prose, what was found to be a secret elsewhere is taken out,
too; a value on which a decision rests never vanishes because somebody typed or said the same somewhere else. Texts are
cut where they are longer than anybody reads, so that what was written can be read.
"""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from decimal import Decimal

from handrail.guard.journal.codec import Json, write_record
from handrail.guard.journal.redaction.secret import KnownSecrets, Secret, is_mask, secret_by_name, secrets_in
from handrail.guard.journal.redaction.treatment import LONGEST, Treatment
from handrail.guard.journal.redaction.walk import NOT_NAMED, ValueName, map_rule_text, visit
from handrail.language.normal_form import normal_form
from handrail.sentinel.entity import EntityKind

REDACTED = frozenset(EntityKind) - {EntityKind.PHONE, EntityKind.EMAIL, EntityKind.ADDRESS}
"""Whom a message goes to, and where a parcel, is what a person reads a journal for; those are written as they are."""

ACCOUNTS = frozenset({EntityKind.IBAN, EntityKind.IMEI})
"""Which account is paid and which device is meant: left in values, on which a decision rests."""

_MOST_ANSWERS = 4_096
_LONGEST_ANSWERED = 4_000
_BEYOND = 256
"""Characters after the cut that are looked at: a secret that begins before it is known as one."""
_NUMBERED = re.compile(r"‹[^‹›#]{1,60} #([0-9]{1,9})›")
_SECRET_EXPONENT = -300
_INSTEAD = f"E{_SECRET_EXPONENT}"
_NUMBER_INSTEAD = re.compile(rf"\b([0-9]{{1,9}}){_INSTEAD}\b")
_PASSWORD = Secret(0, 0, "", "password", EntityKind.PASSWORD)


@dataclass(slots=True)
class Redactor:
    """Takes the secrets out of the entries of one journal. `region` is that of telephone numbers without a prefix."""

    kinds: Set[EntityKind] = REDACTED
    region: str = "US"
    _numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    _remembered: KnownSecrets = field(default_factory=KnownSecrets)
    _secret_variables: set[ValueName] = field(default_factory=set)
    _last: int = 0
    _answers: dict[tuple[str, str, bool], tuple[Secret, ...]] = field(default_factory=dict)
    _learned: dict[tuple[str, Treatment, ValueName], bool] = field(default_factory=dict)

    def write(self, record: object, *, typed: str = "") -> dict[str, Json]:
        """A record as JSON without its secrets; `typed` is what it types into a field that hides it.

        Raises `Misuse` for what could not be read again.
        """
        raw: Json = write_record(record)
        kind = type(record)
        if typed and not is_mask(typed):
            self._remembered.add(typed, EntityKind.PASSWORD)
            raw = visit(kind, raw, _Hiding(typed, self.mark(_PASSWORD, typed), self._secret_variables))
        learning = _Learning(self)
        visited = visit(kind, raw, learning)  # first all, so that none is missed
        if learning.found or self._remembered or self._secret_variables:
            visited = visit(kind, raw, _Replacing(self))
        assert isinstance(visited, dict)
        return visited

    def rules(self, specification: str) -> str:
        """A specification without its secrets; it still parses."""
        return _Replacing(self).text(specification, Treatment.RULES, NOT_NAMED)

    def prose(self, text: str) -> str:
        """What somebody says, without its secrets; for a log or a notification as well as for a journal."""
        return _Replacing(self).text(text, Treatment.PROSE, NOT_NAMED)

    def go_on_after(self, written: str) -> None:
        """Number on after what stands in a journal; which secret had which number is not known any more."""
        if "›" not in written and _INSTEAD not in written:  # most lines have none, and this is much faster
            return
        marks = [*_NUMBERED.finditer(written), *_NUMBER_INSTEAD.finditer(written)]
        self._last = max([self._last, *(int(mark.group(1)) for mark in marks)])

    def learn(self, text: str, treatment: Treatment, named: ValueName) -> bool:
        """Remember the secrets of a text; and what it shows, where it is a value.

        Whether there is something to take out or to cut. An entry tells much that the one before it told, and to learn
        it once is enough.
        """
        if treatment is Treatment.NAME:  # nothing to learn; and a client calls each of its proposals otherwise
            return len(text) > LONGEST[treatment]
        place = text, treatment, named
        known = self._learned.get(place)
        if known is not None and named not in self._secret_variables:
            return known
        known = self._learn(text, treatment, named)
        if len(self._learned) >= _MOST_ANSWERS:
            self._learned.clear()
        if len(text) <= _LONGEST_ANSWERED:
            self._learned[place] = known
        return known

    def _learn(self, text: str, treatment: Treatment, named: ValueName) -> bool:
        if treatment is Treatment.RULES:
            return self._learn_rules(text)
        is_cut = len(text) > LONGEST[treatment]
        return self._learn_secrets(_looked_at(text, treatment), treatment, named) or is_cut

    def _learn_secrets(self, text: str, treatment: Treatment, named: ValueName) -> bool:
        found = self.secrets(text, treatment, named)
        for span in found:
            if span.opens:
                self._remembered.add(span.text, span.kind)
        if treatment is Treatment.VALUE and not found and not self._is_read_back(text, named):
            self._remembered.show(text)
        return bool(found)

    def _learn_rules(self, text: str) -> bool:
        """The same of the constants of a specification or of one rule."""
        learning = _Learning(self)
        map_rule_text(text, lambda said, label: learning.text(said, Treatment.VALUE, ValueName(label)), lambda *_: None)
        return learning.found

    def found(self, text: str, treatment: Treatment, named: ValueName) -> list[tuple[int, int, str]]:
        """Where the secrets of a text stand, and the mark of each."""
        if _NUMBERED.fullmatch(text):
            return []
        if treatment is Treatment.VALUE and self._is_read_back(text, named):
            return [(0, len(text), self.mark(_PASSWORD, text))]
        found = [
            (secret.start, secret.end, self.mark(secret, secret.text))
            for secret in self.secrets(text, treatment, named)
            if secret.opens or treatment is not Treatment.PROSE or not self._remembered.is_shown(secret.text)
        ]
        if treatment is not Treatment.PROSE:
            return found
        for start, end, _ in self._remembered.find(text):
            if not any(start < other_end and other_start < end for other_start, other_end, _ in found):
                found.append((start, end, self.mark(_PASSWORD, text[start:end])))
        return sorted(found)

    def secrets(self, text: str, treatment: Treatment, named: ValueName) -> tuple[Secret, ...]:
        """What a text shows by itself or by its name; asked often for the same text, so it is kept for a while."""
        is_prose = treatment is Treatment.PROSE
        known = self._answers.get((text, named.label, is_prose))
        if known is None:
            if len(self._answers) >= _MOST_ANSWERS:
                self._answers.clear()
            whole = secret_by_name(text, named.label) if named.label else None
            kinds = self.kinds if is_prose or self.kinds != REDACTED else REDACTED - ACCOUNTS
            known = (whole,) if whole is not None else tuple(secrets_in(text, kinds, self.region))
            if len(text) <= _LONGEST_ANSWERED:
                self._answers[text, named.label, is_prose] = known
        return known

    def mark(self, secret: Secret, text: str) -> str:
        """What stands for a secret in this journal."""
        key = (secret.name.partition(" ending ")[0], normal_form(text))
        if key not in self._numbers:
            self._last += 1
            self._numbers[key] = self._last
        return f"‹{secret.name} #{self._numbers[key]}›"

    def _is_read_back(self, text: str, named: ValueName) -> bool:
        """Whether a variable that took a hidden text has one again: the app reads out what was typed."""
        return named in self._secret_variables and self._remembered.holds(text)


@dataclass(frozen=True, slots=True)
class _Hiding:
    """Hides a text wherever it is all there is, even one of a single character."""

    typed: str
    hidden: str
    variables: set[ValueName]

    def text(self, text: str, treatment: Treatment, named: ValueName) -> str:
        """The mark, for exactly what was typed."""
        if text != self.typed or treatment not in (Treatment.VALUE, Treatment.PROSE):
            return text
        if named.state:
            self.variables.add(named)
        return self.hidden

    def number(self, number: str, named: ValueName) -> str | None:
        """The same for a number."""
        return None if self.text(number, Treatment.VALUE, named) == number else _as_number(self.hidden)


@dataclass(slots=True)
class _Learning:
    """Changes nothing. `found` says whether there is something to take out or to cut."""

    redactor: Redactor
    found: bool = False

    def text(self, text: str, treatment: Treatment, named: ValueName) -> str:
        """The same text, with its secrets remembered."""
        if self.redactor.learn(text, treatment, named):
            self.found = True
        return text

    def number(self, number: str, named: ValueName) -> str | None:
        """None: it is the same number."""
        self.found = self.redactor.learn(number, Treatment.VALUE, named) or self.found
        return None


@dataclass(frozen=True, slots=True)
class _Replacing:
    redactor: Redactor

    def text(self, text: str, treatment: Treatment, named: ValueName) -> str:
        """The text without its secrets, cut where it is too long."""
        if treatment is Treatment.RULES:
            return map_rule_text(
                text,
                lambda said, label: self._without(said, self.redactor.found(said, Treatment.VALUE, ValueName(label))),
                lambda number, label: self.number(number, ValueName(label)),
            )
        longest = LONGEST[treatment]
        if treatment is Treatment.NAME:
            found = []
        else:
            found = self.redactor.found(_looked_at(text, treatment), treatment, named)
        if len(text) <= longest:
            return self._without(text, found)
        before = [span for span in found if span[0] < longest]
        end = max([longest, *(span[1] for span in before)])
        return f"{self._without(text[:end], before)}… ‹{len(text) - end:,} more characters were cut›"

    def number(self, number: str, named: ValueName) -> str | None:
        """For a secret that is a number, one that no phone shows: what is compared must still be a number."""
        found = self.redactor.found(number, Treatment.VALUE, named)
        return _as_number(found[0][2]) if found and found[0][:2] == (0, len(number)) else None

    def _without(self, text: str, found: list[tuple[int, int, str]]) -> str:
        pieces: list[str] = []
        done = 0
        for start, end, instead in found:
            pieces += [text[done:start], instead]
            done = end
        return "".join([*pieces, text[done:]])


def _looked_at(text: str, treatment: Treatment) -> str:
    return text[: LONGEST[treatment] + _BEYOND]


def _as_number(mark: str) -> str | None:
    match = _NUMBERED.fullmatch(mark)
    return None if match is None else f"{match.group(1)}E{_SECRET_EXPONENT}"


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
