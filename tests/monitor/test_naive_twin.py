"""The oracle itself, on examples whose answers can be read off docs/language.md."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta, timezone
from itertools import product
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handrail.app.update import Change, Raw, Update
from handrail.language.declaration import State, Variable, states_by_name
from handrail.language.operators import TABLE, Operator, holds, operators_of
from handrail.language.rule import Constraint, Literal, RuleVariable, StatePredicate, Term
from handrail.language.similarity import DEFAULT_THRESHOLD, TRIGRAMS
from handrail.language.specification import Specification
from handrail.language.value import Type, Value
from monitor.naive_twin import NaiveTwin, Observed, Outcome, Tables
from monitor.strategies import play, scripts, specifications, worlds

KOREA = timezone(timedelta(hours=9))
MORNING = datetime(2025, 7, 17, 8, 30, tzinfo=KOREA)  # still 16 July in UTC

STATES = states_by_name(
    (
        State.of(
            "Alarm",
            Variable("label", Type.TEXT, key=True),
            Variable("time", Type.TIME),
            Variable("on", Type.BOOLEAN),
            Variable("ring", Type.NUMBER),
        ),
        State.of(
            "Screen",
            Variable("title", Type.TEXT),
            Variable("day", Type.DATE),
            Variable("mode", Type.ENUM, options=("Dark", "Light")),
        ),
    )
)


def session(*rules: str, clock: datetime = MORNING) -> NaiveTwin:
    return NaiveTwin(Specification.parse(rules, SimpleNamespace(states=STATES)), clock=clock)


def alarm(label: str, **values: Raw) -> Update:
    return Update("Alarm", set={"label": label, **values})


def screen(**values: Raw) -> Update:
    return Update("Screen", set=values)


@pytest.mark.parametrize(
    ("body", "rows", "holds"),
    [
        ("Alarm()", [], False),
        ("Alarm()", [alarm("Work")], True),
        ("Alarm()[= 0]", [], True),
        ("Alarm(on = true)[= 0]", [alarm("Work")], True),
        ("Alarm(on != true)", [alarm("Work")], False),  # undefined: false, whatever the operator
        ("Alarm(on != true)", [alarm("Work", on=True), alarm("Work", on=None)], False),
        ("Alarm(on != true)", [alarm("Work", on=False)], True),
        ('Alarm(label = "work", on = true)', [alarm("ＷＯＲＫ", on=True)], True),
        ("Alarm(ring = 1.0, on = true)", [alarm("Work", ring=1), alarm("work ", on=True)], True),  # one row
        ("Alarm(ring = 1, on = true)", [alarm("Work", ring=1), alarm("Gym", on=True)], False),  # two rows
        ("Alarm(ring = 1) & Alarm(on = true)", [alarm("Work", ring=1), alarm("Gym", on=True)], True),
        ("Alarm(ring = ?x) & Alarm(ring = ?x)[>= 2]", [alarm("Work", ring=1), alarm("Gym", ring=1)], True),
        ("Alarm(ring = ?x)[>= 2]", [alarm("Work", ring=1), alarm("Gym", ring=2)], False),  # for each binding
        ("Alarm(ring = ?_)[>= 2]", [alarm("Work", ring=1), alarm("Gym", ring=2)], False),  # and so for `?_`
        ("Alarm(ring = ?_, on = ?_)", [alarm("Work", ring=1, on=True)], True),  # fresh at each use
        ("Alarm(ring > ?x) & Alarm(ring = ?x)", [alarm("Work", ring=1), alarm("Gym", ring=2)], True),
        ("Alarm(ring > ?x)[= 0] & Alarm(ring = ?x)", [alarm("Work", ring=1), alarm("Gym", ring=2)], True),
        ("Alarm(ring in [?x, 7]) & Alarm(ring = ?x, on = true)", [alarm("Work", ring=1, on=True)], True),
        ("Screen(title = ?t) & Alarm(label = ?t)", [screen(title="GYM"), alarm("Gym")], True),
        ("Screen(mode = ?t) & Alarm(label = ?t)", [screen(mode="dark"), alarm("Dark")], True),
        ("Screen(title = ?t) & Alarm(label contains ?t)", [screen(title=" "), alarm("Gym")], False),
        ("Screen(title = ?t) & Alarm(label not contains ?t)", [screen(title=""), alarm("Gym")], True),
        ('Screen(title = "")', [screen(title=" ")], True),
        ('Screen(title ~= "Work meeting")', [screen(title="work MEETINGS!")], True),
        ('Screen(title not ~= "Work meeting")', [screen(title="Groceries")], True),
        ("Screen()", [screen()], True),
        ("Screen()", [screen(), Update("Screen", delete={})], False),
        ("Screen(day = Today)", [screen(day="2025-07-17")], True),
        ("Screen(day > Today+1)", [screen(day="2025-07-19")], True),
        ("Alarm()", [alarm("Work"), Update("Alarm", delete={"label": "WORK"})], False),
        ("Alarm()", [Update("Alarm", set={"on": True})], False),  # refused: no key
    ],
)
def test_a_rule_is_satisfied_by_what_the_rows_hold(body: str, rows: list[Update], holds: bool) -> None:
    twin = session(f"{body} -> Done")
    twin.observe(rows)
    assert twin.finish() is holds


SHORT = ("", "a", "b", "ab", "ba", "aba", "a, b", "b, ab", "ba,A")


@pytest.mark.parametrize("operator", operators_of(Type.TEXT))
def test_the_twin_reads_two_texts_sets_of_names_and_codes_as_the_operator_does(operator: Operator) -> None:
    variables = (
        Variable("text", Type.TEXT),
        Variable("names", Type.TEXT, is_set=True),
        Variable("code", Type.TEXT, is_code=True),
    )
    states = states_by_name((State.of("Message", *variables),))
    twin = NaiveTwin(Specification.parse("Message() -> Done", SimpleNamespace(states=states)), clock=MORNING)
    for variable, first, second in product(variables, SHORT, SHORT):
        row = {variable.name: variable.comparable(first)}
        readings: list[tuple[Term, Value]] = [(Literal(second), variable.comparable(second))]
        readings += [(RuleVariable("x"), other.comparable(second)) for other in variables]
        for term, value in readings:
            constraint = Constraint(variable.name, operator, (term,) if TABLE[operator].single else term)
            met = holds(operator, row[variable.name], [value], alike)
            where = f"{row[variable.name]!r} {operator} {term} = {value!r}"
            assert twin.is_met("Message", constraint, row, {"x": value}, time(9)) is met, where


def alike(wanted: str, found: str) -> bool:
    return TRIGRAMS.matches(wanted, found, DEFAULT_THRESHOLD)


def test_now_is_the_clock_of_the_step_as_the_phone_shows_it() -> None:
    twin = session("Alarm(time = Now) -> Done")
    twin.observe([alarm("Work", time="9:00")])
    assert not twin.finish()
    assert twin.finish(datetime(2025, 7, 17, 9, 0, 0, 999_999, tzinfo=KOREA))
    assert twin.finish(datetime(2025, 7, 18, 9, 0, tzinfo=UTC))
    assert not twin.finish(datetime(2025, 7, 18, 0, 0, tzinfo=UTC))


def test_an_objective_is_achieved_by_an_action_that_was_executed_and_by_nothing_else() -> None:
    twin = session("Alarm(on = true) -> Set", "Set -> Done")
    twin.observe([alarm("Work", on=True)])
    assert not twin.finish()
    assert twin.anticipate([], ["Set"]) == Outcome("allow")
    twin.revert()
    assert not twin.finish()
    twin.anticipate([], ["Set"])
    twin.commit()
    assert twin.finish()


def test_still_asks_for_what_a_plain_objective_no_longer_needs() -> None:
    twin = session("Alarm(on = true) -> Set", "Set -> Kept", "still Set & Kept -> Done")
    for commits in (["Set"], ["Kept"]):
        twin.anticipate([alarm("Work", on=True)], commits)
        twin.commit()
    assert twin.finish()
    twin.observe([alarm("Work", on=False)])
    assert not twin.finish()
    assert twin.anticipate([], ["Kept"]).kind == "allow"


def test_an_unmet_commitment_is_blocked_its_updates_are_undone_and_repeating_does_not_help() -> None:
    twin = session("Alarm(ring = 1, on = true) -> Set", "Set -> Done")
    for _ in range(2):
        assert twin.anticipate([alarm("Work", ring=1, on=False)], ["Set"]) == Outcome(
            "block", suspects=(0,), unmet=("Set",)
        )
    assert twin.anticipate([alarm("Work", on=True)], ["Set"]).kind == "block"


def test_objectives_of_one_action_do_not_support_each_other() -> None:
    twin = session("True -> First", "First -> Second", "Second -> Done")
    assert twin.anticipate([], ["First", "Second"]) == Outcome("block", unmet=("Second",))


def test_a_warning_is_overcome_by_the_very_next_proposal_if_it_is_the_same() -> None:
    twin = session("Alarm(on = true) -> Set", "Set -> Done")
    wrong, warned = [alarm("Work", on=False)], Outcome("warn", suspects=(0,))
    assert twin.anticipate(wrong, action="tap") == warned
    assert twin.anticipate(wrong, action="swipe") == warned
    twin.observe([alarm("Gym")])
    assert twin.anticipate(wrong, action="swipe", irreversible=False) == Outcome("allow", suspects=(0,))
    twin.commit()
    assert twin.anticipate(wrong, action="swipe") == warned  # it was used up
    twin.finish()
    assert twin.anticipate(wrong, action="swipe") == warned
    twin.anticipate([])
    twin.commit()
    assert twin.anticipate(wrong, action="swipe") == warned


@pytest.mark.parametrize(
    ("rule", "update", "anticipated", "observed"),
    [
        ("Alarm(on = true)", alarm("Work", on=False), True, True),
        ("Alarm(on = true)", alarm("Work", on=None), True, True),
        ("Alarm(on = true)", alarm("Work", ring=1), False, False),  # constrains nothing that it names
        ('Alarm(label = "Work", on = true)', alarm("Gym", on=False), True, False),  # another row
        ('Alarm(label = "Work", on = true)', alarm("work", on=False), True, True),
        ("Alarm(on = true) & Alarm(ring = 1)", alarm("Work", on=False), False, False),  # the second is clean
        ("Alarm(on = true)[= 0]", alarm("Work", on=False), False, False),
        ("Alarm(on = true) & Alarm(ring < 3)[<= 1]", alarm("Work", on=False, ring=9), False, False),
        ('Alarm(on = true) & Alarm(label = "Gym")[= 0]', alarm("Work", on=False), False, True),  # left out
        ("Alarm(ring = ?x)", alarm("Work", ring=None), False, False),
        ("Alarm(time > Now)", alarm("Work", time="08:29"), True, True),
        ("Screen()", alarm("Work"), False, False),  # nobody mentions it
        ("Alarm(on = true)", Update("Alarm", delete={"label": "Work"}), False, False),
    ],
)
def test_an_update_is_suspect_if_every_mention_contradicts_it(
    rule: str, update: Update, anticipated: bool, observed: bool
) -> None:
    twin = session(f"{rule} -> Done")
    assert twin.anticipate([update]).kind == ("warn" if anticipated else "allow")
    assert session(f"{rule} -> Done").observe([update]) == Observed(suspects=(0,) if observed else ())


def test_a_rule_is_pending_until_its_head_is_achieved_and_while_it_is_still_asked_for() -> None:
    plain = session("Alarm(on = true) -> Set", "Set -> Done")
    kept = session("Alarm(on = true) -> Set", "still Set -> Done")
    for twin in (plain, kept):
        twin.anticipate([alarm("Work", on=True)], ["Set"])
        twin.commit()
    assert plain.observe([alarm("Work", on=False)]) == Observed()
    assert kept.observe([alarm("Work", on=False)]) == Observed(suspects=(0,))


def test_a_refused_update_blocks_its_action_if_anticipated_and_changes_nothing_if_observed() -> None:
    twin = session("Alarm(on = true) -> Done")
    updates = [alarm("Work", on=1), alarm("Work", on=False), Update("Alrm", set={})]
    assert twin.anticipate(updates) == Outcome("block", suspects=(1,), refused=(0, 2))
    assert twin.observe([alarm("Work", on=True), alarm("Work", on=0)]) == Observed(refused=(1,))
    assert twin.finish()


def test_a_commitment_that_nobody_requested_is_asked_about() -> None:
    twin = session("True -> Set", "Set -> Done")
    assert twin.anticipate([], ["Pay", "Done"]) == Outcome("ask", unrequested=("Done", "Pay"))
    twin.revert()
    assert twin.anticipate([], irreversible=True).kind == "ask"
    twin.revert()
    assert twin.anticipate([], ["Set"], irreversible=True).kind == "allow"
    twin.commit()
    assert session("True -> `Done`", "`Done` -> Done").anticipate([], ["Done"]).kind == "allow"


def test_what_was_anticipated_stays_until_it_is_reverted() -> None:
    twin = session("Alarm(on = true) -> Done")
    twin.observe([alarm("Work", on=False, ring=1)])
    twin.anticipate([alarm("Work", on=True)])
    twin.observe([alarm("Work", ring=2)])
    twin.revert()
    assert twin.tables()["Alarm"] == {("work",): {"label": "work", "on": False, "ring": 2}}


class Watched(NaiveTwin):
    """The twin, which notes on what ground it decides where a ground is rare."""

    def __init__(self, specification: Specification, *, clock: datetime, seen: Counter[str]) -> None:
        super().__init__(specification, clock=clock)
        self.seen = seen

    def is_supported_by(self, changes: Sequence[Change], before: Tables, objective: str, moment: time) -> bool:
        supported = super().is_supported_by(changes, before, objective, moment)
        self.seen["blocked for what it changes alone"] += not supported and self.is_supported(objective, moment)
        return supported

    def held_earlier(self, predicate: StatePredicate) -> bool:
        held = super().held_earlier(predicate)
        self.seen["once only"] += held and not self.counts(predicate, self.tables(), {}, self.past[-1][1])
        return held


@pytest.mark.slow
def test_the_scripts_are_not_too_tame() -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=400, derandomize=True, deadline=None, database=None)
    @given(st.data())
    def play_one(data: st.DataObject) -> None:
        specification = data.draw(specifications(data.draw(worlds())))
        script = data.draw(scripts(specification))
        for _, answer in play(script, Watched(specification, clock=script.clock, seen=seen)):
            match answer:
                case Outcome(kind, suspects):
                    seen[f"insisted {kind}" if suspects and kind in ("allow", "ask") else kind] += 1
                case Observed(suspects, refused):
                    seen["suspect fact"] += len(suspects)
                    seen["refused fact"] += len(refused)
                case _:
                    seen["done" if answer else "not done"] += 1

    play_one()
    kinds = ("allow", "warn", "block", "ask", "insisted allow", "suspect fact", "refused fact", "done", "not done")
    assert all(seen[kind] > 5 for kind in (*kinds, "blocked for what it changes alone", "once only")), seen
