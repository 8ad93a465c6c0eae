"""Each warning with an example that gets it and a neighbour that must not."""

import pytest

from handrail.language.analysis import Report, warnings
from handrail.language.diagnostic import Level, show_diagnostic
from handrail.language.similarity import EXACT
from handrail.language.specification import Specification
from language.analysis.apps import PAPER, PHONE, RESTAURANT

RESERVE, CONFIRM, DECLINE = PAPER.strip().split("\n")
ELSEWHERE = DECLINE.replace('"R"', '"Q"')


def _report(text: str) -> Report:
    return warnings(Specification.parse(text, RESTAURANT if "ReserveInfo" in text else PHONE))


def _found(text: str) -> list[tuple[str, int]]:
    """The code and the line of each warning."""
    return [(diagnostic.code, diagnostic.span.line) for diagnostic in _report(text).diagnostics]


FINE = {
    "the paper's example": PAPER,
    "one side of a branch, and no hint of another": f"{RESERVE}\n{CONFIRM}",
    "a task with one goal": "Alarm(time = 9:00, on = true) -> Save\nSave -> Done",
    "two goals": "Alarm(on = true) -> A\nPost(votes > 3) -> B\nA & B -> Done",
    "goals about different rows": (
        'Alarm(label = "A", on = true) -> X\nAlarm(label = "B", on = false) -> Y\nX & Y -> Done'
    ),
    "one after the other": "Alarm(on = true) -> X\nX & Alarm(on = false) -> Y\nY -> Done",
    "two ways to look": 'Post(sort = "Hot") -> Done\nPost(sort = "New") -> Done',
    "two ways to one goal": 'Post(sort = "Hot") -> A\nPost(view = "Card") -> A\nA -> Done',
    "a split by number": "Post(votes >= 5) -> Vote\nVote -> Done\nPost(votes < 5) -> Done",
    "a split by Enum": 'Post(view = "Card") -> Vote\nVote -> Done\nPost(view = "Compact") -> Done',
    "a split by text": 'Post(title contains "a") -> Vote\nVote -> Done\nPost(title not contains "a") -> Done',
    "a side asks for more": (
        'Post(votes >= 5, sort = "New") & Alarm(on = true) -> Vote\nVote -> Done\n'
        'Post(votes < 5, sort = "New") -> Done'
    ),
    "both sides do something": (
        "Post(votes >= 5) & Alarm(on = true) -> Vote\nPost(votes < 5) & Community(joined = true) -> Join\n"
        "Vote -> Done\nJoin -> Done"
    ),
    "a day that may be today": "Post(day = Today, day = 2025-07-01) -> Done",
    "times that touch": "Alarm(time >= 9:00, time <= 9:00) -> Done",
    "counts that can fail": "Alarm(on = true) -> A\nA & Alarm()[<= 3] & Post()[= 0] -> Done",
    "similar and not equal": 'Alarm(label ~= "Work out", label != "Work out") -> Done',
}  # fmt: skip

