"""What is known of an action before it runs, and which actions are asked about."""

from handrail.app.consequence import Kind
from handrail.device.action import Action
from handrail.sentinel.judge.prospect import prospect_of
from sentinel.judge.trajectories import chat, message, on, screen


def test_what_commits_something_says_what_and_to_whom() -> None:
    shown = chat("Maria", typed="I come at six")
    (sent,) = prospect_of(shown, on(shown, "Send")).commits
    assert sent.kind is Kind.MESSAGE
    assert {one.name: one.value for one in sent.details}["text"] == "I come at six"


def test_looking_on_and_leading_somewhere_count_for_nothing() -> None:
    shown = screen("Maria", "Next page", "Settings")
    assert not prospect_of(shown, Action("scroll", direction="down")).counts
    assert not prospect_of(shown, Action("home")).counts
    assert not prospect_of(shown, Action("wait")).counts


def test_what_nobody_knows_counts_and_says_why() -> None:
    shown = screen("Maria", "Frobnicate")
    assert "Frobnicate" in prospect_of(shown, on(shown, "Frobnicate")).unknown
    assert prospect_of(shown, Action("uninstall", target="com.example.chat")).counts


def test_a_text_that_stays_in_its_field_is_written_and_one_that_looks_something_up_is_not() -> None:
    before = message("I come at six").steps[1]
    assert before.action is not None
    written = prospect_of(before.screen, before.action)
    assert (written.writes, written.counts) == (True, False)
