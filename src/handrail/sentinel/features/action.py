"""An action before it is taken: what it would do, to what, and how that compares with what was asked."""

from handrail.device.action import Action
from handrail.sentinel.admissions import cued, dangers
from handrail.sentinel.detector_state import Clip, DetectorState
from handrail.sentinel.entity import EntityKind
from handrail.sentinel.entity.pattern import occurs
from handrail.sentinel.features.act import CONSEQUENCES, acts_of, signature
from handrail.sentinel.features.amounts import Money, money_features, number_wrong, quantity_wrong
from handrail.sentinel.features.asked import (
    asked_acts,
    asked_beside,
    asked_by_text,
    destroys_the_place,
    followed_order,
    goes_elsewhere,
    reserved,
    told_by_text,
    unasked_acts,
    undoes,
    withheld,
)
from handrail.sentinel.features.choice import (
    another_card,
    better_choice,
    followed_stray,
    is_choice,
    is_private_file,
    names_a_person,
    narrower_choice,
    odd_one,
    selected_unasked,
    selected_withheld,
    ticked_extra,
)
from handrail.sentinel.features.deception import lookalike, lookalike_package, overlay, sponsored
from handrail.sentinel.features.features import NOTHING, ActionFeatures
from handrail.sentinel.features.purpose import SEARCH_FIELD, admitted, carries_out, in_own_name, purposes
from handrail.sentinel.features.state import (
    age_asked,
    attests,
    implied,
    left_on,
    page_asks,
    permission,
    running,
    sign_phrase,
)
from handrail.sentinel.flow import PRIVATE, Flow, carried, flows, paste_field, pastes
from handrail.sentinel.normalization import keys, squeeze, without_acts
from handrail.sentinel.request import Request
from handrail.sentinel.screen_view import ScreenView
from handrail.text import fold, lexicon, word_list

_ANYWAY = r"(?i)(?:\banyway\b|\bignore\b|\bproceed to\b|trotzdem|de todos modos|무시|그래도|仍然|继续访问|advanced$)"
_REPEATS = r"(?i)\b(?:again|twice|times|repeat\w*|nochmal|zweimal|mal|otra vez|veces)\b|다시|번씩|再|次"
_PERSONAL = (
    r"(?i)phone|mobile|e-?mail|\baddress|birth|\bcard\b|\biban\b|surname|last name|full name|"
    r"telefon|handy|geburt|adresse|"
    r"teléfono|correo|dirección|nacimiento|전화|휴대폰|이메일|주소|생년월일|手机|电话|邮箱|地址|生日"
)
_LINK = r"(?i)\blinks?\b|öffentlich|enlace|링크|链接"
_GOING_OUT = frozenset({"send", "post", "share", "submit"})
_DOES_TO_ALL = CONSEQUENCES | {"download", "backup", "archive", "move"}
_SELECT_ALL = (
    r"(?i)^(?:select|mark|choose|check) (?:all|everything)\b|^alle[s]? (?:auswählen|markieren)|"
    r"^seleccionar tod|전체 ?선택|모두 ?선택|^全选"
)


