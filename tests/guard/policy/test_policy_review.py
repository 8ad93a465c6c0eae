"""What the author of a policy may not have meant is found, with its place, and nothing else is."""

import json

import pytest
from hypothesis import given

from guard.policy.policies import documents, few
from handrail.app import App, Event, Update
from handrail.app.binding import Assigned, Binding, UpdateTemplate
from handrail.app.consequence import Kind
from handrail.app.extractor import TypedText
from handrail.app.screen_model import ScreenModel
from handrail.app.trigger import Trigger
from handrail.guard.policy import default_policy_text, read_policy
from handrail.guard.policy.review import review_policy
from handrail.language.declaration import State, Variable
from handrail.language.value import Type

HEAD = "format: handrail.policy/1\n"


def template(state: str, *variables: str, deletes: bool = False) -> UpdateTemplate:
    return UpdateTemplate(state, tuple(Assigned(name, TypedText()) for name in variables), deletes)


def binding(name: str, commits: str, kind: Kind, *pre: UpdateTemplate, on: str = "click") -> Binding:
    return Binding(name, frozenset({on}), None, "com.example.rides", pre=pre, commits=frozenset({commits}), kind=kind)


def triggered(_: Event) -> tuple[Update, ...]:
    return ()


RIDES = App.of(
    "Rides",
    [
        State.of("Ride", Variable("goal", Type.TEXT), Variable("price", Type.NUMBER)),
        State.of("Place", Variable("name", Type.TEXT, key=True)),
    ],
    package="com.example.rides",
    screens=ScreenModel(
        (
            binding("confirm the ride", "ConfirmRide", Kind.PAYMENT, template("Ride", "goal", "price")),
            binding("save a place", "SavePlace", Kind.RECORD, template("Place", "name"), on="long_click"),
            binding("forget a place", "ForgetPlace", Kind.DELETION, template("Place", "name", deletes=True)),
        )
    ),
)
CHAT = App.of("Chat", [], package="com.example.chat", triggers=[Trigger("click", "Send", triggered, "Tell")])


def findings(text: str, *apps: App) -> list[str]:
    read_policy(HEAD + text)
    return [
        f"{diagnostic.span.line}:{diagnostic.span.column} {diagnostic.found}; {diagnostic.help}"
        for diagnostic in review_policy(HEAD + text, "p", apps)
    ]


def rule(case: str) -> str:
    return f"needs_a_person: {{ours: {{why: x, when: {case}}}}}"


ANYWHERE = [
    (
        "needs_a_person:\n  payments:\n",
        "3:3 `payments` is left empty, and so says nothing; write `off` to take the default's rule away",
    ),
    ("limits:\n", "2:1 `limits` is left empty, and so says nothing; leave the line out"),
    ("apps: {allowed: , refused: x}\n", "2:8 `allowed` is left empty"),
    (
        "needs_a_person: {paymets: off}",
        "2:18 there is no rule `paymets` to switch off; did you mean `payments`?",
    ),
    (rule("{kind: payment, actions: [wait, finish]}"), "2:39 a case that can never hold; waiting and finishing"),
]
WITH_APPS = [
    (rule("{commits: ConfirmRid}"), "2:49 none of these apps has an action that commits `ConfirmRid`; did you mean"),
    (rule('{commits: "Order*"}'), "none of these apps has an action that commits `Order*`"),
    (rule("{bindings: confirm a ride}"), "a binding called `confirm a ride`; did you mean `confirm the ride`?"),
    (rule("{packages: com.example.ride}"), "the package `com.example.ride`; did you mean `com.example.rides`?"),
    (rule("{changes: {state: Rid}}"), "a state `Rid`; did you mean `Ride`?"),
    (rule("{changes: {state: Ride, variable: prize}}"), "a variable `prize`; did you mean `price`?"),
    (rule("{changes: {state: Place, variable: price}}"), "a variable `price`; they have `name`"),
    ("apps: {refused: com.example.ridse}", "2:17 none of these apps has the package `com.example.ridse`; did you mean"),
    ("reversibility: {reversible: {commits: SavePlac}}", "`SavePlac`; did you mean `SavePlace`?"),
    (rule("{kind: post}"), "2:39 a case that can never hold in these apps"),
    (rule("{kind: payment, commits: SavePlace}"), "a case that can never hold in these apps"),
    (rule("{commits: SavePlace, actions: click}"), "a case that can never hold in these apps"),
    (rule("{commits: SavePlace, packages: com.example.chat}"), "a case that can never hold in these apps"),
    (rule("{changes: {state: Ride, deletes: true}}"), "a case that can never hold in these apps"),
    (rule("{kind: record, to_more_than: 2}"), "a case that can never hold in these apps"),
]
RIGHT = [
    rule("{kind: payment, changes: {state: Ride, variable: price, above: 30}}"),
    rule("{kind: deletion}"),
    rule("{kind: install, packages: com.example.rides}"),
    rule("{commits: Tell, to_more_than: 3}"),
    rule("{changes: {state: Place, deletes: true}}"),
    rule("{packages: com.example.rides, actions: click}"),
    rule("{actions: finish}"),
    rule("{at_least: irreversible}"),
    rule('{commits: "*place"}'),
    "needs_a_person: {payments: off}",
    'apps: {allowed: "com.example.*"}',
    "",
]


@pytest.mark.parametrize(("text", "found"), ANYWHERE)
def test_a_slip_is_found_whatever_the_apps_are(text: str, found: str) -> None:
    for apps in ((), (RIDES, CHAT)):
        (remark,) = [finding for finding in findings(text, *apps) if "none of these apps" not in finding]
        assert remark.startswith(found)


@pytest.mark.parametrize(("text", "found"), WITH_APPS)
def test_a_name_that_no_app_has_and_a_case_that_none_can_meet_are_found(text: str, found: str) -> None:
    (finding,) = findings(text, RIDES, CHAT)
    assert found in finding
    assert findings(text) == []


@pytest.mark.parametrize("text", RIGHT)
def test_what_can_hold_is_no_finding(text: str) -> None:
    assert findings(text, RIDES, CHAT) == []


def test_the_default_policy_is_without_findings_but_for_what_an_app_does_not_do() -> None:
    assert review_policy(default_policy_text()) == ()
    assert {diagnostic.code for diagnostic in review_policy(default_policy_text(), "d", [RIDES])} <= {
        "never",
        "unknown-name",
    }


@few
@given(documents)
def test_every_policy_that_is_read_is_reviewed(document: dict[str, object]) -> None:
    text = json.dumps(document)
    assert all(diagnostic.span.line == 1 for diagnostic in review_policy(text, "p", [RIDES, CHAT]))
