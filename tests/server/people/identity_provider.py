"""An identity provider on this computer, written from OpenID Connect Core 1.0 alone; it can be told to err."""

import base64
import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import KeySet, OctKey, RSAKey

CLIENT, SECRET = "handrail", "the secret of the client"
Claims = dict[str, Any]


@cache
def _key() -> RSAKey:
    """The key of every provider here; making one takes longer than a login."""
    return RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})


@dataclass(slots=True)
class Provider:
    """Whoever comes is the one that `claims` says. `errs` changes what is claimed, `key` and `algorithm` what signs."""

    now: Callable[[], float]
    port: int = 0
    claims: Claims = field(default_factory=lambda: {"sub": "1234", "email": "bob@example.com", "email_verified": True})
    errs: Callable[[Claims], Claims] = lambda claims: claims
    key: RSAKey | OctKey = field(default_factory=_key)
    published: RSAKey | None = None
    algorithm: str = "RS256"
    issuer_said: str = ""
    is_gone: bool = False
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def issuer(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def discovery(self) -> Claims:
        if self.is_gone:
            return {}
        return {
            "issuer": self.issuer_said or self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
        }

    def keys(self) -> Any:
        return KeySet([self.published or self.key]).as_dict(private=False)

    def authorize(self, asked: dict[str, str]) -> str:
        """Where the browser is sent back to."""
        assert asked["response_type"] == "code"
        assert asked["client_id"] == CLIENT
        assert asked["code_challenge_method"] == "S256"
        assert "openid" in asked["scope"].split()
        code = f"code-{len(self.codes)}"
        self.codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, asked: dict[str, str], authorization: str) -> tuple[int, Claims]:
        begun = self.codes.pop(asked.get("code", ""), None)
        challenge = hashlib.sha256(asked.get("code_verifier", "").encode()).digest()
        told = base64.b64decode(authorization.removeprefix("Basic ")).decode()
        if (
            begun is None
            or begun["code_challenge"] != base64.urlsafe_b64encode(challenge).rstrip(b"=").decode()
            or begun["redirect_uri"] != asked.get("redirect_uri")
            or told != f"{CLIENT}:{SECRET}"
        ):
            return 400, {"error": "invalid_grant"}
        now = int(self.now())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": begun["nonce"]}
        signed = jwt.encode(
            {"alg": self.algorithm, "kid": "one"},
            self.errs({**claims, **self.claims}),
            self.key,
            algorithms=[self.algorithm],
        )
        return 200, {"access_token": "a", "token_type": "Bearer", "expires_in": 300, "id_token": signed}


@contextmanager
def provider(now: Callable[[], float]) -> Iterator[Provider]:
    """The provider, until this is left."""
    made = Provider(now)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            if path == "/authorize":
                asked = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
                self.send_response(302)
                self.send_header("Location", made.authorize(asked))
                self.end_headers()
                return
            told = {"/.well-known/openid-configuration": made.discovery, "/keys": made.keys}.get(path)
            self._say(200 if told else 404, told() if told else {})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            asked = {name: values[0] for name, values in parse_qs(body).items()}
            self._say(*made.token(asked, self.headers.get("Authorization", "")))

        def _say(self, status: int, told: Any) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(told).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
