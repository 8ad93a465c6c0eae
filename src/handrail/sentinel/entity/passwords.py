"""Passwords, by the field they stand in or by the word before them."""

from collections.abc import Iterator

from handrail.sentinel.entity.entity import Context, Entity, EntityKind
from handrail.sentinel.entity.pattern import compiled, occurs
from handrail.sentinel.lexicon.word_list import word_list

_WORD = (
    r"(?:pass(?:word|wd|phrase|code)?|pwd|passwort|kennwort|contrase[nñ]a|clave|mot de passe|wi-?fi (?:key|pass)|"
    r"\bpin|비밀번호|비번|암호|密码|密碼|口令|パスワード)"
)
_NAMED = rf"(?i)(?:^|\b|[_\W]){_WORD}[ \t]*(?:code)?[ \t]*[:=][ \t]*([^\s]{{3,64}})"
_SAID = rf"(?i)(?:^|\b|[_\W]){_WORD}[ \t]+(?:is|ist|es|lautet)[ \t]+([^\s]{{4,64}})"
_BESIDE = rf"(?i)(?:^|\b|[_\W]){_WORD}[ \t]+([!-~]*\d[!-~]*)"
_LOCK = (
    r"(?i)\b(?:alarm(?: ?code)?|(?:door|gate|entry|access|garage|safe|building|key ?box|lock ?box) ?(?:code|"
    r"pin)|türcode|"
    r"alarmcode|tresorcode|c[oó]digo de (?:la )?(?:alarma|puerta)|현관 ?비번|门禁密码)[ \t]*(?:is|"
    r"ist|es|:)?[ \t]*(\d{4,8})\b"
)
_KOREAN = r"(?:비밀번호|비번|암호|密码|密碼)(?:는|은|가|是|为)[ \t]?([!-~]{4,64})"
_LABEL = rf"(?i)(?:{_WORD}|\bcvv\b|\bcvc\b|security code)"
_CALLED = rf"(?i){_WORD}"
_AFTER_ITS_NAME = ((_NAMED, False), (_SAID, True), (_BESIDE, True), (_KOREAN, False))


def find_passwords(text: str, context: Context) -> Iterator[Entity]:
    """The whole text of a field that hides it; else a value that is called a password."""
    if context.password or (context.label and occurs(_LABEL, context.label) and " " not in text.strip()):
        if text.strip() and not _is_masked(text):
            yield Entity(EntityKind.PASSWORD, 0, len(text), text)
        return
    called = occurs(_CALLED, text)
    for pattern, doubtful in ((_LOCK, True), *(_AFTER_ITS_NAME if called else ())):
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
