"""What a single screen says against a model: elements that are gone, lists that are not read; and what says nothing."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from guard.changed_app import Shows, relabelled, renamed, reshaped
from guard.stage import LETTERS, part, screen, window
from handrail.app import App, Declaration
from handrail.app.drift import Drift, Reading, Sign, Speaking, blind
from handrail.app.model_document import ModelError, read_model
from handrail.app.screen_tree import ElementLike, ScreenIndex
from handrail.app.text_pattern import PatternError
from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen
from handrail.phone.models import load
from handrail.phone.phone import Phone

MODEL = """
app: Letters
package: com.example.letters
states:
  Letter:
    variables: [{name: to, type: Text, is_key: true}, {name: pages, type: Number}, {name: stamp, type: Text}]
bindings:
  - {name: burn, on: click, at: '//burn[@text="Burn"]', pre: [{state: Letter, delete: {to: text(//open)}}]}
  - name: send
    on: click
    at: //send
    on_screen: {has: //form}
    pre: [{state: Letter, set: {to: text(//open), pages: number(//count)}}]
harmless: [//logo, //other]
observers:
  - name: the letters
    on_screen: {has: //letters}
    post:
      - state: Letter
        each: //letter
        complete: exists(//letters[not(@scrollable)])
        set: {to: text(to), pages: number(pages), stamp: maybe(text(stamp))}
"""
CLOCK = "com.example.clock"
APP = read_model(MODEL, "letters.yaml")


def row(to: str, pages: str = "2", *, name: str = "letter", inner: str = "to") -> Element:
    inside = (part(inner, to), part("pages", pages))
    return replace(part(name, clickable=True), children=inside)


def listed(*rows: Element, scrollable: bool = False) -> Screen:
    placed = tuple(replace(element, bounds=Bounds(0, 100 * n, 400, 100 * n + 100)) for n, element in enumerate(rows, 1))
    around = replace(part("letters", scrollable=scrollable), bounds=Bounds(0, 0, 400, 300), children=placed)
    return Screen(LETTERS, ".Main", (replace(window(), children=(around,)),), 400, 800)


def signs(shown: Screen, app: App = APP) -> set[tuple[Sign, str]]:
    return {(drift.sign, drift.name) for drift in app.observe(shown).fit.drift}


def test_a_list_that_is_read_and_an_empty_one_say_nothing() -> None:
    assert signs(listed(row("Ann"), row("Bob"))) == set()
    assert signs(listed()) == set()
    assert signs(listed(part("hint", "No letters yet"))) == set()
    assert "the letters" in APP.observe(listed(row("Ann"))).fit.read
    assert "the letters" not in APP.observe(listed()).fit.read


def test_a_list_whose_entries_are_called_otherwise_makes_its_observer_blind() -> None:
    (found,) = APP.observe(listed(row("Ann", name="item"))).fit.drift
    assert found == Drift(
        LETTERS, Sign.BLIND, "the letters", '"the letters" finds nothing in its list, and "Ann" stands there'
    )


def test_entries_that_cannot_be_touched_are_a_list_where_there_are_two_of_one_sort() -> None:
    first, other = (replace(row(name, name="item"), clickable=False) for name in ("Ann", "Bob"))
    assert signs(listed(first)) == set()
    assert signs(listed(first, other)) == {(Sign.BLIND, "the letters")}


def test_what_the_model_speaks_for_is_no_entry() -> None:
    assert signs(listed(part("other", "Write one", clickable=True))) == set()
    assert signs(listed(part("other", "Hello"), part("other", "How are you?"))) == set()


def test_a_key_that_no_row_has_any_more_is_a_sign_and_a_row_that_is_cut_is_none() -> None:
    assert signs(listed(row("Ann", inner="name"))) == {(Sign.BLIND, "the letters")}
    assert signs(listed(row("Ann", inner="name"), row("Bob"))) == set()
    cut = replace(row("Cem", inner="name"))
    assert signs(listed(row("Ann"), row("Bob"), cut, scrollable=True)) == set()


def test_a_value_of_another_form_is_a_sign_only_in_several_rows() -> None:
    assert signs(listed(row("Ann", "sold out"))) == set()
    assert signs(listed(row("Ann", "sold out"), row("Bob", "3"))) == set()
    assert signs(listed(row("Ann", "2 of 3"), row("Bob", "1 of 3"))) == {(Sign.BLIND, "the letters")}


def test_an_element_that_is_gone_is_a_sign_where_something_unknown_has_come_in_its_place() -> None:
    form = part("form", "A letter")
    assert signs(screen(window(form, part("send", "Send", clickable=True)))) == set()
    assert signs(screen(window(form))) == set()
    assert signs(screen(window(form, part("logo", "Letters", clickable=True)))) == set()
    (found,) = APP.observe(screen(window(form, part("post", "Post it", clickable=True)))).fit.drift
    assert (found.sign, found.name) == (Sign.ELEMENT_GONE, "send")
    assert '"Post it"' in found.text


def test_what_another_app_draws_over_it_is_nothing_in_its_place() -> None:
    above = window(part("post", "Post it", clickable=True, package="com.evil"), package="com.evil")
    assert signs(screen(window(part("form", "A letter")), above)) == set()


def test_another_label_on_an_id_that_the_model_tells_apart_by_its_label() -> None:
    assert signs(screen(window(part("burn", "Burn", clickable=True)))) == set()
    (found,) = APP.observe(screen(window(part("burn", "Destroy", clickable=True)))).fit.drift
    assert (found.sign, found.name) == (Sign.ELEMENT_GONE, "burn")
    assert '"Destroy"' in found.text
    beside = window(part("burn", "Burn", clickable=True), part("burn", "Burn all", clickable=True))
    assert signs(screen(beside)) == set()


def test_a_binding_that_was_set_off_and_looks_in_vain() -> None:
    shown = screen(window(part("form", "A letter"), part("open", "Ann"), part("send", "Send", clickable=True)))
    said = APP.anticipate_on(shown, (0, 2), "click")
    assert [(drift.sign, drift.name) for drift in said.drift] == [(Sign.BLIND, "send")]
    assert "pages" in said.drift[0].text
    whole = window(
        part("form", "A letter"), part("open", "Ann"), part("send", "Send", clickable=True), part("count", "2")
    )
    assert APP.anticipate_on(screen(whole), (0, 2), "click").drift == ()


def test_what_is_read_of_a_screen_is_bounded_and_quoted() -> None:
    (found,) = APP.observe(listed(row('x" all is well\n' + "y" * 9_000, name="item"))).fit.drift
    assert len(found.text) < 400
    assert "\n" not in found.text
    assert found.text.count('"') == 4


@pytest.mark.parametrize("change", [renamed(CLOCK, "alarm"), reshaped(CLOCK, "alarm")])
def test_on_the_simulated_phone_a_changed_list_is_seen_and_the_right_one_says_nothing(change: Shows) -> None:
    phone = Phone(churn=False)
    phone.launch(CLOCK)
    app, right = load("clock"), phone.screen()
    assert app.observe(right).fit.drift == ()
    assert {drift.sign for drift in app.observe(change(right)).fit.drift} == {Sign.BLIND}


def test_nothing_is_found_of_an_app_that_is_not_there() -> None:
    assert APP.observe(Screen("com.other", ".Main", (window(package="com.other"),), 400, 800)).fit.package == ""


def test_a_version_is_meant_by_name_number_or_pattern() -> None:
    app = read_model(MODEL.replace("states:", "version: 8.10\nversions: ['9.*', 1200]\nstates:", 1), "letters.yaml")
    assert [version.source for version in app.versions] == ["9.*", "1200", "8.10"]
    assert app.is_made_for("8.10", "1")
    assert app.is_made_for("9.0.1")
    assert app.is_made_for("", "1200")
    assert not app.is_made_for("8.1", "12")
    assert APP.is_made_for("anything")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("version: '1{}{}'", "letters.yaml:4:10: the pattern has two `{}`"),
        ("version: true", "letters.yaml:4:10: `version`: input should be a valid string"),
        ("versions: ['']", "letters.yaml:4:12: "),
    ],
)
def test_a_version_that_cannot_be_meant_is_told_with_its_place(line: str, said: str) -> None:
    with pytest.raises(ModelError) as refused:
        read_model(MODEL.replace("states:", f"{line}\nstates:", 1), "letters.yaml")
    assert str(refused.value).startswith(said)


def test_a_version_of_no_package_is_refused() -> None:
    with pytest.raises(ModelError, match="a version without a `package`"):
        read_model("app: X\nversion: '1'\nstates: {S: {variables: [{name: a, type: Text}]}}\n", "x.yaml")


def test_versions_of_a_model_in_python() -> None:
    declared = Declaration("Letters", "com.example.letters", versions=("7.*",))
    assert not declared.app().is_made_for("8.0")
    assert declared.app().is_made_for("7.2")
    with pytest.raises(PatternError):
        Declaration("Letters", "com.example.letters", versions=("{}{}",)).app()


def test_the_label_of_what_is_known_by_its_id_is_not_looked_at_unless_the_model_says_it() -> None:
    phone = Phone(churn=False)
    phone.launch(CLOCK)
    changed = relabelled(CLOCK, "Timer", "Countdown")(phone.screen())
    assert changed != phone.screen()
    assert load("clock").observe(changed).fit.drift == ()


def test_what_a_model_has_an_element_say_is_a_sign_where_it_says_something_else() -> None:
    told = read_model(MODEL.replace("    at: //send\n", "    at: //send\n    label: [Send*, Post]\n"))

    def called(label: str) -> set[tuple[Sign, str]]:
        return signs(screen(window(part("form", "A letter"), part("send", label, clickable=True))), told)

    assert called("Send") == called("Send it") == called("Post") == called("") == set()
    assert called("Burn") == {(Sign.ELEMENT_GONE, "send")}
    elsewhere = screen(window(part("send", "Burn", clickable=True)))
    assert signs(elsewhere, told) == set(), "on another page it may be called anything"


@pytest.mark.parametrize(
    ("line", "said"),
    [("label: '{}{}'", "two `{}`"), ("label: ['']", "at least 1 character")],
)
def test_a_label_that_cannot_be_meant_is_told_with_its_place(line: str, said: str) -> None:
    with pytest.raises(ModelError, match=r"letters\.yaml:11:") as caught:
        read_model(MODEL.replace("    at: //send\n", f"    {line}\n    at: //send\n"), "letters.yaml")
    assert said in str(caught.value)


def test_a_label_of_no_element_is_refused() -> None:
    with pytest.raises(ModelError, match="a `label` without an element"):
        read_model(MODEL.replace("on: click\n    at: //send", "on: back\n    label: Back"), "letters.yaml")


@pytest.mark.slow
def test_no_screen_makes_the_search_for_what_came_instead_slow() -> None:
    """Touched and scrolled things in each other, as deep as can be: each is looked at a bounded number of times."""
    looked_at: Counter[int] = Counter()

    class Watched(list[ElementLike]):
        def __getitem__(self, number: Any) -> Any:
            looked_at[number] += 1
            return super().__getitem__(number)

    nested = part("leaf", "x", clickable=True)
    for _ in range(2_000):
        nested = replace(part("letters", clickable=True, scrollable=True), children=(nested,))
    index = ScreenIndex(screen(replace(window(), children=(nested,))))
    index.nodes = Watched(index.nodes)
    speaking = Speaking(LETTERS, index, frozenset)
    observed = Reading("the letters", APP.screens.observers[0].post[0])
    assert [drifted.sign for drifted in blind([observed], APP.screens.observers[0].on_screen.has, speaking)] == [
        Sign.BLIND
    ]
    assert max(looked_at.values()) < 200


def test_a_label_in_python() -> None:
    declared = Declaration("Letters", "com.example.letters")
    declared.on_screen("click", at="//send", label="Send*")(lambda _: [])
    named = declared.app()
    assert signs(screen(window(part("send", "Send it", clickable=True))), named) == set()
    assert [sign for sign, _ in signs(screen(window(part("send", "Burn", clickable=True))), named)] == [
        Sign.ELEMENT_GONE
    ]
    with pytest.raises(PatternError):
        declared.on_screen("click", at="//send", label="{}{}")
