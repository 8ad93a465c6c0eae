"""Phrases are found as whole words in any case and script, and never inside ordinary ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.text import Lexicon, lexicon, read_phrases, word_list
from handrail.text.lexicon import GROUPS

ORDINARY = [
    "assistant",
    "document",
    "grapes",
    "title",
    "analysis",
    "classic",
    "scunthorpe",
    "therapist",
    "cocktail",
    "passage",
    "essex",
    "analyst",
    "assess",
    "bass",
    "brass",
    "compass",
    "glass",
    "grass",
    "mass",
    "class",
    "assemble",
    "asset",
    "appetite",
    "quantity",
    "titan",
    "constitution",
    "institute",
    "competition",
    "petition",
    "spice",
    "hospice",
    "cumulus",
    "accumulate",
    "circumstance",
    "documentary",
    "menu",
    "sextet",
    "sussex",
    "middlesex",
    "penistone",
    "mishit",
    "shiitake",
    "matsushita",
    "arsenal",
    "parse",
    "hoarse",
    "coarse",
    "cockpit",
    "peacock",
    "hancock",
    "dickens",
    "benedict",
    "predict",
    "medick",
    "raccoon",
    "cocoon",
    "tycoon",
    "basement",
    "casement",
    "sender",
    "gender",
    "lender",
    "postal",
    "postcard",
    "preposterous",
    "sharecropper",
    "shareware",
    "orderly",
    "bordered",
    "payroll",
    "repayment",
    "callous",
    "recall",
    "buyer",
    "obsession",
    "deleterious",
    "calligraphy",
    "grantham",
    "vagrant",
    "allowance",
    "followed",
    "unblockable",
    "installment",
]


@pytest.mark.parametrize("group", ["intents", "orders", "signs"])
@pytest.mark.parametrize("word", ORDINARY)
def test_ordinary_words_that_contain_an_entry_are_no_hit(group: str, word: str) -> None:
    assert lexicon(group).mentions(word) == ()


@pytest.mark.parametrize("word", ORDINARY)
def test_ordinary_words_name_no_act(word: str) -> None:
    assert lexicon("acts").mentions(word) == ()


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("DELETE", "delete"),
        ("Löschen?", "delete"),
        ("이 사진을 삭제할까요", "delete"),
        ("Eliminar todo", "delete"),
        ("永久删除", "delete"),
        ("Auf Werkseinstellungen zurücksetzen", "reset"),
        ("공장 초기화", "reset"),
        ("恢复出厂设置", "reset"),
        ("Restablecer", "reset"),
        ("Überweisen", "pay"),
        ("송금하기", "pay"),
        ("转账", "pay"),
        ("Transferir", "pay"),
        ("Veröffentlichen", "post"),
        ("게시하기", "post"),
        ("发布", "post"),
        ("Publicar", "post"),
        ("Don’t install, uninstall", "uninstall"),
    ],
)
def test_irreversible_verbs_are_known_in_five_languages(text: str, act: str) -> None:
    assert act in lexicon("acts").among(text)


def test_the_longer_phrase_is_meant() -> None:
    (mention,) = Lexicon({"a": ["turn off"], "b": ["turn off play protect"]}).mentions("Turn OFF Play Protect now")
    assert (mention.concept, mention.phrase) == ("b", "turn off play protect")


def test_a_star_stands_for_the_rest_of_a_word() -> None:
    starred = Lexicon({"a": ["lösch*"]})
    assert starred.among("Gelöscht") == frozenset()
    assert starred.among("Nachrichten löschen") == {"a"}


@pytest.mark.parametrize("group", GROUPS)
def test_every_file_of_phrases_can_be_read(group: str) -> None:
    phrases = read_phrases(group)
    assert all(phrases.values())
    for concept, texts in phrases.items():
        for text in texts[:3]:
            assert concept in lexicon(group).among(text.removesuffix("*")), text


def test_lists_of_words_hold_text_alone() -> None:
    for name in ("silent", "refusals", "confirms", "brands", "no_password", "ordinary_hosts"):
        assert all(isinstance(word, str) for word in word_list(name)), "yaml reads yes, no, on and off as flags"


@given(st.text(max_size=200))
def test_any_text_can_be_searched(text: str) -> None:
    for mention in lexicon("acts").mentions(text):
        assert mention.start < mention.end
