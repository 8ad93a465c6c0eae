"""The grammar of one app: what the printer writes is accepted, what the checker refuses by name or type is not."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import llguidance
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoder.drafts import ALARM_RULES, RESERVE_RULES, answer, errands
from handrail.app.app import App
from handrail.bench.task_file import load_tasks
from handrail.encoder.drafting import DraftAnswer
from handrail.encoder.grammar import answer_grammar, answer_schema, rule_pattern, rules_grammar
from handrail.error import Misuse
from handrail.language import Specification
from handrail.language.specification import diagnose

RIGHT = [
    *RESERVE_RULES,
    *ALARM_RULES,
    'Alarm(label in ["A", "B"], days not in ["Once"], time >= 07:00) -> SetAlarm',
    'Alarm(label = ?who, on = true) & Message(to = ?who, text contains "late") -> Send',
    'Alarm(on = true)[>= 2] & Alarm(label = "Old \\"x\\" \\\\ y")[= 0] & still SetAlarm -> Done',
    "Table(date in [Tomorrow, Today+2, 2026-03-15], people > 3.5, time < Now) -> Reserve",
    'Message(text ~= "running late", to not ~= "Bob", text not contains "no") -> Send',
    "Alarm() -> Done",
    'once Alarm(label = "Work", on = true)[>= 2] & once Table() & Message() -> Done',
    "True -> Open",
]
WRONG = [
    'Alarn(label = "Work") -> Done',
    'Alarm(lable = "Work") -> Done',
    'Alarm(days = "Weekly") -> Done',
    'Alarm(time = "7:30") -> Done',
    "Alarm(label = 7) -> Done",
    'Alarm(on = "true") -> Done',
    "Alarm(time = 27:30) -> Done",
    'Table(people = "4") -> Done',
    "Table(date = 19:00) -> Done",
    "Table(free < true) -> Done",
    "Alarm(days > Once) -> Done",
    'Alarm(time contains "7") -> Done',
    'Table(people in ["4"]) -> Done',
    'Alarm(label = "Work") => Done',
    'Alarm(label = "Work") -> ',
    "Message(people = 4) -> Done",
]


class _Bytes:
    """A vocabulary of single bytes, for which a grammar says most exactly what may follow."""

    eos_token_id = 256
    bos_token_id = None
    special_token_ids = (256,)
    tokens = (*(bytes([number]) for number in range(256)), b"<end>")

    def __call__(self, text: str | bytes) -> list[int]:
        return list(text.encode() if isinstance(text, str) else text)


def matcher(grammar: str) -> Any:
    tokenizer = llguidance.LLTokenizer(llguidance.TokenizerWrapper(_Bytes()), n_vocab=257)
    made = llguidance.LLMatcher(tokenizer, llguidance.LLMatcher.grammar_from_lark(grammar))
    assert not made.is_error(), made.get_error()
    return made


def accepts(made: Any, text: str) -> bool:
    content = text.encode()
    made.reset()
    return bool(made.try_consume_tokens(list(content)) == len(content) and made.is_accepting())


@pytest.fixture(scope="module")
def rules() -> Any:
    return matcher(rules_grammar(errands().states))


@pytest.fixture(scope="module")
def answers() -> Any:
    return matcher(answer_grammar(errands().states))


@pytest.mark.parametrize("rule", RIGHT)
def test_what_the_language_accepts_can_be_produced(rule: str, rules: Any, answers: Any) -> None:
    assert accepts(rules, rule)
    assert accepts(rules, f"{rule}\n{ALARM_RULES[0]}")
    text = answer([rule], objectives={"A": 'a "quoted" meaning'}, sources=[("4", "for 4", "")], left_out=[("2", "no")])
    assert accepts(answers, text)
    assert DraftAnswer.model_validate_json(text).rules == [rule]
    assert re.fullmatch(rule_pattern(errands().states), rule)


@pytest.mark.parametrize("rule", WRONG)
def test_unknown_names_and_ill_typed_constants_cannot_be_produced(rule: str, rules: Any, answers: Any) -> None:
    assert diagnose(rule, errands())
    assert not accepts(rules, rule)
    assert not accepts(answers, answer([rule]))
    assert not re.fullmatch(rule_pattern(errands().states), rule)


def test_the_schema_narrows_the_rules_and_nothing_else() -> None:
    schema = answer_schema(errands().states, DraftAnswer.model_json_schema())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(answer(ALARM_RULES)), schema)
    for wrong in (answer([WRONG[0]]), answer([])):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(json.loads(wrong), schema)


def test_names_that_are_no_identifiers_and_texts_with_quotes_are_written_as_the_printer_does() -> None:
    from handrail.app.document import read_app

    app = read_app(
        [
            {
                "name": "submission rule",
                "variables": [
                    {"name": "3d", "type": "Boolean"},
                    {"name": "a/b", "type": "Enum", "enum_values": ['x "y"', "z\\"]},
                ],
            },
            {"name": "Empty", "variables": []},
        ],
        "app",
    )
    rule = '`submission rule`(`3d` = true, `a/b` in ["x \\"y\\"", "z\\\\"]) & Empty() -> Done'
    assert not diagnose(rule, app)
    assert accepts(matcher(rules_grammar(app.states)), rule)
    assert accepts(matcher(answer_grammar(app.states)), answer([rule]))
    assert re.fullmatch(rule_pattern(app.states), rule)


def test_an_app_without_states_has_no_grammar() -> None:
    with pytest.raises(Misuse, match="without states"):
        rules_grammar({})


@settings(max_examples=max(1, settings().max_examples // 2))
@given(st.data())
@pytest.mark.slow
def test_whatever_the_grammar_lets_through_fits_the_app(data: st.DataObject) -> None:
    """A walk that takes any byte the grammar allows: the rules it writes have no fault of names, types or syntax."""
    made = matcher(rules_grammar(errands().states))
    content = bytearray()
    for _ in range(400):
        allowed = [byte for byte in range(32, 127) if _may_follow(made, byte)]
        if not allowed or (made.is_accepting() and len(content) > 20):
            break
        byte = data.draw(st.sampled_from(allowed))
        assert made.consume_token(byte)
        content.append(byte)
    if not made.is_accepting():
        return
    found = {diagnostic.code for diagnostic in diagnose(content.decode(), errands())}
    of_rules = {"no-done", "no-such-objective", "state-as-head", "cycle", "syntax"}
    assert found <= of_rules | {"unbound", "type-of-variable", "variable-under-once"}
    if "syntax" in found:  # a keyword where a name stands, a day that no month has: not a matter of the app
        assert re.search(
            r"\b(Done|True|still|once|and|not|in|contains|true|false|Today|Tomorrow|Yesterday|Now)\b|[0-9]{4}-",
            content.decode(),
        )


def _may_follow(made: Any, byte: int) -> bool:
    if made.try_consume_tokens([byte]) == 1:
        made.rollback(1)
        return True
    return False


@pytest.mark.slow
def test_every_gold_rule_can_be_produced(shared_data: Path) -> None:
    for path in sorted((shared_data / "vsa").glob("*.json")):
        tasks = load_tasks(path)
        app: App = tasks[0].app
        plain, whole = matcher(rules_grammar(app.states)), matcher(answer_grammar(app.states))
        pattern = re.compile(rule_pattern(app.states))
        for task in tasks:
            for which in (task.spec, task.wrong_spec):
                if which:
                    lines = Specification.parse(which, app).show().split("\n")
                    assert accepts(plain, "\n".join(lines)), task.id
                    text = json.dumps(
                        {"rules": lines, "objectives": [], "sources": [], "left_out": []}, ensure_ascii=False
                    )
                    assert accepts(whole, text), task.id
                    assert all(pattern.fullmatch(line) for line in lines), task.id
