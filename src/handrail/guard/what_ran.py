"""What is noted of an action that ran, or perhaps did: what it changes, what of it was told, what is to come of it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from handrail.app import Update
from handrail.app.consequence import LEAVES_THE_PHONE, Kind
from handrail.app.update import Key, Raw
from handrail.device.touch import Way
from handrail.guard.certainty import meets
from handrail.guard.decision import DecisionInput
from handrail.guard.done_in_order import under_the_names_of
from handrail.guard.doubts import Awaited, foresee
from handrail.guard.history import Happened
from handrail.guard.judging import settle
from handrail.guard.knowledge import Knowledge, told_afterwards
from handrail.guard.outcomes import Awaiting, changed_by, is_grave, texts_of
from handrail.guard.own_changes import RowChange
from handrail.guard.told import PINNING, Told
from handrail.language.rule import StatePredicate
from handrail.monitor.ground import Ground


@dataclass(slots=True)
class Considered:
    """An action that was considered, and may run."""

    decision_input: DecisionInput
    bindings: Mapping[int, tuple[str, ...]]
    held: bool
    """Whether the monitor waits to hear what became of it."""
    steps: frozenset[str] = frozenset()
    """What it commits and is only a step of what was asked for."""
    grounds: tuple[Ground, ...] = ()
    """The rules that support what it commits."""
    way: Way | None = None
    """From where to where a finger moves."""
    stays: bool = False
    """Whether it leads to no other page."""


@dataclass(frozen=True, slots=True)
class _Before:
    """What a commitment makes new, what was known before, which rows of its page change or go with it, and the states
    of which a row really becomes another."""

    news: tuple[Update, ...]
    known: Mapping[str, Mapping[Key, Mapping[str, object]]]
    changing: tuple[Update, ...]
    taken: tuple[Update, ...]
    parts: Mapping[str, Collection[Mapping[str, Raw]]]
    changed: frozenset[str]


def note_ran(known: Knowledge, considered: Considered, *, approved: bool) -> None:
    """The action ran. `approved`: a person said yes to it as it stands."""
    decision_input = considered.decision_input
    anticipation, action = decision_input.anticipation, decision_input.proposal.action
    consequences, commits = anticipation.consequences, bool(anticipation.commits)
    known.reports.outdated()
    _note_what_may_be_late(known, decision_input)
    _note_where(known, considered)
    _await_what_it_does(known, decision_input)
    happened = Happened(known.task.named(anticipation), decision_input.at, acted=True)
    asked = known.asked_for(happened.anticipation.commits)
    wanted = asked or approved
    before = _before(known, decision_input) if wanted else None
    changing = known.facts.changing(anticipation.updates) if commits else ()
    told = Told(everything=True) if approved and not asked else _told(known, considered)
    _note_drafts(known, decision_input, told if commits and wanted else None)
    if commits:
        _note_who_asked(known, considered, changing, told if wanted else None, approved=approved)
        one_of_several = bool(considered.grounds) and all(ground.short_of for ground in considered.grounds)
        anything = is_grave(consequences) and not one_of_several
        known.facts.outdate_lists(None if anything else changed_by(consequences))
        known.facts.scrolled.changed(changed_by(consequences))
        if any(consequence.kind in LEAVES_THE_PHONE for consequence in consequences):
            known.facts.note_what_others_answer(anticipation.updates)
    if action.type != "wait":
        known.outcomes.acted(consequences)
    if considered.held:
        settle(known.monitor, happened.anticipation, decision_input.at)
        known.note(happened)
        known.history.add(happened)
    elif action.type != "finish":
        known.take(happened)
    if before is not None:
        _await_outcome(known, decision_input, happened.anticipation.commits, before)
    _forget_what_went(known, decision_input)
    known.after = considered.bindings
    known.settings_changed |= _other_settings(known, decision_input)
    known.outcomes.ran(consequences)
    if consequences:
        known.in_order.ran(
            under_the_names_of(known.objectives, consequences),
            [ground for ground in considered.grounds if not ground.short_of],
            known.specification.rules,
            lambda asked: known.monitor.holds(asked, now=decision_input.at),
            known.sources.passing,
        )


def _note_what_may_be_late(known: Knowledge, decision_input: DecisionInput) -> None:
    """What an action is to change, or may have: a screen that says what it said before tells nothing of that."""
    anticipation, package = decision_input.anticipation, decision_input.package
    if not (anticipation.updates or anticipation.consequences or anticipation.partly):
        return
    changing = filter(known.facts.is_changed_by, known.facts.news(anticipation.updates))
    states = told_afterwards(anticipation) | _other_settings(known, decision_input)
    page, commits = known.pages.shown.get(package), bool(anticipation.commits)
    known.unanswered.ran(package, page, changing, states, commits=commits)


def _other_settings(known: Knowledge, decision_input: DecisionInput) -> frozenset[str]:
    """Where a setting that an action changes, or may have, may show as well."""
    consequences = decision_input.anticipation.consequences
    is_setting = any(consequence.kind is Kind.SETTING for consequence in consequences)
    return known.sources.of_settings - changed_by(consequences) if is_setting else frozenset()


def _note_where(known: Knowledge, considered: Considered) -> None:
    """In which app it ran, what it moved, and whether it leads to what is known of a page."""
    decision_input = considered.decision_input
    package, updates = decision_input.package, decision_input.anticipation.updates
    leads_to = known.sources.of_page([package]) if updates else frozenset[str]()
    opens = any(update.state in leads_to for update in updates)
    page = known.pages.shown.get(package)
    fills = bool(updates) and all(update.state in known.sources.drafted for update in updates)
    is_on_page = page is not None and page.windows == 1
    stays = considered.stays or (fills and is_on_page and not decision_input.anticipation.consequences)
    known.pages.ran(decision_input.proposal.action, package, opens=opens, stays=stays)
    known.facts.scrolled.moved(considered.way)
    known.facts.note_alike(decision_input.anticipation.alike)


def _forget_what_went(known: Knowledge, decision_input: DecisionInput) -> None:
    """What pages said of what is deleted, and all that is known of an app whose data is."""
    consequences = decision_input.anticipation.consequences
    deleted = [consequence for consequence in consequences if consequence.kind is Kind.DELETION]
    said = known.sources.without_keys(changed_by(deleted)) - known.sources.opened  # it may have asked first
    of_pages = known.facts.pages_of(texts_of(deleted), said)
    known.withdraw(known.facts.emptied(known.sources.emptied_by(consequences)) + of_pages, decision_input.at)


def note_perhaps_ran(known: Knowledge, considered: Considered) -> None:
    """Nobody knows whether the action ran: what it may have changed is unknown."""
    decision_input, anticipation = considered.decision_input, considered.decision_input.anticipation
    asked = known.asked_for(known.task.named(anticipation).commits)
    changing = known.facts.changing(anticipation.updates) if anticipation.commits else ()
    _note_drafts(known, decision_input, None)
    _note_what_may_be_late(known, decision_input)
    if anticipation.commits:
        told = _told(known, considered) if asked else None
        _note_who_asked(known, considered, changing, told, approved=False)
    known.doubt(decision_input, asked=asked)
    known.settings_changed |= _other_settings(known, decision_input)
    known.facts.outdate_lists(None if is_grave(anticipation.consequences) else changed_by(anticipation.consequences))


def _told(known: Knowledge, considered: Considered) -> Told:
    """What the rules say by which a commitment is supported, and what they take from elsewhere."""
    written = {update.state for update in considered.decision_input.anticipation.updates} | known.sources.drafted
    states, today = known.specification.states, known.began.date()

    def is_one(predicate: StatePredicate, row: Mapping[str, object]) -> bool:
        return meets(predicate, states[predicate.state], row, today, for_some=True) is True

    told = Told.by((ground.rule for ground in considered.grounds), is_one, written)
    return told.with_texts(
        match.found
        for ground in considered.grounds
        for match in ground.matches
        if match.changed and match.operator in PINNING
        if match.through is None or (match.state, match.variable) in told.variables
    )


def _note_who_asked(
    known: Knowledge, considered: Considered, changing: Collection[RowChange], told: Told | None, *, approved: bool
) -> None:
    """What a commitment changes is the agent's own, but for what was told (None: nobody asked for it), and may be why
    something is so from here on, but for what it was to do.
    """
    decision_input = considered.decision_input
    is_as_told = decision_input.modelled or approved
    deletes = any(consequence.kind is Kind.DELETION for consequence in decision_input.anticipation.consequences)
    if known.facts.own.note(changing, told, deletes=deletes) or not is_as_told:
        known.choose(decision_input.package, told.pinned if told is not None else ())
    if told is not None:
        spoken_of = [
            (ground.objective, predicate)
            for ground in considered.grounds
            for predicate in ground.rests_on
            if predicate in known.said_again
        ]
        aims = [
            predicate
            for objective, predicate in spoken_of
            if known.monitor.speaks_of(objective, decision_input.anticipation.updates, by=predicate)
        ]
        known.so_before.was_asked_for(aims, None if is_as_told else told)


def _note_drafts(known: Knowledge, decision_input: DecisionInput, told: Told | None) -> None:
    """What is written on a page is a draft until a commitment that was asked for takes it, and it was told."""
    anticipation = decision_input.anticipation
    drafted = [update for update in anticipation.updates if update.state in known.sources.drafted]
    if told is not None:
        taken = [update for update in anticipation.updates if update.state in known.sources.about_to_be]
        known.facts.drafts.saved([*drafted, *taken], told)
        known.facts.first_seen.asked(decision_input.package)
    elif not anticipation.commits:
        known.facts.drafts.note(drafted)


def _before(known: Knowledge, decision_input: DecisionInput) -> _Before:
    """What a wanted commitment would make new, while it has not run yet."""
    news = known.facts.news(decision_input.anticipation.updates)
    rows = known.facts.rows.known(
        {*changed_by(decision_input.anticipation.consequences), *(update.state for update in news)}
    )
    of_pages = [update for update in news if update.state in known.sources.of_pages]
    changing = tuple(update for update in of_pages if known.facts.is_changed_by(update))
    taken = tuple(update for update in of_pages if update not in changing)
    parts = {state: known.facts.lists.parts(state) for state in rows}
    changed = frozenset(update.state for update in news if known.facts.is_changed_by(update))
    return _Before(news, rows, changing, taken, parts, changed)


def _await_outcome(known: Knowledge, decision_input: DecisionInput, commits: frozenset[str], before: _Before) -> None:
    """Later screens are to show what a wanted commitment changes, and at the end it must still be so."""
    names = (*commits, None)
    mentioned = frozenset(state for name in names for state in known.monitor.named_states(name))
    wanted = mentioned | (before.changed & changed_by(decision_input.anticipation.consequences))
    changed, about = told_afterwards(decision_input.anticipation), texts_of(decision_input.anticipation.consequences)
    known.facts.let_go(changed, about)
    known.withdraw(known.facts.ended(changed), decision_input.at)
    lasting = wanted - known.sources.lasting
    settings = known.sources.of_settings - known.sources.of_any_app
    known.facts.kept.keep(decision_input.anticipation.updates, lasting, settings)
    stays = [update for update in before.news if update.state not in known.sources.lasting]
    expected = known.facts.kept.expect(stays, changed, before.known, before.changing, before.parts, about)
    page, grave = known.pages.shown.get(decision_input.package), is_grave(decision_input.anticipation.consequences)
    changes = before.changed | changed | _other_settings(known, decision_input)
    known.outcomes.wait_for(
        Awaiting(commits, changes, expected, decision_input.package, page, before.taken, is_grave=grave)
    )


def _await_what_it_does(known: Knowledge, decision_input: DecisionInput) -> None:
    """The next screen is held against what a model of the app said of the action."""
    said = decision_input.anticipation
    foreseen = tuple(
        foresee(said.updates, known.facts, typed=decision_input.proposal.action.type in ("input", "paste"))
    )
    if decision_input.modelled and said.bindings:
        name, page = " and ".join(said.bindings), known.pages.shown.get(decision_input.package)
        known.doubts.expect(Awaited(decision_input.package, name, foreseen, page))
