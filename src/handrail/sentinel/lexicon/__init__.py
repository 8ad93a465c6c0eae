"""Phrases by concept, in readable files, found by whole words in several scripts."""

from handrail.sentinel.lexicon.lexicon import Lexicon, Mention, everything, fold, lexicon, read_phrases, word_list

__all__ = ["Lexicon", "Mention", "everything", "fold", "lexicon", "read_phrases", "word_list"]