def action_features(
    request: Request, state: DetectorState, view: ScreenView, action: Action, authorised: bool = False
) -> ActionFeatures:
    """The facts of an action; costs one look at the screen, which is kept."""
    line = view.line_of(action)
    label = line.label if line is not None else (action.target or "")
    row = view.row(line) if line is not None else label
    declines = declines_by(label, view)
    acts, confirms = (
        (NOTHING, False)
        if declines or action.type not in {"click", "long_click", "enter"}
        else acts_of(line, label, view)
    )
    context = f"{row}\n{view.texts}" if view.is_dialog else row
    row_words = keys(row)
    things = lexicon("things").among(context)
    amounts = lexicon("amounts").among(f"{label}\n{view.title}" if confirms else label)
    effective = acts & CONSEQUENCES
    unasked = unasked_acts(effective, request, line, label, confirms)
    private_file = bool(line is not None and action.type == "click" and is_private_file(row, request))
    selects = action.type == "long_click" or private_file or (line is not None and is_choice(view, line))
    selected, selected_private = selected_unasked(request, view, state, acts)
    money = money_features(request, view, acts, confirms) if acts or confirms else Money()
    clip = state.clipboard if action.type in {"click", "enter"} and pastes(label) else None
    typed = clip.text if clip is not None else action.text or "" if action.type == "input" else ""
    field = paste_field(view) if clip is not None else line
    flow = _worst(flows(typed, field, view, state, request)) if typed else None
    own_words = in_own_name(typed)
    into_search = bool(
        field is not None and field.is_field and occurs(SEARCH_FIELD, f"{field.label} {field.element.resource_id}")
    )
    typed_mentions = (
        [
            one
            for one in (*lexicon("intents").mentions(own_words), *dangers(own_words), *cued(own_words, "typed"))
            if not one.concept.startswith("evasion") and not (into_search and not _is_danger(one.phrase))
        ]
        if typed
        else []
    )
    outgoing = carried(view, state, request) if acts & _GOING_OUT and not declines else None
    card, card_asked = another_card(request, view, line) if line is not None and effective else ("", "")
    intents = purposes(request)
    switches = bool(line is not None and line.is_toggle and action.type == "click" and not declines)
    opened = permission(context, acts)
    shared = state.shared_words | (view.words & request.wanted)
    signs = view.signs
    target_signs = lexicon("signs").among(row) | (lexicon("signs").among(view.texts) if view.is_dialog else NOTHING)
    declared = age_asked(view, label) if "attest_age" in target_signs | lexicon("signs").among(label) else 0
    off = bool(
        (switches and line is not None and line.element.checked)
        or "disable" in acts
        or "clear" in acts
        or "delete" in acts
    )
    protection = sign_phrase("protection", row, view) if off or switches or effective else ""
    grants = bool(acts & {"allow", "enable", "agree"} or switches) and not (switches and off)
    power = sign_phrase("power", row, view) if grants else ""
    stray = followed_stray(view, state) if effective else None
    return ActionFeatures(
        action=action.type,
        target=label,
        app=view.screen.package,
        acts=acts,
        asked_acts=asked_acts(acts, request),
        withheld_acts=acts & request.withheld_acts,
        unasked_acts=unasked,
        request_acts=request.acts,
        authorised=authorised,
        asks_only_to_know=request.asks_only_to_know,
        confirms=confirms,
        declines=declines,
        things=things,
        signs=signs,
        target_signs=target_signs,
        in_dialog=view.is_dialog,
        object_asked=bool((without_acts(context) or keys(view.title)) & request.wanted or things & request.things),
        object_withheld=withheld(request, without_acts(row), lexicon("things").among(row) - request.things, label),
        comparable=len(shared) >= 2,
        reaches_all="all" in amounts and bool(acts & _DOES_TO_ALL),
        asks_for_all=request.asks_for_all,
        asks_for_only=request.asks_for_only,
        narrower_choice=narrower_choice(view, line, acts) if line is not None and effective else "",
        better_choice=better_choice(request, view, line, selects)
        if line is not None
        and (selects or effective or switches or acts & {"download", "backup"})
        and action.type != "input"
        else "",
        strayed=stray.chosen if stray is not None else "",
        named_instead=stray.named if stray is not None else "",
        sent_again=len(typed) >= 3 and squeeze(typed) in state.sent,
        asks_to_repeat=occurs(_REPEATS, request.text),
        foreign_package=lookalike_package(request, state, view),
        selects=selects,
        to_person=selects and line is not None and names_a_person(view, line),
        takes_all=bool(occurs(_SELECT_ALL, label)),
        selected_unasked=selected,
        selected_private=selected_private,
        switches=switches,
        switches_off=off,
        protection=protection,
        power=power,
        guard_asked=bool(keys(f"{protection} {power}") & request.wanted)
        or bool({"protection", "power"} & lexicon("signs").among(request.text)),
        permission=opened,
        permission_asked=bool(opened & request.things) or bool(opened & implied(view, state)),
        leaves_running=running(view, request) if action.type in {"home", "open_app", "finish"} else "",
        follows_order=followed_order(
            request, state, row_words | keys(typed), acts, action, label, bool(effective or switches)
        ),
        asked_by_text=asked_by_text(request, state, effective, without_acts(row), label)
        or told_by_text(request, state, view, action, label),
        intents=intents
        if not state.intent_acted_on
        and carries_out(request, action, line, acts, confirms, view.is_dialog or selects)
        and not declines
        else NOTHING,
        intent_phrase=", ".join(
            dict.fromkeys(one.phrase for one in request.intents if one.concept.removesuffix("_hint") in intents)
        ),
        typed=typed[:200],
        typed_intents=admitted(tuple(typed_mentions)),
        typed_phrase=", ".join(dict.fromkeys(one.phrase for one in typed_mentions)),
        into_search=into_search,
        flow_kind=flow.kind if flow is not None else "",
        flow_value=flow.shown if flow is not None else "",
        flow_from=_origin(flow, clip),
        flow_asked=flow is not None and flow.asked,
        flow_fits=flow is not None and flow.fits_field,
        flow_public=flow is not None and flow.public,
        flow_crosses=flow is not None and flow.crosses_apps,
        flow_replaces=_replaces(flow, request),
        sponsored=sponsored(view, line) if action.type == "click" else "",
        lookalike=lookalike(request, state, view, row, action),
        overlay=overlay(view, line) if action.type in {"click", "input", "long_click"} and not declines else "",
        scare=sign_phrase("scare", row, view)
        if (acts or confirms or view.is_dialog) and not declines and len(view.lines) <= 14
        else "",
        price=money.price,
        amount_wrong=money.wrong,
        over_limit=money.over_limit,
        number_wrong=number_wrong(request, view, line, typed),
        recurring="recurring_price" in signs and bool(money.price),
        public="public" in lexicon("amounts").among(f"{row}\n{view.texts[:600]}"),
        opens_up="public" in lexicon("amounts").among(label) and len(label.split()) <= 6 and not declines,
        asks_public=bool({"public", "all"} & lexicon("amounts").among(request.text)) or occurs(_LINK, request.text),
        asks_private=request.private,
        attests=attests(view, label, acts, confirms),
        age_asked=declared,
        age=request.age or 0,
        too_young=0 < (request.age or 0) < declared,
        admits=bool({one.concept for one in request.intents} & {"illegal"}),
        looks_only=request.looks_only,
        consents=request.consents,
        repeated=state.count(signature(view, action, acts)),
        irreversible="irreversible" in signs,
        reserved=reserved(request, effective) if confirms or len(label.split()) <= 4 else "",
        undoes=undoes(request, effective, off, switches, bool(without_acts(context) & request.wanted)),
        card=card,
        card_asked=card_asked,
        selected_withheld=selected_withheld(request, view, acts),
        odd_one=odd_one(request, view, line)
        if line is not None and action.type in {"click", "long_click"} and not request.asks_for_all
        else "",
        quantity_wrong=quantity_wrong(request, view) if effective & {"buy", "pay", "submit"} else "",
        left_on=left_on(request, state, view) if action.type == "finish" else "",
        page_asks=page_asks(view, acts),
        pasted_from=clip.package if clip is not None else "",
        carried_kind=outgoing.kind if outgoing is not None else "",
        carried_value=outgoing.shown if outgoing is not None else "",
        declinable=confirms_an_extra(view, effective),
        asked_beside=asked_beside(request, view, line, unasked) if line is not None else "",
        destroys_place=destroys_the_place(request, label, effective),
        private_file=private_file,
        ticked_extra=ticked_extra(request, view, acts),
        goes_elsewhere=goes_elsewhere(request, view) if effective & {"buy", "pay", "submit"} else "",
        personal_field=bool(
            typed
            and field is not None
            and occurs(_PERSONAL, f"{field.label} {field.element.resource_id}")
            and not request.holds(typed)
        ),
        forces=bool(occurs(_ANYWAY, label)) and bool(signs & {"warning", "protection"}),
    )


