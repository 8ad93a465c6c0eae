"""Models drafted from two recorded walks: they load, nothing contradicts them, and they say what is committed."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.walks import walk
from handrail.app.consequence import Kind
from handrail.app.draft import NothingToDraft, draft_of
from handrail.app.draft.draft import settled
from handrail.app.draft.drafted import DraftObserver, DraftOnScreen, DraftState, DraftUpdate, DraftVariable, ModelDraft
from handrail.app.draft.writing import written
from handrail.app.model_check import check_model
from handrail.app.model_document import read_model
from handrail.app.model_trial import try_on_walks
from handrail.app.walk import Moment, Walk
from handrail.cli.recorded_walks import walks_in
from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen
from handrail.language.value import Type

TASKS = {
    "clock": ("clock-set-alarm", "clock-delete"),
    "bank": ("bank-send", "bank-from-savings"),
    "messages": ("messages-answer", "messages-group"),
    "mail": ("mail-write", "mail-for-good"),
    "shop": ("shop-buy", "shop-three-things"),
    "tasks": ("tasks-add", "tasks-star"),
    "contacts": ("contacts-add", "contacts-change"),
    "files": ("files-delete", "files-make-folder"),
    "photos": ("photos-delete", "photos-delete"),
    "restaurant": ("restaurant-reserve", "restaurant-cancel"),
    "settings": ("settings-dark-theme", "settings-permission"),
}


def walks(name: str, seed: int = 101) -> list[Walk]:
    return [walk(task, seed + number) for number, task in enumerate(TASKS[name])]


@pytest.mark.parametrize("name", TASKS)
def test_a_draft_loads_and_its_walks_do_not_contradict_it(name: str) -> None:
    drafted = draft_of(walks(name))
    assert drafted.evidence.contradicted == ()
    assert read_model(drafted.text).states == drafted.app.states
    screens = [(moment.name, moment.screen) for walked in walks(name) for moment in walked]
    assert check_model(drafted.app, screens).errors == ()
    assert drafted.app.commitments
    assert drafted.text == draft_of(walks(name)).text


@pytest.mark.parametrize("name", ["bank", "clock", "files", "mail", "messages", "tasks"])
def test_walks_that_it_has_not_seen_do_not_contradict_it_either(name: str) -> None:
    drafted = draft_of(walks(name))
    assert try_on_walks(drafted.app, walks(name, seed=301)).contradicted == ()


def test_every_field_of_a_form_is_a_variable_of_the_type_that_was_typed() -> None:
    states = draft_of(walks("bank")).app.states
    form = states["TransferForm"]
    assert {name: variable.type for name, variable in form.variables.items()} == {
        "recipient": Type.TEXT, "iban": Type.TEXT, "amount": Type.NUMBER, "reference": Type.TEXT, "from": Type.TEXT,
    }  # fmt: skip
    assert "TransferForm" in draft_of(walks("bank")).app.lasting
    assert states["Account"].keys == ("title",)


def test_what_a_dialog_commits_is_told_to_the_last_detail() -> None:
    app = draft_of(walks("bank")).app
    seen = walk("bank-not-more-than", 103)
    moment = next(
        moment
        for moment in seen
        if any(app.anticipate_on(moment.screen, act.path, act.kind).commits for act in moment.acts)
    )
    (act,) = moment.acts
    said = app.anticipate_on(moment.screen, act.path, act.kind)
    (consequence,) = said.consequences
    assert said.irreversible
    assert (consequence.kind, consequence.is_known) == (Kind.PAYMENT, True)
    told = {detail.name: detail.value for detail in consequence.details}
    review = next(update.set or {} for update in said.updates if update.state == "TransferReview")
    assert (told["to"], told["amount"]) == (review["to"], review["amount"])


def test_what_was_typed_is_a_value_wherever_it_stands_and_an_empty_field_is_no_receiver() -> None:
    app = draft_of([walk("messages-send", 101), walk("messages-answer", 102)]).app
    sent = walk("messages-send", 301)
    moment = next(moment for moment in sent if any(act.kind == "input" and act.text for act in moment.acts))
    (to,) = [act.text for act in moment.acts if act.text]
    (details,) = [
        {detail.name: detail.value for detail in consequence.details}
        for moment in sent
        for act in moment.acts
        for consequence in app.anticipate_on(moment.screen, act.path, act.kind).consequences
    ]
    assert to in details.values()
    assert details["to"] != ""


def test_a_touch_on_a_row_that_turned_its_switch_turns_it() -> None:
    app = draft_of([walk("settings-dark-theme", 101), walk("settings-timeout", 102)]).app
    seen = walk("settings-dark-theme", 301)
    said = [app.anticipate_on(moment.screen, act.path, act.kind) for moment in seen for act in moment.acts]
    (committing,) = [anticipation for anticipation in said if anticipation.commits]
    assert committing.commits == {"TurnDarkTheme"}
    assert [update.set for update in committing.updates] == [{"dark_theme": True}]


def test_without_ids_each_value_of_a_page_is_still_a_variable_of_its_own() -> None:
    drafted = draft_of([without_ids(recorded) for recorded in walks("bank")])
    (send,) = [binding for binding in drafted.draft.bindings if binding.commits]
    (review,) = [update for update in send.pre if update.values]
    assert (send.kind, drafted.evidence.contradicted) == (Kind.PAYMENT, ())
    assert {"to", "iban", "amount", "reference"} <= set(review.values)
    assert len(set(review.values.values())) == len(review.values)


def test_what_commits_says_what_it_is_called() -> None:
    drafted = draft_of(walks("bank"))
    (send,) = [binding for binding in drafted.draft.bindings if binding.commits]
    assert (send.label, "    label: Send\n" in drafted.text) == ("Send", True)


def test_a_row_that_was_opened_is_what_a_dialog_deletes() -> None:
    drafted = draft_of(walks("clock"))
    deleting = next(binding for binding in drafted.evidence.bindings if "DeleteAlarm" in binding.commits)
    assert {evidence.name: evidence.confirmed for evidence in deleting.values}["Alarm goes"] == 1
    assert deleting.objects == deleting.fired == 1


def test_the_title_of_a_page_that_a_row_opened_is_a_fact_and_no_furniture() -> None:
    assert "title" in draft_of(walks("restaurant")).app.states["RestaurantDetails"].variables


def test_what_asks_first_or_leads_to_a_form_is_harmless() -> None:
    app = draft_of(walks("bank")).app
    why = {str(harmless.at): harmless.why for harmless in app.screens.harmless}
    assert why["//confirm"] == "it asks first (seen in the walks)"
    assert why["//transfer"] == "it opens a form (seen in the walks)"
    assert "the page that it opens commits" in why["//continue"]


def test_sending_is_no_way_to_the_next_page_with_a_button_that_sends() -> None:
    committing = {binding.commits for binding in draft_of(walks("messages")).app.screens.bindings}
    app = draft_of([walk("messages-group"), walk("messages-group", 102)]).app
    assert frozenset({"SendMessage"}) in committing
    assert "SendMessage" in app.commitments


def test_what_the_walks_contradict_is_left_out_with_the_reason() -> None:
    drafted = draft_of(walks("shop"))
    (told,) = [str(dropped) for dropped in drafted.dropped if "the list of products" in dropped.what]
    assert "a whole list without it" in told
    assert "the list of products" in drafted.text.partition("format:")[0]


def test_what_is_committed_and_does_not_stay_is_read_again() -> None:
    sent = [binding for binding in draft_of(walks("messages")).app.screens.bindings if "SendMessage" in binding.commits]
    assert any(template.values for moment in sent for template in moment.post)


def test_nothing_is_said_of_what_nobody_can_tell() -> None:
    drafted = draft_of(walks("tasks"))
    for question in drafted.draft.open_questions:
        assert f"#   {question[:60]}" in drafted.text


@pytest.mark.slow
def test_recordings_of_real_phones_are_drafted_and_not_contradicted(shared_data: Path) -> None:
    for folder in sorted((shared_data / "risk").glob("*_dev/*")):
        drafted = draft_of(walks_in([folder]))
        assert drafted.evidence.contradicted == (), folder
        assert drafted.app.states or drafted.app.commitments, folder


def test_a_button_on_a_page_that_says_nothing_commits_what_the_page_is_called() -> None:
    mine, size = "com.example.place", Bounds(0, 0, 100, 50)
    button = Element("android.widget.Button", "Call", package=mine, bounds=size, clickable=True)
    window = Element("android.widget.FrameLayout", package=mine, bounds=size, children=(button,))
    page = Screen(mine, f"{mine}.PlaceActivity", (window,), 100, 50)
    (calling,) = draft_of([(Moment("page", page),)]).draft.bindings
    assert (calling.commits, dict(calling.object), calling.kind) == ("CallPlace", {"what": "place"}, Kind.UNKNOWN)
    assert "nothing says to whom" in calling.why


def without_ids(walked: Walk) -> Walk:
    """As apps look that name nothing: Flutter, Compose, web pages."""

    def bare(element: Element) -> Element:
        return replace(element, resource_id="", children=tuple(map(bare, element.children)))

    def screen(of: object) -> Screen:
        assert isinstance(of, Screen)
        return replace(of, windows=tuple(map(bare, of.windows)))

    return [replace(moment, screen=screen(moment.screen)) for moment in walked]


@pytest.mark.parametrize("name", ["bank", "clock", "contacts", "mail", "shop", "tasks"])
def test_an_app_without_resource_ids_is_drafted_by_class_words_and_place(name: str) -> None:
    drafted = draft_of(map(without_ids, walks(name)))
    assert drafted.evidence.contradicted == ()
    assert drafted.app.commitments
    assert sum(binding.confirmed for binding in drafted.evidence.bindings) > 0


def test_screens_alone_give_lists_and_pages() -> None:
    alone: Sequence[Walk] = [(replace(moment, acts=()),) for recorded in walks("bank") for moment in recorded]
    drafted = draft_of(alone, "com.example.bank")
    assert {"Account", "TransferForm", "TransferReview"} <= set(drafted.app.states)
    assert drafted.app.commitments


@pytest.mark.parametrize(
    ("shown", "package", "told"),
    [([], "", "no screen of any app"), (["bank"], "com.nobody", "no screen of `com.nobody`")],
)
def test_walks_that_show_nothing_are_refused(shown: list[str], package: str, told: str) -> None:
    with pytest.raises(NothingToDraft, match=told):
        draft_of([walked for name in shown for walked in walks(name)], package)


def test_an_empty_page_is_nothing_to_draft_from() -> None:
    empty = Screen(
        "com.example.empty", "", (Element("android.widget.FrameLayout", package="com.example.empty"),), 100, 100
    )
    with pytest.raises(NothingToDraft, match="nothing on the screens"):
        draft_of([(Moment("empty", empty),)])


def test_a_draft_that_is_wrong_loses_what_is_wrong_and_keeps_the_rest() -> None:
    accounts = DraftUpdate("Account", {"title": "text(title)", "amount": "number(summary)"}, each="//account[1]")
    options = {"title": 'text(., "{} (*)")', "amount": "count(//RadioButton)"}
    variables = (DraftVariable("title", Type.TEXT, key=True), DraftVariable("amount", Type.NUMBER))
    form = DraftObserver(
        "the form", DraftOnScreen(has=("//RadioButton",)), (DraftUpdate("Account", options, each="//RadioButton"),)
    )
    read = DraftObserver(
        "the accounts", DraftOnScreen(has=("//accounts",)), (replace(accounts, complete="exists(//accounts)"),)
    )
    draft = ModelDraft(
        "Bank", "com.example.bank", (DraftState("Account", "the accounts", variables),), observers=(form, read)
    )
    moments = walk("bank-send")
    pages = [
        next(moment for moment in moments if moment.screen.activity.endswith(name))
        for name in (".TransferActivity", "AccountsActivity")
    ]
    result = settled(draft, [[replace(page, acts=()) for page in pages]])
    assert result.evidence.contradicted == ()
    assert {dropped.what for dropped in result.dropped} == {"`the accounts`, Account.amount", "`the accounts`, Account"}
    assert [list(observer.post[0].values) for observer in result.draft.observers] == [["title", "amount"], ["title"]]


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=40))
@pytest.mark.slow
def test_any_text_of_an_app_can_stand_in_the_file(said: str) -> None:
    variable = DraftVariable("name", Type.TEXT, description=said)
    draft = ModelDraft("An app", "com.example.app", (DraftState("Thing", said, (variable,)),))
    app = read_model(written(draft))
    assert app.states["Thing"].description == said
    assert app.states["Thing"].variables["name"].description == said
