"""Why a line could not be read, said so that its author can mend it.

People and models write `=>`, `AND`, curly quotes and trailing commas. The grammar refuses them; this module looks at
the place where reading stopped and says what stands there and what would be right.
"""

import re
from dataclasses import dataclass
from unicodedata import name as unicode_name

from handrail.language.diagnostic import excerpt

_NAMES_OF_TERMINALS = {
    "NAME": "a name",
    "QUOTED": "a name",
    "ARROW": "`->`",
    "AND": "`&`",
    "TRUE": "`True`",
    "DONE": "`Done`",
    "STILL": "`still`",
    "ONCE": "`once`",
    "TEXT": "a value",
    "WORD": "a value",
    "BOOLEAN": "a value",
    "RELATIVE": "a value",
    "NOW": "a value",
    "VARIABLE": "a value",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "EQUAL": "a comparison",
    "IN": "a comparison",
    "$END": "the end of the line",
}
_CURLY_QUOTES = "“”„«»‟″＂"
_SINGLE_QUOTES = "'‘’‚‛"
_INVISIBLE = {"\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u200e", "\u200f"}
_AND = re.compile(r"AND\b|And\b|&&|[,;+^]")
_ARROW = re.compile(r"=>|⇒|-->|—>|–>|:-|⟶|implies\b|THEN\b|then\b")
_HEAD = re.compile(r"(?:->|→)\s*(?:`[^`]*`|\w+)$")
_ONCE = re.compile(r"\bonce\s+(?:still\b|once\b|`[^`]*`|\w+)$")
_OR = re.compile(r"\|\|?|∨|(?:OR|Or|or)\b")


@dataclass(frozen=True, slots=True)
class Trouble:
    """Where reading stopped: the line, the position in it (from 0), and the terminals that would have been read."""

    line: str
    position: int
    expected: frozenset[str]

    @property
    def rest(self) -> str:
        """The line from the trouble on."""
        return self.line[self.position :]

    @property
    def before(self) -> str:
        """The line up to the trouble, without the space at its end."""
        return self.line[: self.position].rstrip()


def explain(trouble: Trouble) -> tuple[str, str]:
    """What was found and what would be right, as two clauses."""
    rest = trouble.rest.lstrip()
    if not rest or rest.startswith("#"):
        return _at_the_end(trouble)
    hint = _known_mistake(trouble, rest)
    if hint is not None:
        return hint
    return f"found `{_first_word(rest)}`", f"expected {_expected(trouble.expected)}"


def help_for_word(word: str) -> str:
    """What the author of a malformed number, date or time probably wanted."""
    if ":" in word:
        return "a time is written `9:05`, `19:00`, `19:00:30` or `7:00 PM`"
    if re.fullmatch(r"[0-9]{1,4}-[0-9]{1,2}-[0-9]{1,4}", word) or re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", word):
        return "a date is a real day written year, month, day, as in `2025-07-17`"
    if re.fullmatch(r"(?i)[0-9]{1,2}\s*[ap]m", word):
        return "a time is written with its minutes: `7:00 PM`"
    if re.fullmatch(r"[+.][0-9.]+|-?0[0-9]+(?:\.[0-9]*)?|-?[0-9]+\.", word):
        return (
            "a number is written `5`, `-3`, `0.5` or `1e6`: no `+`, no leading zero, a digit on both sides of the point"
        )
    if re.fullmatch(r"-?[0-9.]+(?:[eE][+-]?[0-9]+)?", word):
        return "a number has at most 1,000 digits on either side of the point"
    return "a text stands in double quotes, a name that starts with a digit in backticks, a number has no unit"


def _at_the_end(trouble: Trouble) -> tuple[str, str]:
    if "->" not in trouble.line and "→" not in trouble.line:
        return "the rule ends without an arrow", "end it with `-> Done` or with `->` and the name of an objective"
    return "the rule ends here", f"expected {_expected(trouble.expected)}"


def _known_mistake(trouble: Trouble, rest: str) -> tuple[str, str] | None:
    character = rest[0]
    if character in _INVISIBLE:
        return f"an invisible character ({unicode_name(character, f'U+{ord(character):04X}')})", "remove it"
    if character in _CURLY_QUOTES:
        return f"a typographic quote {character}", 'write texts in straight double quotes: "text"'
    if character in _SINGLE_QUOTES:
        return "a single quote", 'write texts in double quotes: "text"'
    if character == '"':
        return _about_quotes(trouble) or _misplaced(trouble, rest)
    if character == "`":
        return "a name in backticks that does not end", "close it with another backtick; it cannot be empty"
    return _about_once(trouble) or _wrong_connective(trouble, rest) or _misplaced(trouble, rest)


def _about_quotes(trouble: Trouble) -> tuple[str, str] | None:
    if "TEXT" not in trouble.expected:
        if "EQUAL" in trouble.expected or "NAME" in trouble.expected:
            return "a text where a name belongs", "names stand without quotes, or in backticks"
        return None
    return "a text that does not end", 'close it with `"`; a quote inside a text is written `\\"`'


def _about_once(trouble: Trouble) -> tuple[str, str] | None:
    if re.search(r"(?:^|[&∧\s])once$", trouble.before) and trouble.rest.startswith("("):
        return "brackets after `once`", "name the state, as in `once Tab(...)`; one called `once` stands in backticks"
    if trouble.expected == {"LPAR"} and re.search(_ONCE, trouble.before):
        return (
            "`once` before something without brackets",
            "it stands before a state; an objective stays achieved anyway",
        )
    return None


