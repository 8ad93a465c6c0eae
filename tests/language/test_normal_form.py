"""The normal form of a text: NFKC, case folded, NFKC again, white space to single spaces, ends stripped."""

from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from handrail.language.normal_form import normal_form


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("", ""),
        (" \t\r\n\u00a0\u3000", ""),
        ("Work", "work"),
        ("  team \t\n meeting ", "team meeting"),
        ("a\u00a0b\u2003c\u3000d\u2028e", "a b c d e"),
        ("a\x1cb\x1fc\x0bd", "a b c d"),
        ("ＷＯＲＫ１", "work1"),
        ("ｱﾗｰﾑ", "アラーム"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("ẞ", "ss"),
        ("İstanbul", "i\u0307stanbul"),
        ("ISPARTA", "isparta"),
        ("ısparta", "ısparta"),
        ("ﬁne oﬀer", "fine offer"),
        ("ſ", "s"),
        ("Å", "å"),
        ("A\u030a", "å"),
        ("\u212b", "å"),
        ("Σίσυφος", "σίσυφοσ"),
        ("ᾼ", "αι"),
        ("x²", "x2"),
        ("½", "1⁄2"),
        ("…", "..."),
        ("™", "tm"),
        ("e\u0301", "é"),
        ("zero\u200bwidth", "zero\u200bwidth"),
        ("“quoted”", "“quoted”"),
        ("naïve CAFÉ", "naïve café"),
        ("\U0001f600", "\U0001f600"),
    ],
)
def test_texts_that_a_user_would_call_the_same_have_one_normal_form(text: str, normal: str) -> None:
    assert normal_form(text) == normal


def plainly(text: str) -> str:
    """The definition, word for word."""
    return " ".join(normalize("NFKC", normalize("NFKC", text).casefold()).split())


anything = st.one_of(
    st.text(), st.text(st.sampled_from("aI\u0130ßẞﬁ \t\u00a0\u0345\u0301\u0307\u0327α\u1fbcǅ２"), max_size=8)
)


@given(anything)
@example("a\x1c\x85B")
@example("\u1e9e\u0345")
def test_the_normal_form_is_the_one_defined(text: str) -> None:
    assert normal_form(text) == plainly(text)


@given(anything)
def test_a_normal_form_is_its_own_normal_form(text: str) -> None:
    assert normal_form(normal_form(text)) == normal_form(text)


def test_the_normal_form_of_every_single_character_is_its_own_normal_form() -> None:
    forms = (normal_form(chr(point)) for point in range(0x110000))
    assert [form for form in forms if normal_form(form) != form] == []


@given(st.text(), st.text(st.characters(categories=["Zs"]), min_size=1))
def test_white_space_around_a_text_does_not_count(text: str, space: str) -> None:
    assert normal_form(space + text + space) == normal_form(text)


@given(st.text(st.characters(codec="ascii")))
def test_the_case_of_plain_letters_does_not_count(text: str) -> None:
    assert normal_form(text.upper()) == normal_form(text.lower()) == normal_form(text)
