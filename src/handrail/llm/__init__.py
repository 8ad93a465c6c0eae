"""Language and vision models behind one protocol: providers, budgets, recordings, typed answers.

`open_model` opens a model by name, `ask_typed` asks it for a value of a type. Everything that answers is a `Model`, so
a recording, a batch file, a budget and a script stand wherever a model does.
"""

from handrail.llm.batch import BatchIn, BatchOut, open_batch
from handrail.llm.budget import Budget
from handrail.llm.cassette import Recorded, Recording
from handrail.llm.memoizing_model import MemoizingModel
from handrail.llm.model import (
    Answer,
    Declined,
    Grammar,
    Malformed,
    Message,
    Model,
    NoAnswer,
    NotRecorded,
    OverBudget,
    Part,
    Picture,
    Reply,
    Request,
    Schema,
    Shape,
    TimedOut,
    Unreachable,
    Usage,
)
from handrail.llm.open_model import Opening, open_model
from handrail.llm.provider import Patience
from handrail.llm.scripted import Scripted
from handrail.llm.typed import Typed, ask_typed

__all__ = [
    "Answer",
    "BatchIn",
    "BatchOut",
    "Budget",
    "Declined",
    "Grammar",
    "Malformed",
    "MemoizingModel",
    "Message",
    "Model",
    "NoAnswer",
    "NotRecorded",
    "Opening",
    "OverBudget",
    "Part",
    "Patience",
    "Picture",
    "Recorded",
    "Recording",
    "Reply",
    "Request",
    "Schema",
    "Scripted",
    "Shape",
    "TimedOut",
    "Typed",
    "Unreachable",
    "Usage",
    "ask_typed",
    "open_batch",
    "open_model",
]
