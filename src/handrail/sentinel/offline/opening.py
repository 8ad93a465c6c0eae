"""Opening the offline judge."""

from handrail.sentinel.offline.embedding import open_embed
from handrail.sentinel.offline.judge import OfflineJudge
from handrail.sentinel.offline.model import OfflineModel, shipped_model
from handrail.sentinel.rule import load_rules


def open_offline(model: OfflineModel | None = None, *, region: str = "US") -> OfflineJudge:
    """The offline judge with the model that comes with Handrail, or another one.

    Raises `MissingExtra` where `handrail[similarity]` is not installed: without embeddings it would be another judge.
    """
    embed = open_embed()
    return OfflineJudge(shipped_model() if model is None else model, load_rules(), embed, region)
