"""Models drafted from recorded walks: by the structure of the screens, and with a language model."""

from handrail.app.draft.draft import Drafted, Dropped, NothingToDraft, draft_of

__all__ = ["Drafted", "Dropped", "NothingToDraft", "draft_of"]
