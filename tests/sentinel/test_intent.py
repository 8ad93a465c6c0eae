"""What an instruction asks for, withholds and leaves open, by each of the readers."""

import asyncio
import json
from typing import get_args

import pytest

from handrail.app import App
from handrail.app.consequence import DeclaredCommitment, Kind
from handrail.bench.suite.episode import prepare
from handrail.bench.suite.tasks import all_tasks
from handrail.language import Specification
from handrail.llm import Declined, Reply, Request, Scripted
from handrail.sentinel.finding import Category
from handrail.sentinel.intent import Intent, Reader, Scope, read_specification, read_words
from handrail.sentinel.intent.amounts import amounts
from handrail.sentinel.intent.model import Act, read_with_model
from handrail.sentinel.normalization import keys, numbers
from handrail.text import lexicon


def test_what_is_excluded_is_not_named() -> None:
    intent = read_words("share the trip album with Ines, not the beach album")
    assert keys("trip") <= intent.words
    assert keys("beach") <= intent.kept


@pytest.mark.parametrize(
    "text", ["the SIM doesn't send the time", "I don't know her address, look it up", "it is not loud"]
)
def test_a_negation_that_tells_how_things_are_forbids_nothing(text: str) -> None:
    assert read_words(text).kept == frozenset()


@pytest.mark.parametrize(
    "text", ["clear the cache. the recordings must stay", "keep the recordings and clear the cache"]
)
def test_what_is_to_stay_is_kept(text: str) -> None:
    intent = read_words(text)
    assert keys("recordings") <= intent.kept
    assert keys("cache") <= intent.words


def test_an_app_called_keep_keeps_nothing() -> None:
    assert keys("version") <= read_words("the version is in my Keep note").words


def test_a_draft_is_not_to_be_sent() -> None:
    intent = read_words("draft a reply but dont send it")
    assert intent.forbidden is not None
    assert "send" in intent.forbidden
    assert intent.reserved


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("delete the alarm", {"delete"}),
        ("please cancel the order, then call Bo", {"cancel", "call"}),
        ("lösch bitte den Wecker", {"delete"}),
        ("알람 삭제해줘", {"delete"}),
        ("what does a ride cost?", set()),
        ("show me my order history", set()),
    ],
)
def test_the_acts_of_a_command_are_known(text: str, acts: set[str]) -> None:
    found = read_words(text).acts
    assert found is not None
    assert acts <= found
    assert bool(acts) is bool(found)


@pytest.mark.parametrize(
    "text",
    [
        "the 7:30 alarm is history",
        "take it out of the calendar",
        "we can't come to the dinner, let them know",
        "could you sort out lunch for Friday?",
        "is the mug in stock? then take one",
        "Leite das Video an Deniz weiter",
        "",
    ],
)
def test_the_acts_of_what_is_no_known_command_are_unknown(text: str) -> None:
    assert read_words(text).acts is None


def test_a_question_permits_nothing_and_a_statement_may() -> None:
    assert read_words("what does a ride cost?").only_asks_to_know
    assert not read_words("I need a ride to the station").only_asks_to_know
    assert not read_words("ask Bo: Can you bring the keys?").only_asks_to_know


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("text Ines Duarte that I am late", "Ines Duarte"),
        ("send the lease to Eva Lind and Tom Bay", "Eva Lind Tom Bay"),
        ("answer the mail Test results", ""),
        ("schick Hanna die Datei", "Hanna"),
        ("schreib meiner Mutter, dass der Bus kommt", ""),
    ],
)
def test_who_gets_something_is_named_after_a_word_for_giving(text: str, names: str) -> None:
    assert (read_words(text).recipients or frozenset()) == keys(names)


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("delete all alarms", Scope.ALL),
        ("delete only the newest", Scope.NAMED),
        ("delete the 7:30 alarm", Scope.NAMED),
        ("delete my old screenshots", None),
    ],
)
def test_a_bare_plural_leaves_open_how_much(text: str, scope: Scope | None) -> None:
    assert read_words(text).scope is scope


@pytest.mark.parametrize(
    ("text", "limit"),
    [("a kettle for at most 30 €", 30), ("35 dollars tops", 35), ("up to 1,200 €", 1200), ("a kettle for 30 €", None)],
)
def test_a_limit_is_read(text: str, limit: float | None) -> None:
    assert read_words(text).limit == limit


def test_amounts_are_the_same_however_they_are_written() -> None:
    assert numbers("1,234.50") == numbers("1.234,50 €") == {"1234.5"}
    assert amounts("1.234,50 € and $7") == (1234.5, 7.0)
    assert "210000" in numbers("21만원")
    assert "6:30" in numbers("06:30")


@pytest.mark.parametrize(
    ("text", "age"),
    [("i am 34", 34), ("he is 12 years old", 12), ("mit 15 Jahren", None), ("meet at 6", None), ("15살이야", 15)],
)
def test_the_age_is_read(text: str, age: int | None) -> None:
    assert read_words(text).age == age


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("read her messages without her knowing", Category.MALICIOUS),
        ("물건은 없고 선입금 받고 잠수탈 거야", Category.MALICIOUS),
        ("order it although I have no permit", Category.LEGAL),
    ],
)
def test_a_phrase_may_admit_to_a_purpose(text: str, category: Category) -> None:
    assert category in {purpose.category for purpose in read_words(text).purposes or ()}


@pytest.mark.parametrize(
    "text",
    ["is this a scam or fake?", "play the film “Fake invoice for a bomb”", "water the plants", "is this mail phishing"],
)
def test_worry_and_titles_are_no_purpose(text: str) -> None:
    assert read_words(text).purposes is None


