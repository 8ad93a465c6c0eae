"""Which parts of a text are secrets: by their own form, by the words around them, or by the name of their field.

The name of a field counts by whole words: a `passenger` is no password. Secrets that were found once are found again in
another text, in the time of reading the text, however many there are.
"""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, field

from handrail.language.normal_form import normal_form
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
        *(_secret(entity) for entity in find(text, region=region, kinds=kinds) if entity.kind in kinds),
    ]
    done = 0
    for secret in sorted(found, key=lambda secret: (secret.start, -secret.end)):
        if secret.start >= done:
            done = secret.end
            yield secret


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


SHORTEST = 4
"""Characters: shorter ones stand everywhere."""

LONGEST = 2_000
"""Characters: longer ones are no secrets that anybody types."""

MOST_TOKENS = 40
"""Words and signs of one secret; of a longer one nothing is remembered."""

_TOKEN = re.compile(r"\w+|[^\w\s]")
_BEFORE = re.compile(r"(?:[0-9][-./:,]|\w)\Z")
_AFTER = re.compile(r"\w|[-./:,][0-9]")


@dataclass(slots=True)
class KnownSecrets:
    """Secrets by their words. What is shown as a value of the journal anyway is not hidden: nobody would be helped."""

    _by_first: dict[str, dict[int, dict[tuple[str, ...], EntityKind]]] = field(default_factory=dict)
    _shown: set[str] = field(default_factory=set)

    def __bool__(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self._by_first)

    def add(self, secret: str, kind: EntityKind) -> None:
        """From now on this is taken out wherever it stands alone."""
        key = normal_form(secret)
        words = tuple(_TOKEN.findall(key))
        if not SHORTEST <= len(key) <= LONGEST or not 0 < len(words) <= MOST_TOKENS or key in self._shown:
            return
        self._by_first.setdefault(words[0], {}).setdefault(len(words), {}).setdefault(words, kind)

    def show(self, value: str) -> None:
        """The journal shows this value; it is a secret no more."""
        key = normal_form(value)
        if len(key) > LONGEST:
            return
        self._shown.add(key)
        words = tuple(_TOKEN.findall(key))
        if words and words[0] in self._by_first:
            self._by_first[words[0]].get(len(words), {}).pop(words, None)

    def is_shown(self, value: str) -> bool:
        """Whether the journal shows this value."""
        return normal_form(value) in self._shown

    def holds(self, text: str) -> bool:
        """Whether the whole text is one of them."""
        words = tuple(_TOKEN.findall(normal_form(text)))
        return bool(words) and words in self._by_first.get(words[0], {}).get(len(words), {})

    def find(self, text: str) -> Iterator[tuple[int, int, EntityKind]]:
        """Where they stand alone, and not within a longer word or number; the longest at each place."""
        if not self._by_first:
            return
        tokens = [(match.start(), match.end(), normal_form(match.group())) for match in _TOKEN.finditer(text)]
        at = 0
        while at < len(tokens):
            number, kind = self._at(text, tokens, at)
            if number:
                yield tokens[at][0], tokens[at + number - 1][1], kind
            at += number or 1

    def _at(self, text: str, tokens: list[tuple[int, int, str]], at: int) -> tuple[int, EntityKind]:
        lengths = self._by_first.get(tokens[at][2], {})
        for number in sorted(lengths, reverse=True):
            words = tuple(token for _, _, token in tokens[at : at + number])
            kind = lengths[number].get(words)
            if kind is not None and _stands_alone(text, tokens[at][0], tokens[at + number - 1][1]):
                return number, kind
        return 0, EntityKind.PASSWORD


def _stands_alone(text: str, start: int, end: int) -> bool:
    return _BEFORE.search(text[max(0, start - 2) : start]) is None and _AFTER.match(text[end : end + 2]) is None
