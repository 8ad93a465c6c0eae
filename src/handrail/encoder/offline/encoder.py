"""The offline encoder: an instruction to rules without a network, a graphics card or a chance event."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from handrail.app.app import App, Apps
from handrail.encoder.offline.annotate import TakenBack, names, taken_back, with_plain_verbs
from handrail.encoder.offline.assemble import Abstained, OfflineDraft, Uncommitted, assemble
from handrail.encoder.offline.candidate import Candidate
from handrail.encoder.offline.clause import app_mentions
from handrail.encoder.offline.confidence import judge
from handrail.encoder.offline.grammar import grammar
from handrail.encoder.offline.link import Linked, link
from handrail.encoder.offline.plan import Plan, Trace, plan
from handrail.encoder.offline.reading import ClauseReading, Embeddings, Neighbours, read_clause
from handrail.encoder.offline.schema import AppNames, words_of
from handrail.encoder.offline.segment import clauses
from handrail.encoder.offline.tokens import Token, form, tokens
from handrail.encoder.offline.values import mentions
from handrail.language.declaration import DeclaresStates
from handrail.language.similarity.objections.lexicon import is_ordinary
from handrail.language.specification import diagnose
from handrail.language.verbalize import LONGEST_NAME, printable

LONGEST_INSTRUCTION = 2_000  # characters
FOREIGN = 0.22  # the share of words that no English has, from which on an instruction is in another language


class OfflineEncoder:
    """Turns instructions into rules; deterministic. Needs `handrail[similarity]`, or raises `MissingExtra`.

    The model is loaded with the first instruction and the names of an app are embedded with the first that is about
    about it; then a sentence takes less than 150 ms. `weights` are those of the confidence, where not the fitted ones.
    """

    def __init__(self, apps_kept: int = 16, weights: Mapping[str, float] | None = None) -> None:
        self._weights = weights
        self._meaning = Embeddings()
        self._known: dict[int, tuple[DeclaresStates, AppNames, Neighbours]] = {}
        self._apps_kept = apps_kept

    def encode(self, instruction: str, app: DeclaresStates, *, now: datetime) -> OfflineDraft | Abstained:
        """Rules that pass the checker, or why there are none."""
        if len(instruction) > LONGEST_INSTRUCTION:
            return Abstained(f"the instruction is longer than {LONGEST_INSTRUCTION:,} characters", 0.0, None)
        if isinstance(app, App | Apps) and app.is_generic:
            return Abstained("the generic app has no names for the words of an instruction to mean", 0.0, None)
        foreign = _foreign_words(instruction)
        if foreign:
            words = printable(" ".join(foreign), LONGEST_NAME)
            return Abstained(f"it reads English only, and `{words}` is none", 0.0, None)
        planned, read = self.understand(instruction, app, now=now)
        if not planned.linked:
            return Abstained(_nothing(read), 0.0, None)
        declared = app.declared if isinstance(app, App | Apps) else ()
        assembled = assemble(planned, app.states, instruction, declared)
        if isinstance(assembled, Uncommitted):
            phrase = printable(assembled.phrase, LONGEST_NAME)
            return Abstained(f"which of the app's commitments `{phrase}` means cannot be said", 0.0, None)
        wrong = diagnose(assembled.rules, app)
        if wrong:
            return Abstained(f"the rules would not pass the checker: {wrong[0].found}", 0.0, None)
        return judge(assembled, planned, read, self._weights)

    def understand(
        self, instruction: str, app: DeclaresStates, *, now: datetime
    ) -> tuple[Plan, list[tuple[ClauseReading, Linked | None]]]:
        """What is to be done, before it becomes rules, and what each clause means."""
        schema, neighbours = self._names(app)
        words = with_plain_verbs(tokens(instruction), self._meaning)
        values = mentions(words, now, instruction)
        hidden = app_mentions(words, values, _app_words(app))
        named = names(words, values, hidden, lambda word: schema.has(form(word.lower)), instruction)
        values = tuple(sorted((*values, *named), key=lambda mention: mention.first))
        back = tuple(taken_back(words, values))
        hidden |= {position for withdrawn in back for position in range(withdrawn.first, withdrawn.last)}
        values = tuple(value for value in values if value.first not in hidden)
        read: list[tuple[ClauseReading, Linked | None]] = []
        before: tuple[Candidate, ...] = ()
        for clause in clauses(words, values, hidden):
            reading = read_clause(clause, instruction, words, values, neighbours, schema, now.date())
            linked = link(reading, schema, before)
            before = (*linked.chosen, *linked.rivals) if linked is not None else before
            read.append((reading, linked))
        left_out = tuple(_left_out(withdrawn, words, instruction) for withdrawn in back)
        return replace(plan(read), left_out=left_out), read

    def _names(self, app: DeclaresStates) -> tuple[AppNames, Neighbours]:
        known = self._known.get(id(app.states))
        if known is not None and known[0].states is app.states:
            return known[1], known[2]
        schema = AppNames.of(app.states)
        neighbours = Neighbours(self._meaning, schema)
        while len(self._known) >= self._apps_kept:
            del self._known[next(iter(self._known))]
        self._known[id(app.states)] = (app, schema, neighbours)
        return schema, neighbours


def _foreign_words(instruction: str) -> list[str]:
    """The words that are no English, where they are too many to be names."""
    plain = [
        token
        for token in tokens(instruction)
        if token.kind == "word" and not token.is_quoted and not token.is_capitalised
    ]
    foreign = [word.text for word in plain if not _is_english(word.lower)]
    return foreign if len(foreign) > 1 and len(foreign) > FOREIGN * len(plain) else []


def _is_english(lower: str) -> bool:
    words = grammar()
    known = lower in words.stop or lower in words.verbs or lower in words.light
    return known or is_ordinary(lower) or is_ordinary(form(lower).base)


def _left_out(withdrawn: TakenBack, words: Sequence[Token], instruction: str) -> Trace:
    start, end = words[withdrawn.first].start, words[withdrawn.last - 1].end
    return Trace("nothing", instruction[start:end], start, end, withdrawn.why)


def _nothing(read: Sequence[tuple[ClauseReading, Linked | None]]) -> str:
    phrase = next((reading.phrase for reading, _ in read if reading.phrase), "")
    return f"`{printable(phrase, LONGEST_NAME)}` names nothing that the app declares"


def _app_words(app: DeclaresStates) -> frozenset[str]:
    name = app.name if isinstance(app, App) else ""
    package = app.package.split(".") if isinstance(app, App) else []
    words = {word.surface for word in words_of(name.replace("_", " "))}
    whole = name.replace("_", "").replace(" ", "").lower()
    return frozenset(words | {whole} | {part for part in package if len(part) > 4 and part not in _PACKAGES})


_PACKAGES = frozenset(["android", "google", "example", "mobile"])
