"""What a person is shown of a question: everything that its digest binds, as plain bounded text.

What happens is told from trusted sources alone: the action as a driver does it, the consequences and updates of the
apps' models. What the agent says of its own action stands apart, short and marked. What does not fit is said first.

What an app or an agent wrote can neither end a line, colour it, run against the reading direction nor end the quotation
marks that it stands in. What is cut is said in front of it, what is not what it seems behind it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import TypeVar

from handrail.app.consequence import Consequence, Detail, Kind
from handrail.app.update import Raw, Update
from handrail.guard.action_words import action_words
from handrail.guard.approval.digest import picture_digest
from handrail.guard.approval.question import Question
from handrail.guard.approval.title import title
from handrail.guard.policy.texts import OTHERWISE
from handrail.guard.spelling import oddities
from handrail.language.verbalize import UNKNOWN, printable, spaced

LONGEST_LABEL = 160
LONGEST_INSTRUCTION = 2_000
LONGEST_REASON = 300
LONGEST_CLAIM = 80
MOST_CLAIMS = 3
MOST_CONSEQUENCES = 6
MOST_DETAILS = 12
MOST_UPDATES = 12
MOST_VALUES = 16
MOST_REASONS = 8
MOST_UNREAD = 4
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ON_ELEMENTS = frozenset({"click", "long_click", "double_tap", "input", "scroll", "swipe", "drag", "pinch", "paste"})


@dataclass(frozen=True, slots=True)
class ShownDetail:
    """One thing about what is done. `known` is false where `value` says why it is not."""

    name: str
    value: str
    known: bool = True


@dataclass(frozen=True, slots=True)
class ShownConsequence:
    """What is committed, of which sort, and to what. What is not known stands first."""

    what: str
    kind: str
    irreversible: bool
    details: tuple[ShownDetail, ...]


@dataclass(frozen=True, slots=True)
class ShownChange:
    """One update: what changes, whether a row goes, and the values by name."""

    what: str
    goes: bool
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A question in words.

    `first` is what to know before all else: what is not shown, not known, or not what it seems. `does` and `changes`
    come from trusted models. `reasons` say why it is asked, `agent_says` what nobody verified; `expires_at` is when
    silence becomes a no. `picture` is the SHA-256 of the screen's picture, or empty. `does_in_short` is what is done as
    a clause, or empty where that is not known; `title` then says the action.
    """

    identifier: str
    digest: str
    step: int
    instruction: str
    wants: str
    where: str
    first: tuple[str, ...]
    does: tuple[ShownConsequence, ...]
    changes: tuple[ShownChange, ...]
    reasons: tuple[str, ...]
    agent_says: tuple[str, ...]
    asked_at: datetime
    expires_at: datetime
    specification: str
    picture: str = ""
    does_in_short: str = ""

    @property
    def title(self) -> str:
        """What a person is asked about, as a clause without a subject: `pay 240.00 EUR to Alice Martin`."""
        return self.does_in_short or self.wants

    @property
    def does_nothing(self) -> str:
        """What is said where nothing that it commits is known."""
        if not self.changes:
            return "No model of the app says that it commits anything."
        prepared = dict.fromkeys(f"{change.what}{' (goes away)' if change.goes else ''}" for change in self.changes)
        return f"As the models of the app know it, it commits nothing yet; it prepares: {', '.join(prepared)}."


LONGEST_VALUE = 600
MOST_ITEMS = 24
MOST_DIGITS = 30
MOST_ODDITIES = 3
_LOOKED_AT = 20_000

Item = TypeVar("Item")


