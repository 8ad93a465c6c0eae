"""Examples of what tells two specifications apart, and of spellings that do not."""

from datetime import UTC, datetime, time, timedelta
from decimal import Decimal

import pytest

from handrail.error import Misuse
from handrail.language.analysis import (
    Difference,
    Equivalent,
    Run,
    RunStep,
    Seen,
    Undecided,
    difference,
    equivalent,
)
from handrail.language.declaration import State, Variable
from handrail.language.similarity import EXACT
from handrail.language.specification import Specification
from handrail.language.value import Type
from language.analysis.apps import CLOCK, PAPER, PHONE, RESTAURANT, app
from language.analysis.judges import assert_tells_apart

JOIN = "Post(community = ?c) & Community(name = ?c, joined = true) -> Done"

SAME = {
    "rules in another order": (
        "Alarm(on = true) -> A\nPost(votes > 3) -> B\nA & B -> Done",
        "A & B -> Done\nPost(votes > 3) -> B\nAlarm(on = true) -> A",
    ),
    "?x by another name": (JOIN, "Community(joined = true, name = ?other) & Post(community = ?other) -> Done"),
    "not at least is less": ("Alarm(time < 9:00) -> Done", "Alarm(time not in [9:00], time <= 9:00) -> Done"),
    "not false is true": ("Alarm(on != false)[> 2] -> Done", "Alarm(on in [true])[>= 3] -> Done"),
    "alternatives merged with in": (
        'Post(title in ["a", "b"]) -> Done',
        'Post(title = "A") -> Done\nPost(title = " b ") -> Done',
    ),
    "not equal is less or more": ("Post(votes != 1) -> Done", "Post(votes < 1) -> Done\nPost(votes > 1.0) -> Done"),
    "a longer text contains a shorter": (
        'Post(title contains "gas station") -> Done',
        'Post(title contains "station", title contains "Gas  Station") -> Done',
    ),
    "not contains of both": (
        'Post(title contains "a") -> Done\nPost(title not contains "a") -> Done',
        "Post(title = ?_) -> Done",
    ),
    "once so and once both so": (
        "once Post(votes > 3) & once Post(votes > 3, day = Today) -> Done",
        "once Post(day = Today, votes > 3) -> Done",
    ),
    "now is some moment": ("once Post(votes > 3) -> Done", "Post(votes > 3) -> Done\nonce Post(votes > 3) -> Done"),
    "nothing was known at the start": ("once Post()[= 0] & Alarm() -> Done", "Alarm() -> Done"),
    "Today is a date": ("Post(day = Today) -> Done", "Post(day = 2025-03-10) -> Done"),
    "an Enum has no other values": ('Post(sort != "Hot") -> Done', 'Post(sort in ["new", "top"]) -> Done'),
    "still, spelt out": (
        "Alarm(on = true) -> A\nstill A & Post(votes > 3) -> Done",
        "Alarm(on = true) -> A\nA & Alarm(on = true) & Post(votes > 3) -> Done",
    ),
    "a rule that can never hold": (
        "Alarm(on = true) -> Done",
        "Alarm(on = true) -> Done\nAlarm(time < 9:00, time > 19:00) -> Done",
    ),
    "an implied rule": ("Alarm(on = true) -> Done", "Alarm(on = true) -> Done\nAlarm(on = true, volume > 3) -> Done"),
    "similar texts, the same way": (
        'Alarm(label ~= "Work out", on = true) -> Done',
        'Alarm(on != false, label ~= "work  OUT") -> Done',
    ),
    "an equal text is similar": (
        'Alarm(label ~= "Work") -> Done',
        'Alarm(label ~= "Work") -> Done\nAlarm(label = "work") -> Done',
    ),
    "no row and no other row": (
        "Alarm(label = ?x) & Community(name = ?x)[= 0] -> Done",
        "Community(name = ?y)[< 1] & Alarm(label = ?y) -> Done\n"
        "Alarm(label = ?x) & Community(name = ?x)[= 0] & Alarm(on = true) -> Done",
    ),
    "a key has one row": ('Alarm(label = "A", on = true) -> Done', 'Alarm(label = "A", on = true)[= 1] -> Done'),
    "without keys there is one row": (
        "Post(votes > 1, votes < 5) -> Done",
        "Post(votes > 1) & Post(votes < 5) -> Done",
    ),
    "a table with two keys": ("Switch(on = true)[>= 2] -> Done", "Switch(on = true)[= 2] & Switch()[<= 2] -> Done"),
    "needing what was needed before": (
        "Alarm(on = true) -> A\nA & Post(votes > 3) -> B\nB -> Done",
        "Alarm(on = true) -> A\nA & Post(votes > 3) -> B\nA & B -> Done",
    ),
    "both accept nothing": ("Post(votes < 1, votes > 1) -> Done", 'Post(sort = "Hot", sort = "New") -> Done'),
}

