"""One-time codes: four to eight digits that are called a code, and not the code of a town or of an error."""

from collections.abc import Iterator

from handrail.sentinel.entity.entity import Context, Entity, EntityKind
from handrail.sentinel.entity.pattern import compiled, occurs

_CALLED = (
    r"(?:(?:verification|security|confirmation|login|log-in|sign-in|access|auth|authentication|authorization|one-time|"
    r"one time|2fa|single-use|sms|your|the|a)\s+(?:[^\s\d]+\s+){0,2}(?:code|passcode|pass code|pin|"
    r"otp)|\botp\b|\bpasscode\b|"
    r"\bone-time (?:password|pin)\b|\b2fa\b|\bcode is\b|\bcode:|\bverification:|"
    r"\btan\b|best[aä]tigungscode|sicherheitscode|einmalcode|c[oó]digo(?: de)?(?: [^\s\d]+)?|"
    r"인증 ?번호|인증 ?코드|확인 ?코드|보안 ?코드|验证码|驗證碼|动态码|校验码|認証コード|確認コード)"
)
_NUMBER = r"(?:\b[A-Z]{1,2}-)?\b(\d{4,8}|\d{3}[ -]\d{3,4})\b"
_CODE_THEN_NUMBER = rf"(?i)({_CALLED})[^\d\n.!?。]{{0,40}}[\n:]?[^\d\n.!?。]{{0,16}}{_NUMBER}"
_NUMBER_THEN_CODE = (
    rf"(?i){_NUMBER}[^\d\n.!?。]{{0,12}}\b(?:is|ist|es|als|as|은|는|为|是)\b?[^\d\n.!?。]{{0,30}}({_CALLED})"
)
_NO_CODE = (
    r"(?i)\b(?:error|zip|postal|post|area|country|promo|promotion|coupon|discount|voucher|gift|"
    r"referral|invite|dress|bar|qr|"
    r"source|status|product|item|order|tracking|reservation|booking|airport|city|fehler|rabatt|descuento|postal|"
    r"할인|쿠폰|우편)[\s-]*(?:code|c[oó]digo|코드)"
)
_LABEL = rf"(?i)(?:{_CALLED}|\bpin\b|\bcode\b|verification)"


def find_one_time_codes(text: str, context: Context) -> Iterator[Entity]:
    """Codes by the words on either side, or by the name of the field that the text stands in."""
    if context.label and occurs(_LABEL, context.label) and not occurs(_NO_CODE, context.label):
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