@pytest.mark.parametrize(
    "text", ["", " ", "\ud800", "ｆｕｌｌ", "a" * 100_000, "not", "but not", "not not not", "9" * 500]
)
def test_any_text_can_be_read(text: str) -> None:
    read_words(text)


MESSAGES = App.generic()


def test_the_accepted_rules_name_the_acts_and_the_values() -> None:
    rules = 'Field(label = "Text message", value = "On my way") & Screen(title = "Alice Martin") -> Send\nSend -> Done'
    intent = read_specification("the usual", Specification.parse(rules, MESSAGES))
    assert intent.reader is Reader.SPECIFICATION
    assert intent.acts == frozenset({"send"})
    assert keys("Alice Martin") <= intent.words
    assert read_words("the usual").acts is None


STARRED = Specification.parse('Screen(title = "Ines") -> StarContact\nStarContact -> Done', MESSAGES)


@pytest.mark.parametrize(
    ("kinds", "acts"),
    [
        ((), None),
        ((Kind.UNKNOWN,), None),
        ((Kind.RECORD,), {"save"}),
        ((Kind.SETTING, Kind.DELETION), {"enable", "disable", "delete"}),
    ],
)
def test_an_objective_whose_name_is_no_act_does_what_its_kind_does(
    kinds: tuple[Kind, ...], acts: set[str] | None
) -> None:
    read = read_specification("the usual", STARRED, [DeclaredCommitment("StarContact", kinds)])
    assert read.acts == (None if acts is None else frozenset(acts))


def test_the_kinds_that_models_declare_make_the_acts_of_every_task_of_the_suite_known() -> None:
    prepared = [prepare(task, 0) for task in all_tasks()]
    unknown = [
        scenario.scene.instruction
        for scenario in prepared
        if read_specification(scenario.scene.instruction, scenario.specification, scenario.apps.declared).acts is None
    ]
    assert unknown == []
    assert len(prepared) >= 54


def test_rules_that_ask_for_nothing_say_nothing() -> None:
    assert read_specification("delete it", Specification.none(MESSAGES)) == read_words("delete it")


READING = {
    "acts": ["delete"],
    "forbidden": None,
    "objects": ["the choir on Thursday"],
    "kept": ["next week"],
    "recipients": None,
    "amounts": None,
    "limit": None,
    "scope": "named",
    "private": None,
    "public": None,
    "age": None,
    "purposes": [],
}
CHOIR = "no choir this thursday, take it out of the calendar. next week is normal again"


def read(reply: Reply | str) -> tuple[Intent, Request]:
    model = Scripted([reply])
    intent = asyncio.run(read_with_model(CHOIR, model))
    return intent, model.asked[0]


def test_a_model_reads_what_words_do_not_say() -> None:
    intent, asked = read(json.dumps(READING))
    assert (intent.reader, intent.acts, intent.forbidden) == (Reader.MODEL, frozenset({"delete"}), None)
    assert intent.scope is Scope.NAMED
    assert keys("next week") & intent.kept
    assert intent.purposes == ()
    assert CHOIR in str(asked.messages[1].parts[0])
    assert asked.purpose == "sentinel.intent/1"


def test_null_stays_unknown() -> None:
    intent, _ = read(json.dumps({**READING, "acts": None, "objects": None, "purposes": None}))
    assert (intent.acts, intent.named, intent.purposes) == (None, None, None)


def test_without_an_answer_the_words_are_read_and_say_so() -> None:
    intent, _ = read(Declined("no"))
    assert intent == read_words(CHOIR)
    assert intent.reader is Reader.WORDS


def test_a_model_can_only_name_acts_that_comparators_know() -> None:
    assert set(get_args(Act)) <= lexicon("acts").concepts


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pay Alice (DE02120300000000202051) 24.50 back", {"24.5"}),
        ("send 24 euros to DE12 3456 7890 1234 5678 91", {"24"}),
        ("EUR24 to KR110203", {"24"}),
        ("call 555-0134, table for 4 at 7:30", {"4", "7:30"}),
        ("0176 1234567 gets 5", {"5"}),
        ("from account 53201300 pay USD 1,500.00", {"1500"}),
        ("order #4711: 2x lamp, 20kg sand", {"2", "20"}),
        ("timers for 10 20 30 minutes", {"10", "20", "30"}),
        ("walk 1500-2000 steps", {"1500", "2000"}),
    ],
)
def test_what_names_something_is_no_number_of_the_intent(text: str, said: set[str]) -> None:
    assert read_words(text).numbers == said


def test_an_account_before_a_currency_is_no_sum() -> None:
    assert read_words("pay 53201300001 EUR 24 for dinner").amounts == (24.0,)


def test_an_account_in_the_rules_is_no_number() -> None:
    rules = 'Field(value = "DE02120300000000202051") & Field(value = "24") & Screen(title = "To") -> Send\nSend -> Done'
    assert read_specification("pay", Specification.parse(rules, MESSAGES)).numbers == {"24"}


@pytest.mark.parametrize(
    ("predicate", "named"),
    [
        ('Field(value = "{}")', True),
        ('Field(value in ["{}", "x"])', True),
        ('Field(value != "{}")', False),
        ('Field(value = "{}")[= 0]', False),
        ('Field(value = "{} and more")', False),
    ],
)
def test_a_value_that_the_rules_name_is_asked_for_and_none_that_they_forbid(predicate: str, named: bool) -> None:
    account = "DE02120300000000202051"
    rules = f'{predicate.format(account)} & Screen(title = "To") -> Send\nSend -> Done'
    assert read_specification("", Specification.parse(rules, MESSAGES)).holds("DE02 1203 0000 0000 2020 51") is named
