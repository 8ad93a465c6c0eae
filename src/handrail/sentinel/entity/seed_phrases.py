"""Seed phrases of crypto wallets: 12 to 24 plain words that are called one, or that are numbered from 1."""

from collections.abc import Iterator

from handrail.sentinel.entity.entity import Entity, EntityKind
from handrail.sentinel.entity.pattern import compiled

LENGTHS = (24, 21, 18, 15, 12)
_WORDS = r"[a-z]{3,8}(?:[ \t\n,]+[a-z]{3,8}){11,23}"
_CALLED = (
    rf"(?i:seed|recovery phrase|secret phrase|recovery words|mnemonic|backup phrase|"
    rf"wallet words)[^\n]{{0,60}}[:\n.]\s*({_WORDS})\b"
)
_NUMBERED = r"\b1[.) ]\s*[a-z]{3,8}(?:[\s,]+\d{1,2}[.) ]\s*[a-z]{3,8}){11,23}\b"
_SHORTEST = 12 * len("oak ") - 1


def find_seed_phrases(text: str) -> Iterator[Entity]:
    """As many words as a wallet gives: the longest of 12, 15, 18, 21 and 24."""
    if len(text) < _SHORTEST:
        return
    for match in compiled(_CALLED).finditer(text):
        start, _ = match.span(1)
        words = list(compiled(r"[a-z]+").finditer(match.group(1)))
        length = next(number for number in LENGTHS if number <= len(words))
        end = start + words[length - 1].end()
        yield Entity(EntityKind.SEED_PHRASE, start, end, text[start:end])
    for match in compiled(_NUMBERED).finditer(text):
        numbers = [int(number) for number in compiled(r"\d+").findall(match.group())]
        if numbers == list(range(1, len(numbers) + 1)) and len(numbers) in LENGTHS:
            yield Entity(EntityKind.SEED_PHRASE, match.start(), match.end(), match.group())
