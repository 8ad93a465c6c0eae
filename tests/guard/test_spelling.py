"""What a text is made of, where the eye would read something else."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.guard.spelling import has_words, in_other_characters, look_alike, may_be_read_as, may_read, oddities

BLANKS = "a blank at its end, beside another, or of another kind: U+"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ⓑob@example.com", ["ⓑ is U+24D1 CIRCLED LATIN SMALL LETTER B, not b"]),
        ("P\u0430yPal", ["\u0430 is U+0430 CYRILLIC SMALL LETTER A, not a"]),
        ("\u0440\u0430\u0443", [
            "\u0440 is U+0440 CYRILLIC SMALL LETTER ER, not p",
            "\u0430 is U+0430 CYRILLIC SMALL LETTER A, not a",
            "\u0443 is U+0443 CYRILLIC SMALL LETTER U, not y",
        ]),
        ("Pay\u200b", ["an invisible U+200B ZERO WIDTH SPACE"]),
        ("\u202eyaP", ["an invisible U+202E RIGHT-TO-LEFT OVERRIDE"]),
        ("a\x1b[31m", ["an invisible U+001B CONTROL CHARACTER"]),
        ("half \ud83d", ["an invisible U+D83D HALF A CHARACTER"]),
        ("5\u0660\u0660", ["\u0660 is U+0660 ARABIC-INDIC DIGIT ZERO, not 0"]),
        ("\u09ea", ["\u09ea is U+09EA BENGALI DIGIT FOUR, not 4"]),
        ("a\u3164b", ["an invisible U+3164 HANGUL FILLER"]),
        ("x\u0336", ["a mark U+0336 COMBINING LONG STROKE OVERLAY stands on it"]),
        ("D\u043bna", ["\u043b is U+043B CYRILLIC SMALL LETTER EL"]),
        ("\u0131nfo", ["\u0131 is U+0131 LATIN SMALL LETTER DOTLESS I, not i"]),
        ("Ann  Bell", [f"{BLANKS}0020 SPACE"]),
        (" Ann", [f"{BLANKS}0020 SPACE"]),
        ("Ann ", [f"{BLANKS}0020 SPACE"]),
        ("Ann\u2003Bell", [f"{BLANKS}2003 EM SPACE"]),
        ("Ann\u00a0Bell", [f"{BLANKS}00A0 NO-BREAK SPACE"]),
        ("Ann\tBell", [f"{BLANKS}0009 CONTROL CHARACTER"]),
        ("Ｂob", ["Ｂ is U+FF22 FULLWIDTH LATIN CAPITAL LETTER B, not B"]),
    ],
)  # fmt: skip
def test_what_is_not_what_it_seems_is_named(text: str, said: list[str]) -> None:
    assert [oddity.text for oddity in oddities(text)] == said


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Book a table for 4, tomorrow at 19:30",
        "Füße und Привет, 東京 tower",
        "naïve café – “quoted” … 1\u00a0000 €",
        "Ελλάδα, Հայաստան",
        "👩\u200d👩\u200d👧 ❤\ufe0f 👍🏽",
        "مرحبا ٥٠٠",
        "می\u200cخواهم",
        "Nguyễn Thị Ánh",
        "two\nlines\tand more",
    ],
)
def test_an_honest_text_is_not_suspected(text: str) -> None:
    assert oddities(text) == ()


@pytest.mark.parametrize(
    ("wanted", "found", "alike"),
    [
        ("bob@example.com", "bob@example.com", True),
        (" Jane Doe", "Jane Doe", True),
        ("Jane Doe", "Jane Doe ", True),
        ("Jane  Doe", "Jane Doe", True),
        ("Jane Doe", "Jane\u00a0Doe", True),
        ("Zoe\u0308", "Zoë", True),
        ("bob@example.com", "ⓑob@example.com", True),
        ("notes.txt", "Notes.txt", True),
        ("PayPal", "PayPaI", True),
        ("modern.example", "modem.example", True),
        ("PayPal", "P\u0430yPal", True),
        ("Mum", "Mum\u200b", True),
        ("straße", "strasse", True),
        ("A0", "AO", True),
        ("pay", "Pау", True),
        ("Zoe", "Zoë", False),
        ("Mum", "Mummy", False),
        ("+44 7700 900101", "+447700900101", True),
        ("+44 7700 900101", "07700 900101", True),
        ("+44 7700 900101", "+44 7700 900102", False),
        ("DE02 1203 0000 0000", "DE02120300000000", True),
        ("ann@example.com, bob@example.com", "bob@example.com, ann@example.com", True),
        ("Buy milk", "Buymilk", True),
        ("2026", "12026", False),
    ],
)
def test_what_looks_the_same(wanted: str, found: str, alike: bool) -> None:
    assert look_alike(wanted, found) is look_alike(found, wanted) is alike


@given(st.text())
def test_every_text_can_be_looked_at(text: str) -> None:
    for oddity in oddities(text):
        assert oddity.code_point in oddity.text
        assert oddity.seems or not oddity.character.isspace() or oddity.character not in "\t\n\r "
    assert look_alike(text, text)
    assert look_alike(text, normalize("NFC", text))


@pytest.mark.parametrize(
    ("wanted", "found", "said"),
    [
        ("Zoë", "Zoe\u0308", ("U+0065 LATIN SMALL LETTER E", "U+0308 COMBINING DIAERESIS")),
        ("Zoe\u0308", "Zoë", ("U+00EB LATIN SMALL LETTER E WITH DIAERESIS",)),
        ("Kim", "\u212aim", ("U+212A KELVIN SIGN",)),
        ("Zoë", "Zoe", ()),
        ("Zoë", "Zoë", ()),
    ],
)
def test_what_nobody_can_tell_apart_is_named_by_its_characters(wanted: str, found: str, said: tuple[str, ...]) -> None:
    assert in_other_characters(wanted, found) == said


@pytest.mark.parametrize(
    "text",
    [
        "🅲🅰🅽🅲🅴🅻",
        "🇨🇦🇳🇨🇪🇱",
        "c.a.n.c.e.l",
        "can cel it",
        "we cànćèł",
        "cance1",
        "can‐cel",
        "ｃａｎｃｅｌ",
        "ᥴᥲᥒᥴᥱᥣ",
        "c@ncel",
        "c4nc3l!",
        "(ↅancel)",
        "c@nceled",
        "canceI",
        "ƈąƞƈɛƚ",
        "ƈąŋƈɛƖ",
        "(ancel",
        "₵₳₦₵ɆⱠ",
        "ᑕᗩᑎᑕEᒪ",
        "can|cel",
        "canǁcel",
        "ca1ncel",
    ],
)
def test_a_word_is_read_however_it_is_drawn(text: str) -> None:
    assert may_read("cancel", f"The party: {text}")


@pytest.mark.parametrize(
    "text",
    [
        "I can celebrate",
        "vulcan celebrity",
        "Привет",
        "明日は空いています",
        "can",
        "c@ncer",
        "@#$%&!",
        "",
        "can 1 celebrate",
    ],
)
def test_a_word_is_not_read_into_others(text: str) -> None:
    assert not may_read("cancel", text)


def test_short_words_stand_in_many() -> None:
    assert not may_read("no", "I can open it")
    assert may_read("no", "n o")


@pytest.mark.parametrize(
    ("words", "text", "read"),
    [
        ("wire money", "please w1re money now", True),
        ("wire money", "w|re money", True),
        ("wire money", "wire rnoney", True),
        ("call 112", "caII 112", True),
        ("call 112", "call II2", True),
        ("call 112", "call 911", False),
        ("wire money", "tire honey", False),
    ],
)
def test_several_words_are_read_however_they_are_drawn(words: str, text: str, read: bool) -> None:
    assert may_read(words, text) is read


@pytest.mark.parametrize(
    ("words", "text", "there"),
    [
        ("at 7", "at 7, then", True),
        ("at 7", "at 7.", True),
        ("at 7", "at 70", False),
        ("at 7", "at 7:30", False),
        ("at 7", "at 7 0", False),
        ("at 7", "at 7'30", False),
        ("at 7", "at 7×2", False),
        ("at 7", "at 7 or 8", True),
        ("7 pm", "1 7 pm", False),
        ("at 7", "at 70 or at 7", True),
        ("1", "1,000", False),
        ("agree", "I disagree", False),
        ("agree", "I agree!", True),
        ("no", "notary", False),
        ("bob@example.com", "bob@example.com.evil.example", False),
        ("bob@example.com", "to bob@example.com.", True),
        ("+44 7700", "+44 7700 or so", True),
        ("+44 7700", "1+44 7700", False),
        ("Jose\u0301", "José", False),
        ("Jos\u00e9", "Jos\u00e9e", False),
        ("会議", "明日会議です", True),
        ("a, b", "a, b, c", True),
        ("", "anything", True),
    ],
)
def test_words_are_there_or_only_a_part_of_longer_ones(words: str, text: str, there: bool) -> None:
    assert has_words(words, text) is there


@given(st.text(), st.text(), st.text())
def test_words_between_commas_are_always_there(before: str, words: str, after: str) -> None:
    assert has_words(words, f"{before} , {words} , {after}")


@pytest.mark.parametrize(
    ("word", "text", "read"),
    [
        ("Urgent", "Urg3nt", True),
        ("Urgent", "Urgént", True),
        ("Urgent", "Re: Urgent", False),
        ("Urgent", "Urgency", False),
        ("Ann", "Anna", False),
        ("", "\ufe0f", True),
        ("", "\ufffc", True),
        ("", "\u0301", True),
        ("", ".", False),
    ],
)
def test_a_whole_text_is_read_as_a_word_or_as_none(word: str, text: str, read: bool) -> None:
    assert may_be_read_as(word, text) is read
