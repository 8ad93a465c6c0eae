"""What the routes over policies say and take, as JSON."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from handrail.server.documents import LONGEST_RULES
from handrail.server.messages import MessageDocument

MOST_VERSIONS = 100


class PolicyTextDocument(BaseModel):
    """A policy as it is written. `version` is that of the server's own; 0 where nobody has put one in force."""

    name: str
    policy: str
    version: int = 0


class PolicyVersionDocument(BaseModel):
    """One version of the server's own policy: who put it in force, and when."""

    version: int
    name: str
    by: str
    at: datetime


class PolicyVersionsDocument(BaseModel):
    """The versions, the newest first, which is in force."""

    versions: list[PolicyVersionDocument]


class SavePolicyRequest(BaseModel):
    """A policy to put in force, or null for the default. `after` is the version that its writer saw in force."""

    model_config = ConfigDict(extra="forbid")

    policy: str | None = Field(max_length=LONGEST_RULES)
    after: int = Field(ge=0)


class SavedPolicyDocument(BaseModel):
    """Which version it is."""

    version: int


class PolicyRequest(BaseModel):
    """A policy to check: YAML."""

    model_config = ConfigDict(extra="forbid")

    policy: str = Field(max_length=LONGEST_RULES)


class PolicyCheckDocument(BaseModel):
    """Whether a policy can be used, what there is to say against it, and what it does, in sentences."""

    usable: bool
    messages: list[MessageDocument]
    summary: list[str]
