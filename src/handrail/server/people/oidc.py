"""Login at an identity provider: OpenID Connect, the code flow with PKCE, a state, and a nonce.

It says who somebody is; whether they may enter, and as what, the server's own register says. Who is sent there gets a
state that is good once, for ten minutes, and in the browser that was sent. Source: OpenID Connect Core 1.0, 3.1.
"""

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from authlib.integrations.httpx_client import AsyncOAuth2Client, OAuthError
from authlib.oidc.core import CodeIDToken
from httpx2 import HTTPError
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry
from sqlalchemy import Connection, delete, insert

from handrail.server.people.login import LoginRefused, LoginStarted, ProviderIdentity
from handrail.server.people.secret import digest, new_secret
from handrail.server.people.tables import LOGINS
from handrail.server.store import Store

BACK = "/signed-in"
BEGUN_SECONDS = 600.0
LEEWAY_SECONDS = 60
ANSWERS_WITHIN_SECONDS = 15.0
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Those in which only the provider has what signs; none that a client's secret, or nothing, would do for."""


class _Login(NamedTuple):
    nonce: str
    verifier: str


@dataclass(frozen=True, slots=True)
class OpenIdConnect:
    """One provider. `address` is where browsers reach this server, `seconds` the system's clock."""

    issuer: str
    client_id: str
    client_secret: str
    address: str
    store: Store
    seconds: Callable[[], float]

    async def begin(self) -> LoginStarted | LoginRefused:
        """Send somebody there."""
        state, nonce, verifier = new_secret(), new_secret(), new_secret()
        try:
            async with self._client() as client:
                found = await self._discovered(client)
                address, _ = client.create_authorization_url(
                    found["authorization_endpoint"], state=state, nonce=nonce, code_verifier=verifier
                )
        except (HTTPError, KeyError, ValueError):
            return LoginRefused("the identity provider does not answer as one; try again later")
        await self.store.write(lambda connection: self._keep(connection, state, nonce, verifier))
        return LoginStarted(str(address), state)

    async def finish(self, code: str, state: str, cookie: str) -> ProviderIdentity | LoginRefused:
        """Who came back, with what the provider gave them and the state that their browser was given."""
        if not state or not hmac.compare_digest(state.encode(), cookie.encode()):
            return LoginRefused("this login was not begun in this browser; begin it again")
        login = await self.store.write(lambda connection: self._taken(connection, state))
        if login is None or not code:
            return LoginRefused("this login took too long, or was used before; begin it again")
        try:
            async with self._client() as client:
                found = await self._discovered(client)
                token = await client.fetch_token(found["token_endpoint"], code=code, code_verifier=login.verifier)
                keys = await self._asked(client, found["jwks_uri"])
            return _known(self._claims(token, keys, login.nonce))
        except (HTTPError, OAuthError, JoseError, KeyError, TypeError, ValueError):
            return LoginRefused("the identity provider did not say who you are in a way that can be relied on")

    def _client(self) -> Any:
        return AsyncOAuth2Client(
            client_id=self.client_id,
            client_secret=self.client_secret,
            scope="openid email",
            redirect_uri=self.address + BACK,
            code_challenge_method="S256",
            timeout=ANSWERS_WITHIN_SECONDS,
        )

    async def _discovered(self, client: Any) -> dict[str, Any]:
        found: dict[str, Any] = await self._asked(client, f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
        if found["issuer"] != self.issuer:
            raise ValueError("another issuer answers")
        return found

    async def _asked(self, client: Any, address: str) -> Any:
        response = await client.request("GET", address, withhold_token=True)
        response.raise_for_status()
        return response.json()

    def _claims(self, token: dict[str, Any], keys: Any, nonce: str) -> CodeIDToken:
        registry = JWSRegistry(algorithms=list(ALGORITHMS), strict_check_header=False)
        read = jwt.decode(token["id_token"], KeySet.import_key_set(keys), registry=registry)
        demanded = {
            "iss": {"essential": True, "value": self.issuer},
            "aud": {"essential": True, "value": self.client_id},
        }
        given = {"nonce": nonce, "client_id": self.client_id, "access_token": token.get("access_token")}
        claims = CodeIDToken(read.claims, read.header, demanded, given)
        claims.validate(now=int(self.seconds()), leeway=LEEWAY_SECONDS)
        return claims

    def _keep(self, connection: Connection, state: str, nonce: str, verifier: str) -> None:
        now = self.seconds()
        connection.execute(delete(LOGINS).where(LOGINS.c.expires_ms <= int(now * 1000)))
        expires = int((now + BEGUN_SECONDS) * 1000)
        connection.execute(
            insert(LOGINS).values(digest=digest(state), nonce=nonce, verifier=verifier, expires_ms=expires)
        )

    def _taken(self, connection: Connection, state: str) -> _Login | None:
        row = connection.execute(delete(LOGINS).where(LOGINS.c.digest == digest(state)).returning(LOGINS)).first()
        if row is None or row.expires_ms <= self.seconds() * 1000:
            return None
        return _Login(row.nonce, row.verifier)


def _known(claims: dict[str, Any]) -> ProviderIdentity:
    email = claims.get("email") if claims.get("email_verified") is True else None
    return ProviderIdentity(f"{claims['iss']} {claims['sub']}", email if isinstance(email, str) else None)
