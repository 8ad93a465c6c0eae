"""The judge that needs no language model: a small calibrated model over facts, findings and embeddings.

Needs `handrail[similarity]`. Trained by `benchmarks/train_offline_judge.py`; see docs/judges.md.
"""

from handrail.sentinel.offline.judge import OfflineJudge, open_offline
from handrail.sentinel.offline.model import OfflineModel, read_model, shipped_model

__all__ = ["OfflineJudge", "OfflineModel", "open_offline", "read_model", "shipped_model"]
