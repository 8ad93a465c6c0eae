"""Each condition that stands on top of the rules: where it arises, and a near miss where it does not."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from guard.hand import on
from guard.stage import NOW, part, screen, window
from handrail.app import App
from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.guard import Proposal, Verification, verify
from handrail.guard.decision import Allow, Ask, Block, Circumstance, Condition, reasons_of
from handrail.language.specification import Specification

DESK = "com.example.desk"
MODEL = """
format: handrail.model/1
app: Desk
package: com.example.desk
states:
  Letter:
    variables:
      - {name: to, type: Text}
      - {name: attachment, type: Text}
  Stamp:
    variables:
      - {name: colour, type: Text}
  Folder:
    variables:
      - {name: name, type: Text, is_key: true}
bindings:
  - name: send
    on: [click, enter]
    at: //send | //body[@focused]
    commits: SendLetter
    kind: message
    irreversible: true
    object: {to: text(//to), text: text(//body), attachment: text(//attachment)}
    pre:
      - {state: Letter, set: {to: text(//to), attachment: text(//attachment)}}
  - name: send it again without a word of it
    on: click
    at: //again
    commits: SendLetter
    kind: message
    irreversible: true
    object: {to: text(//to), text: text(//body)}
  - name: send and stamp
    on: click
    at: //stamped
    commits: SendLetter
    kind: message
    object: {to: text(//to), text: text(//body)}
    pre:
      - {state: Letter, set: {to: text(//to)}}
      - {state: Stamp, set: {colour: text(//colour)}}
  - name: stamp
    on: click
    at: //stamp
    commits: SendLetter
    kind: message
    object: {to: text(//to), text: text(//body)}
    pre:
      - {state: Stamp, set: {colour: text(//colour)}}
  - name: send and clear up
    on: click
    at: //clear
    commits: SendLetter
    kind: message
    object: {to: text(//to), text: text(//body)}
    pre:
      - {state: Letter, set: {to: text(//to)}}
      - {state: Folder, delete: {name: text(//folder)}}
  - name: clear up
    on: click
    at: //burn
    commits: SendLetter
    kind: deletion
    object: {what: text(//folder)}
    pre:
      - {state: Letter, set: {to: text(//to)}}
      - {state: Folder, delete: {name: text(//folder)}}
observers:
  - name: the letter
    on_screen: {has: //to}
    post:
      - {state: Letter, set: {to: text(//to)}}
  - name: the folders
    on_screen: {has: //folder}
    post:
      - {state: Folder, each: //folder, set: {name: text(.)}}
harmless: [//logo]
"""
TO_ANN = 'Letter(to = "Ann") -> SendLetter\nSendLetter -> Done'


def desk(folder: Path, model: str = MODEL) -> App:
    file = folder / "desk.yaml"
    file.write_text(model, "utf-8")
    return App.load(file)


def letter(
    *buttons: str,
    to: str = "Ann",
    attachment: str = "",
    focused: bool = True,
    left_out: str = "",
    folder: str = "Old",
) -> Screen:
    """A letter, and what can be done to it; three buttons at most."""
    texts = {"to": to, "attachment": attachment, "colour": "red", "folder": folder}
    field = part(
        "body",
        "Hello",
        package=DESK,
        clickable=True,
        focusable=True,
        focused=focused,
        class_name="android.widget.EditText",
    )
    parts = [part(name, text, package=DESK) for name, text in texts.items() if name != left_out]
    parts += [part(name, name, package=DESK, clickable=True) for name in buttons or ("send",)]
    return screen(window(field, *parts, package=DESK), package=DESK)


def found(
    folder: Path, shown: Screen, action: Action, rules: str = TO_ANN, before: Sequence[Action] = (), model: str = MODEL
) -> tuple[Circumstance, ...]:
    """What stands around an action on a screen, after others that ran there."""
    app = desk(folder, model)
    state = Verification(Specification.parse(rules, app), app, began=NOW)
    for step in before:
        state.look(shown, now=NOW)
        state.consider(Proposal(step), shown, now=NOW)
        state.executed(Allow())
    state.look(shown, now=NOW)
    return state.consider(Proposal(action), shown, now=NOW).circumstances


def conditions(*given: Any, **more: Any) -> set[Condition]:
    return {circumstance.condition for circumstance in found(*given, **more)}


def test_a_letter_as_it_was_asked_for_meets_no_condition(tmp_path: Path) -> None:
    shown = letter()
    assert found(tmp_path, shown, on(shown, "send")) == ()


def test_a_key_that_nobody_can_say_who_receives(tmp_path: Path) -> None:
    assert Condition.UNKNOWN_RECEIVER in conditions(tmp_path, letter(focused=False), Action("enter"))
    assert Condition.UNKNOWN_RECEIVER not in conditions(tmp_path, letter(), Action("enter"))


def test_a_commitment_of_which_a_detail_is_not_known(tmp_path: Path) -> None:
    shown = letter(left_out="attachment")
    (circumstance,) = (
        circumstance
        for circumstance in found(tmp_path, shown, on(shown, "send"))
        if circumstance.condition is Condition.EFFECT_UNKNOWN
    )
    assert circumstance.text.startswith('attachment of "send" is not known')
    assert Condition.EFFECT_UNKNOWN not in conditions(tmp_path, letter(), on(letter(), "send"))


def test_exactly_the_same_once_more_is_refused_and_something_else_is_asked_about(tmp_path: Path) -> None:
    app, shown = desk(tmp_path), letter("send", "again")
    state = Verification(Specification.parse(TO_ANN, app), app, began=NOW)

    def proposed(words: str, on_screen: Screen, decision: type) -> tuple[Condition, ...]:
        state.look(on_screen, now=NOW)
        said = state.consider(Proposal(on(on_screen, words)), on_screen, now=NOW)
        assert isinstance(state.decide(said), decision), reasons_of(state.decide(said))
        return tuple(circumstance.condition for circumstance in said.circumstances)

    assert proposed("send", shown, Allow) == ()
    state.withdrawn()  # what was only proposed did not come about
    assert proposed("send", shown, Allow) == ()
    state.withdrawn(perhaps_ran=True)
    assert proposed("send", shown, Ask) == ()
    state.executed(Allow())
    assert Condition.UNCONFIRMED in proposed("send", shown, Ask)  # the app may have refused: its page is still there
    state.withdrawn()
    assert proposed("send", letter("send", "stamp"), Block) == (Condition.REPEATED,)  # it went on to another one
    state.withdrawn()
    assert Condition.REPEATED not in proposed("again", shown, Ask)  # it does not say what goes along
    state.withdrawn()
    assert proposed("send", letter("send", attachment="plan.pdf"), Ask) == (Condition.MORE_THAN_ASKED,)
    state.withdrawn()
    assert Condition.REPEATED not in proposed("send", letter("send", left_out="attachment"), Ask)


def test_what_goes_was_there_so_the_same_once_more_is_another_one(tmp_path: Path) -> None:
    shown = letter("burn")
    assert Condition.REPEATED not in conditions(tmp_path, shown, on(shown, "burn"), before=[on(shown, "burn")])


def test_the_same_objective_again_without_a_change_that_its_rules_speak_of(tmp_path: Path) -> None:
    shown = letter("send", "again")
    first, again = on(shown, "send"), on(shown, "again")
    assert Condition.ANOTHER_OBJECT in conditions(tmp_path, shown, again, before=[first])
    assert Condition.ANOTHER_OBJECT not in conditions(tmp_path, shown, first, before=[first])  # which they speak of
    assert Condition.ANOTHER_OBJECT not in conditions(tmp_path, shown, again)  # the first time


def test_a_commitment_that_changes_only_what_no_rule_for_it_mentions(tmp_path: Path) -> None:
    shown = letter("stamp", "stamped")
    assert Condition.BESIDE_THE_RULES in conditions(tmp_path, shown, on(shown, "stamp"))
    assert Condition.BESIDE_THE_RULES not in conditions(tmp_path, shown, on(shown, "stamped"))
    about_both = 'Letter(to = "Ann") & Stamp(colour = "red") -> SendLetter\nSendLetter -> Done'
    assert Condition.BESIDE_THE_RULES not in conditions(tmp_path, shown, on(shown, "stamp"), about_both)


def test_a_row_that_goes_with_it(tmp_path: Path) -> None:
    shown = letter("clear", "burn")
    (circumstance,) = (
        circumstance
        for circumstance in found(tmp_path, shown, on(shown, "clear"))
        if circumstance.condition is Condition.ALSO_REMOVES
    )
    assert circumstance.text == 'it also removes folder "Old", of which the rules say nothing'
    assert Condition.ALSO_REMOVES not in conditions(tmp_path, shown, on(shown, "burn"))  # which is what it is for
    spoken_of = 'Letter(to = "Ann") & Folder(name = "Old")[= 0] -> SendLetter\nSendLetter -> Done'
    (circumstance,) = (
        circumstance
        for circumstance in found(tmp_path, shown, on(shown, "clear"), spoken_of)
        if circumstance.condition is Condition.ALSO_REMOVES
    )
    assert (
        circumstance.text
        == 'it removes folder "Old", and the rules may mean that there is none rather than that it is to go'
    )


@pytest.mark.parametrize(
    ("question", "others"),
    [("Old", ""), ("Old\nOld.bak", '"Old.bak"'), ("New\nOld", '"New"'), ("Delete it?\nThat is for good.", "")],
)
def test_what_the_object_of_a_deletion_lists_beside_what_is_to_go(question: str, others: str, tmp_path: Path) -> None:
    shown = letter("burn", "Really")
    model = MODEL.replace("object: {what: text(//folder)}", f"object: {{what: literal({json.dumps(question)})}}")
    rules = 'Letter(to = "Ann") & Folder(name = "Old")[= 0] -> SendLetter\nSendLetter -> Done'
    texts = [circumstance.text for circumstance in found(tmp_path, shown, on(shown, "burn"), rules, model=model)]
    told = [text for text in texts if text.startswith("with it goes")]
    assert told == ([f"with it goes what the rules say nothing of: what {others}"] if others else [])


@pytest.mark.parametrize(
    ("folders", "rule", "may_be_read"),
    [
        ("O1d", 'Folder(name = "Old")[= 0]', True),
        ("Cold", 'Folder(name = "Old")[= 0]', False),
        ("c a n c e l", 'Folder(name contains "cancel")[= 0]', True),
        ("candle", 'Folder(name contains "cancel")[= 0]', False),
        ("c a n c e l", 'once Folder(name not contains "cancel")', True),
        ("candle", 'once Folder(name not contains "cancel")', False),
    ],
)
def test_an_entry_that_may_be_read_as_what_is_not_to_be_there(
    folders: str, rule: str, may_be_read: bool, tmp_path: Path
) -> None:
    shown = letter(folder=folders)
    rules = f'Letter(to = "Ann") & {rule} -> SendLetter\nSendLetter -> Done'
    assert (Condition.OTHER_SPELLING in conditions(tmp_path, shown, on(shown, "send"), rules)) is may_be_read


def test_something_that_leaves_the_phone_with_it(tmp_path: Path) -> None:
    shown = letter(attachment="diary.pdf")
    (circumstance,) = (
        circumstance
        for circumstance in found(tmp_path, shown, on(shown, "send"))
        if circumstance.condition is Condition.MORE_THAN_ASKED
    )
    assert '"diary.pdf"' in circumstance.text
    assert Condition.MORE_THAN_ASKED not in conditions(tmp_path, letter(), on(letter(), "send"))
    with_it = 'Letter(to = "Ann", attachment = "diary.pdf") -> SendLetter\nSendLetter -> Done'
    assert Condition.MORE_THAN_ASKED not in conditions(tmp_path, shown, on(shown, "send"), with_it)


@pytest.mark.parametrize("to", ["\uff21nn", "ANN"])
def test_a_text_that_is_the_one_asked_for_in_normal_form_only(to: str, tmp_path: Path) -> None:
    shown = letter(to=to)
    assert Condition.OTHER_SPELLING in conditions(tmp_path, shown, on(shown, "send"))
    assert Condition.OTHER_SPELLING not in conditions(tmp_path, letter(), on(letter(), "send"))


@pytest.mark.parametrize(
    ("shown", "rule", "odd"),
    [
        ("Bob,  Ann", '= "Ann, Bob"', False),
        ("Bob, ANN", '= "Ann, Bob"', True),
        ("Annabel, Ann", 'contains "Ann"', False),
        ("Annabel, ANN", 'contains "Ann"', True),
    ],
)
def test_of_several_names_each_is_spelled_as_it_was_asked_for_in_any_order(
    shown: str, rule: str, odd: bool, tmp_path: Path
) -> None:
    rules = f"Letter(to {rule}) -> SendLetter\nSendLetter -> Done"
    model = MODEL.replace("{name: to, type: Text}", "{name: to, type: Text, is_set: true}")
    said = conditions(tmp_path, letter(to=shown), on(letter(to=shown), "send"), rules, model=model)
    assert (Condition.OTHER_SPELLING in said) is odd


def test_a_text_that_is_spelled_otherwise_than_it_was_known_before_is_seen_as_it_is_now(tmp_path: Path) -> None:
    app, before, now = desk(tmp_path), letter(), letter(to="\uff21nn")
    state = Verification(Specification.parse(TO_ANN, app), app, began=NOW)
    state.look(before, now=NOW)
    said = state.consider(Proposal(on(now, "send")), now, now=NOW).circumstances
    assert Condition.OTHER_SPELLING in {circumstance.condition for circumstance in said}


def test_a_value_that_looks_wrong_together_with_a_commitment(tmp_path: Path) -> None:
    shown = letter("send", "stamped")
    blue = f'Stamp(colour = "blue") -> StampLetter\n{TO_ANN.replace("-> Done", "& StampLetter -> Done")}'
    assert Condition.SUSPECT_COMMITMENT in conditions(tmp_path, shown, on(shown, "stamped"), blue)
    assert Condition.SUSPECT_COMMITMENT not in conditions(tmp_path, shown, on(shown, "send"), blue)
    red = blue.replace("blue", "red")
    assert Condition.SUSPECT_COMMITMENT not in conditions(tmp_path, shown, on(shown, "stamped"), red)


def test_insisting_on_a_value_that_looks_wrong_commits_nothing(tmp_path: Path) -> None:
    app, shown = desk(tmp_path), letter("stamped")
    blue = f'Stamp(colour = "blue") -> StampLetter\n{TO_ANN.replace("-> Done", "& StampLetter -> Done")}'
    state = Verification(Specification.parse(blue, app), app, began=NOW)
    for _ in range(3):
        state.look(shown, now=NOW)
        decision = verify(on(shown, "stamped"), shown, state, now=NOW)
        assert isinstance(decision, Ask | Block)
        state.withdrawn(decision)


def test_an_action_that_goes_past_the_screen(tmp_path: Path) -> None:
    app, shown = desk(tmp_path), letter("logo")
    state = Verification(Specification.parse(TO_ANN, app), app, began=NOW)
    state.look(shown, now=NOW)
    decision = verify(Action("open_url", "https://example.com"), shown, state, now=NOW)
    assert isinstance(decision, Ask)
    assert Condition.RAW.value in {reason.rule.replace("-", " ") for reason in reasons_of(decision)}
    state.withdrawn(decision)
    assert isinstance(verify(on(shown, "logo"), shown, state, now=NOW), Allow)


def test_at_the_end_what_was_removed_is_there_again(tmp_path: Path) -> None:
    app, shown = desk(tmp_path), letter("clear")
    rules = 'Letter(to = "Ann") & Folder(name = "Old")[= 0] -> SendLetter\nSendLetter -> Done'
    state = Verification(Specification.parse(rules, app), app, began=NOW)
    state.look(shown, now=NOW)
    decision = verify(on(shown, "clear"), shown, state, now=NOW)
    assert isinstance(decision, Ask)
    state.executed(decision)
    for after, found in ((letter(left_out="folder"), ()), (shown, (Condition.UNDONE,))):
        state.look(after, now=NOW)
        said = state.consider(Proposal(Action("finish")), after, now=NOW)
        assert tuple(circumstance.condition for circumstance in said.circumstances) == found
        assert isinstance(state.decide(said), Block if found else Allow)
        state.withdrawn()