def _wrong_connective(trouble: Trouble, rest: str) -> tuple[str, str] | None:
    before = trouble.before
    if match := _ARROW.match(rest):
        return f"found `{match[0]}`", "an arrow is written `->`"
    if before.endswith("=") and rest.startswith(">") and "WORD" in trouble.expected:
        return "found `=>`", "an arrow is written `->`, at-least is written `>=`"
    if match := _OR.match(rest):
        if re.search(_HEAD, before):
            return f"found `{match[0]}` after the head", "a rule has one head; write another rule with the same body"
        if "AND" in trouble.expected or "ARROW" in trouble.expected:
            return f"found `{match[0]}`", "write one rule for each alternative, with the same head"
        return f"found `{match[0]}`", 'alternatives of one variable are a list: `color in ["Red", "Blue"]`'
    if "ARROW" in trouble.expected and (match := _AND.match(rest)):
        if _body_is_true(before):
            return _after_true(match[0])
        return f"found `{match[0]}`", "predicates are joined with `&`"
    if _body_is_true(before) and (match := re.match(r"&|∧|and\b", rest)):
        return _after_true(match[0])
    if re.match(r"(?:&&|AND\b|&|and\b)", rest) and "COMMA" in trouble.expected:
        return f"found `{_first_word(rest)}`", "constraints in brackets are joined with `,`"
    return None


def _misplaced(trouble: Trouble, rest: str) -> tuple[str, str] | None:
    before, character = trouble.before, rest[0]
    if before.endswith(",") and character in ")]":
        return f"a comma before `{character}`", "remove it"
    if character == "," and before.endswith((",", "(", "[")):
        return "a comma with nothing before it", "remove it"
    if character == "]" and before.endswith("["):
        return "an empty list", "a list names at least one value"
    if re.search(_HEAD, before):
        if character == "(":
            return "brackets after the head", "a rule establishes an objective or `Done`, written without brackets"
        if character in "&,∧" or rest.startswith(("and", "AND")):
            return "a second head", "a rule has one head; write another rule with the same body"
        return f"found `{_first_word(rest)}` after the head", "a rule is one line and ends with its head"
    if not before and rest.startswith(("->", "→")):
        return "the rule requires nothing", "write `True ->` if that is meant"
    if not before and character in "-*•":
        return f"found `{character}`", "a rule needs no bullet; a label is written `R1:` or `1.`"
    if "EQUAL" in trouble.expected and character in "),":
        return "a variable without a comparison", "say what it should be, as in `available = true`"
    if "EQUAL" in trouble.expected and character == ":":
        return "found `:`", "a comparison is written `=`, `!=`, `<`, `in`, …"
    if "TEXT" in trouble.expected and re.match(r"(?:True|False|TRUE|FALSE)\b", rest):
        return f"found `{_first_word(rest)}`", f"write `{_first_word(rest).lower()}`"
    if "TEXT" in trouble.expected and re.match(r"(?:null|None|undefined)\b", rest):
        return (
            f"found `{_first_word(rest)}`",
            "no constraint holds on an unknown value; there is nothing to compare with",
        )
    if "TEXT" in trouble.expected and re.match(r"(?:today|tomorrow|yesterday|now)\b", rest):
        return (
            f"found `{_first_word(rest)}`",
            f"write `{_first_word(rest).capitalize()}`; a text stands in double quotes",
        )
    if "TEXT" in trouble.expected and re.match(r"[^\W\d]", rest):
        return f"found `{_first_word(rest)}`", "a text or an Enum value stands in double quotes"
    if character == "[" and "TEXT" in trouble.expected:
        return "a list", "a list follows `in` or `not in`"
    if trouble.expected == {"LSQB"} and re.match(r'["?\w]', rest):
        return f"found `{_first_word(rest)}`", "`in` and `not in` take a list: `[1, 2]`"
    if before.endswith("[") and re.match(r"!=|≠|~=|in\b|not\b", rest):
        return f"found `{_first_word(rest)}`", "a count compares with `=`, `<`, `<=`, `>` or `>=`"
    if re.search(r"(?:^|[&\s])(?:not|NOT|Not)$", before) or ("NAME" in trouble.expected and rest[0] in "!¬~"):
        return "a predicate cannot be negated", "negate inside its brackets (`on != true`) or count rows (`[= 0]`)"
    if "NAME" in trouble.expected and re.search(r"[0-9],$", trouble.line[: trouble.position]) and rest[0].isdigit():
        return f"found `{_first_word(rest)}`", "a number has no comma in it, and a constraint begins with a name"
    if "NAME" in trouble.expected and re.match(r"[0-9]", rest):
        return f"found `{_first_word(rest)}`", "a name that starts with a digit stands in backticks"
    return None


def _after_true(found: str) -> tuple[str, str]:
    return f"found `{found}` after `True`", "`True` stands alone; drop it, what follows is the requirement"


def _body_is_true(before: str) -> bool:
    return re.search(r"(?:^|[\s.:)])True$", before) is not None


def _first_word(rest: str) -> str:
    match = re.match(r'"[^"]*"?|\w+|[^\w\s"]{1,3}', rest)
    return excerpt(match[0] if match else rest[0])


def _expected(terminals: frozenset[str]) -> str:
    phrases = sorted({_NAMES_OF_TERMINALS[terminal] for terminal in terminals if terminal in _NAMES_OF_TERMINALS})
    if not phrases:
        return "something else"
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} or {phrases[-1]}"
