"""Phrases by concept, in readable files, found by whole words in several scripts."""

from handrail.sentinel.lexicon.lexicon import Lexicon, Mention, fold
from handrail.sentinel.lexicon.load import everything, lexicon, read_phrases
from handrail.sentinel.lexicon.word_list import word_list

__all__ = ["Lexicon", "Mention", "everything", "fold", "lexicon", "read_phrases", "word_list"]
