"""Rules over the generic app, from a model that has not seen the app pass the checks, and it is told what they mean."""

import pytest

from encoder.drafts import answer, encoded, failed, run, scripted
from handrail.app.app import App

ANY = App.generic()
TELL = "Tell Alice Martin: On my way"


@pytest.mark.parametrize(
    ("instruction", "rules"),
    [
        (
            TELL,
            [
                'Field(value = "On my way") & Screen(title contains "Alice Martin") -> Send',
                'Field(value = "On my way") & Field(value contains "Alice Martin") -> Send',
                "Send -> Done",
            ],
        ),
        (
            "Transfer 45 euros to Jane Doe",
            [
                'Field(value in ["45", "45.00", "45,00"]) & Field(value = "Jane Doe") -> Pay',
                'Screen(text contains "€45.00") & once Field(value = "Jane Doe") -> Pay',
                "Pay -> Done",
            ],
        ),
        ("Turn on the dark theme", ['Switch(label = "Dark theme", on = true) -> Set', "Set -> Done"]),
        ("Delete Tom Baker", ['Dialog(text contains "Tom Baker") -> Delete', "Delete -> Done"]),
    ],
)
def test_rules_over_any_screen_pass_the_checks(instruction: str, rules: list[str]) -> None:
    on = [("on = true", "Turn on", "")] if "Turn on" in instruction else []
    model = scripted(answer(rules, sources=on))
    outcome = encoded(run(instruction, model, app=ANY))
    assert [*outcome.rules] == rules
    asked = str(model.asked[0].messages[1].parts[0])
    assert "No model of the app in front is known" in asked
    assert '{"objective": "Send", "kinds": ["message"]' in asked


def test_what_no_touch_commits_and_who_was_lost_go_back() -> None:
    wrong = answer(['Field(value = "On my way") -> SendMessage', "SendMessage -> Done"])
    outcome = failed(run(TELL, scripted(wrong, wrong, wrong), app=ANY))
    found = [refusal.found for refusal in outcome.attempts[0].refused]
    assert found == ["the app commits no `SendMessage`", "no rule looks at `Alice Martin` of the instruction"]
