"""The signature of a webhook: HMAC-SHA256 over the time and the body, so that nobody can make one or send it again."""

import hashlib
import hmac
import re

HEADER = "Handrail-Signature"
TOLERATED_SECONDS = 300
_SIGNED = re.compile(r"t=([0-9]{1,12}),v1=([0-9a-f]{64})")


def sign(secret: str, body: bytes, at: int) -> str:
    """The header's value: `t=SECONDS,v1=HEX`, the HMAC over `SECONDS.BODY`."""
    return f"t={at},v1={_code(secret, body, at)}"


def is_signed(secret: str, body: bytes, header: str, now: float) -> bool:
    """Whether whoever has the secret sent this body, within five minutes of now; for receivers."""
    found = _SIGNED.fullmatch(header)
    if found is None or abs(now - int(found.group(1))) > TOLERATED_SECONDS:
        return False
    return hmac.compare_digest(_code(secret, body, int(found.group(1))), found.group(2))


def _code(secret: str, body: bytes, at: int) -> str:
    return hmac.new(secret.encode(), b"%d.%b" % (at, body), hashlib.sha256).hexdigest()
