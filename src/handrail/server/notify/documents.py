"""What the API says and takes about notifications."""

from pydantic import BaseModel, ConfigDict, Field

from handrail.server.notify.reach import LONGEST_ADDRESS


class _Given(BaseModel):
    model_config = ConfigDict(extra="forbid")


class WebhookDocument(BaseModel):
    """A program that is told."""

    id: str
    address: str


class NewWebhookDocument(_Given):
    """A program to tell."""

    address: str = Field(max_length=LONGEST_ADDRESS)


class MadeWebhookDocument(BaseModel):
    """A program that is told from now on; `secret` is told this one time."""

    id: str
    address: str
    secret: str


class PushKeyDocument(BaseModel):
    """With what a browser subscribes: `applicationServerKey`."""

    public_key: str


class PushKeysDocument(_Given):
    """A browser's keys."""

    p256dh: str = Field(min_length=80, max_length=100, pattern=r"^[A-Za-z0-9_=-]+$")
    auth: str = Field(min_length=20, max_length=30, pattern=r"^[A-Za-z0-9_=-]+$")


class SubscriptionDocument(BaseModel):
    """A browser's subscription, as `PushSubscription.toJSON()` has it."""

    model_config = ConfigDict(extra="ignore")

    endpoint: str = Field(max_length=LONGEST_ADDRESS)
    keys: PushKeysDocument


class EndpointDocument(_Given):
    """The address of a subscription that is to end."""

    endpoint: str = Field(max_length=LONGEST_ADDRESS)
