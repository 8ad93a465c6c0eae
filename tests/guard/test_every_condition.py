"""Every condition that a policy may name is asked about in some action, and every operator of texts sees a disguise."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import handrail.guard
from guard.hand import on
from guard.stage import NOW
from guard.test_circumstances import TO_ANN, conditions, desk, letter
from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.guard import Verification, verify
from handrail.guard.decision import Allow, Condition, Decision, reasons_of
from handrail.guard.policy.policies import condition_rule
from handrail.language.operators import TABLE, Operator, TextRelation
from handrail.language.specification import Specification
from handrail.language.value import Type


@dataclass(frozen=True)
class Scene:
    """An action on a screen, after others that ran."""

    shown: Screen
    action: Action
    rules: str = TO_ANN
    before: tuple[tuple[Screen, Action], ...] = ()


@dataclass(frozen=True)
class Example:
    """An action about which a person is asked because of a condition, and one about which nobody is because of it."""

    yes: Scene
    no: Scene


SENDING, STAMPING, BOTH = letter(), letter("send", "stamp"), letter("send", "again")
ODD, CLEARING, EMPTY = letter("stamp", "stamped", "send"), letter("clear", "burn"), letter(left_out="folder")
SENT = (SENDING, on(SENDING, "send"))
BLUE = f'Stamp(colour = "blue") -> StampLetter\n{TO_ANN.replace("-> Done", "& StampLetter -> Done")}'
NO_FOLDER = 'Letter(to = "Ann") & Folder(name = "Old")[= 0] -> SendLetter\nSendLetter -> Done'
CLEARED = ((CLEARING, on(CLEARING, "clear")),)
STILL_THERE = replace(SENDING, activity=".Elsewhere")


def sent_from(shown: Screen) -> Scene:
    return Scene(shown, on(shown, "send"))


EXAMPLES: Mapping[Condition, Example] = {
    Condition.UNKNOWN_RECEIVER: Example(Scene(letter(focused=False), Action("enter")), Scene(SENDING, Action("enter"))),
    Condition.EFFECT_UNKNOWN: Example(sent_from(letter(left_out="attachment")), sent_from(SENDING)),
    Condition.ANOTHER_OBJECT: Example(
        Scene(BOTH, on(BOTH, "again"), before=((BOTH, on(BOTH, "send")),)), Scene(BOTH, on(BOTH, "again"))
    ),
    Condition.REPEATED: Example(Scene(STAMPING, on(STAMPING, "send"), before=(SENT,)), sent_from(STAMPING)),
    Condition.UNCONFIRMED: Example(Scene(*SENT, before=(SENT,)), sent_from(SENDING)),
    Condition.BESIDE_THE_RULES: Example(Scene(ODD, on(ODD, "stamp")), Scene(ODD, on(ODD, "stamped"))),
    Condition.ALSO_REMOVES: Example(Scene(CLEARING, on(CLEARING, "clear")), Scene(CLEARING, on(CLEARING, "burn"))),
    Condition.MORE_THAN_ASKED: Example(sent_from(letter(attachment="diary.pdf")), sent_from(SENDING)),
    Condition.OTHER_SPELLING: Example(sent_from(letter(to="ANN")), sent_from(SENDING)),
    Condition.SUSPECT_COMMITMENT: Example(Scene(ODD, on(ODD, "stamped"), BLUE), Scene(ODD, on(ODD, "send"), BLUE)),
    Condition.RAW: Example(
        Scene(SENDING, Action("open_url", "https://example.com")), Scene(SENDING, Action("scroll", direction="down"))
    ),
    Condition.MODEL_DRIFT: Example(
        Scene(STILL_THERE, on(STILL_THERE, "send"), before=CLEARED), Scene(EMPTY, on(EMPTY, "send"), before=CLEARED)
    ),
    Condition.UNDONE: Example(
        Scene(STILL_THERE, Action("finish"), NO_FOLDER, CLEARED), Scene(EMPTY, Action("finish"), NO_FOLDER, CLEARED)
    ),
}


def decision_on(scene: Scene, folder: Path) -> Decision:
    app = desk(folder)
    state = Verification(Specification.parse(scene.rules, app), app, began=NOW)
    for shown, action in scene.before:
        state.look(shown, now=NOW)
        state.executed(verify(action, shown, state, now=NOW))
    state.look(scene.shown, now=NOW)
    return verify(scene.action, scene.shown, state, now=NOW)


@pytest.mark.parametrize("condition", Condition)
def test_a_person_is_asked_because_of_every_condition(condition: Condition, tmp_path: Path) -> None:
    assert condition in EXAMPLES, (
        f"`{condition}` has no example: write in EXAMPLES of tests/guard/test_every_condition.py an action about which"
        " somebody is asked because of it, and one about which nobody is"
    )
    decision = decision_on(EXAMPLES[condition].yes, tmp_path)
    assert not isinstance(decision, Allow)
    assert condition_rule(condition) in {reason.rule for reason in reasons_of(decision)}, (
        f"a policy names `{condition}`, and nothing finds it: does `circumstances` or `at_the_end` of"
        " src/handrail/guard/circumstances/found.py call what does?"
    )
    other = decision_on(EXAMPLES[condition].no, tmp_path)
    assert condition_rule(condition) not in {reason.rule for reason in reasons_of(other)}


def test_nothing_is_looked_for_that_nobody_asks_for() -> None:
    """A condition may be found in several ways, and one of them may have been written and left out."""
    guard = Path(handrail.guard.__file__).parent
    nodes = {file: list(ast.walk(ast.parse(file.read_text("utf-8")))) for file in guard.rglob("*.py")}
    asked = {node.id for found in nodes.values() for node in found if isinstance(node, ast.Name)}
    written = {
        node.name: file.name
        for file in (guard / "circumstances").glob("*.py")
        for node in nodes[file]
        if isinstance(node, ast.FunctionDef) and node.returns and "Circumstance" in ast.unparse(node.returns)
    }
    assert len(written) > 20
    left_out = [f"`{name}` of {file}" for name, file in written.items() if name not in asked]
    assert not left_out, f"src/handrail/guard/circumstances/found.py: nobody calls {', '.join(left_out)}"


SPELLED = [
    operator
    for operator, entry in TABLE.items()
    if Type.TEXT in entry.operands and entry.relation is not TextRelation.LIKENESS
]


@pytest.mark.parametrize("operator", SPELLED)
@pytest.mark.parametrize(("folder", "disguised"), [("c\u0430ncel", True), ("candle", False)])
def test_what_may_be_read_as_the_word_of_a_rule_is_asked_about_whatever_its_operator(
    operator: Operator, folder: str, disguised: bool, tmp_path: Path
) -> None:
    word = '["cancel"]' if TABLE[operator].single else '"cancel"'
    is_said = "once Folder(name {})" if TABLE[operator].denies else "Folder(name {})[= 0]"
    rules = f'Letter(to = "Ann") & {is_said.format(f"{operator} {word}")} -> SendLetter\nSendLetter -> Done'
    shown = letter(folder=folder)
    assert (Condition.OTHER_SPELLING in conditions(tmp_path, shown, on(shown, "send"), rules)) is disguised
