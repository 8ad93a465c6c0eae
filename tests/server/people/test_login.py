"""Login at an identity provider, and every way in which one of them, or somebody in between, could err."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from joserfc.jwk import OctKey, RSAKey

from handrail.server.people.oidc import BEGUN_SECONDS, OpenIdConnect
from handrail.server.people.person import Role
from server.people.identity_provider import CLIENT, SECRET, Claims, Provider, provider
from server.people.registered_room import Clock, Office, registered_room
from server.served import Answered, Served, serving


@dataclass(frozen=True, slots=True)
class Lobby:
    """A server that sends people to a provider."""

    office: Office
    provider: Provider

    @property
    def server(self) -> Served:
        return self.office.server

    def goes(self) -> tuple[str, str]:
        """A browser that goes there and comes back: where to, and the cookie that it was given."""
        begun = self.server.ask("/login", key=None)
        assert begun.status == 303
        assert "HttpOnly" in begun.headers["set-cookie"]
        there = urlsplit(begun.headers["location"])
        back = Served(self.provider.port).ask(f"{there.path}?{there.query}", key=None).headers["Location"]
        parts = urlsplit(back)
        return f"{parts.path}?{parts.query}", begun.headers["set-cookie"].partition(";")[0]

    def logs_in(self) -> Answered:
        path, cookie = self.goes()
        return self.server.ask(path, key=None, Cookie=cookie)


@pytest.fixture
def lobby(tmp_path: Path) -> Iterator[Lobby]:
    with registered_room(tmp_path) as (room, people):
        assert isinstance(people.seconds, Clock)
        with provider(people.seconds) as there:
            room.sign_in = OpenIdConnect(
                there.issuer, CLIENT, SECRET, "http://handrail.example", people.store, people.seconds
            )
            people.add("bob", Role.APPROVER, email="Bob@example.com", by="test")
            with serving(room) as server:
                yield Lobby(Office(server, people, people.seconds), there)


def test_a_registered_person_is_let_in_under_their_own_name(lobby: Lobby) -> None:
    entered = lobby.logs_in()
    assert entered.status == 200
    cookie = next(word for word in entered.headers["set-cookie"].split(", ") if word.startswith("handrail="))
    told = lobby.server.ask("/api/me", key=None, Cookie=cookie.partition(";")[0]).json()
    assert told == {"name": "bob", "role": "approver", "scopes": ["answer", "read"]}


def test_who_logged_in_once_is_known_by_their_subject_and_nobody_else_by_their_address(lobby: Lobby) -> None:
    assert lobby.logs_in().status == 200
    lobby.provider.claims = {"sub": "1234", "email": "new@example.com", "email_verified": True}
    assert lobby.logs_in().status == 200
    lobby.provider.claims = {"sub": "9", "email": "bob@example.com", "email_verified": True}
    assert lobby.logs_in().status == 401


@pytest.mark.parametrize(
    "claims",
    [
        {"sub": "9", "email": "eve@example.com", "email_verified": True},
        {"sub": "9", "email": "bob@example.com", "email_verified": False},
        {"sub": "9", "email": "bob@example.com", "email_verified": "true"},
        {"sub": "9", "email": "bob@example.com"},
        {"sub": "9"},
    ],
)
@pytest.mark.slow
def test_who_is_not_registered_or_not_verified_is_not_let_in(lobby: Lobby, claims: Claims) -> None:
    lobby.provider.claims = claims
    refused = lobby.logs_in()
    assert refused.status == 401
    assert "handrail=" not in refused.headers.get("set-cookie", "")


@pytest.mark.parametrize(
    "errs",
    [
        lambda claims: {**claims, "aud": "another"},
        lambda claims: {**claims, "aud": [CLIENT, "another"]},
        lambda claims: {name: value for name, value in claims.items() if name != "aud"},
        lambda claims: {**claims, "iss": "http://127.0.0.1:1"},
        lambda claims: {**claims, "exp": claims["iat"] - 120},
        lambda claims: {name: value for name, value in claims.items() if name != "exp"},
        lambda claims: {**claims, "nonce": "of another login"},
        lambda claims: {name: value for name, value in claims.items() if name != "nonce"},
        lambda claims: {name: value for name, value in claims.items() if name != "sub"},
    ],
    ids=["audience", "audience of two", "no audience", "issuer", "expired", "no end", "nonce", "no nonce", "nobody"],
)
@pytest.mark.slow
def test_a_token_that_claims_something_else_lets_nobody_in(lobby: Lobby, errs: Callable[[Claims], Claims]) -> None:
    lobby.provider.errs = errs
    assert lobby.logs_in().status == 401


def test_a_token_that_somebody_else_signed_lets_nobody_in(lobby: Lobby) -> None:
    lobby.provider.published = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})
    assert lobby.logs_in().status == 401


def test_a_token_signed_with_the_clients_secret_lets_nobody_in(lobby: Lobby) -> None:
    assert isinstance(lobby.provider.key, RSAKey)
    lobby.provider.published = lobby.provider.key
    lobby.provider.key, lobby.provider.algorithm = OctKey.import_key(SECRET * 2, {"kid": "one"}), "HS256"
    assert lobby.logs_in().status == 401


def test_a_provider_that_calls_itself_otherwise_is_not_asked(lobby: Lobby) -> None:
    lobby.provider.issuer_said = "https://login.example"
    assert lobby.server.ask("/login", key=None).status == 401


def test_a_login_is_good_once_for_ten_minutes_and_in_the_browser_that_began_it(lobby: Lobby) -> None:
    path, cookie = lobby.goes()
    assert lobby.server.ask(path, key=None).status == 401
    assert lobby.server.ask(path, key=None, Cookie="handrail-login=another").status == 401
    assert lobby.server.ask(path, key=None, Cookie=cookie).status == 200
    assert lobby.server.ask(path, key=None, Cookie=cookie).status == 401
    path, cookie = lobby.goes()
    lobby.office.clock.now += BEGUN_SECONDS
    assert lobby.server.ask(path, key=None, Cookie=cookie).status == 401


def test_a_code_of_another_login_is_refused_by_what_only_the_own_browser_brought(lobby: Lobby) -> None:
    stolen, _ = lobby.goes()
    path, cookie = lobby.goes()
    code = stolen.partition("code=")[2].partition("&")[0]
    own = path.partition("code=")[2].partition("&")[0]
    assert lobby.server.ask(path.replace(own, code), key=None, Cookie=cookie).status == 401


def test_a_provider_that_is_gone_is_told_in_words(lobby: Lobby) -> None:
    lobby.provider.is_gone = True
    refused = lobby.server.ask("/login", key=None)
    assert (refused.status, b"try again later" in refused.body) == (401, True)
