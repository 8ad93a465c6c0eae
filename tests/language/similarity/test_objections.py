"""Each objection by table: what it must object to, and what no objection may object to."""

import pytest

from handrail.language.normal_form import normal_form
from handrail.language.similarity.objections import OBJECTIONS, first_objection, read_both
from language.similarity.extra import SAME_WORDS, needs_extra

pytestmark = needs_extra

EXAMPLES = {
    "amounts": [
        ("100", "1000"),
        ("send $100", "send $1000"),
        ("pay $5", "pay €5"),
        ("pay $5", "pay 5"),
        ("5k run", "5 km run"),
        ("alarm at 7", "alarm at 8"),
        ("dinner at 7 pm", "dinner at 7 am"),
        ("half past nine", "half past ten"),
        ("quarter past six", "quarter to six"),
        ("table for 2 at 7", "table for 7 at 2"),
        ("2 milk, 3 eggs", "3 milk, 2 eggs"),
        ("send 5 to bob and 10 to anna", "send 10 to bob and 5 to anna"),
        ("half an hour", "an hour"),
        ("version 3.1", "version 3.10"),
        ("-5 degrees", "5 degrees"),
        ("first class ticket", "second class ticket"),
        ("order a dozen eggs", "order six eggs"),
        ("2025-07-17", "2025-07-18"),
        ("flight ba 117", "flight ba 171"),
        ("top up 10", "top up"),
        ("pin 0042", "pin 42"),
        ("1" * 40 + "k", "1" * 39 + "2k"),
        ("first item", "last item"),
        ("5 minutes", "5 hours"),
        ("+1 555 123 4567", "+1 555 123 4576"),
    ],
    "names": [
        ("call anna", "call anne"),
        ("call anna", "call"),
        ("send to james", "send to jame"),
        ("weather in london", "weather in lisbon"),
        ("안녕하세요", "안녕히 가세요"),
        ("कि", "की"),
    ],
    "surnames": [("email anna baker", "email anna cook")],
    "signs": [("see you 😀", "see you 😡"), ("x > 5", "x < 5"), ("c++ course", "c course")],
    "negations": [
        ("send the money", "do not send the money"),
        ("i can come", "i can't come"),
        ("with onions", "without onions"),
        ("read messages", "unread messages"),
        ("gluten", "gluten free"),
        ("smoking room", "non-smoking room"),
        ("great 👍", "great 👎"),
        ("call anna, don't text bob", "don't call anna, text bob"),
        ("meeting with anna", "meeting w/o anna"),
    ],
    "opposites": [
        ("enable bluetooth", "disable bluetooth"),
        ("turn on the light", "turn off the light"),
        ("swipe left", "swipe right"),
        ("milk or bread", "milk and bread"),
        ("who called", "when called"),
        ("upload the file", "download the file"),
        ("red shoes", "blue shoes"),
        ("call mom", "call dad"),
    ],
    "days and quantifiers": [
        ("meeting on wednesday", "meeting"),
        ("every friday", "every other friday"),
        ("delete all photos", "delete photos"),
        ("up to 5 people", "5 people"),
        ("lunch in may", "lunch"),
    ],
    "persons": [("call me", "call him"), ("my car", "your car")],
    "tense": [("i paid the rent", "i will pay the rent")],
    "direction": [
        ("sfo to jfk", "jfk to sfo"),
        ("train to berlin", "train from berlin"),
        ("boston → chicago", "chicago → boston"),
        ("tea instead of coffee", "coffee instead of tea"),
        ("gym before work", "work before gym"),
        ("photo by me", "photo of me"),
        ("dogs rather than cats", "cats rather than dogs"),
    ],
    "who does it": [
        ("anna owes ben", "ben owes anna"),
        ("i owe you", "you owe me"),
        ("tell mark that jane is late", "tell jane that mark is late"),
        ("dogs chase cats", "cats chase dogs"),
        ("the red line is faster than the blue line", "the blue line is faster than the red line"),
    ],
    "what belongs to what": [("turn wifi on and sound off", "turn sound on and wifi off")],
    "additions": [("buy milk", "buy milk and eggs"), ("my phone", "my phone charger"), ("c course", "c# course")],
}

NO_OBJECTION = [
    ("7 pm", "19:00"),
    ("dinner at 7 pm", "7pm dinner"),
    ("meet at noon", "meet at 12:00"),
    ("july 17, 2025", "2025-07-17"),
    ("4th of july", "july 4"),
    ("pay $5.00", "pay 5 dollars"),
    ("1,000 people", "1k people"),
    ("two hundred fifty", "250"),
    ("2 milk, 3 eggs", "3 eggs, 2 milk"),
    ("an hour", "1 hour"),
    ("half an hour", "0.5 hours"),
    ("50%", "50 percent"),
    ("call +1 555 123 4567", "call +1-555-123-4567"),
    ("the first item", "the 1st item"),
    ("not available", "unavailable"),
    ("don't forget the keys", "remember the keys"),
    ("to jfk from sfo", "from sfo to jfk"),
    ("anna and bob", "bob and anna"),
    ("milk and eggs", "eggs and milk"),
    ("call mom", "call my mum"),
    ("send anna the file", "send the file to anna"),
    ("turn off the light", "turn the light off"),
    ("log in", "login"),
    ("wi-fi", "wifi"),
    ("to-do list", "todo list"),
    ("meeting w/ anna", "meeting with anna"),
    ("café", "cafe"),
    ("see you 😀", "see you"),
    ("favourite colours", "favorite color"),
    ("baking bread", "bake bread"),
    ("mon, wed and fri", "monday, wednesday and friday"),
    ("all messages notifications", "all messages"),
    ("hi anna, i'll be late for dinner", "i'll be late for dinner, anna"),
    ("justice: what's the right thing to do?", "justice - what is the right thing to do"),
]


@pytest.mark.parametrize(
    ("objection", "wanted", "found"),
    [(objection, *pair) for objection, example in EXAMPLES.items() for pair in example],
)
def test_a_guard_objects_to(objection: str, wanted: str, found: str) -> None:
    first, second = read_both(normal_form(wanted), normal_form(found))
    objecting = {objection.name for objection in OBJECTIONS if objection.objects(first, second)}
    assert objection in objecting
    assert SAME_WORDS.between(normal_form(wanted), normal_form(found)) == 0


@pytest.mark.parametrize(("wanted", "found"), NO_OBJECTION)
def test_no_guard_objects_to(wanted: str, found: str) -> None:
    first, second = read_both(normal_form(wanted), normal_form(found))
    assert first_objection(OBJECTIONS, first, second) is None
    assert SAME_WORDS.matches(normal_form(wanted), normal_form(found), 0.7)


def test_every_guard_is_in_the_table() -> None:
    assert {objection.name for objection in OBJECTIONS} == EXAMPLES.keys()
