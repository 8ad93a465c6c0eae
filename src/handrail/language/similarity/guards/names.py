"""Names must agree to the letter: a person, a place, a brand, a code that one text has, the other has too.

`Anna` and `Anne` are one letter apart and two people, so no distance between spellings is taken for likeness.
"""

from handrail.language.similarity.guards.guard import Guard
from handrail.language.similarity.guards.reading import Part, Reading


def _differ(wanted: Reading, found: Reading) -> bool:
    return set(wanted.forms(Part.NAME)) != set(found.forms(Part.NAME))


def _surnames_differ(wanted: Reading, found: Reading) -> bool:
    """A word right after a name is part of it: `Anna Baker` is not `Anna Cook`, alike as their trades are."""
    first, second = _after_a_name(wanted), _after_a_name(found)
    said, said_too = set(wanted.forms(Part.CONTENT)), set(found.forms(Part.CONTENT))
    return bool(first - said_too and second - said)


def _after_a_name(reading: Reading) -> set[str]:
    neighbours = zip(reading.words, reading.words[1:], strict=False)
    return {word.form for name, word in neighbours if name.part is Part.NAME and word.part is Part.CONTENT}


def _signs_differ(wanted: Reading, found: Reading) -> bool:
    first, second = set(wanted.forms(Part.SIGN)), set(found.forms(Part.SIGN))
    mathematical = {sign for sign in first ^ second if sign in "+-=<>±×÷≤≥≠"}
    return bool(mathematical) or bool(first and second and first != second)


NAMES = Guard("names", _differ)
SURNAMES = Guard("surnames", _surnames_differ)
SIGNS = Guard("signs", _signs_differ)  # an emoji may be missing on one side, but not be another one
