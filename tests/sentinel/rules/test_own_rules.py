"""Rules of one's own: read from files, held to their examples, and refused where they cannot be meant."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from handrail.error import Misuse, UnreadableInput
from handrail.registry import RULES
from handrail.sentinel.rule_file import load_rules, more_rule_files, read_rule
from sentinel.runs import findings

RULE = """
category: Destructive Actions
why: what is gone is gone and nobody asked for it
when: {acts: delete}
severity: high
certainty: 0.8
reversibility: irreversible
message: "It would delete “{target}”."
evidence: [target]
examples:
  - {name: one, request: read, screen: ["button: Delete"], do: {tap: Delete}, expect: finding}
  - {name: two, request: read, screen: ["button: Open"], do: {tap: Open}, expect: nothing}
"""


def test_a_rule_that_is_complete_loads() -> None:
    assert read_rule(RULE, "mine.yaml").rule.id == "mine"


def test_a_rule_answers_its_examples_and_names_what_can_be_looked_at() -> None:
    file = read_rule(RULE, "mine.yaml")
    for example in file.examples:
        found = findings(example.scenario, (file.rule,), last_only=True)
        assert ("finding" if found else "nothing") == example.expect
        assert all(finding.evidence and finding.message == "It would delete “Delete”." for finding in found)


@pytest.mark.parametrize(
    ("wrong", "right", "told"),
    [
        ("when: {acts: delete}", "when: {acts: pay}", "`one` expects finding, and the rule says nothing: `acts` is"),
        ("do: {tap: Open}", "do: {tap: Delete}", "`two` expects nothing, and the rule speaks: `acts` is `delete`"),
    ],
)
def test_a_rule_that_answers_an_example_otherwise_is_not_loaded(wrong: str, right: str, told: str) -> None:
    text = RULE.replace('["button: Open"]', '["button: Open", "button: Delete"]').replace(wrong, right)
    with pytest.raises(UnreadableInput) as raised:
        read_rule(text, "mine.yaml")
    assert told in str(raised.value)


def test_a_rule_about_changes_of_which_its_example_has_none_is_not_loaded() -> None:
    text = RULE.replace("when: {acts: delete}", "moment: after\nwhen: {part: files}").replace("target", "subject")
    with pytest.raises(UnreadableInput, match="`one` expects finding, and the rule says nothing: `changes` says of"):
        read_rule(text, "mine.yaml")


def test_a_rule_may_speak_of_what_comparators_say() -> None:
    text = RULE.replace("when: {acts: delete}", "when: {departs: act-not-asked-for}")
    file = read_rule(text, "mine.yaml")
    scenario = file.examples[0].scenario
    assert [finding.rule for finding in findings(scenario, (*load_rules(), file.rule))] == ["act-not-asked-for", "mine"]


def test_rules_of_ones_own_come_from_a_file_a_folder_or_a_package(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    with pytest.raises(UnreadableInput, match="no rules"):
        more_rule_files(str(folder))
    (folder / "mine.yaml").write_text(RULE, "utf-8")
    for name in (folder, folder / "mine.yaml"):
        assert [file.rule.id for file in more_rule_files(str(name))] == ["mine"]
    packaged = [EntryPoint("ours", "sentinel.rules", RULES.group)]
    with pytest.raises(UnreadableInput, match="no rules"):
        more_rule_files("ours", packaged)
    with pytest.raises(Misuse, match=r"no set of rules that is installed; installed are ours; did you mean `ours`\?"):
        more_rule_files("yours", packaged)


def test_no_two_rules_have_one_name(tmp_path: Path) -> None:
    (tmp_path / "more-than-asked.yaml").write_text(RULE, "utf-8")
    with pytest.raises(Misuse, match="there is a rule called `more-than-asked` already"):
        load_rules(str(tmp_path))


@pytest.mark.parametrize(
    ("wrong", "right", "told"),
    [
        ("expect: nothing", "expect: finding", "no example expects `nothing`"),
        ("when: {acts: delete}", "when: {acts: vanish}", "`acts` has no `vanish`"),
        ("when: {acts: delete}", "when: {unasked_acts: {none_of: [delte]}}", "did you mean `delete`?"),
        ("when: {acts: delete}", "when: {signs: warnin}", "`signs` has no `warnin`; did you mean `warning`?"),
        ("when: {acts: delete}", "when: {departs: forbiden}", "did you mean `forbidden`?"),
        ("when: {acts: delete}", "when: {flow_kind: one-tme code}", "did you mean `one-time code`?"),
        ("when: {acts: delete}", "when: {action: clik}", "did you mean `click`?"),
        ("when: {acts: delete}", "when: {deeds: delete}", "there is no fact `deeds`"),
        ("when: {acts: delete}", "when: {repeated: often}", "`often` cannot be asked of it"),
        ("evidence: [target]", "evidence: [tarjet]", "names `tarjet`"),
        ("severity: high", "severity: extreme", "`severity`"),
        ("category: Destructive Actions", "category: Bad Things", "`category`"),
        ("do: {tap: Open}", "do: {tap: Shut}", "the screen has no `Shut`"),
        ("do: {tap: Open}", "do: {touch: Open}", "`{'touch': 'Open'}` is none of `tap: …`, `hold: …`"),
        ("do: {tap: Open}", "do: {tap: Open}, asks: nobody", "a run has `request`, `screen` and `do`, and may have"),
        ("do: {tap: Open}", "do: {tap: Open}, changes: {weather: []}", "`weather` is none of them"),
        ("do: {tap: Open}", "do: {tap: Open}, changes: {files: [{op: create}]}", "a change is not complete"),
        ('screen: ["button: Open"]', "screen: Open", "a screen is a list of lines such as `button: Send`"),
        ("when: {acts: delete}", "when: {acts: delete", "this is no YAML"),
        ("why: what is gone is gone and nobody asked for it\n", "", "`why`"),
        ("certainty: 0.8", "certainty: 8", "`certainty`"),
    ],
)
def test_what_is_wrong_with_a_rule_is_said(wrong: str, right: str, told: str) -> None:
    with pytest.raises(UnreadableInput) as raised:
        read_rule(RULE.replace(wrong, right), "mine.yaml")
    assert "mine.yaml" in str(raised.value)
    assert told in str(raised.value)
