"""Reading a policy: what a file may leave out, and every fault with its place and what would be right."""

import json
from contextlib import suppress
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from guard.policy.considering import BANK, consider, rules_of
from guard.policy.policies import documents, few
from handrail.app.consequence import Kind
from handrail.app.model_yaml import read_model_yaml
from handrail.error import UnreadableInput
from handrail.guard.decision import Allow, Ask, Block, Condition
from handrail.guard.policy import (
    PolicyError,
    combined,
    decide,
    default_policy,
    default_policy_text,
    load_policy,
    read_policy,
)
from handrail.guard.policy.action_pattern import KindWord
from handrail.guard.policy.document import policy_schema
from handrail.guard.policy.summary import summary

HEAD = "format: handrail.policy/1\n"
PAYMENT = consider(commits=("Pay",), kind_of=Kind.PAYMENT)


def refusal(text: str) -> str:
    with pytest.raises(UnreadableInput) as caught:
        read_policy(text, "my.yaml")
    return str(caught.value)


FAULTS = [
    ("format: handrail.policy/2\n", "my.yaml:1:9: `format` should be 'handrail.policy/1'"),
    ("name: x\n", "my.yaml:1:1: `format` is missing"),
    (HEAD + "nam: x\n", "my.yaml:2:1: unknown field `nam`"),
    (HEAD + "limits: {stepps: 3}\n", "help: did you mean `steps`?"),
    (HEAD + "limits: {steps: 0}\n", "my.yaml:2:17: `steps` should be a whole number from 1 to 1,000,000, or `none`"),
    (HEAD + "limits: {steps: 1.5}\n", "my.yaml:2:17: `steps` should be a whole number"),
    (HEAD + "limits: {steps: true}\n", "my.yaml:2:17: `steps` should be a whole number"),
    (HEAD + "limits: {then: allow}\n", "my.yaml:2:16: `then` should be 'ask' or 'block'"),
    (HEAD + "unrequested: {irreversible: allow}\n", "my.yaml:2:29: `irreversible` should be 'ask' or 'block'"),
    (HEAD + "unrequested: {irreversible: warn}\n", "my.yaml:2:29: `irreversible` should be 'ask' or 'block'"),
    (HEAD + "failures: {open_up_to: irreversible}\n", "my.yaml:2:24: `open_up_to` should be 'nothing', 'read-only'"),
    (HEAD + "unread_values: allow\n", "my.yaml:2:16: `unread_values` should be 'ask' or 'block'"),
    (HEAD + "findings: {critical: warn}\n", "my.yaml:2:1: a finding that is worse leads to less"),
    (HEAD + "findings: {categories: {fraud: {note: ask}}}\n", "my.yaml:2:25: a finding that is worse leads to less"),
    (HEAD + "findings: {categories: {Fraud: {}, fraud: {}}}\n", "my.yaml:2:36: the category `fraud` stands twice"),
    (HEAD + "needs_a_person: {hard: {why: x, when: {commits: A}}}\n", "my.yaml:2:18: the name `hard` is taken"),
    (HEAD + "needs_a_person: {ours: {why: x, when: {}}}\n", "my.yaml:2:39: a case that is about every action"),
    (HEAD + "needs_a_person: {ours: {why: x, when: []}}\n", "my.yaml:2:39: `when`"),
    (HEAD + "needs_a_person: {ours: {when: {commits: A}}}\n", "`why` is missing"),
    (HEAD + "needs_a_person: {ours: {why: x, when: {comits: A}}}\n", "help: did you mean `commits`?"),
    (HEAD + "needs_a_person: {ours: {why: x, when: {changes: {above: 3}}}}\n", "`above` without a `variable`"),
    (HEAD + "needs_a_person: {ours: {why: x, when: {changes: {}}}}\n", "a change of anything"),
    (HEAD + "needs_a_person: {ours: {why: x, when: {commits: ''}}}\n", "`commits` is empty"),
    (HEAD + 'needs_a_person: {ours: {why: "x\\u202e", when: {commits: A}}}\n', "characters that nobody sees"),
    (HEAD + "reversibility: {reversible: [{}]}\n", "my.yaml:2:30: a class for every action"),
    (HEAD + "reversibility: {unknown: [{commits: A}]}\n", "my.yaml:2:17: unknown field `unknown`"),
    (HEAD + "reversibility: {irreversible: []}\n", "`irreversible` is an empty list, which would take the default"),
    (HEAD + "needs_a_person: {ours: {why: x, when: {kind: paymnt}}}\n", "`kind` should be 'payment', 'message'"),
    (HEAD + "needs_a_person: {raw: {why: x, when: {kind: post}}}\n", "the name `raw` is taken"),
    (HEAD + "needs_a_person: {unknown-kind: {why: x, when: {kind: post}}}\n", "the name `unknown-kind` is taken"),
    (HEAD + "conditions: {raw: allow}\n", "`raw` should be 'ask' or 'block'"),
    (HEAD + "conditions: {unknown reciever: ask}\n", "help: did you mean `unknown receiver`?"),
    (HEAD + "apps: {allowed: true}\n", "my.yaml:2:17: `"),
    (HEAD + "apps: {allowed: a\\}\n", "`allowed` cannot be a pattern: the pattern ends with a backslash"),
    (HEAD + "apps: &a {allowed: x}\nlimits: *a\n", "an alias"),
    (HEAD + "limits: {steps: 3, steps: 4}\n", "`steps` stands twice"),
    ("", "my.yaml:1:1: the file is empty; a policy starts with `format: handrail.policy/1`"),
    ("# nothing\n---\n", "the file is empty"),
    (HEAD + "extends: nothing\n", "`limits` is missing"),
    (HEAD + "---\n" + HEAD + "nam: x\n", "my.yaml:4:1: unknown field `nam`"),
]


