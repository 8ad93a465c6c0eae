"""What texts of apps and people say, in several languages: phrases, numbers, dates, word forms."""

from handrail.text.lexicon import Lexicon, Mention, everything, fold, lexicon, read_phrases, word_list

__all__ = ["Lexicon", "Mention", "everything", "fold", "lexicon", "read_phrases", "word_list"]
