"""An instruction in clauses: what each asks for, and what it withholds."""

from dataclasses import dataclass

from handrail.sentinel.entity.pattern import compiled
from handrail.text import Mention, fold, lexicon, word_list

QUOTED = r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」"
_BETWEEN = (
    r"(?i)[.;:()!?\n…]+\s|,\s|[()\n]|[。！？，；]| (?:but|aber|pero|mais|and then|und dann) |지만|은데|는데| - | – "
)
_AND = r" (?:and|und|y|et|then|dann) (?:then )?"
_KEPT_IN = frozenset({"in", "note", "notes", "list", "bookmark", "favourites", "favorites"})
_NAMES_A_NOUN = frozenset({"in", "my", "google", "the", "from", "on", "into", "open"})


@dataclass(frozen=True, slots=True)
class Sides:
    """The two sides of a text: what it asks for, and what it withholds, clause by clause."""

    asked: str
    withheld: tuple[str, ...]


def sides(text: str) -> Sides:
    """Both sides; what stands in quotation marks is to be said, and forbids nothing."""
    pieces = compiled(_BETWEEN).split(str(compiled(QUOTED).sub(" ", text)) + " ")
    split = [
        _split(at_command) for piece in pieces if piece and piece.strip() for at_command in _at_commands(piece.strip())
    ]
    return Sides("\n".join(command for command, _ in split if command), tuple(other for _, other in split if other))


def _at_commands(piece: str) -> list[str]:
    """A piece at every `and` that a command follows: `keep the first and delete the second`."""
    starts = {mention.start for mention in lexicon("acts").mentions(piece)}
    cuts = [match.start() for match in compiled(_AND).finditer(fold(piece)) if match.end() in starts]
    return [piece[start:end] for start, end in zip([0, *cuts], [*cuts, len(piece)], strict=True)]


def _split(clause: str) -> tuple[str, str]:
    """What a clause asks for, and what it withholds: all after a negation, or the whole clause that says to keep."""
    folded = fold(clause)
    found = (
        mention for mention in lexicon("amounts").mentions(clause) if mention.concept in {"not", "keep", "look_only"}
    )
    mentions = [mention for mention in found if not _describes(folded, mention)]
    if not mentions or folded.startswith(("if ", "falls ", "wenn ", "si ")):
        return clause, ""
    first = min(mentions, key=lambda mention: mention.start)
    if first.concept == "keep" or not folded[first.end :].strip():
        return "", clause
    return folded[: first.start], folded[first.start :]


def _describes(folded: str, mention: Mention) -> bool:
    """Whether a negation tells how things are, as in `the SIM does not send it`, and forbids nothing."""
    before = folded[: mention.start].split()
    if mention.concept == "keep":
        if mention.phrase != "keep":
            return False
        if not before:
            return bool(
                _KEPT_IN & set(folded[mention.end :].split())
            )  # to keep something in a list is to write it down
        return before[-1] in _NAMES_A_NOUN
    if mention.concept != "not":
        return False
    while before and before[0] in word_list("openers"):
        before.pop(0)
    if not before:
        return mention.phrase == "no" and "longer" in folded
    if mention.phrase in word_list("exceptions") or any(ord(character) >= 0x3000 for character in folded):
        return False
    if mention.phrase in {"don't", "dont", "do not", "never"}:
        return len(before) > 2 or before[-1] in word_list("auxiliaries")
    return before[-1] in word_list("auxiliaries") or mention.phrase in word_list("late_negations")


def forbidden_acts(asked: str, withheld: tuple[str, ...]) -> frozenset[str]:
    """Acts right after a negation, though another word asks for them: `draft a reply, don't send it`."""
    said = {mention.phrase for mention in lexicon("acts").mentions(asked)}
    found: set[str] = set()
    for clause in withheld:
        negation = next((mention for mention in lexicon("amounts").mentions(clause) if mention.concept == "not"), None)
        if negation is not None and negation.start == 0:
            mentions = lexicon("acts").mentions(clause[: negation.end + 24])
            found |= {
                mention.concept
                for mention in mentions
                if mention.start <= negation.end + 6 and mention.phrase not in said
            }
    return frozenset(found)
