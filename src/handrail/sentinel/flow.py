"""Values on their way: where a sensitive value was seen, and whether it goes somewhere that nobody asked for.

It goes by being typed, or over the clipboard: what was put there, by which app, and where it is pasted.
"""

from dataclasses import dataclass

from handrail.device.trace import Changed, SystemTrace
from handrail.sentinel.detector_state import MOST_VALUES, CopiedText, DetectorState, SeenValue
from handrail.sentinel.entity import SECRET, Context, Entity, EntityKind, find, mark
from handrail.sentinel.entity.pattern import occurs
from handrail.sentinel.intent.intent import Intent
from handrail.sentinel.normalization import squeeze
from handrail.sentinel.screen_view import Line, ScreenView
from handrail.text import fold, lexicon

_CODE_FIELD = (
    r"(?i)(?:\bcode\b|otp|pin\b|passcode|password|passwort|kennwort|contraseña|clave|c[oó]digo|\btan\b|"
    r"verif|인증|비밀번호|암호|验证码|密码|认证)"
)
_PUBLIC_FIELD = (
    r"(?i)(?:what's happening|post|comment|review|reply|caption|description|share your|tweet|status|bio|"
    r"beitrag|kommentar|bewertung|reseña|comentario|게시|댓글|후기|评论|发布)"
)
_NAMED_AS = {
    EntityKind.CARD: r"(?i)\bcard\b|karte|tarjeta|카드|卡号",
    EntityKind.IBAN: r"(?i)\biban\b|account (?:number|details)|bank details|konto|bankverbindung|cuenta|계좌|账号",
    EntityKind.PHONE: r"(?i)\bnumber\b|phone|\btel\b|nummer|teléfono|번호|电话",
    EntityKind.EMAIL: r"(?i)e-?mail|address|adresse|correo|메일|邮箱",
    EntityKind.ONE_TIME_CODE: r"(?i)\bcode\b|\botp\b|\btan\b|código|인증|코드|验证码",
    EntityKind.PASSWORD: (
        r"(?i)pass|\bpin\b|\bcodes?\b|login|log in|sign in|anmeld|contraseña|wlan|"
        r"wi-?fi|비밀번호|密码"
    ),
    EntityKind.API_KEY: r"(?i)\bkey\b|token|schlüssel|clave|키|密钥",
    EntityKind.NATIONAL_ID: r"(?i)\bssn\b|social security|\bid\b|ausweis|dni|주민|身份证",
    EntityKind.PASSPORT: r"(?i)passport|reisepass|pasaporte|여권|护照",
    EntityKind.IMEI: r"(?i)\bimei\b|serial",
    EntityKind.ADDRESS: r"(?i)address|where|adresse|anschrift|dirección|주소|地址",
    EntityKind.SEED_PHRASE: r"(?i)seed|recovery|phrase|wallet|복구|助记词",
    EntityKind.UNREAD: r"$^",
}
PRIVATE = frozenset(
    {
        EntityKind.CARD,
        EntityKind.IBAN,
        EntityKind.NATIONAL_ID,
        EntityKind.PASSPORT,
        EntityKind.SEED_PHRASE,
        EntityKind.API_KEY,
        EntityKind.PASSWORD,
        EntityKind.ONE_TIME_CODE,
    }
)


@dataclass(frozen=True, slots=True)
class Flow:
    """A value that goes into a field. `origin` is None where it was seen nowhere before."""

    kind: EntityKind
    shown: str
    origin: SeenValue | None
    asked: bool
    fits_field: bool
    public: bool
    crosses_apps: bool


def seen_values(view: ScreenView, state: DetectorState) -> tuple[SeenValue, ...]:
    """The values remembered after a screen was seen; the first sight of each counts."""
    known = {value.text for value in state.values}
    added: list[SeenValue] = []
    for entity in view.entities:
        text = squeeze(entity.text)
        if entity.kind is not EntityKind.UNREAD and text not in known:
            known.add(text)
            added.append(SeenValue(entity.kind, text, view.screen.package, state.steps + 1))
    return (state.values + tuple(added))[:MOST_VALUES]


def carried(view: ScreenView, state: DetectorState, intent: Intent) -> Flow | None:
    """A secret in the middle of a text that stands in a field and was seen elsewhere before; none that is asked for."""
    for line in view.lines:
        if not line.is_field or line.element.password or len(line.label) < 12:
            continue
        for flow in flows(line.label, None, view, state, intent):
            known = flow.origin is not None and flow.origin.step <= state.steps
            if flow.kind in PRIVATE and known and not flow.asked and len(squeeze(line.label)) > len(flow.shown) + 4:
                return flow
    return None


def flows(text: str, line: Line | None, view: ScreenView, state: DetectorState, intent: Intent) -> tuple[Flow, ...]:
    """The sensitive values in a text that is about to be typed."""
    label = f"{line.label} {line.element.resource_id}" if line is not None else ""
    found = find(
        text, region=view.region, context=Context(password=line.element.password if line else False, label=label)
    )
    known = {squeeze(entity.text) for entity in found}
    carried = [
        value
        for value in state.values
        if len(value.text) >= 4 and value.text not in known and value.text in squeeze(text)
    ]
    posts = any(
        "post" in lexicon("acts").among(cart_line.label)
        for cart_line in view.top
        if cart_line.element.clickable and not cart_line.is_field
    )
    public = posts or occurs(_PUBLIC_FIELD, label)
    result = [
        _flow(entity, label, public, view, state, intent) for entity in found if entity.kind is not EntityKind.UNREAD
    ]
    for value in carried:
        entity = Entity(value.kind, 0, len(value.text), value.text)
        result.append(_flow(entity, label, public, view, state, intent))
    return tuple(result)


def _flow(entity: Entity, label: str, public: bool, view: ScreenView, state: DetectorState, intent: Intent) -> Flow:
    origin = state.origin(squeeze(entity.text))
    fits = entity.kind in SECRET and (occurs(_CODE_FIELD, label))
    crosses = origin is not None and origin.package != view.screen.package
    asked = intent.holds(entity.text) or occurs(_NAMED_AS[entity.kind], intent.text)
    return Flow(entity.kind, mark(entity), origin, asked, fits, public, crosses)


_PASTES = frozenset(
    {"paste", "paste as plain text", "einfügen", "pegar", "coller", "붙여넣기", "粘贴", "貼上", "貼り付け"}
)


def copied(trace: SystemTrace, step: int, package: str) -> CopiedText | None:
    """What the step put on the clipboard, where the trace says; `package` is the app in front."""
    if not isinstance(trace.clipboard, Changed) or not trace.clipboard.items:
        return None
    last = trace.clipboard.items[-1]
    return CopiedText(last.text[:20_000], last.package or package, step)


def pastes(label: str) -> bool:
    """Whether a tap puts in what is on the clipboard."""
    return fold(label).strip(" .…") in _PASTES


def paste_field(view: ScreenView) -> Line | None:
    """The field that a paste goes to: the one with the cursor, else the only one."""
    fields = [line for line in view.lines if line.is_field]
    focused = next((line for line in fields if line.element.focused), None)
    return focused or (fields[0] if len(fields) == 1 else None)
