"""What the API says and takes about people and keys."""

from pydantic import BaseModel, ConfigDict, Field

from handrail.server.people.people import Key, User
from handrail.server.people.person import Person, Role, Scope

LONGEST_NAME = 63


class _Given(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MeDocument(BaseModel):
    """Who asks, and what they may."""

    name: str
    role: Role
    scopes: list[Scope]


class UserDocument(BaseModel):
    """Somebody who is registered."""

    name: str
    role: Role
    email: str | None
    added_ms: int


class NewUserDocument(_Given):
    """Somebody to register."""

    name: str = Field(max_length=LONGEST_NAME)
    role: Role
    email: str | None = Field(default=None, max_length=255)


class InvitationDocument(BaseModel):
    """Where somebody enters, once; told this one time."""

    name: str
    path: str


class RoleDocument(_Given):
    """What somebody is trusted with from now on."""

    role: Role


class KeyDocument(BaseModel):
    """A key, without the key itself."""

    id: str
    user: str
    label: str
    scopes: list[Scope]
    added_ms: int
    expires_ms: int | None


class NewKeyDocument(_Given):
    """A key to make. `user` is whose it is, oneself where none is named."""

    scopes: list[Scope]
    user: str | None = Field(default=None, max_length=LONGEST_NAME)
    label: str = Field(default="", max_length=100)
    days: float | None = None


class MadeKeyDocument(BaseModel):
    """A key that was made; `key` is told this one time."""

    made: KeyDocument
    key: str


class ActDocument(BaseModel):
    """One thing that was done about people or keys."""

    at: str
    by: str
    act: str
    about: str
    said: str


class AuditDocument(BaseModel):
    """The newest acts, and whether the record is whole."""

    whole: bool
    said: str
    acts: list[ActDocument]


def me_document(person: Person) -> MeDocument:
    """Who asks."""
    return MeDocument(name=person.name, role=person.role, scopes=sorted(person.scopes))


def user_document(user: User) -> UserDocument:
    """A user."""
    return UserDocument(name=user.name, role=user.role, email=user.email, added_ms=user.added_ms)


def key_document(key: Key) -> KeyDocument:
    """A key."""
    return KeyDocument(
        id=key.id,
        user=key.user,
        label=key.label,
        scopes=sorted(key.scopes),
        added_ms=key.added_ms,
        expires_ms=key.expires_ms,
    )