@dataclass(slots=True)
class CardWriter:
    """Writes the texts of one card, and remembers what of them a person has to be told before all else."""

    cut: int = 0
    odd: int = 0
    left_out: dict[str, int] = field(default_factory=dict)

    def plain(self, text: str, longest: int = LONGEST_VALUE) -> str:
        """A text on one line."""
        before, after = self._remarks(text, longest)
        return f"{before}{printable(text[:longest], longest)}{after}"

    def in_quotes(self, text: str, longest: int = LONGEST_VALUE) -> str:
        """A text in quotation marks; what there is to say about it stands outside of them."""
        before, after = self._remarks(text, longest)
        said = printable(text[:longest], longest).replace('"', "'")
        return f'{before}"{said}"{after}'

    def value(self, value: Raw) -> str:
        """A value as people read it."""
        match value:
            case None:
                return UNKNOWN
            case bool():
                return "yes" if value else "no"
            case str():
                return self.in_quotes(value)
            case int() | Decimal():
                number = Decimal(value)
                in_full = number.is_finite() and abs(number.adjusted()) < MOST_DIGITS
                return self.plain(format(number, ",f") if in_full else str(number))
            case list() | tuple():
                return ", ".join(self.value(item) for item in self.first("items of a list", value, MOST_ITEMS))
            case Mapping():
                pairs = self.first("items of a list", tuple(value.items()), MOST_ITEMS)
                return ", ".join(f"{self.plain(str(name))}: {self.value(inner)}" for name, inner in pairs)
            case _:
                return self.plain(str(value))

    def first(self, what: str, all_of_them: Sequence[Item], most: int) -> tuple[Item, ...]:
        """As many as there is room for; how many are left out is remembered."""
        more = len(all_of_them) - most
        if more > 0:
            self.left_out[what] = self.left_out.get(what, 0) + more
        return tuple(all_of_them[:most])

    def _remarks(self, text: str, longest: int) -> tuple[str, str]:
        before = after = ""
        if len(text) > longest:
            self.cut += 1
            before = f"[the first {longest:,} of {len(text):,} characters] "
        found = oddities(text[:_LOOKED_AT])
        if found:
            self.odd += 1
            more = len(found) - MOST_ODDITIES
            said = [oddity.text for oddity in found[:MOST_ODDITIES]] + ([f"and {more:,} more such"] if more > 0 else [])
            after = f" [{printable('; '.join(said), LONGEST_VALUE)}]"
        return before, after


def plain(text: str, longest: int = LONGEST_VALUE) -> str:
    """A single text on one line, with what there is to say about it."""
    return CardWriter().plain(text, longest)


def shown(question: Question) -> ShownQuestion:
    """The question as people see it, wherever they do."""
    writer = CardWriter()
    wants = action_words(question.action, lambda text: writer.in_quotes(text), question.called)
    where = writer.plain(question.package, LONGEST_LABEL) or "an app that is not known"
    committed = _committed(question)
    does = _does(committed, writer)
    changes = tuple(_change(item, writer) for item in writer.first("changes", question.updates, MOST_UPDATES))
    reasons = _reasons(question, writer)
    return ShownQuestion(
        question.identifier,
        question.digest,
        question.step,
        CardWriter().plain(question.instruction, LONGEST_INSTRUCTION),
        wants,
        where,
        _first(question, does, writer),
        does,
        changes,
        reasons,
        _agent_says(question),
        question.asked_at,
        question.expires_at,
        question.specification,
        picture_digest(question.picture),
        title(committed),
    )


def _committed(question: Question) -> tuple[Consequence, ...]:
    """The consequences; a commitment of which no consequence speaks is one that nothing is known of."""
    told = frozenset(name for consequence in question.consequences for name in consequence.objectives)
    untold = tuple(
        Consequence(name, Kind.UNKNOWN, frozenset({name}), (Detail("to what", unread="no model says it"),))
        for name in question.commits
        if name not in told
    )
    return (*question.consequences, *untold)


def _does(committed: tuple[Consequence, ...], writer: CardWriter) -> tuple[ShownConsequence, ...]:
    return tuple(
        _consequence(item, writer) for item in writer.first("things that it does", committed, MOST_CONSEQUENCES)
    )


def _consequence(consequence: Consequence, writer: CardWriter) -> ShownConsequence:
    details = sorted(consequence.details, key=lambda detail: not detail.unread)
    if not details:
        details = [Detail("to what", unread="no model says it")]
    return ShownConsequence(
        spaced(writer.plain(consequence.does, LONGEST_LABEL)),
        consequence.kind.value if consequence.kind is not Kind.UNKNOWN else "of a sort that is not known",
        consequence.irreversible,
        tuple(_detail(detail, writer) for detail in writer.first("details", details, MOST_DETAILS)),
    )


