"""What lets whoever knows it act as its owner: passwords, one-time codes, keys of programs, seed phrases of wallets.

Passwords are told by their field or the word before them; codes are four to eight digits that are called a code, and
not the code of a town or of an error; keys have their issuer's prefix, or a word before a long random run; seed phrases
are 12 to 24 plain words that are called one, or that are numbered from 1.
"""

from collections.abc import Iterator

from handrail.sentinel.entity.entity import Context, Entity, EntityKind
from handrail.sentinel.entity.pattern import compiled, occurs, spans
from handrail.text.lexicon import word_list

_PASSWORDS = (
    r"(?:pass(?:word|wd|phrase|code)?|pwd|passwort|kennwort|contrase[nñ]a|clave|mot de passe|wi-?fi (?:key|pass)|"
    r"\bpin|비밀번호|비번|암호|密码|密碼|口令|パスワード)"
)
_PASSWORD_NAMED = rf"(?i)(?:^|\b|[_\W]){_PASSWORDS}[ \t]*(?:code)?[ \t]*[:=][ \t]*([^\s]{{3,64}})"
_PASSWORD_SAID = rf"(?i)(?:^|\b|[_\W]){_PASSWORDS}[ \t]+(?:is|ist|es|lautet)[ \t]+([^\s]{{4,64}})"
_PASSWORD_BESIDE = rf"(?i)(?:^|\b|[_\W]){_PASSWORDS}[ \t]+([!-~]*\d[!-~]*)"
_LOCK_CODE = (
    r"(?i)\b(?:alarm(?: ?code)?|(?:door|gate|entry|access|garage|safe|building|key ?box|lock ?box) ?(?:code|"
    r"pin)|türcode|"
    r"alarmcode|tresorcode|c[oó]digo de (?:la )?(?:alarma|puerta)|현관 ?비번|门禁密码)[ \t]*(?:is|"
    r"ist|es|:)?[ \t]*(\d{4,8})\b"
)
_KOREAN_PASSWORDS = r"(?:비밀번호|비번|암호|密码|密碼)(?:는|은|가|是|为)[ \t]?([!-~]{4,64})"
_PASSWORD_LABEL = rf"(?i)(?:{_PASSWORDS}|\bcvv\b|\bcvc\b|security code)"
_PASSWORD_CALLED = rf"(?i){_PASSWORDS}"
_AFTER_ITS_NAME = (
    (_PASSWORD_NAMED, False),
    (_PASSWORD_SAID, True),
    (_PASSWORD_BESIDE, True),
    (_KOREAN_PASSWORDS, False),
)


def find_passwords(text: str, context: Context) -> Iterator[Entity]:
    """The whole text of a field that hides it; else a value that is called a password."""
    if context.password or (context.label and occurs(_PASSWORD_LABEL, context.label) and " " not in text.strip()):
        if text.strip() and not _is_masked(text):
            yield Entity(EntityKind.PASSWORD, 0, len(text), text)
        return
    called = occurs(_PASSWORD_CALLED, text)
    for pattern, doubtful in ((_LOCK_CODE, True), *(_AFTER_ITS_NAME if called else ())):
        for match in compiled(pattern).finditer(text):
            start, end = match.span(1)
            value = text[start:end].rstrip(".,;:!?)\"'”")
            if _is_value(value, doubtful):
                yield Entity(EntityKind.PASSWORD, start, start + len(value), value)


def _is_value(value: str, doubtful: bool) -> bool:
    if len(value) < 3 or value.casefold() in word_list("no_password") or _is_masked(value) or value[0] in "‹<{[":
        return False
    if not doubtful or (value.isdecimal() and 4 <= len(value) <= 8):
        return True
    return len(value) >= 6 and any(map(str.isalpha, value)) and not value.isalpha()


def _is_masked(text: str) -> bool:
    return all(character in "•●*·∙⬤ " for character in text)


_CODE_CALLED = (
    r"(?:(?:verification|security|confirmation|login|log-in|sign-in|access|auth|authentication|authorization|one-time|"
    r"one time|2fa|single-use|sms|your|the|a)\s+(?:[^\s\d]+\s+){0,2}(?:code|passcode|pass code|pin|"
    r"otp)|\botp\b|\bpasscode\b|"
    r"\bone-time (?:password|pin)\b|\b2fa\b|\bcode is\b|\bcode:|\bverification:|"
    r"\btan\b|best[aä]tigungscode|sicherheitscode|einmalcode|c[oó]digo(?: de)?(?: [^\s\d]+)?|"
    r"인증 ?번호|인증 ?코드|확인 ?코드|보안 ?코드|验证码|驗證碼|动态码|校验码|認証コード|確認コード)"
)
_CODE_NUMBER = r"(?:\b[A-Z]{1,2}-)?\b(\d{4,8}|\d{3}[ -]\d{3,4})\b"
_CODE_THEN_NUMBER = rf"(?i)({_CODE_CALLED})[^\d\n.!?。]{{0,40}}[\n:]?[^\d\n.!?。]{{0,16}}{_CODE_NUMBER}"
_NUMBER_THEN_CODE = (
    rf"(?i){_CODE_NUMBER}[^\d\n.!?。]{{0,12}}\b(?:is|ist|es|als|as|은|는|为|是)\b?[^\d\n.!?。]{{0,30}}({_CODE_CALLED})"
)
_NO_CODE = (
    r"(?i)\b(?:error|zip|postal|post|area|country|promo|promotion|coupon|discount|voucher|gift|"
    r"referral|invite|dress|bar|qr|"
    r"source|status|product|item|order|tracking|reservation|booking|airport|city|fehler|rabatt|descuento|postal|"
    r"할인|쿠폰|우편)[\s-]*(?:code|c[oó]digo|코드)"
)
_CODE_LABEL = rf"(?i)(?:{_CODE_CALLED}|\bpin\b|\bcode\b|verification)"