OTHER = {
    "before and until": (PAPER, PAPER.replace("<", "<=")),
    "a rule is missing": ("Alarm(on = true) -> Done\nPost(votes > 3) -> Done", "Alarm(on = true) -> Done"),
    "objectives in another order": (
        "Alarm(on = true) -> A\nA & Post(votes > 3) -> B\nB -> Done",
        "Post(votes > 3) -> B\nB & Alarm(on = true) -> A\nA -> Done",
    ),
    "objectives in any order": (
        "Alarm(on = true) -> A\nA & Post(votes > 3) -> B\nA & B -> Done",
        "Alarm(on = true) -> A\nPost(votes > 3) -> B\nA & B -> Done",
    ),
    "two rows and three": ("Alarm(on = true)[>= 2] -> Done", "Alarm(on = true)[>= 3] -> Done"),
    "exactly and at least": ("Alarm(on = true)[= 2] -> Done", "Alarm(on = true)[>= 2] -> Done"),
    "joined and not": (JOIN, "Post() & Community(joined = true) -> Done"),
    "one row and two": ("Alarm(on = true, volume > 3) -> Done", "Alarm(on = true) & Alarm(volume > 3) -> Done"),
    "similar and equal": ('Alarm(label ~= "Work out") -> Done', 'Alarm(label = "Work out") -> Done'),
    "similar to another": ('Alarm(label ~= "Work out") -> Done', 'Alarm(label ~= "Call mother") -> Done'),
    "undefined": ("Post(votes != 1) -> Done", "Post() -> Done"),
    "never observed": ("Post()[= 0] -> Done", "Post(votes > 1)[= 0] -> Done"),
    "Done drops an objective": (
        "Alarm(on = true) -> A\nPost(votes > 3) -> B\nA & B -> Done",
        "Alarm(on = true) -> A\nPost(votes > 3) -> B\nA -> Done",
    ),
    "still and once": ("Alarm(on = true) -> A\nstill A -> Done", "Alarm(on = true) -> A\nA -> Done"),
    "now and by now": ("Alarm(time = Now) -> Done", "Alarm(time <= Now) -> Done"),
    "contains more": ('Post(title contains "a") -> Done', 'Post(title contains "ab") -> Done'),
    "contains another text": (
        "Post(community = ?c) & Alarm(label contains ?c) -> Done",
        "Post(community = ?c) & Alarm(label = ?c) -> Done",
    ),
    "an objective only one knows": (
        "Alarm(on = true) -> A\nPost(votes > 3) -> Done",
        "Post(votes > 3) -> Done",
    ),
    "numbers close together": ("Post(votes > 1) -> Done", "Post(votes >= 1.000000000000000000000000000000001) -> Done"),
    "more than": (
        "Alarm(volume = ?v) & Post(votes > ?v) -> Done",
        "Alarm(volume = ?v) & Post(votes >= ?v) -> Done",
    ),
    "the same twice": ("Alarm(volume = ?v)[>= 2] -> Done", "Alarm(volume != 0)[>= 2] -> Done"),
    "a case more": ('Post(sort in ["Hot", "New"]) -> Done', 'Post(sort != "Top") & Post(votes > 0) -> Done'),
    "Tomorrow and a week": ("Post(day = Tomorrow) -> Done", "Post(day > Today, day <= Today+7) -> Done"),
}


def _read(text: str) -> Specification:
    return Specification.parse(text, RESTAURANT if "ReserveInfo" in text else PHONE)


