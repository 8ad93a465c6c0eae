"""Which parts of a text are secrets: by their own form, by the words around them, or by the name of their field.

The name of a field counts by whole words: a `passenger` is no password.
"""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass

from handrail.sentinel.entity import SECRET, Entity, EntityKind, find, mark
from handrail.sentinel.entity.pattern import compiled, occurs

SECURITY_CODE = "security code"

_PASSWORD_WORDS = frozenset(
    (
        *("password", "passwort", "kennwort", "passwd", "passcode", "passphrase", "pwd", "pass", "pin", "secret"),
        *(
            "contraseña",
            "contrasena",
            "clave",
            "senha",
            "비밀번호",
            "비번",
            "암호",
            "密码",
            "密碼",
            "口令",
            "パスワード",
        ),
    )
)
_PHRASE = r"(?i)\b(?:mot de passe|wi-?fi (?:key|pass)|private key|api key|access key)\b"
_CODE_NAME = (
    r"(?i)(?:\b(?:otp|tan|2fa|code|verification|passcode|einmalcode|sicherheitscode|bestätigungscode|c[oó]digo)\b|"
    r"인증 ?번호|인증 ?코드|확인 ?코드|验证码|驗證碼|认证码|認証コード|確認コード)"
)
_NO_CODE_NAME = (
    r"(?i)\b(?:error|zip|postal|post|area|country|promo|promotion|coupon|discount|voucher|gift|referral|invite|dress|"
    r"bar|qr|source|status|product|item|order|tracking|reservation|booking|airport|city|currency|language)\b"
)
_CODE = r"\s*\d{3}[ -]?\d{1,5}\s*"
_CARD_CODE = (
    r"(?i)\b(?:cvv2?|cvc2?|cvn2?|csc|cav2?|card (?:verification|security) (?:value|code|number)|security code|"
    r"kartenprüfnummer|prüfziffer|c[oó]digo de seguridad|cryptogramme)\b"
)
_CARD_CODE_BESIDE = _CARD_CODE + r"[^\d\n]{0,16}(\d{3,4})\b"
_IN_ADDRESS = r"(?i)\b[a-z][a-z0-9+.-]*://[^\s/?#:@]*:([^\s/?#]+)@"
_WORD_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-./:\s]+")
_QUOTES = "\"'`“”„‘’"
_MASK = frozenset("•●*·∙⬤ ")


@dataclass(frozen=True, slots=True)
class Secret:
    """A part of a text, and what stands for it, as `card ending 1111`."""

    start: int
    end: int
    text: str
    name: str
    kind: EntityKind

    @property
    def opens(self) -> bool:
        """Whether who knows it can act as its owner: it is looked for elsewhere, too."""
        return self.kind in SECRET


def is_mask(text: str) -> bool:
    """Whether it is nothing but the dots that stand for a hidden text."""
    return _MASK.issuperset(text)


def secret_by_name(text: str, label: str) -> Secret | None:
    """The whole text, where its field is called as one that takes a secret."""
    words = " ".join(word for word in _WORD_BOUNDARY.split(label) if word).casefold()
    if not words or not text.strip() or is_mask(text):
        return None
    if occurs(_CARD_CODE, words):
        return Secret(0, len(text), text, SECURITY_CODE, EntityKind.PASSWORD)
    if not _PASSWORD_WORDS.isdisjoint(words.split()) or occurs(_PHRASE, words):
        return Secret(0, len(text), text, "password", EntityKind.PASSWORD)
    if occurs(_CODE_NAME, words) and not occurs(_NO_CODE_NAME, words) and compiled(_CODE).fullmatch(text):
        return Secret(0, len(text), text, "one-time code", EntityKind.ONE_TIME_CODE)
    return None


def secrets_in(text: str, kinds: Set[EntityKind], region: str) -> Iterator[Secret]:
    """The secrets that a text shows by itself, in their order."""
    found = [
        *_credentials(text),
        *(_secret(one) for one in find(text, region=region, kinds=kinds) if one.kind in kinds),
    ]
    done = 0
    for one in sorted(found, key=lambda each: (each.start, -each.end)):
        if one.start >= done:
            done = one.end
            yield one


def _credentials(text: str) -> Iterator[Secret]:
    if "://" in text and "@" in text:
        for match in compiled(_IN_ADDRESS).finditer(text):
            start, end = match.span(1)
            yield Secret(start, end, text[start:end], "password", EntityKind.PASSWORD)
    for match in compiled(_CARD_CODE_BESIDE).finditer(text):
        start, end = match.span(1)
        yield Secret(start, end, text[start:end], SECURITY_CODE, EntityKind.PASSWORD)


def _secret(entity: Entity) -> Secret:
    """A password that is told in quotation marks is the same without them."""
    bare = entity.text.lstrip(_QUOTES)
    start = entity.start + len(entity.text) - len(bare)
    bare = bare.rstrip(_QUOTES)
    if not bare:
        start, bare = entity.start, entity.text
    return Secret(start, start + len(bare), bare, mark(entity)[1:-1], entity.kind)
