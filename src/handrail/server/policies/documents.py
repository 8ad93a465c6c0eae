"""What the routes over policies say and take, as JSON."""

from pydantic import BaseModel, ConfigDict, Field

from handrail.server.documents import LONGEST_RULES
from handrail.server.messages import MessageDocument


class PolicyTextDocument(BaseModel):
    """A policy as it is written."""

    name: str
    policy: str


class PolicyRequest(BaseModel):
    """A policy to check: YAML."""

    model_config = ConfigDict(extra="forbid")

    policy: str = Field(max_length=LONGEST_RULES)


class PolicyCheckDocument(BaseModel):
    """Whether a policy can be used, what there is to say against it, and what it does, in sentences."""

    usable: bool
    messages: list[MessageDocument]
    summary: list[str]
