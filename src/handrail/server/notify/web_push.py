"""A notification for a browser: encrypted for it alone, and signed for the service that brings it there.

Imported when a browser is to be told, as what it stands on is large. Sources: RFC 8030 (push), RFC 8188 and 8291
(encryption), RFC 8292 (VAPID).
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02, b64urlencode
from pywebpush import WebPusher

from handrail.server.notify.receivers import Receivers, Subscription

SIGNED_SECONDS = 3600


def signer_of(receivers: Receivers) -> Vapid02:
    """The key of this server, made at the first use."""
    return Vapid02.from_pem(receivers.signing_key(_made).encode())


def public_key(receivers: Receivers) -> str:
    """That key as a browser takes it when it subscribes."""
    point = signer_of(receivers).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return str(b64urlencode(point))


def _made() -> str:
    made = Vapid02()
    made.generate_keys()
    return str(made.private_pem().decode())


def push_message(
    to: Subscription, body: bytes, receivers: Receivers, *, now: float, seconds_left: int, contact: str
) -> tuple[bytes, Mapping[str, str]]:
    """What is sent to the service. It cannot read the body, and drops what it could not bring in time."""
    where = urlsplit(to.endpoint)
    pusher = WebPusher({"endpoint": to.endpoint, "keys": {"p256dh": to.public_key, "auth": to.secret}})
    encrypted: bytes = pusher.encode(body, "aes128gcm")["body"]
    audience = f"{where.scheme}://{where.netloc}"
    signed = signer_of(receivers).sign({"aud": audience, "sub": contact, "exp": int(now) + SIGNED_SECONDS})
    return encrypted, {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(seconds_left),
        "Urgency": "high",
        **signed,
    }