def find_one_time_codes(text: str, context: Context) -> Iterator[Entity]:
    """Codes by the words on either side, or by the name of the field that the text stands in."""
    if context.label and occurs(_CODE_LABEL, context.label) and not occurs(_NO_CODE, context.label):
        match = compiled(r"^\s*(\d{3}[ -]?\d{1,5})\s*$").search(text)
        if match is not None:
            yield Entity(EntityKind.ONE_TIME_CODE, match.start(1), match.end(1), match.group(1))
            return
    for pattern, group, words in ((_CODE_THEN_NUMBER, 2, 1), (_NUMBER_THEN_CODE, 1, 2)):
        for match in compiled(pattern).finditer(text):
            around = text[max(0, match.start(words) - 12) : match.end(words)]
            if (match.end() < len(text) and text[match.end()] in "%€$£°") or occurs(_NO_CODE, around):
                continue
            yield Entity(EntityKind.ONE_TIME_CODE, match.start(group), match.end(group), match.group(group))


_KEY_ISSUED = (
    r"\b(?:sk-[A-Za-z0-9_-]{16,}|(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|(?:AKIA|ASIA)[0-9A-Z]{16}|"
    r"gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,}|glpat-[A-Za-z0-9_-]{20,}|xox[abeoprs]-[A-Za-z0-9-]{10,}|"
    r"AIza[0-9A-Za-z_-]{35}|ya29\.[0-9A-Za-z_-]{20,}|hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{16,}|"
    r"SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}|"
    r"\d{8,}:AA[A-Za-z0-9_-]{33})"
)
_KEY_ISSUED_FOR = r"\b[a-z]{2,12}_(?:live|test|prod|secret|key|pat|token|store)_[A-Za-z0-9]{8,}"
_KEY_PRIVATE = r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:[^-]|-[^-])*(?:-----END (?:[A-Z]+ )*PRIVATE KEY-----)?"
_KEY_NAMED = (
    r"(?i)(?:(?:api|deploy|ssh|license|encryption|service)[ _-]?key|secret(?:[ _-]?key)?|"
    r"access[ _-]?(?:key|token)|auth[ _-]?token|token|bearer|client[ _-]?secret)"
    r"[\"']?\s*(?:[:=]|is)?\s*[\"']?([A-Za-z0-9_\-./+=]{16,})"
)
_KEY_RUN = r"[A-Za-z0-9_\-./+=:]{15}|-----BEGIN"
"""What stands in every key: the shortest of all is as long."""


def find_api_keys(text: str) -> Iterator[Entity]:
    """Keys by prefix, private keys, and what is called a key and looks random."""
    if not occurs(_KEY_RUN, text):
        return
    for pattern in (_KEY_ISSUED, _KEY_ISSUED_FOR, _KEY_PRIVATE):
        for start, end in spans(pattern, text):
            yield Entity(EntityKind.API_KEY, start, end, text[start:end])
    for match in compiled(_KEY_NAMED).finditer(text):
        start, end = match.span(1)
        value = text[start:end]
        if any(map(str.isdigit, value)) and any(map(str.isalpha, value)) and "//" not in value:
            yield Entity(EntityKind.API_KEY, start, end, value)


_SEED_NAMES = r"(?i:seed|recovery phrase|secret phrase|recovery words|mnemonic|backup phrase|wallet words)"
_SEED_LENGTHS = (24, 21, 18, 15, 12)
_SEED_WORDS = r"[a-z]{3,8}(?:[ \t\n,]+[a-z]{3,8}){11,23}"
_SEED_CALLED = rf"{_SEED_NAMES}[^\n]{{0,60}}[:\n.]\s*({_SEED_WORDS})\b"
_SEED_FIRST = r"\b1[.) ]\s*[a-z]{3,8}[\s,]"
_SEED_NUMBERED = r"\b1[.) ]\s*[a-z]{3,8}(?:[\s,]+\d{1,2}[.) ]\s*[a-z]{3,8}){11,23}\b"
_SEED_SHORTEST = 12 * len("oak ") - 1


def find_seed_phrases(text: str) -> Iterator[Entity]:
    """As many words as a wallet gives: the longest of 12, 15, 18, 21 and 24."""
    if len(text) < _SEED_SHORTEST:
        return
    for match in compiled(_SEED_CALLED).finditer(text):
        start, _ = match.span(1)
        words = list(compiled(r"[a-z]+").finditer(match.group(1)))
        length = next(number for number in _SEED_LENGTHS if number <= len(words))
        end = start + words[length - 1].end()
        yield Entity(EntityKind.SEED_PHRASE, start, end, text[start:end])
    for match in compiled(_SEED_NUMBERED).finditer(text):
        numbers = [int(number) for number in compiled(r"\d+").findall(match.group())]
        if numbers == list(range(1, len(numbers) + 1)) and len(numbers) in _SEED_LENGTHS:
            yield Entity(EntityKind.SEED_PHRASE, match.start(), match.end(), match.group())


SIGNS_OF_SECRETS = (_PASSWORD_CALLED, _LOCK_CODE, rf"(?i){_CODE_CALLED}", _KEY_RUN, _SEED_NAMES, _SEED_FIRST)
"""Where no context says more, a text with a secret has one of these in it."""