@pytest.mark.parametrize(("text", "told"), FAULTS)
def test_a_fault_is_told_with_its_place_and_what_would_be_right(text: str, told: str) -> None:
    assert told in refusal(text)


def test_every_fault_is_told_at_once_with_the_line_and_a_marker() -> None:
    text = HEAD + "limits:\n  steps: many\n  then: allow\nunknown: 1\n---\n" + HEAD + "nam: x\n"
    with pytest.raises(PolicyError) as caught:
        read_policy(text, "my.yaml")
    assert [(diagnostic.span.line, diagnostic.span.column) for diagnostic in caught.value.diagnostics] == [
        (3, 10),
        (4, 9),
        (5, 1),
        (8, 1),
    ]
    assert "    nam: x\n    ^^^\nhelp: did you mean `name`?" in str(caught.value)


def test_what_a_file_leaves_out_is_as_in_the_default() -> None:
    assert read_policy(HEAD + "name: default\n") == default_policy()
    ours = read_policy(HEAD + "limits: {steps: 3}\n")
    assert isinstance(decide(ours, consider(steps=3)), Ask)
    assert rules_of(decide(ours, PAYMENT)) == ["payments"]


def test_a_rule_of_the_default_is_replaced_or_taken_out_by_its_name() -> None:
    ours = read_policy(HEAD + "needs_a_person: {payments: {why: never, when: {commits: Pay}, then: block}}\n")
    assert isinstance(decide(ours, PAYMENT), Block)
    assert isinstance(decide(ours, consider(commits=("X",), kind_of=Kind.SHARE)), Ask)
    without = read_policy(HEAD + "needs_a_person: {payments: off}\n")
    assert isinstance(decide(without, PAYMENT), Allow)


@pytest.mark.parametrize("empty", ["needs_a_person:\n  payments:\n", "needs_a_person:\n", "conditions:\n", "limits:\n"])
def test_what_is_named_and_left_empty_takes_nothing_away(empty: str) -> None:
    assert read_policy(HEAD + "name: default\n" + empty) == default_policy()


def test_a_file_can_name_every_condition_and_its_schema_says_what_each_is() -> None:
    told = policy_schema()["$defs"]["ConditionsDocument"]["properties"]
    assert list(told) == [condition.value for condition in Condition]
    untold = [name for name, field in told.items() if "description" not in field]
    assert not untold, f"src/handrail/guard/policy/document.py: `CONDITIONS_MEAN` does not say what {untold} is"


def test_the_kinds_of_a_policy_are_those_of_the_models() -> None:
    assert set(get_args(KindWord)) == {kind.value for kind in Kind}


def test_words_of_yaml_1_1_are_texts() -> None:
    ours = read_policy(HEAD + "needs_a_person: {payments: off, yes: {why: on, when: {commits: no}}}\n")
    assert [rule.name for rule in ours.policies[0].people if rule.why == "on"] == ["yes"]