def _detail(detail: Detail, writer: CardWriter) -> ShownDetail:
    name = spaced(writer.plain(detail.name, LONGEST_LABEL))
    if detail.unread:
        return ShownDetail(name, f"not known: {writer.plain(detail.unread, LONGEST_REASON)}", known=False)
    said = writer.value(detail.value)
    if detail.remembered:
        said = f"{said}, as seen before; it does not stand on this screen"
    return ShownDetail(name, said, known=detail.value is not None)


def _change(update: Update, writer: CardWriter) -> ShownChange:
    values = update.set if update.delete is None else update.delete
    pairs = writer.first("values", list((values or {}).items()), MOST_VALUES)
    return ShownChange(
        spaced(writer.plain(str(update.state), LONGEST_LABEL)),
        update.delete is not None,
        tuple((spaced(writer.plain(str(name), LONGEST_LABEL)), writer.value(value)) for name, value in pairs),
    )


def _reasons(question: Question, writer: CardWriter) -> tuple[str, ...]:
    """Why it is asked; a circumstance that a reason tells already is not told twice."""
    reasons = [reason.text.removesuffix(OTHERWISE).rstrip() for reason in question.reasons]
    reasons += [
        f"{circumstance.condition}: {circumstance.text}"
        for circumstance in question.circumstances
        if not any(circumstance.text in reason for reason in reasons)
    ]
    return tuple(writer.plain(item, LONGEST_REASON) for item in writer.first("reasons", reasons, MOST_REASONS))


def _first(question: Question, does: tuple[ShownConsequence, ...], writer: CardWriter) -> tuple[str, ...]:
    """What to know before all else."""
    unknown = [
        f"{consequence.what}: {detail.name}"
        for consequence in does
        for detail in consequence.details
        if not detail.known
    ]
    unread = [
        writer.plain(item, LONGEST_REASON) for item in writer.first("unread values", question.unread, MOST_UNREAD)
    ]
    found: list[str] = []
    missing = [f"{count:,} {what}" for what, count in writer.left_out.items()]
    if missing:
        found.append(f"Not shown, for want of room: {', '.join(missing)}.")
    if writer.cut:
        found.append(f"{_texts(writer.cut)} cut; it says so in front of each.")
    if unknown:
        found.append(f"Not known: {'; '.join(unknown)}.")
    found += [f"Could not be read: {text}" for text in unread]
    if writer.odd:
        found.append(f"Look closely: {_texts(writer.odd)} not what the eye reads; [in brackets] is what stands there.")
    if question.unanswered_before:
        times = "once" if question.unanswered_before == 1 else f"{question.unanswered_before:,} times"
        found.append(f"The same was asked {times} before, without an answer that counted.")
    return tuple(found)


def _texts(number: int) -> str:
    return "1 text is" if number == 1 else f"{number:,} texts are"


def _agent_says(question: Question) -> tuple[str, ...]:
    """A few of the agent's words, each short. A claim is the name of an objective; what is no name is not repeated."""
    action, said, writer = question.action, question.said, CardWriter()
    lines: list[str] = []
    if said.claims:
        names = [spaced(claim) for claim in said.claims if len(claim) <= LONGEST_CLAIM and _NAME.fullmatch(claim)][
            :MOST_CLAIMS
        ]
        more = len(said.claims) - len(names)
        if more:
            names.append(f"and {more:,} more" if names else "what is no name of anything")
        lines.append(f"this does: {', '.join(names)}")
    if said.irreversible:
        lines.append("it cannot be taken back")
    if action.target and action.type in _ON_ELEMENTS and not _is_name_of(question, action.target):
        lines.append(f"this is called {writer.in_quotes(action.target, LONGEST_CLAIM)}")
    if said.thought:
        lines.append(f"why: {writer.in_quotes(said.thought, LONGEST_CLAIM)}")
    return tuple(lines)


def _is_name_of(question: Question, target: str) -> bool:
    element = question.action.element
    if element is None:
        return False
    short = element.resource_id.rpartition("/")[2]
    return target in (element.text, element.description, element.resource_id, short, question.called)
