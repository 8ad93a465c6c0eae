"""What a text is made of, where the eye would read something else: look-alikes, mixed scripts, hidden characters.

Pure. `oddities` and `in_other_characters` say what to point out to a person, `look_alike` when somebody would take two
names, addresses or numbers for the same one, `has_words` when a text has words that are no part of others, and
`may_read` when somebody may read a word in a text that does not have it. The same they are character by character:
case, width, ligatures, accents, and every blank count. Source: docs/approvals.md.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from string import punctuation
from unicodedata import category, name, normalize

from handrail.language.normal_form import normal_form


@dataclass(frozen=True, slots=True)
class Oddity:
    """One character that is not what it seems. `seems` is what it is read as, or empty where it is not seen at all."""

    character: str
    seems: str

    @property
    def code_point(self) -> str:
        """`U+24D1`."""
        return f"U+{ord(self.character):04X}"

    @property
    def text(self) -> str:
        """A clause that names the character: `ⓑ is U+24D1 CIRCLED LATIN SMALL LETTER B, not b`."""
        called = f"{self.code_point} {name(self.character, _UNNAMED.get(category(self.character), 'UNNAMED'))}"
        if self.seems == _BLANKS:
            return f"a blank at its end, beside another, or of another kind: {called}"
        if not self.seems:
            return f"an invisible {called}"
        shown = f"a mark {called} stands on it" if self.seems == _MARKED else f"{self.character} is {called}"
        return shown if self.seems in (_MARKED, _FOREIGN) else f"{shown}, not {self.seems}"


_MARKED, _FOREIGN, _BLANKS = "\0marked", "\0foreign", "\0blanks"
_UNNAMED = {"Cc": "CONTROL CHARACTER", "Cs": "HALF A CHARACTER", "Co": "PRIVATE CHARACTER", "Cn": "NO CHARACTER"}
_LINES = "\t\n\r"
_UNSEEN_BLANKS = re.compile(r"^\s|\s\Z|\s\s|[^\W\d_][^\S ][^\W\d_]")
_BLANK = frozenset("\ufffc\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_WITHIN_WORDS = frozenset(".,:/@-_+")
"""Signs that end a word only where a blank or nothing follows: `7:30`, `a@b.example`, `e-mail`, `1,000`."""
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me"})
"""Categories of characters of which nobody sees anything where no other goes before them."""
_OF_EMOJI = frozenset("\u200d\ufe0e\ufe0f")
_OF_LETTERS = frozenset("\u200c\u200d")
_JOINING = frozenset({"ARABIC", "DEVANAGARI", "BENGALI", "KANNADA", "MALAYALAM", "SINHALA", "TAMIL", "TELUGU"})
_ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "LISU", "COPTIC", "GOTHIC"})
"""Alphabets whose letters are taken for one another; Japanese or Korean beside Latin is nothing odd."""


def _pairs(drawn: str, as_: str) -> dict[str, str]:
    return dict(zip(drawn, as_, strict=True))


_LOOKS_LIKE = {
    **_pairs("аеорсухіјѕԁһԛԝӏѵкгпь", "aeopcyxijsdhqwlvkrnb"),  # Cyrillic
    **_pairs("АВЕКМНОРСТХІЈЅУЗԌԚԜ", "ABEKMHOPCTXIJSY3GQW"),
    **_pairs("αικνορτυχγησω", "aikvoptuxynow"),  # Greek
    **_pairs("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
    **_pairs("ոսօհցգզՕՍՏԼ", "nuohgqqOUSL"),  # Armenian
    **_pairs("ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏎᏏᏒᏔᏚᏙᏞᏟᏢᏦᏴ", "DRTiAJEWMHYGZ4bRWSVLCPKB"),  # Cherokee
    **_pairs("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "ABCDEFGHIJKLMNOPRSTUVWXYZ"),  # Lisu
    **_pairs("ıɑɡɩɪƅʟʏᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢ", "iagiibLyacdejkmoptuvwz"),  # Latin letters that English does not have
    **_pairs("⁄∕‚։꞉∶ꓸ‐‑‒–—−’‘′", "//,:::.------'''"),
}
_DRAWN_THE_SAME = {**_LOOKS_LIKE, "I": "l", "1": "l", "|": "l", "0": "O", "m": "rn"}
"""For comparing two texts only: a lone `I` or `0` is nothing odd."""

_DIGITS_DRAWN = str.maketrans({"l": "1", "o": "0"})
_SHORTEST_NUMBER = 7

_DIGITS_LIKE_LETTERS = {"0": "o", "1": "l", "|": "l"}
_NAMED_LETTER = re.compile(
    r"\b(?:LATIN (?:CAPITAL |SMALL |LETTER )*LETTER|SYMBOL LETTER) "
    r"(?:SMALL CAPITAL |OPEN |TURNED |REVERSED |SCRIPT )?([A-Z])\b"
)
"""How Unicode calls what is drawn as a Latin letter: with a stroke, in a square, as half of a flag."""
_UNLIKE_LETTERS = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "ARABIC", "HEBREW", "THAI", "DEVANAGARI"})
"""Scripts of which no word is taken for one in Latin letters."""


def in_other_characters(wanted: str, found: str) -> tuple[str, ...]:
    """The names of the characters by which a text differs from one that nobody can tell from it: `é` is one or two."""
    if normalize("NFC", wanted) != normalize("NFC", found):
        return ()
    return tuple(f"U+{ord(part):04X} {name(part, 'UNNAMED')}" for part in dict.fromkeys(found) if part not in wanted)


def has_words(wanted: str, text: str) -> bool:
    """Whether a text has some words, spelled so, and not only as a part of a longer word or number: `at 7` in `at 70`.

    Where letters have no case, as in Japanese, words are not parted, and a part is all that there is.
    """
    for found in re.finditer(f"(?={re.escape(wanted)})", text):
        first, last = found.start(), found.start() + len(wanted) - 1
        if not (_goes_on(text[max(0, first - 2) : first + 1][::-1]) or _goes_on(text[last : last + 3])):
            return True
    return False


def _goes_on(from_edge: str) -> bool:
    """Whether a word goes on beyond the first of three characters, perhaps after a sign that stands within words."""
    edge, beyond, after = from_edge[:1], from_edge[1:2], from_edge[2:3]
    if edge.isnumeric() and after.isnumeric() and not beyond.isalpha():  # whatever stands between them: `7 0`, `7'30`
        return True
    if beyond in _WITHIN_WORDS:
        return _is_of_a_word(edge) and _is_of_a_word(after)
    return (_is_of_a_word(edge) or edge in _WITHIN_WORDS) and _is_of_a_word(beyond)


def _is_of_a_word(character: str) -> bool:
    if not character:
        return False
    return character.isnumeric() or character.lower() != character.upper() or category(character)[0] == "M"


def look_alike(wanted: str, found: str) -> bool:
    """Whether somebody may take one text for the other: equal in normal form, or drawn with the same shapes.

    Or the same letters and digits with other signs and blanks among them, the same names in another order, the same
    number with the country before it or not.

    True for two that are the same, too. Knows the frequent confusable characters, not all there are.
    """
    if normal_form(wanted) == normal_form(found):
        return True
    first, second = _drawn(wanted), _drawn(found)
    if first == second:
        return True
    bare, other = (["".join(filter(str.isalnum, name)) for name in text.split(",")] for text in (first, second))
    if not any(bare):
        return False
    return set(bare) == set(other) or "".join(bare) == "".join(other) or _is_same_number("".join(bare), "".join(other))


def _is_same_number(first: str, second: str) -> bool:
    """Whether one number ends with the other, without the zero that stands for the country."""
    shorter, longer = sorted((_digits(first), _digits(second)), key=len)
    return len(shorter) >= _SHORTEST_NUMBER and longer.endswith(shorter)


def _digits(bare: str) -> str:
    """The digits of what was drawn and is a number; empty for any other text."""
    number = bare.translate(_DIGITS_DRAWN)
    return number.lstrip("0") if number.isascii() and number.isdecimal() else ""


def may_read(word: str, text: str) -> bool:
    """Whether somebody may read a word in a text: in letters drawn otherwise, or with something between them.

    What stands between two letters counts only where the whole is a word by itself: `can cel`, and not `can celebrate`.
    Letters of a script that is not the word's may be drawn like those at their places, so nobody can say; and so may a
    sign, a digit, or a letter that is not read as a plain one, among the letters of a word stand for any: `c@ncel`.
    """
    wanted = "".join(filter(None, map(_plain, normalize("NFKD", word))))
    if not wanted:
        return False
    drawn = [_plain(character) for character in normalize("NFKD", text)]
    if _is_spelled(wanted, drawn):
        return True
    if wanted.isascii() and wanted.isalpha():  # what may be a letter may as well be something between two
        plain = [_plain(character) if character.isalpha() else "" for character in normalize("NFKD", text)]
        if _is_spelled(wanted, [part if _is_plain(part) else "" for part in plain]):
            return True
    return wanted.isascii() and any(
        _may_be_drawn_like(wanted, shown)
        or any(_is_with_signs(wanted, _plainly(part)) for part in (shown, shown.strip(punctuation), _bare(shown)))
        or _broken(wanted) in _broken("".join(map(_plain, shown)))
        for shown in _in_as_many_words(text, len(word.split()))
    )


def may_be_read_as(word: str, text: str) -> bool:
    """Whether somebody may read a word in a text, and nothing beside it; in one of which nothing is seen, none."""
    shown, wanted = ["".join(filter(_is_seen, normalize("NFC", written))) for written in (text, word)]
    if not wanted:
        return not shown
    return len(shown) == len(wanted) and may_read(word, text)


def _is_seen(character: str) -> bool:
    return not (character.isspace() or character in _BLANK or category(character) in _UNSEEN)


def _in_as_many_words(text: str, count: int) -> list[str]:
    """Each that many words of a text that follow one another, without the blanks between them."""
    words = text.split()
    return ["".join(words[start : start + count]) for start in range(max(1, len(words) - count + 1))]


def _bare(word: str) -> str:
    return "".join(character for character in word if character not in punctuation)


def _is_spelled(wanted: str, drawn: Sequence[str]) -> bool:
    """Whether the letters of a text, of which nothing is empty, spell a word: one after another, or by itself."""
    letters = [place for place, part in enumerate(drawn) if part]
    spelled = "".join(part for part in drawn if part)
    start = spelled.find(wanted)
    while start >= 0:
        first, last = letters[start], letters[start + len(wanted) - 1]
        whole = not (first and drawn[first - 1]) and not (last + 1 < len(drawn) and drawn[last + 1])
        if whole or last - first == len(wanted) - 1:
            return True
        start = spelled.find(wanted, start + 1)
    return False


def _plainly(word: str) -> str:
    """A word with each character as the letter that it is drawn as, or as it is; an `I` may be an `l`."""
    return "".join(
        "1" if character in ("I", *_DIGITS_LIKE_LETTERS) else _plain(character) or character
        for character in normalize("NFKD", word)
        if category(character) != "Mn"
    )


def _broken(word: str) -> str:
    """With each letter that two others side by side look like as these two."""
    return word.replace("m", "rn").replace("w", "vv")


def _is_with_signs(wanted: str, word: str) -> bool:
    """Whether, somewhere in a word, half of the letters wanted stand at their places, and no other plain ones do.

    Nor other digits, where digits are wanted.
    """
    plain = str.isalnum if any(map(str.isdecimal, wanted)) else str.isalpha
    for start in range(len(word) - len(wanted) + 1):
        pairs = list(zip(wanted, word[start:], strict=False))
        same = sum(mine == theirs or (mine, theirs) == ("l", "1") for mine, theirs in pairs)
        if 2 * same >= len(pairs) and all(
            mine == theirs or theirs == "1" or not (theirs.isascii() and plain(theirs)) for mine, theirs in pairs
        ):
            return True
    return False


def _is_plain(character: str) -> bool:
    return character.isascii() and character.isalpha()


def _plain(character: str) -> str:
    """The letter or digit that a character is drawn as; empty for what is none."""
    if character.isascii() and character not in _DIGITS_LIKE_LETTERS:
        return character.casefold() if character.isalnum() else ""
    if character in _DIGITS_LIKE_LETTERS:
        return _DIGITS_LIKE_LETTERS[character]
    called = name(character, "")
    if category(character) == "Sc":  # a currency has the letter that it begins with, struck through
        return called[:1].casefold()
    said = _NAMED_LETTER.search(called)
    if said is not None:
        return said.group(1).casefold()
    drawn = _LOOKS_LIKE.get(character, character)
    return drawn.casefold() if drawn.isalnum() else ""


def _may_be_drawn_like(wanted: str, word: str) -> bool:
    """Whether a word is of as many letters, each the same or of a script of which nobody can say what it looks like."""
    letters = normalize("NFKD", word)
    return word.isalpha() and len(letters) == len(wanted) and all(map(_may_be_the_letter, wanted, letters))


def _may_be_the_letter(wanted: str, letter: str) -> bool:
    plain = _plain(letter)
    return plain == wanted or (not plain.isascii() and _script(letter) not in _UNLIKE_LETTERS)


def oddities(text: str) -> tuple[Oddity, ...]:
    """The characters of a text that are not what they seem, each once, in the order of their first appearance.

    Blanks that nobody sees are one of them: at the ends, and side by side.
    """
    if text.isascii() and text.isprintable():
        return _unseen_blanks(text)
    composed = normalize("NFC", text)
    scripts = {_script(character) for character in composed if character.isalpha()}
    found: dict[str, Oddity] = {}
    before = ""
    for character in composed:
        if not character.isascii() or not character.isprintable():
            seems = _seems(character, before, scripts, composed)
            if seems is not None:
                found.setdefault(character, Oddity(character, seems))
        before = character
    for letter in _of_another_alphabet(composed):
        found.setdefault(letter, Oddity(letter, _LOOKS_LIKE.get(letter, _FOREIGN)))
    return (*_unseen_blanks(text), *found.values())


def _unseen_blanks(text: str) -> tuple[Oddity, ...]:
    """Of a single line; prose of several is laid out with blanks."""
    found = _UNSEEN_BLANKS.search(text) if "\n" not in text else None
    if found is None:
        return ()
    blanks = [character for character in found.group() if character.isspace()]
    return (Oddity(next((blank for blank in blanks if blank != " "), " "), _BLANKS),)


def _seems(character: str, before: str, scripts: set[str], text: str) -> str | None:
    """What a single character is taken for, or None where there is nothing to say of it by itself."""
    sort = category(character)
    if sort[0] == "Z" and sort != "Zs":
        return ""
    if sort[0] == "C" or character in _BLANK or "VARIATION SELECTOR" in name(character, ""):
        return None if character in _LINES or _belongs(character, before) else ""
    if sort[0] == "M":
        return _MARKED if before and _script(before) in _ALPHABETS else None
    if sort == "So" and "LATIN" in name(character, ""):  # a letter in a square or a circle
        return _plain(character)
    if sort == "Nd":
        return _digit(character, scripts, text)
    plain = normalize("NFKC", character)
    if plain != character and plain.isalnum():
        return plain
    seems = _LOOKS_LIKE.get(character, "")
    return seems if seems and sort[0] == "L" and _script(character) in ("LATIN", "LISU", "CHEROKEE") else None


def _belongs(character: str, before: str) -> bool:
    """Whether an invisible character is how an emoji or a word of its script is written."""
    if character in _OF_EMOJI and before and (category(before) in ("So", "Sk", "Po", "Nd") or before in _OF_EMOJI):
        return True
    return character in _OF_LETTERS and bool(before) and _script(before) in _JOINING


def _digit(character: str, scripts: set[str], text: str) -> str | None:
    """A digit of another script is at home only among letters of it, and not beside other digits."""
    home = _script(character) in scripts and not any("0" <= other <= "9" for other in text)
    plain = normalize("NFKC", character)
    return None if character.isascii() or home else str(int(plain))


def _of_another_alphabet(text: str) -> list[str]:
    """Letters that stand in one word with those of another alphabet, or that spell a whole text in foreign letters.

    Of a mixed word, the letters that are not of the alphabet that most of the text is in.
    """
    found: list[str] = []
    letters = [character for character in text if character.isalpha() and _script(character) in _ALPHABETS]
    count = {
        script: sum(_script(letter) == script for letter in letters)
        for script in {_script(letter) for letter in letters}
    }
    if not count or set(count) == {"LATIN"}:
        return found
    for word in text.split():
        within = {_script(character) for character in word if character.isalpha()} & _ALPHABETS
        if len(within) > 1:
            usual = max(sorted(within), key=lambda script: (count[script], script == "LATIN"))
            found += [character for character in word if character.isalpha() and _script(character) in within - {usual}]
    for script in sorted(set(count) - {"LATIN"}):
        own = [letter for letter in letters if _script(letter) == script]
        if all(letter in _LOOKS_LIKE for letter in own):
            found += own
    return found


def _script(character: str) -> str:
    return name(character, "").replace("-", " ").partition(" ")[0]


def _drawn(text: str) -> str:
    """A text as its shapes: the skeleton that two texts share which are drawn the same."""
    seen = "".join(
        character for character in normalize("NFKC", text) if category(character)[0] != "C" and character not in _BLANK
    )
    shapes = "".join(_DRAWN_THE_SAME.get(character, character) for character in normalize("NFC", seen))
    return " ".join(shapes.casefold().split())
