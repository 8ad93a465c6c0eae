"""What the agent hears of a decision: precise, short, and the same words for the same decision.

What people and policies say is told as it is; what stood on the screen appears in it only in quotes and bounded.
"""

from typing import assert_never

from handrail.guard.decision import Allow, Ask, Block, Decision, Reason, Warn

_HOW_TO_INSIST = "If it is right all the same, propose exactly this action again."


def said_about(decision: Decision) -> str:
    """Why an action did not run and what would be right; nothing if it runs."""
    match decision:
        case Allow():
            return ""
        case Warn(reasons):
            return f"Not executed. {_listed(reasons)} {_HOW_TO_INSIST}"
        case Block(reasons):
            return f"Blocked. {_listed(reasons)} Repeating the action does not help."
        case Ask(reasons):
            return f"Waiting for the user. {_listed(reasons)}"
        case _:
            assert_never(decision)


def _listed(reasons: tuple[Reason, ...]) -> str:
    texts = dict.fromkeys(one.text.strip() for one in reasons)
    return " ".join(f"{text[0].upper()}{text[1:]}{'' if text[-1] in '.?!' else '.'}" for text in texts if text)