def test_the_default_policy_is_the_file_that_people_read() -> None:
    assert read_policy(default_policy_text()) == default_policy()
    assert read_policy(default_policy().source) == default_policy()


def test_several_documents_are_several_policies_and_the_strictest_counts() -> None:
    both = read_policy(HEAD + "name: ours\nneeds_a_person: {payments: off}\n---\n" + HEAD + "name: theirs\n")
    assert [terms.name for terms in both.policies] == ["ours", "theirs"]
    assert isinstance(decide(both, PAYMENT), Ask)
    assert read_policy(both.source) == both
    assert combined(both, default_policy()).policies[:2] == both.policies


def test_a_file_that_cannot_be_read_is_said_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=r"gone\.yaml"):
        load_policy(tmp_path / "gone.yaml")
    (tmp_path / "large.yaml").write_text("#" * 300_000)
    with pytest.raises(UnreadableInput, match="at most 262,144 are read"):
        load_policy(tmp_path / "large.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"name: \xff\n")
    with pytest.raises(UnreadableInput, match="not UTF-8"):
        load_policy(tmp_path / "latin.yaml")
    (tmp_path / "good.yaml").write_text(HEAD)
    assert load_policy(tmp_path / "good.yaml").policies


def test_a_changed_package_pattern_is_exact_and_other_names_are_not() -> None:
    ours = read_policy(HEAD + f"apps: {{allowed: {BANK.upper()}}}\n")
    assert isinstance(decide(ours, consider()), Block)


@few
@given(st.text(max_size=60) | st.lists(st.sampled_from(FAULTS).map(lambda pair: pair[0]), max_size=3).map("".join))
def test_no_text_does_anything_but_be_read_or_be_refused(text: str) -> None:
    with suppress(UnreadableInput):
        assert read_policy(text).policies


@few
@given(documents)
@pytest.mark.slow
def test_the_schema_accepts_what_the_reader_accepts(document: dict[str, object]) -> None:
    read_policy(json.dumps(document))
    Draft202012Validator(policy_schema()).validate(document)


def test_the_schema_accepts_the_default_policy_and_is_one() -> None:
    Draft202012Validator.check_schema(policy_schema())
    raw = read_model_yaml(default_policy_text(), "default").value
    Draft202012Validator(policy_schema()).validate(json.loads(json.dumps(raw, default=int)))


def test_the_schema_refuses_what_the_reader_refuses_by_shape() -> None:
    validator = Draft202012Validator(policy_schema())
    for wrong in (
        {"nam": 1},
        {"limits": {"then": "allow"}},
        {"limits": {"steps": 0}},
        {"refusals": {"ask_after": "no"}},
    ):
        assert not validator.is_valid({"format": "handrail.policy/1", **wrong})


def test_a_summary_says_in_words_what_a_policy_does() -> None:
    said = summary(default_policy())
    assert "- payments: a person must agree to what commits a payment; because money is spent" in said
    assert "- findings: critical blocked, high asked about, medium withheld once, with a warning" in said
    assert "only read-only actions run, and never one that commits something" in said
    ours = read_policy(
        HEAD
        + "name: ours\napps: {allowed: [a.b], refused: c.d}\nlimits: {steps: none, seconds: none, insistences: none}\n"
        "failures: {open_up_to: nothing}\nrefusals: {ask_after: never}\nunknown_effect: {no_binding: warn}\n"
        "unrequested: {reversible: warn}\nfindings: {categories: {fraud: {low: ask, medium: ask}}}\n"
        "needs_a_person: {ours: {why: w, when: {changes: [{variable: x, above: 5}, {deletes: true, more_than: 2}], "
        "packages: p, actions: click, bindings: b, at_least: reversible}, then: block}}\n"
    )
    said = summary(combined(ours, default_policy()))
    for line in (
        "ours:\n",
        "the agent may act only in a.b but not in c.d; elsewhere it is blocked",
        "there are no limits",
        "where a part of the verification fails, nothing runs",
        "refusals, however many, are never asked about",
        "where an app's model is silent is withheld once",
        "what nobody asked for is withheld once, with a warning, and asked about if it cannot be taken back",
        "findings of `fraud`: critical blocked, high and medium and low asked about, note let through",
        "ours: blocked is what changes any state with x above 5, deletes any state of more than 2 at once, "
        "by the binding b, in p, by click, if it is reversible or worse; because w",
        "Where these 2 differ, the stricter one counts.",
    ):
        assert line in said
