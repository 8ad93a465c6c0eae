"""From an instruction to rules with no model to call: clauses, typed values, and the names that an app declares."""

from handrail.encoder.offline.assemble import Abstained, OfflineDraft
from handrail.encoder.offline.encoder import OfflineEncoder
from handrail.encoder.offline.plan import Trace

__all__ = ["Abstained", "OfflineDraft", "OfflineEncoder", "Trace"]
