"""The same language in both notations: sentences of Lark's are those of GBNF, read by a twin of our own."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, UnexpectedInput

from handrail.error import Misuse
from handrail.llm.gbnf import gbnf_of

RULES = r"""
%llguidance {}
// what an app may be asked for
start: rule ("\n" rule)?   // one a line

rule: STATE "(" [pair (", " pair)~0..1] ")" " -> " NAME
    // an objective without a condition
    | "True -> " NAME
pair: "time = " TIME | "label"i " ~= " STRING | _level
_level: "level " ("a".."f"){2} "-"? digit_or~2
!digit_or: /[^a-z\s\d]|\d{2}/
NAME: /[A-Z][A-Za-z0-9_-]{0,5}/
TIME: /(?:[01]\d|2[0-3]):[0-5]\d/
STRING: /"[^"\\\n\]]{1,8}"/
STATE: "Alarm" | "Timer \"x\" \\ é"
"""


def regex_of(gbnf: str) -> re.Pattern[str]:
    """A grammar without recursion as one regular expression; knows no more of GBNF than its documentation says."""
    rules = dict(line.split(" ::= ", 1) for line in gbnf.strip().split("\n"))
    token = re.compile(r'"((?:\\.|[^"\\])*)"|(\[\^?(?:\\.|[^\]\\])*\])|([a-zA-Z][a-zA-Z0-9-]*)|(\{[^}]*\}|[()|*+?])| ')

    def unescaped(text: str) -> str:
        return re.sub(r"\\(?:U([0-9A-F]{8})|(.))", lambda found: chr(int(found[1], 16)) if found[1] else found[2], text)

    def expand(body: str) -> str:
        out, at = "", 0
        while at < len(body):
            found = token.match(body, at)
            assert found, body[at:]
            at = found.end()
            text, letters, name, sign = found.groups()
            if text is not None:
                out += f"(?:{re.escape(unescaped(text))})"
            elif letters is not None:
                out += re.sub(r"\\U([0-9A-F]{8})", lambda pair: re.escape(chr(int(pair[1], 16))), letters)
            elif name is not None:
                out += f"(?:{expand(rules[name])})"
            else:
                out += "(?:" if sign == "(" else (sign or "")
        return out

    return re.compile(expand(rules["root"]))


def is_sentence(grammar: Lark, text: str) -> bool:
    try:
        grammar.parse(text)
    except UnexpectedInput:
        return False
    return True


def lark_of(text: str) -> Lark:
    """Lark has no `{2}` and takes no `%llguidance`; both are the dialect's own."""
    return Lark(text.replace("%llguidance {}", "").replace("){2}", ")~2"), g_regex_flags=re.ASCII)


@pytest.fixture(scope="module")
def both() -> tuple[Lark, re.Pattern[str]]:
    return lark_of(RULES), regex_of(gbnf_of(RULES))


SENTENCES = st.from_regex(regex_of(gbnf_of(RULES)), fullmatch=True)


FEW = settings(max_examples=100)  # Lark's reader of any grammar is slow


@FEW
@given(sentence=SENTENCES)
def test_every_sentence_in_gbnf_is_one_in_lark(both: tuple[Lark, re.Pattern[str]], sentence: str) -> None:
    assert is_sentence(both[0], sentence)


@FEW
@given(sentence=SENTENCES, data=st.data())
def test_a_text_is_a_sentence_in_both_or_in_none(
    both: tuple[Lark, re.Pattern[str]], sentence: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(sentence)))
    new = data.draw(st.sampled_from([*'aAz09 "\\()\n:->é', ""]))
    text = sentence[:at] + new + sentence[at + data.draw(st.integers(0, 1)) :]
    assert is_sentence(both[0], text) == bool(both[1].fullmatch(text))


@pytest.mark.parametrize(
    ("lark", "gbnf"),
    [
        ('start: "a"', '"a"'),
        ('start: "say \\"hi\\"\\n"', '"say \\"hi\\"\\U0000000A"'),
        ("start:", '""'),
        ('start: "a" |', '"a" | ""'),
        ('start: ["a"]', '("a")?'),
        ('start: "a"~3 "b"~1..2 "c"{,4} "d"{2,}', '"a"{3} "b"{1,2} "c"{0,4} "d"{2,}'),
        ('start: "a1"i', '([Aa] "1")'),
        ('start: "0".."9"', "[0-9]"),
        (r"start: /a.\d\W[^\s-][]^][a\-z]/", r"([a] [^\x0A] [0-9] [^0-9A-Za-z\x5F] "),
        (r"start: /\x41é\//", r"([A] [é] [\x2F])"),
        (r"start: /a*?b+|c{,2}d{3}/", r"([a]* [b]+ | [c]{0,2} [d]{3})"),
    ],
)
def test_one_construct_after_the_other(lark: str, gbnf: str) -> None:
    written = gbnf_of(lark).split("\n")[1]
    assert written.startswith(f"r-start ::= {gbnf}")


@pytest.mark.parametrize(
    ("lark", "said"),
    [
        ('rule: "a"', "there is no rule `start`"),
        ("start: a_b C", "`a_b`, `C` is not defined"),
        ('start: "a"\n%ignore " "', 'line 2: `%ignore " "`'),
        ('start: "a" -> alias', "line 1"),
        ("start: /a/i", "the flags of /a/i"),
        ("start: /^a/", "the anchor `^`"),
        ("start: /a$/", "the anchor `$`"),
        ("start: /a(?=b)/", "more than a group"),
        (r"start: /\bword/", r"`\b`"),
        (r"start: /(a)\1/", r"`\1`"),
        (r"start: /\u12/", r"`\u` without its digits"),
        ("start: /(a/", "without a closing one"),
        ("start: /a)/", "without an opening one"),
        ("start: /[a/", "ends in the middle"),
        ("start: /[z-a]/", "range `z-a` is empty"),
        ("start: /*/", "`*` repeats nothing"),
        ('start: "z".."a"', "not a range"),
        ('start: "ab".."c"', "not a range"),
    ],
)
def test_what_cannot_be_said_is_refused(lark: str, said: str) -> None:
    with pytest.raises(Misuse) as refused:
        gbnf_of(lark)
    assert said in str(refused.value)


@given(st.text(alphabet='start: "aB/[](){}|~*+?.,\\\n0-9^$', max_size=30))
def test_any_text_is_translated_or_refused(text: str) -> None:
    for grammar in (text, f"start: {text}", f"start: /{text}/"):
        try:
            written = gbnf_of(grammar)
        except Misuse:
            continue
        assert written.startswith("root ::= r-start\n")
