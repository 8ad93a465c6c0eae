"""Login at somebody else's: what it begins with, and what comes of it."""

from typing import NamedTuple, Protocol


class LoginStarted(NamedTuple):
    """Where to send the browser, and the state that it has to bring back."""

    address: str
    state: str


class ProviderIdentity(NamedTuple):
    """Who somebody is to the provider, and their address of mail if it was verified there."""

    subject: str
    email: str | None


class LoginRefused(NamedTuple):
    """Nobody is let in by this; `why` is for the one who tried."""

    why: str


class SignIn(Protocol):
    """An identity provider."""

    async def begin(self) -> LoginStarted | LoginRefused:
        """Send somebody there."""
        ...

    async def finish(self, code: str, state: str, cookie: str) -> ProviderIdentity | LoginRefused:
        """Who came back, with what the provider gave them and the state that their browser was given."""
        ...