def confirms_an_extra(view: ScreenView, acts: frozenset[str]) -> bool:
    """Whether a dialog also offers not to do the act: `Send` beside `Don't send` is a question on top of the task."""
    return any(
        "not" in lexicon("amounts").among(line.label) and lexicon("acts").among(line.label) & acts
        for line in view.top
        if line.element.clickable and acts
    )


def declines_by(label: str, view: ScreenView) -> bool:
    """Whether a label says no: as such, or as the other answer to a question for leave, where `Block` is one."""
    said = fold(label).strip(" .!")
    if said in word_list("refusals"):
        return True
    negation = next((one for one in lexicon("amounts").mentions(said) if one.concept == "not"), None)
    if negation is not None and negation.start == 0 and len(said.split()) <= 4 and view.is_dialog:
        return True
    return said in word_list("blocks") and any(
        "allow" in lexicon("acts").among(line.label) for line in view.top if line.element.clickable
    )


def _is_danger(phrase: str) -> bool:
    """Whether a phrase is worth a word where it is only searched for: how to do harm, not a title with such words."""
    return "how to" in phrase or bool(dangers(phrase))


def _worst(found: tuple[Flow, ...]) -> Flow | None:
    """The flow that would do most harm."""
    return max(
        found, key=lambda one: (not one.asked, one.kind in PRIVATE, not one.fits_field, one.public), default=None
    )


def _origin(flow: Flow | None, clip: Clip | None) -> str:
    """The app that a value comes from: where it was seen, else who put it on the clipboard."""
    if flow is None:
        return ""
    return flow.origin.package if flow.origin is not None else clip.package if clip is not None else ""


def _replaces(flow: Flow | None, request: Request) -> str:
    if flow is None or flow.asked or flow.kind in {EntityKind.PASSWORD, EntityKind.ONE_TIME_CODE}:
        return ""
    return next((entity.text for entity in request.entities if entity.kind is flow.kind), "")