@pytest.mark.parametrize(("first", "second"), SAME.values(), ids=SAME.keys())
def test_another_way_to_say_the_same_is_equivalent(first: str, second: str) -> None:
    assert difference(_read(first), _read(second), clock=CLOCK) == Equivalent()
    assert difference(_read(second), _read(first), clock=CLOCK) == Equivalent()


@pytest.mark.parametrize(("first", "second"), OTHER.values(), ids=OTHER.keys())
def test_a_difference_comes_with_a_run_that_shows_it(first: str, second: str) -> None:
    for left, other in ((first, second), (second, first)):
        found = difference(_read(left), _read(other), clock=CLOCK)
        assert isinstance(found, Difference)
        assert_tells_apart(found, _read(left), _read(other), CLOCK)


def _run(first: str, second: str, clock: datetime = CLOCK) -> Run:
    found = difference(_read(first), _read(second), clock=clock)
    assert isinstance(found, Difference)
    return found.run


def test_the_run_shows_the_boundary_and_nothing_else() -> None:
    (finish,) = _run("Alarm(time < 19:00, volume > 0) -> Done", "Alarm(time <= 19:00, volume > 0) -> Done").steps
    ((alarm,),) = finish.tables.values()
    assert dict(alarm) == {"label": "apple", "time": time(19), "volume": Decimal(1)}


def test_what_held_once_is_a_step_of_the_run_that_commits_nothing() -> None:
    seen, finish = _run("once Post(votes > 3) -> Done", "Post(votes > 3) -> Done").steps
    assert isinstance(seen, Seen)
    assert [dict(row) for row in seen.tables["Post"]] == [{"votes": Decimal(4)}]
    assert finish == RunStep({}, None, CLOCK)


def test_where_the_way_there_shows_what_was_to_be_seen_once_nothing_is_claimed() -> None:
    """They are the same, for whoever achieved A has seen the post; to show that would take the way there."""
    rule = "Post(votes > 3) -> A\nA & Alarm() "
    first, second = _read(f"{rule}-> Done"), _read(f"{rule}& once Post(votes > 2) -> Done")
    assert isinstance(difference(first, second, clock=CLOCK), Undecided)


def test_a_run_has_no_rows_that_it_can_do_without() -> None:
    (finish,) = _run("Alarm(on = true)[>= 2] -> Done", "Alarm(on = true)[>= 3] -> Done").steps
    assert [len(rows) for rows in finish.tables.values()] == [2]


def test_a_run_is_completed_by_the_one_that_accepts_it() -> None:
    run = _run(
        "Alarm(on = true) -> A\nA & Post(votes > 3) -> B\nB -> C\nC -> Done",
        "Alarm(on = true) -> A\nA & Post(votes > 4) -> B\nB -> C\nC -> Done",
    )
    assert [step.objective for step in run.steps if isinstance(step, RunStep)] == ["A", "B", "C", None]


def test_a_difference_that_cannot_be_completed_is_none() -> None:
    never = "B & Post(votes < 1, votes > 1) -> Done"
    first, second = (f"Alarm(on = {on}) -> A\nA -> B\n{never}" for on in ("true", "false"))
    assert difference(_read(first), _read(second), clock=CLOCK) == Equivalent()


def test_an_objective_refused_the_second_time_counts_too() -> None:
    first = "Alarm(on = true) -> A\nPost(votes > 3) -> Done"
    second = "Alarm(on = true) -> A\nPost(votes > 3) & Alarm(on = true)[= 0] -> Done"
    found = difference(_read(first), _read(second), clock=CLOCK)
    assert isinstance(found, Difference)
    assert found.accepted_by == "first"


def test_the_similarity_decides() -> None:
    first, second = _read('Alarm(label ~= "Work out") -> Done'), _read('Alarm(label = "Work out") -> Done')
    assert isinstance(difference(first, second, clock=CLOCK), Difference)
    assert not isinstance(difference(first, second, clock=CLOCK, similarity=EXACT), Difference)
    assert not isinstance(difference(first, second, clock=CLOCK, threshold=1.01), Difference)


def test_the_clock_decides_what_today_is() -> None:
    first, second = _read("Post(day = Today) -> Done"), _read("Post(day = 2025-03-10) -> Done")
    assert equivalent(first, second, clock=CLOCK)
    assert not equivalent(first, second, clock=CLOCK + timedelta(days=1))


