"""The facts of an action, from its case and what the comparators say of it."""

from handrail.app.generic import Commits
from handrail.sentinel.act import signature
from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.features.features import NOTHING, ActionFeatures
from handrail.sentinel.intent.intent import Scope
from handrail.text import lexicon


def action_features(case: ComparatorInput, departs: frozenset[str] = NOTHING) -> ActionFeatures:
    """What rule files speak of; costs nothing that the comparators did not look at."""
    intent, flow = case.intent, next((flow for flow in case.flows if not flow.asked), next(iter(case.flows), None))
    judged = case.judgement
    return ActionFeatures(
        action=case.action.type,
        target=case.label,
        row=case.row,
        app=case.view.screen.package,
        acts=case.acts,
        asked_acts=case.asked,
        unasked_acts=case.effective if intent.acts is not None and not case.asked else NOTHING,
        wanted_acts=intent.acts or NOTHING,
        acts_known=intent.acts is not None,
        commitment=str(judged.objective.kind) if isinstance(judged, Commits) else "",
        authorised=case.authorised,
        harmless=case.is_harmless,
        confirms=case.confirms,
        declines=case.declines,
        things=case.things,
        signs=case.view.signs | lexicon("signs").among(case.row),
        in_dialog=case.view.is_dialog,
        object_asked=case.object_asked,
        comparable=case.comparable,
        asks_for_all=intent.scope is Scope.ALL,
        only_looks=bool(intent.only_looks),
        switches=case.switches,
        switches_off=case.switches_off,
        typed=case.typed[:200],
        into_search=case.into_search,
        recipient=case.detail("to"),
        amount=case.detail("amount"),
        flow_kind=str(flow.kind) if flow is not None else "",
        flow_from=flow.origin.package if flow is not None and flow.origin is not None else "",
        flow_asked=flow is not None and flow.asked,
        repeated=case.state.count(signature(case.view, case.action, case.label, case.effective)),
        departs=departs,
    )
