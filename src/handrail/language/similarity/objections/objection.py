"""Why two texts that look alike do not mean the same: each objection is one reason, a pure function of two readings."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, groupby, islice

from handrail.language.similarity.objections.lexicon import (
    is_pair_of_opposites,
    kinds_of,
    lexicon,
    must_agree,
    of_one_kind,
)
from handrail.language.similarity.objections.reading import Part, TokenizedText, Word


@dataclass(frozen=True, slots=True)
class Objection:
    """`objects` must be symmetric; `name` says what differs when it does."""

    name: str
    objects: Callable[[TokenizedText, TokenizedText], bool]


def first_objection(objections: Iterable[Objection], wanted: TokenizedText, found: TokenizedText) -> str | None:
    """The name of the first objection that objects."""
    return next((objection.name for objection in objections if objection.objects(wanted, found)), None)


# Amounts must agree: the same numbers with the same units, the same times, in the same order.
#
# The order may differ only where every number has a thing of its own: `2 milk, 3 eggs` is `3 eggs, 2 milk`.


def _amounts_differ(wanted: TokenizedText, found: TokenizedText) -> bool:
    first, second = wanted.forms(Part.QUANTITY), found.forms(Part.QUANTITY)
    if first == second:
        return False
    return Counter(first) != Counter(second) or _with_their_things(wanted) != _with_their_things(found)


def _with_their_things(reading: TokenizedText) -> Counter[tuple[str, str]]:
    """Each quantity with the word right after it; one without is told apart by its place."""
    followers = (*reading.words[1:], None)
    pairs: list[tuple[str, str]] = []
    for position, (word, follower) in enumerate(zip(reading.words, followers, strict=True)):
        if word.part is Part.QUANTITY:
            has_thing = follower is not None and follower.part in (Part.CONTENT, Part.NAME)
            pairs.append((word.form, follower.form if follower is not None and has_thing else f"at {position}"))
    return Counter(pairs)


AMOUNTS = Objection("amounts", _amounts_differ)


# Names must agree to the letter: a person, a place, a brand, a code that one text has, the other has too.
#
# `Anna` and `Anne` are one letter apart and two people, so no distance between spellings is taken for likeness.


def _names_differ(wanted: TokenizedText, found: TokenizedText) -> bool:
    return set(wanted.forms(Part.NAME)) != set(found.forms(Part.NAME))


def _surnames_differ(wanted: TokenizedText, found: TokenizedText) -> bool:
    """A word right after a name is part of it: `Anna Baker` is not `Anna Cook`, alike as their trades are."""
    first, second = _after_a_name(wanted), _after_a_name(found)
    said, said_too = set(wanted.forms(Part.CONTENT)), set(found.forms(Part.CONTENT))
    return bool(first - said_too and second - said)


def _after_a_name(reading: TokenizedText) -> set[str]:
    neighbours = zip(reading.words, reading.words[1:], strict=False)
    return {word.form for name, word in neighbours if name.part is Part.NAME and word.part is Part.CONTENT}


def _signs_differ(wanted: TokenizedText, found: TokenizedText) -> bool:
    first, second = set(wanted.forms(Part.SIGN)), set(found.forms(Part.SIGN))
    mathematical = {sign for sign in first ^ second if sign in "+-=<>±×÷≤≥≠"}
    return bool(mathematical) or bool(first and second and first != second)


NAMES = Objection("names", _names_differ)
SURNAMES = Objection("surnames", _surnames_differ)
SIGNS = Objection("signs", _signs_differ)  # an emoji may be missing on one side, but not be another one


# Negations must agree: as many of them, and none of them on another word.


_DENIABLE = (Part.CONTENT, Part.NAME, Part.QUANTITY)


def _negations_differ(wanted: TokenizedText, found: TokenizedText) -> bool:
    denied, denied_too = _denied(wanted), _denied(found)
    if len(denied) != len(denied_too):
        return True
    return _denied_on_one_side(denied, denied_too, found) or _denied_on_one_side(denied_too, denied, wanted)


def _denied(reading: TokenizedText) -> list[str | None]:
    """For each negation the word that it denies: the next one that has a meaning."""
    return [
        next((later.form for later in reading.words[position + 1 :] if later.part in _DENIABLE), None)
        for position, word in enumerate(reading.words)
        if word.part is Part.NEGATION
    ]


def _denied_on_one_side(denied: list[str | None], denied_there: list[str | None], there: TokenizedText) -> bool:
    said_there = there.forms(*_DENIABLE)
    return any(word in said_there and word not in denied_there for word in denied)


NEGATIONS = Objection("negations", _negations_differ)


# No word may stand for its opposite or for another of its kind: on and off, Monday and Tuesday, red and blue.


def _swapped(wanted: TokenizedText, found: TokenizedText) -> bool:
    first, second = _forms_but_persons(wanted), _forms_but_persons(found)
    return any(not kinds_of(word).isdisjoint(kinds_of(other)) for word in first - second for other in second - first)


def _on_one_side(wanted: TokenizedText, found: TokenizedText) -> bool:
    return not must_agree().isdisjoint(_forms_but_persons(wanted) ^ _forms_but_persons(found))


def _forms_but_persons(reading: TokenizedText) -> frozenset[str]:
    return frozenset(word.form for word in reading.words if word.part is not Part.PERSON)


OPPOSITES = Objection("opposites", _swapped)
DAYS_AND_QUANTIFIERS = Objection("days and quantifiers", _on_one_side)


# Who is meant by the pronouns must agree: `call me` is not `call him`.


def _persons_differ(wanted: TokenizedText, found: TokenizedText) -> bool:
    """One side may leave a pronoun out (`your order has shipped`), but not put another in its place."""
    first, second = set(wanted.forms(Part.PERSON)), set(found.forms(Part.PERSON))
    return bool(first - second and second - first)


PERSONS = Objection("persons", _persons_differ)


# What is done and what is still to come must not be taken for each other: `I paid` is not `I will pay`.


_HAS_A_TENSE = (Part.CONTENT, Part.FUNCTION)


def _tenses_differ(wanted: TokenizedText, found: TokenizedText) -> bool:
    return (_announces(wanted) and _reports(found)) or (_announces(found) and _reports(wanted))


def _announces(reading: TokenizedText) -> bool:
    """Whether a text speaks of the future, and of nothing past."""
    return "will" in reading.forms(Part.FUNCTION) and not any(map(_is_past, reading.words))


def _reports(reading: TokenizedText) -> bool:
    """Whether a text speaks of the past, and of nothing future."""
    return "will" not in reading.forms(Part.FUNCTION) and any(map(_is_past, reading.words))


def _is_past(word: Word) -> bool:
    is_participle = word.written.endswith("ed") and word.written != word.form
    return word.part in _HAS_A_TENSE and (is_participle or word.written in lexicon().past)


TENSE = Objection("tense", _tenses_differ)


# From where to where must agree: what stands before `to` in one text must not stand after it in the other.


_REACH = 2  # words with a meaning, on each side, that a marker relates
_HAS_A_ROLE = (Part.CONTENT, Part.NAME, Part.QUANTITY, Part.PERSON)
_CONTRARY = frozenset(
    frozenset(pair)
    for pair in (
        *(("from", marker) for marker in ("to", "into", "onto", "for")),
        *(("by", marker) for marker in ("to", "of", "for")),
        ("for", "with"),
    )
)


@dataclass(frozen=True, slots=True)
class Roles:
    """The markers that a word stands before, and those that it stands after."""

    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()


def _roles(reading: TokenizedText) -> Mapping[str, Roles]:
    """The roles of the words that stand by a marker."""
    words = [word for word in reading.words if word.part in (*_HAS_A_ROLE, Part.MARKER)]
    found: dict[str, Roles] = {}
    for position, marker in enumerate(words):
        if marker.part is Part.MARKER:
            for word in _up_to_a_marker(reversed(words[:position])):
                known = found.get(word, Roles())
                found[word] = Roles(known.before | {marker.form}, known.after)
            for word in _up_to_a_marker(iter(words[position + 1 :])):
                known = found.get(word, Roles())
                found[word] = Roles(known.before, known.after | {marker.form})
    return found


def _up_to_a_marker(words: Iterator[Word]) -> Iterator[str]:
    for word in islice(words, _REACH):
        if word.part is Part.MARKER:
            return
        yield word.form


def _directions_differ(wanted: TokenizedText, found: TokenizedText) -> bool:
    first, second = _roles(wanted), _roles(found)
    pairs = [(first[word], second[word]) for word in first.keys() & second.keys()]
    if any(
        _contrary(a, b) for here, there in pairs for a in here.after - there.after for b in there.after - here.after
    ):
        return True
    moved_behind = {marker for here, there in pairs for marker in here.before & there.after - here.after}
    moved_ahead = {marker for here, there in pairs for marker in here.after & there.before - there.after}
    return bool(moved_behind & moved_ahead)


def _contrary(marker: str, other: str) -> bool:
    """Whether two markers give a word two roles: `before` and `after`, `from` and `to`, but not `of` and `for`."""
    return frozenset((marker, other)) in _CONTRARY or not lexicon().light_markers.issuperset((marker, other))


DIRECTION = Objection("direction", _directions_differ)


# Who does what to whom must agree: `Anna owes Ben` is not `Ben owes Anna`. A list may stand in any order.


_CLOSE = 5  # words between two rivals of one clause


def _rivals_change_places(wanted: TokenizedText, found: TokenizedText) -> bool:
    rivals = _rivals(wanted, found)
    first, second = _pairs(wanted, rivals), _pairs(found, rivals)
    role, role_too = _roles(wanted), _roles(found)
    persons = frozenset(wanted.forms(Part.PERSON))  # said too often in a text for a marker to be of this mention
    turned = [(a, b) for a, b in first if first[a, b] > second[a, b] and second[b, a] > first[b, a]]
    return any(not persons.isdisjoint(pair) or not _markers_tell_apart(*pair, role, role_too) for pair in turned)


def _markers_tell_apart(a: str, b: str, role: Mapping[str, Roles], role_too: Mapping[str, Roles]) -> bool:
    """Whether each does the same in both texts by its marker: `to JFK` is that wherever it stands."""
    after, after_too = (tuple(known.get(word, Roles()).after for word in (a, b)) for known in (role, role_too))
    return after == after_too and after[0] != after[1]


def _rivals(wanted: TokenizedText, found: TokenizedText) -> frozenset[str]:
    """The words whose order matters: people, names, and what both texts have along with another of its kind."""
    shared = frozenset(word.form for word in wanted.words) & frozenset(word.form for word in found.words)
    actors = frozenset(wanted.forms(Part.NAME, Part.PERSON)) | (lexicon().people & shared)
    return actors.union(*of_one_kind(shared))


def _pairs(reading: TokenizedText, rivals: frozenset[str]) -> Counter[tuple[str, str]]:
    """Which rival stands before which, close by and in one clause; those that one list names are one."""
    pairs: Counter[tuple[str, str]] = Counter()
    before: frozenset[str] = frozenset()
    distance = 0
    for here in _runs(reading, rivals):
        if here:
            pairs.update((a, b) for a in before for b in here if a != b and distance <= _CLOSE)
            before, distance = here, 0
        else:
            distance += 1
    return pairs


def _runs(reading: TokenizedText, rivals: frozenset[str]) -> Iterator[frozenset[str]]:
    """The words in order, each as the rivals it names; a list of rivals is one word, any other link a long way."""
    words = reading.words
    position = 0
    while position < len(words):
        here = {words[position].form} & rivals
        while here and position + 2 < len(words) and words[position + 1].part is Part.LINK:
            if words[position + 2].form not in rivals:
                break
            position += 2
            here.add(words[position].form)
        if words[position].part is Part.LINK:
            yield from [frozenset[str]()] * _CLOSE
        yield frozenset(here)
        position += 1


ORDER = Objection("who does it", _rivals_change_places)


# What belongs to what must agree: `wifi on, sound off` has the words of `sound on, wifi off`.
#
# Looked at only where a text holds two words of one kind: without a rival in the text nothing can have changed
# places.


_BELONGS = (Part.CONTENT, Part.NAME, Part.QUANTITY, Part.PERSON)


def _belong_elsewhere(wanted: TokenizedText, found: TokenizedText) -> bool:
    shared = frozenset(_forms(wanted)) & frozenset(_forms(found))
    rivals = of_one_kind(shared)
    counted = frozenset[str]().union(*rivals)
    first, second = list(_items(wanted, shared, counted)), list(_items(found, shared, counted))
    if not rivals or list(chain(*first)) == list(chain(*second)):
        return False
    if _with_a_rival(first, counted) != _with_a_rival(second, counted):
        return True
    pairs = [words for words in rivals if is_pair_of_opposites(words)]
    return any(pair <= set(item) for pair in pairs for item in first)


def _forms(reading: TokenizedText) -> tuple[str, ...]:
    return reading.forms(*_BELONGS, Part.MARKER, Part.FUNCTION)


def _items(reading: TokenizedText, shared: frozenset[str], counted: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """The items that links part, each with the words that the other text has too."""
    for is_link, run in groupby(reading.words, lambda word: word.part is Part.LINK):
        relevant = (word.form for word in run if word.part in _BELONGS or word.form in counted)
        if not is_link:
            yield tuple(form for form in relevant if form in shared)


def _with_a_rival(items: Iterable[tuple[str, ...]], counted: frozenset[str]) -> Counter[frozenset[str]]:
    return Counter(frozenset(item) for item in items if not counted.isdisjoint(item))


BELONGING = Objection("what belongs to what", _belong_elsewhere)


# What only one text says must not matter: `please`, `reminder`, `page`, but not `and eggs`.
#
# Only where one text says all that the other says: where each has words of its own, they may mean the same.


def leftovers(wanted: TokenizedText, found: TokenizedText) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words with a meaning that each text has and the other has not, in order."""
    first, second = wanted.forms(Part.CONTENT), found.forms(Part.CONTENT)
    return tuple(word for word in first if word not in second), tuple(word for word in second if word not in first)


def _adds(wanted: TokenizedText, found: TokenizedText) -> bool:
    first, second = leftovers(wanted, found)
    return not (first and second) and any(word not in lexicon().harmless for word in first + second)


ADDITIONS = Objection("additions", _adds)


OBJECTIONS = (
    AMOUNTS,
    NAMES,
    SURNAMES,
    SIGNS,
    NEGATIONS,
    OPPOSITES,
    DAYS_AND_QUANTIFIERS,
    PERSONS,
    TENSE,
    DIRECTION,
    ORDER,
    BELONGING,
    ADDITIONS,
)
"""All of them, the cheap and frequent ones first."""