def test_a_clock_with_a_zone_keeps_it() -> None:
    clock = datetime(2025, 3, 10, 23, 30, tzinfo=UTC)
    (finish,) = _run("Alarm(time = Now, time < 12:00) -> Done", "Alarm(time = Now, time < 13:00) -> Done", clock).steps
    assert finish.now.tzinfo is UTC
    assert finish.now > clock


def test_what_depends_on_unknown_texts_is_undecided() -> None:
    first = _read('Alarm(label ~= "zebra crossing", label ~= "call mother") -> Done')
    second = _read("Alarm(volume < 1, volume > 1) -> Done")
    assert isinstance(difference(first, second, clock=CLOCK), Undecided)
    assert not equivalent(first, second, clock=CLOCK)


def test_very_many_rows_are_undecided_unless_they_do_not_matter() -> None:
    many, more = _read("Alarm(on = true)[>= 20] -> Done"), _read("Alarm(on = true)[>= 21] -> Done")
    assert isinstance(difference(many, more, clock=CLOCK), Undecided)
    assert equivalent(many, many, clock=CLOCK)
    impossible = _read("Alarm(on = true, on = false)[>= 20] -> Done")
    assert equivalent(impossible, _read("Post(votes < 1, votes > 1) -> Done"), clock=CLOCK)


def test_two_sequences_that_never_end_are_undecided() -> None:
    """Of every alarm there is a louder one: no finite table of alarms, and no number of rows shows it."""
    first = _read("Alarm() -> A\nA & Alarm(volume = ?v) & Alarm(volume > ?v)[= 0] -> Done\nA & Post() -> Done")
    second = _read(
        "Alarm() -> A\nA & Alarm(volume = ?v) & Alarm(volume > ?v)[= 0] -> Done\nA & Post() -> Done\n"
        "A & Alarm(volume = ?_) -> Done"
    )
    assert isinstance(difference(first, second, clock=CLOCK), Undecided)


def test_specifications_of_different_apps_are_not_compared() -> None:
    other = app(State.of("Alarm", Variable("on", Type.BOOLEAN)))
    with pytest.raises(Misuse, match="`Alarm`"):
        difference(
            _read("Alarm(on = true) -> Done"), Specification.parse("Alarm(on = true) -> Done", other), clock=CLOCK
        )


def test_many_independent_objectives_are_no_trouble() -> None:
    rules = [f'Alarm(label = "{n}", on = true) -> G{n}' for n in range(20)]
    goals = [f"G{n}" for n in range(20)]
    first = _read("\n".join([*rules, f"{' & '.join(goals)} -> Done"]))
    second = _read("\n".join([*reversed(rules), f"{' & '.join(reversed(goals))} -> Done"]))
    assert equivalent(first, second, clock=CLOCK)


def test_what_many_objectives_lead_to_is_found() -> None:
    rules = [f'Alarm(label = "{n}", on = true) -> G{n}' for n in range(20)]
    all_of = " & ".join(f"G{n}" for n in range(20))
    run = _run(
        "\n".join([*rules, f"{all_of} & Post(votes > 1) -> Done"]),
        "\n".join([*rules, f"{all_of} & Post(votes > 2) -> Done"]),
    )
    assert len(run.steps) == 21


def test_many_alternatives_are_no_trouble_where_they_are_the_same() -> None:
    rules = [f'Alarm(label = "{n}", on = true) -> G{n}' for n in range(20)]
    ends = [f"G{n} & G{(n + 1) % 20} & Post(votes > {n}) -> Done" for n in range(20)]
    first, second = _read("\n".join([*rules, *ends])), _read("\n".join([*reversed(ends), *rules]))
    assert equivalent(first, second, clock=CLOCK)


def test_a_difference_that_needs_an_objective_not_to_be_achieved() -> None:
    """Where B was achieved both may end; the difference shows only where A was and B was not."""
    rules = "Alarm(on = true) -> A\nAlarm(on = false) -> B\nB & A -> Done\n"
    run = _run(rules + "A & Post() -> Done", rules + "A & Post(votes > 1) -> Done")
    assert [step.objective for step in run.steps if isinstance(step, RunStep)] == ["A", None]
