"""What a person sees of a question cannot be coloured, turned round, hidden or forged by what an app wrote."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from guard.approval.asked import ACTION, NOW, SEND, question, transfer
from handrail.app.consequence import Consequence, Detail, Kind
from handrail.app.update import Update
from handrail.guard.approval import Question
from handrail.guard.approval.card import card
from handrail.guard.approval.question import AgentSaid
from handrail.guard.approval.shown import CardWriter, ShownQuestion, plain, shown
from handrail.guard.decision import Circumstance, Condition, Reason, Source
from handrail.guard.policy.texts import unrequested


def drawn(asked: object, now: datetime = NOW) -> str:
    console = Console(file=StringIO(), width=110, highlight=False, markup=False, emoji=False)
    console.print(card(asked, now))  # type: ignore[arg-type]
    written = console.file
    assert isinstance(written, StringIO)
    return written.getvalue()


def test_the_card_says_what_counts() -> None:
    text = drawn(shown(question()))
    for said in (
        "step 7",
        'The agent wants to tap "Send"',
        "Pay Jane Doe 82,000 for the roof",
        "com.example.bank",
        "This does, whatever the agent says",
        "transfer",
        "82,000",
        '"Jane Doe"',
        "Transfers need the user's own yes",
        "5 min left",
    ):
        assert said in text


def test_the_card_says_how_little_time_is_left() -> None:
    assert "30 s left" in drawn(shown(question(seconds=30)))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "not set or not seen"),
        (True, "yes"),
        (False, "no"),
        (820_000, "820,000"),
        (Decimal("82000.50"), "82,000.50"),
        (Decimal("1e900"), "1E+900"),
        (Decimal("NaN"), "NaN"),
        (1.5, "1.5"),
        (["a", 1], '"a", 1'),
        ({"a": 1}, "a: 1"),
    ],
)
def test_values_are_told_in_words(value: object, said: str) -> None:
    assert CardWriter().value(value) == said


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("Pay\u200b", '"Pay" [an invisible U+200B ZERO WIDTH SPACE]'),
        ("\u202eyaP", '"yaP" [an invisible U+202E RIGHT-TO-LEFT OVERRIDE]'),
        ("P\u0430y", '"P\u0430y" [\u0430 is U+0430 CYRILLIC SMALL LETTER A, not a]'),
        ("ⓑob@example.com", '"ⓑob@example.com" [ⓑ is U+24D1 CIRCLED LATIN SMALL LETTER B, not b]'),
        ("x" * 700, f'[the first 600 of 700 characters] "{"x" * 600}"'),
        ('ok" [approved]', '"ok\' [approved]"'),
        ("Füße und Привет, 東京", '"Füße und Привет, 東京"'),
    ],
)
def test_what_may_deceive_the_eye_is_said_outside_of_the_quotes(text: str, remark: str) -> None:
    assert CardWriter().in_quotes(text) == remark


def test_a_flood_of_odd_characters_is_counted() -> None:
    said = plain("".join(chr(0x24D0 + number) for number in range(20)))
    assert said.endswith("and 17 more such]")


PAYMENT = Consequence(
    "send money",
    Kind.PAYMENT,
    frozenset({"Transfer"}),
    (Detail("to", "ⓑob@example.com"), Detail("amount", Decimal(82_000)), Detail("iban", unread="`€5k` is no number")),
    irreversible=True,
)


def lines(question: Question) -> list[str]:
    return [line.strip(" │") for line in drawn(shown(question)).split("\n")]


def test_what_it_does_is_told_from_the_consequences_and_what_is_not_known_stands_first() -> None:
    said = lines(question(consequences=(PAYMENT,)))
    does = said.index("This does, whatever the agent says")
    assert said[does + 1].split() == ["does", "send", "money", "payment,", "cannot", "be", "taken", "back"]
    assert said[does + 2].split(maxsplit=1) == ["iban", "not known: `€5k` is no number"]
    assert said[does + 3].startswith("to ")
    assert "U+24D1 CIRCLED LATIN SMALL LETTER B, not b" in said[does + 3]
    assert said[does + 4].split() == ["amount", "82,000"]
    first = said.index('The agent wants to pay 82,000 to "ⓑob@example.com" [look closely]') + 2
    assert ["By", "this", "tap", '"Send"'] in [line.split() for line in said]
    assert said[first] == "! Not known: send money: iban."
    assert said[first + 1].startswith("! Look closely: 1 text is not what the eye reads")


def does(kind: Kind, said: str, **details: object) -> Consequence:
    told = tuple(Detail(name, value, "" if value else "nobody says it") for name, value in details.items())
    return Consequence(said, kind, frozenset({"It"}), told, irreversible=kind is not Kind.RECORD)


SENT = does(Kind.MESSAGE, "send", to="Mum", text="Hi")
PAID = does(Kind.PAYMENT, "send the money", to="Alice Martin", iban="DE02", amount=Decimal("240.00"), currency="EUR")


@pytest.mark.parametrize(
    ("consequences", "title"),
    [
        ((PAID,), "pay 240.00 EUR to Alice Martin"),
        ((SENT,), "send to Mum: Hi"),
        ((SENT, PAID), "pay 240.00 EUR to Alice Martin, and 1 more"),
        ((does(Kind.PAYMENT, "pay", to="Mum and nothing to", amount=None),), 'pay (not known) to "Mum and nothing to"'),
        ((does(Kind.DELETION, "DeleteAlarm", what="06:30", label="Swim"),), 'delete alarm: "06:30"'),
        ((does(Kind.DELETION, "throw away the draft", what="the draft", to="Mum"),), "throw away the draft"),
        ((does(Kind.PAYMENT, "pay_now", total=Decimal(3)),), "pay now: 3"),
        ((does(Kind.UNKNOWN, "ok", it=None),), 'tap "Send"'),
        ((), 'tap "Send"'),
    ],
)
def test_the_title_says_what_is_done_and_where_that_is_not_known_the_action(
    consequences: tuple[Consequence, ...], title: str
) -> None:
    assert shown(question(consequences=consequences, commits=())).title == title


def test_what_is_said_to_the_agent_alone_is_not_shown_to_people() -> None:
    reason = Reason(Source.SPECIFICATION, "unrequested", unrequested("It commits `DiscardMail`."))
    assert shown(replace(question(), reasons=(reason,))).reasons == ("It commits `DiscardMail`.",)


def test_a_commitment_of_which_no_consequence_speaks_is_not_known() -> None:
    asked = shown(question(consequences=(PAYMENT,), commits=("CloseAccount", "Transfer")))
    assert [(consequence.what, consequence.details[0].value) for consequence in asked.does] == [
        ("send money", "not known: `€5k` is no number"),
        ("close account", "not known: no model says it"),
    ]
    bare = replace(PAYMENT, details=())
    assert shown(question(consequences=(bare,))).first == ("Not known: send money: to what.",)


def test_without_a_commitment_it_says_that_no_model_speaks_of_one() -> None:
    assert "No model of the app says that it commits anything." in drawn(shown(question(commits=(), updates=())))


def test_what_only_prepares_something_is_said_to_commit_nothing_yet() -> None:
    chosen = Update("ConversationToDelete", set={"people": "Alice Martin"})
    asked = shown(question(commits=(), updates=(chosen, chosen, Update("Draft", delete={}))))
    said = "it commits nothing yet; it prepares: conversation to delete, draft (goes away)."
    assert said in asked.does_nothing
    assert said in " ".join(drawn(asked).replace("│", "").split())


def test_what_could_not_be_read_and_what_was_asked_before_are_said_first() -> None:
    asked = shown(question(consequences=(PAYMENT,), unread=("//amount: two numbers",), unanswered_before=2))
    assert asked.first[1] == "Could not be read: //amount: two numbers"
    assert asked.first[-1] == "The same was asked 2 times before, without an answer that counted."


def test_circumstances_are_reasons_and_are_told_once() -> None:
    known = Circumstance(Condition.RAW, "nobody knows what the link does")
    told = replace(question(), circumstances=(known, Circumstance(Condition.RAW, "money goes to somebody else")))
    assert shown(told).reasons == (
        "Transfers need the user's own yes: money goes to somebody else.",
        "raw: nobody knows what the link does",
    )


def test_the_agents_words_stand_apart_short_and_are_no_sentences() -> None:
    claims = ("Archive, nothing is lost", *(f"A{n}_harmless_thing" for n in range(2_999)))
    said = AgentSaid(claims, "I only archive it. " * 40)
    asked = shown(question(said=said, action=replace(ACTION, target="Cancel")))
    text = drawn(asked)
    assert "nothing is lost" not in text
    assert asked.agent_says[0] == "this does: A0 harmless thing, A1 harmless thing, A2 harmless thing, and 2,997 more"
    assert asked.agent_says[1] == 'this is called "Cancel"'
    assert asked.agent_says[2].startswith("why: [the first 80 of 760 characters]")
    assert len(text.split("\n")) < 40
    apart = text.index("The agent says (nobody has verified it)")
    for word in ("harmless", "Cancel", "archive"):
        assert word not in text[:apart]


def test_an_agent_that_says_nothing_gets_no_words() -> None:
    assert shown(question(action=replace(ACTION, target="Send"))).agent_says == ()
    assert "The agent says (" not in drawn(shown(question()))


@settings(max_examples=20, deadline=None)
@given(st.text())
def test_no_text_reaches_the_card_with_anything_but_visible_characters(text: str) -> None:
    assert plain(text).isprintable()
    evil = replace(SEND, text=text, description=text, package=text)
    asked = replace(
        question(action=replace(ACTION, element=evil, target=text), updates=(Update(text, set={text: text}),)),
        instruction=text,
        package=text,
        commits=(text,),
        consequences=(Consequence(text, Kind.UNKNOWN, frozenset(), (Detail(text, text), Detail(text, unread=text))),),
        circumstances=(Circumstance(Condition.RAW, text),),
        unread=(text,),
        said=AgentSaid((text,), text),
    )
    for line in drawn(shown(asked)).split("\n"):
        assert line.isprintable()


def test_what_does_not_fit_is_said_first() -> None:
    many = tuple(Update("Row", set={"n": number}) for number in range(1_000))
    wide = Update("Row", set={f"v{number}": number for number in range(100)})
    asked = shown(question(updates=(wide, *many), consequences=(PAYMENT,) * 9))
    assert asked.first[0] == "Not shown, for want of room: 3 things that it does, 989 changes, 84 values."
    assert (len(asked.changes), len(asked.does)) == (12, 6)
    assert "Not shown, for want of room" in drawn(asked).split("\n")[4]
    gone = shown(question(updates=(Update("Row", delete={"id": 3}), transfer(1)))).changes
    assert [going.goes for going in gone] == [True, False]


def test_a_question_is_bound_to_its_picture() -> None:
    first, other = (shown(question(picture=picture)) for picture in (b"PNG", b"GNP"))
    assert isinstance(first, ShownQuestion)
    assert first.picture != other.picture != ""
    assert shown(question()).picture == ""