WARNED = {
    "contradicting constraints": (
        "Alarm(time > 19:00, on = true, time < 9:00) -> Save\nPost() -> Save\nSave -> Done",
        [("never-holds", 1)],
    ),
    "contradicting predicates about the one row": (
        'Post(sort = "Hot") & Post(sort = "New") -> Done\nAlarm() -> Done',
        [("never-holds", 1)],
    ),
    "two rows of a state with one": ("Post(votes > 3)[>= 2] -> Done\nAlarm() -> Done", [("never-holds", 1)]),
    "two rows of one key": ('Alarm(label = "A")[>= 2] -> Done\nPost() -> Done', [("never-holds", 1)]),
    "an objective that is never achieved": (
        "Alarm(time > 19:00, time < 9:00) -> Save\nSave -> Done",
        [("never-holds", 1), ("never-holds", 2)],
    ),
    "still against its own rule": (
        "Post(votes = 3) -> A\nstill A & Post(votes = 4) -> Done\nA -> Done",
        [("never-holds", 2)],
    ),
    "days that differ": ("Post(day = Today, day = Tomorrow) -> Done\nAlarm() -> Done", [("never-holds", 1)]),
    "no time between": ("Alarm(time < Now, time > Now) -> Done\nPost() -> Done", [("never-holds", 1)]),
    "texts that exclude each other": (
        'Post(title contains "ab", title not contains "b") -> Done\nAlarm() -> Done',
        [("never-holds", 1)],
    ),
    "implied by a weaker rule": (
        "Alarm(on = true) -> A\nA & Post(votes > 3) -> Done\nA & Post(votes > 5) -> Done",
        [("implied-rule", 3)],
    ),
    "implied, and it speaks of no row that the other does not": (
        "Alarm(on = true) -> A\nAlarm(on = true, volume > 3) -> A\nA -> Done",
        [("implied-rule", 2)],
    ),
    "implied, but it supports changes of rows that the other does not speak of": (
        "Alarm(on = true) -> A\nAlarm(on = true) & Alarm(volume > 3) -> A\nA -> Done",
        [],
    ),
    "implied by a join of fewer rows": (
        "Alarm(label = ?x) & Community(name = ?x) -> A\n"
        "Alarm(label = ?x) & Community(name = ?x) & Alarm(volume > 3) -> A\nA -> Done",
        [],
    ),
    "never once": ("once Post(votes > 3, votes < 2) -> Done\nAlarm() -> Done", [("never-holds", 1)]),
    "implied by what was so once": (
        "A -> Done\nonce Post(votes > 3) -> A\nPost(votes > 5) -> A",
        [("implied-rule", 3)],
    ),
    "once on nothing": ("once Alarm()[= 0] & Post() -> Done", [("always-holds", 1)]),
    "implied by an objective's prerequisite": (
        "Alarm(on = true) -> A\nA & Post(votes > 3) -> B\nB -> Done\nA & B -> Done",
        [("implied-rule", 4)],
    ),
    "the same said otherwise": (
        "Alarm(volume != 1) -> A\nAlarm(volume < 1) -> B\nA & B -> Done\nAlarm(volume not in [1]) & B & A -> Done",
        [("implied-rule", 4)],
    ),
    "leads nowhere": ("Alarm(on = true) -> A\nPost() -> B\nA -> Done", [("leads-nowhere", 2)]),
    "leads only to what leads nowhere": (
        "Alarm(on = true) -> A\nA -> B\nPost() -> Done",
        [("leads-nowhere", 1), ("leads-nowhere", 2)],
    ),
    "Done at once": ("True -> Done\nAlarm(on = true) -> Done", [("done-at-once", 1)]),
    "a count of any number": ("Alarm(on = true)[>= 0] & Post() -> Done", [("always-holds", 1)]),
    "a count that one row cannot exceed": ("Post(votes > 3)[<= 1] & Alarm() -> Done", [("always-holds", 1)]),
    "a count that two keys cannot exceed": ("Switch(on = true)[< 3] & Alarm() -> Done", [("always-holds", 1)]),
    "a count that one key cannot exceed": ('Alarm(label = "A")[<= 1] & Post() -> Done', [("always-holds", 1)]),
    "a count of rows that cannot be": ("Alarm(volume < 1, volume > 2)[= 0] & Post() -> Done", [("always-holds", 1)]),
    "the other branch does not exclude the first": (
        f"{RESERVE}\n{CONFIRM}\n{DECLINE.replace(', available != true', '')}",
        [("ends-early", 3)],
    ),
    "any one goal completes": (
        "Alarm(on = true) -> A\nPost(votes > 3) -> B\nA -> Done\nB -> Done",
        [("ends-early", 3), ("ends-early", 4)],
    ),
    "sides that overlap": (
        "Post(votes >= 5) -> Vote\nVote -> Done\nPost(votes <= 5) -> Done",
        [("ends-early", 3)],
    ),
    "sides with a gap": (
        "Post(votes > 5) -> Vote\nVote -> Done\nPost(votes < 5) -> Done",
        [("one-sided-branch", 1)],
    ),
    "the other side is about another restaurant": (
        f"{RESERVE}\n{CONFIRM}\n{ELSEWHERE}",
        [("one-sided-branch", 1)],
    ),
    "the other side ends sooner": (
        f"{RESERVE}\n{CONFIRM}\n{DECLINE.replace('19', '18')}",
        [("one-sided-branch", 1)],
    ),
    "identical rules": (
        "Alarm(on = true, volume > 3) & Post() -> A\nA -> Done\nPost() & Alarm(volume > 3.0, on in [true]) -> A",
        [("identical-rules", 3)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", FINE.values(), ids=FINE.keys())
def test_an_ordinary_specification_gets_no_warning(text: str) -> None:
    assert (_found(text), _report(text).skipped) == ([], ())


@pytest.mark.parametrize(("text", "expected"), WARNED.values(), ids=WARNED.keys())
def test_a_suspicious_specification_gets_its_warning(text: str, expected: list[tuple[str, int]]) -> None:
    assert _found(text) == expected


NEIGHBOURS = {
    "times that do not exclude each other": "Alarm(time > 9:00, on = true, time < 19:00) -> Done",
    "predicates about two rows": 'Switch(side = "Left", on = true) & Switch(side = "Right", on = false) -> Done',
    "two rows of two keys": "Switch(on = true)[>= 2] -> Done",
    "a stricter rule for another head": (
        "Alarm(on = true) -> A\nA & Post(votes > 3) -> B\nA & Post(votes > 5) -> C\nB & C -> Done"
    ),
    "neither implies the other": "Alarm(on = true, volume > 3) -> Done\nAlarm(on = true, time = 9:00) -> Done",
    "true and the rest": "True -> A\nA & Post() -> Done",
    "a branch through an objective": (
        "Post(votes >= 5) -> Choose\nChoose & Alarm(on = true) -> Vote\nVote -> Done\nPost(votes < 5) -> Done"
    ),
    "the branch is in the objective that Done needs": (
        "Post(votes >= 5) -> Vote\nPost(votes < 5) -> Skip\nVote -> Done\nSkip -> Done"
    ),
    "rules that differ in still": "Alarm(on = true) -> A\nA & Post() -> B\nstill A & B -> Done",
}


@pytest.mark.parametrize("text", NEIGHBOURS.values(), ids=NEIGHBOURS.keys())
def test_a_neighbour_gets_no_warning(text: str) -> None:
    assert _found(text) == []


def test_a_contradiction_is_named_and_nothing_else() -> None:
    text = 'Post(view = "Card") & Alarm(volume = 3, time > 19:00, on = true, time < 9:00) -> Done\nPost() -> Done'
    (diagnostic,) = _report(text).diagnostics
    assert "`time > 19:00` and `time < 09:00` cannot both hold" in diagnostic.found
    assert diagnostic.level is Level.WARNING
    assert "specification:1:41: warning: this rule" in show_diagnostic(diagnostic, text)


def test_a_gap_is_shown() -> None:
    (diagnostic,) = _report("Post(votes > 5) -> Vote\nVote -> Done\nPost(votes < 5) -> Done").diagnostics
    assert "`Post(votes = 5)`" in diagnostic.help


def test_what_depends_on_unknown_texts_is_skipped_and_named() -> None:
    report = _report('Alarm(label ~= "zebra crossing", label ~= "call mother") -> Done\nPost() -> Done')
    assert report.diagnostics == ()
    (skipped,) = report.skipped
    assert skipped.startswith("whether the rule in line 1 can hold: ")


def test_the_report_says_what_similar_was_taken_to_mean() -> None:
    specification = Specification.parse('Alarm(label ~= "Work out") -> Done', PHONE)
    assert warnings(specification).similarity == "character trigrams, threshold 0.7"
    assert warnings(specification, similarity=EXACT, threshold=0.5).similarity == "exact-normalised, threshold 0.5"
    assert warnings(specification).engine.startswith("z3 ")


def test_a_specification_with_too_many_rules_is_looked_at_as_far_as_can_be() -> None:
    rules = [f"Alarm(volume > {n}) -> G{n}" for n in range(301)]
    report = _report("\n".join([*rules, f"{' & '.join(f'G{n}' for n in range(300))} -> Done"]))
    assert [diagnostic.code for diagnostic in report.diagnostics] == ["leads-nowhere"]
    assert all("more than 300 rules" in skipped for skipped in report.skipped)


def test_what_takes_too_much_work_is_given_up_and_said() -> None:
    labels = ", ".join(f'"{n}"' for n in range(11))
    report = _report(f"Alarm(label in [{labels}])[>= 12] -> Done\nPost() -> Done")
    assert report.diagnostics == ()
    assert report.skipped == ("whether the rule in line 1 can hold: the solver gave up",)
