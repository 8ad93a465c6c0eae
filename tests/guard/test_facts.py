"""What is known, where from and for how long: the ledger by itself, and in sessions where something comes to an end."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from guard.hand import on
from guard.stage import Stage, guarding, part, screen, window
from handrail.app import App, Update
from handrail.app.screen_model import Listed
from handrail.device.action import Action
from handrail.device.device import Execution, Precondition
from handrail.device.element import Element
from handrail.device.screen import Screen
from handrail.guard import Guard
from handrail.guard.approval.question import Answer, Approved, Question
from handrail.guard.decision import Allow, Block
from handrail.guard.facts import Facts
from handrail.guard.journal import read_journal
from handrail.guard.journal.replay import replay
from handrail.guard.known_rows import FactOrigin
from handrail.language.declaration import State, Variable, states_by_name
from handrail.language.value import Type

# The ledger beside a naive twin


STATES = states_by_name(
    [
        State.of("Form", Variable("a", Type.TEXT), Variable("b", Type.TEXT)),
        State.of("Row", Variable("name", Type.TEXT, key=True), Variable("a", Type.TEXT), Variable("b", Type.TEXT)),
    ]
)
Cell: TypeAlias = tuple[str, str, str]
VARIABLES = ("a", "b")
WORDS = ("x", "X", "y")  # the first two are one in normal form


@dataclass(slots=True)
class Twin:
    """Every cell that is known, by itself: value, origin, look. `rows` are those that are known to be there.

    `kept` is what commitments set, and stays known while it is so.
    """

    cells: dict[Cell, tuple[str, FactOrigin, int]] = field(default_factory=dict)
    rows: dict[str, tuple[FactOrigin, int]] = field(default_factory=dict)
    kept: dict[str, dict[str, str] | None] = field(default_factory=dict)
    look: int = 0

    def note(self, updates: tuple[Update, ...], origin: FactOrigin) -> None:
        for update in updates:
            named = dict(update.delete if update.delete is not None else update.set or {})
            name = str(named.pop("name", "")).casefold()
            if update.delete is not None:
                self.rows.pop(name, None)
                for variable in VARIABLES:
                    self.cells.pop((update.state, name, variable), None)
                continue
            if update.state == "Row":
                self.rows[name] = origin, self.look
            for variable, value in named.items():
                if value is None:
                    self.cells.pop((update.state, name, variable), None)
                else:
                    self.cells[update.state, name, variable] = str(value), origin, self.look

    def forget(self, over: Callable[[Cell, FactOrigin, int], bool]) -> None:
        for cell in [cell for cell, (_, origin, look) in self.cells.items() if over(cell, origin, look)]:
            del self.cells[cell]

    def forget_unseen(self) -> None:
        def may_be_otherwise(origin: FactOrigin, look: int) -> bool:
            return origin is FactOrigin.ANTICIPATED or (origin is FactOrigin.SEEN and look != self.look)

        kept = {
            ("Row", name, text): value for name, values in self.kept.items() for text, value in (values or {}).items()
        }
        there = {cell for cell, (value, _, _) in self.cells.items() if kept.get(cell) == value.casefold()}
        self.forget(lambda cell, origin, look: cell not in there and may_be_otherwise(origin, look))
        for name, seen in list(self.rows.items()):
            if (
                may_be_otherwise(*seen)
                and self.kept.get(name) is None
                and not any(cell[1] == name for cell in self.cells)
            ):
                del self.rows[name]

    def keep(self, updates: tuple[Update, ...]) -> None:
        for update in updates:
            if update.state == "Row" and update.delete is not None:
                self.kept[str(update.delete["name"]).casefold()] = None
            elif update.state == "Row" and update.set is not None:
                name = str(update.set["name"]).casefold()
                values = {
                    **(self.kept.get(name) or {}),
                    **{variable: update.set[variable] for variable in VARIABLES if variable in update.set},
                }
                self.kept[name] = {
                    variable: str(value).casefold() for variable, value in values.items() if value is not None
                }

    def undone(self) -> set[tuple[str, str]]:
        found = set()
        for name, values in self.kept.items():
            if values is None:
                found |= {(name, "")} if name in self.rows and self.rows[name][0] is FactOrigin.SEEN else set()
            elif name not in self.rows:
                found.add((name, ""))
            else:
                for variable, value in values.items():
                    known = self.cells.get(("Row", name, variable))
                    if known is not None and known[0].casefold() != value:
                        found.add((name, variable))
        return found


VALUES = st.sampled_from((*WORDS, None))
SETS = st.dictionaries(st.sampled_from(VARIABLES), VALUES)
UPDATES = st.lists(
    st.one_of(
        SETS.map(lambda named: Update("Form", named)),
        st.tuples(st.sampled_from(WORDS), SETS).map(lambda pair: Update("Row", {"name": pair[0], **pair[1]})),
        st.sampled_from(WORDS).map(lambda name: Update("Row", delete={"name": name})),
    ),
    max_size=3,
).map(tuple)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["look", "foreseen", "seen", "committed", "doubted", "Form ended", "Row ended", "unseen"]),
        UPDATES,
    ),
    max_size=12,
)


def carried_out(steps: list[tuple[str, tuple[Update, ...]]]) -> tuple[Facts, Twin]:
    """The same story told to both, as a session would tell it."""
    facts, twin = Facts(STATES), Twin()

    def both(updates: tuple[Update, ...], origin: FactOrigin) -> None:
        facts.note(updates, origin)
        twin.note(updates, origin)

    for what, updates in steps:
        match what:
            case "look":
                facts.look()
                twin.look += 1
            case "foreseen" | "seen":
                both(updates, FactOrigin.ANTICIPATED if what == "foreseen" else FactOrigin.SEEN)
            case "committed":
                both(updates, FactOrigin.COMMITTED)
                facts.kept.keep(updates, {"Row"})
                twin.keep(updates)
            case "doubted":
                facts.note(facts.doubted(updates, asked=True), FactOrigin.SEEN)
                for update in updates:
                    named = update.delete if update.delete is not None else update.set or {}
                    name = str(named.get("name", "")).casefold()
                    if update.delete is not None and name in twin.rows:
                        twin.note((update,), FactOrigin.SEEN)
                    elif update.set is not None and (update.state == "Form" or name in twin.rows):
                        nothing = {text: value if text == "name" else None for text, value in update.set.items()}
                        twin.note((Update(update.state, nothing),), FactOrigin.SEEN)
            case "Form ended" | "Row ended":
                state = what.partition(" ")[0]
                facts.note(facts.ended([state]), FactOrigin.SEEN)
                twin.forget(lambda cell, *_, state=state: cell[0] == state)
                if state == "Row":
                    twin.rows.clear()
            case _:
                facts.note(facts.unseen(["Form", "Row"]), FactOrigin.SEEN)
                twin.forget_unseen()
    return facts, twin


@given(STEPS)
def test_what_is_known_is_what_was_last_said_and_never_an_older_value(
    steps: list[tuple[str, tuple[Update, ...]]],
) -> None:
    facts, twin = carried_out(steps)
    for variable in VARIABLES:
        known = twin.cells.get(("Form", "", variable))
        assert facts.rows.value("Form", variable) == (known and known[0])


@given(STEPS)
@example(
    [
        ("committed", (Update("Row", {"name": "x"}),)),
        ("doubted", (Update("Row", delete={"name": "x"}), Update("Row", {"name": "x"}))),
    ]
)
def test_undone_is_what_was_kept_and_is_known_to_be_otherwise(steps: list[tuple[str, tuple[Update, ...]]]) -> None:
    facts, twin = carried_out(steps)
    assert {(str(place.key[0]), variable) for place, variable in facts.kept.undone()} == twin.undone()


@given(STEPS, UPDATES)
@example([("seen", (Update("Form", {"a": "x", "b": "y"}),))], (Update("Form", {"a": "X", "b": "y"}),))
def test_news_leaves_out_only_what_changes_nothing(
    steps: list[tuple[str, tuple[Update, ...]]], updates: tuple[Update, ...]
) -> None:
    facts, twin = carried_out(steps)
    for update, told in zip(updates, facts.news(updates), strict=True):
        assert (told.state, told.delete) == (update.state, update.delete)
        left_out = dict(update.set or {}).items() - dict(told.set or {}).items()
        assert update.state == "Form" or not left_out
        for name, value in left_out:
            assert (twin.cells.get(("Form", "", name)) or [None])[0] == value is not None
        for name, value in dict(told.set or {}).items():
            assert update.state == "Row" or value is None or facts.rows.value("Form", name) != value


@given(STEPS, st.lists(st.sampled_from(WORDS)))
def test_a_list_that_is_all_there_is_deletes_exactly_what_it_does_not_have(
    steps: list[tuple[str, tuple[Update, ...]]], shown: list[str]
) -> None:
    facts, twin = carried_out(steps)
    gone = facts.gone([Update("Row", {"name": name}) for name in shown], [Listed("Row", True, {})])
    names = {str((update.delete or {})["name"]).casefold() for update in gone}
    assert names == set(twin.rows) - {name.casefold() for name in shown}
    assert facts.gone((), ()) == ()


@given(STEPS)
def test_a_later_commitment_that_nobody_can_foresee_lets_go_of_what_had_to_stay(
    steps: list[tuple[str, tuple[Update, ...]]],
) -> None:
    facts, _ = carried_out(steps)
    facts.let_go(["Row"])
    assert list(facts.kept.undone()) == []


# In sessions


ORDERS = "com.example.orders"
MODEL = """
format: handrail.model/1
app: Orders
package: com.example.orders
states:
  Draft:
    variables:
      - {name: dish, type: Text}
  Asked:
    lasts_while: {has: '//android:id/alertTitle[@text="Really?"]'}
    variables:
      - {name: dish, type: Text}
  Basket:
    lasts_while: {has: //basket}
    variables:
      - {name: dish, type: Text, is_key: true}
      - {name: eaters, type: Text, is_set: true}
  Order:
    variables:
      - {name: dish, type: Text, is_key: true}
      - {name: count, type: Text}
bindings:
  - name: choose
    on: click
    at: //dish
    pre:
      - {state: Draft, set: {dish: text(.)}}
  - name: ask
    on: click
    at: //ask
    pre:
      - {state: Asked, set: {dish: text(//asked)}}
  - name: order
    on: click
    at: //order
    commits: PlaceOrder
    kind: record
    object: {what: the dish that was chosen}
    pre:
      - {state: Draft, set: {dish: known(Draft.dish)}}
  - name: put down
    on: click
    at: //put
    commits: PutDown
    kind: record
    object: {what: text(//line), count: text(//wanted)}
    pre:
      - {state: Order, set: {dish: text(//line), count: text(//wanted)}}
  - name: put into the basket
    on: click
    at: //add
    commits: FillBasket
    kind: record
    object: {what: text(//line), for: text(//eaters)}
    pre:
      - {state: Basket, set: {dish: text(//line), eaters: text(//eaters)}}
  - name: change
    on: click
    at: //change
    commits: ChangeCount
    kind: record
    object: {what: text(//line), count: text(//wanted)}
    pre:
      - {state: Order, set: {dish: text(//line), count: text(//wanted)}}
harmless:
  - //logo
  - {at: //android:id/button1}
observers:
  - name: the order
    on_screen: {has: //count}
    post:
      - {state: Order, set: {dish: text(//line), count: text(//count)}}
  - name: the dish
    on_screen: {has: //shown}
    post:
      - {state: Draft, set: {dish: text(//shown)}}
"""
ONE_SOUP = 'Draft(dish = "Soup") -> PlaceOrder\nPlaceOrder -> Done'
PUT_DOWN = 'Order(dish = "Soup", count = "1") -> PutDown\nPutDown -> Done'


def piece(name: str, text: str = "", **flags: Any) -> Element:
    return part(name, text, package=ORDERS, **flags)


def page(*pieces: Element) -> Screen:
    return screen(window(*pieces, package=ORDERS), package=ORDERS)


def menu(*more: Element) -> Screen:
    """Dishes to choose, and a button that orders what was chosen, which the page does not show."""
    return page(
        *(
            piece(name, text, clickable=True)
            for name, text in (("dish", "Soup"), ("order", "Order"), ("logo", "Orders"))
        ),
        *more,
    )


def line(count: str, wanted: str = "1") -> Screen:
    """One line of the order: how many there are, and how many there will be."""
    return page(
        piece("line", "Soup"),
        piece("count", count),
        piece("wanted", wanted),
        *(piece(name, name, clickable=True) for name in ("put", "change", "logo")),
    )


def orders(folder: Path) -> App:
    file = folder / "orders.yaml"
    file.write_text(MODEL, "utf-8")
    return App.load(file)


def ordering(stage: Stage, folder: Path, rules: str = ONE_SOUP, **settings: Any) -> Guard:
    return guarding(stage, folder, rules, app=orders(folder), instruction="Order soup", **settings)


def play(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


async def yes(question: Question) -> Answer:
    return Approved(question.digest, "Ann")


def same_again(folder: Path) -> bool:
    return replay(read_journal(folder / "run")).same


class Silent(Stage):
    """Does what it is told, and does not say so as long as it is `silent`."""

    silent = False

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        done = await Stage.execute(self, action, on=on)
        if self.silent:
            raise TimeoutError
        return done


def test_a_choice_is_known_until_it_is_used(tmp_path: Path) -> None:
    stage = Stage(menu())

    async def story() -> None:
        async with ordering(stage, tmp_path) as guard:
            assert isinstance((await guard.act(on(guard.screen, "order"))).decision, Block)
            assert (await guard.act(on(guard.screen, "dish"))).executed
            assert (await guard.act(on(guard.screen, "order"))).executed

    play(story())
    assert same_again(tmp_path)


def test_after_a_lost_action_what_it_may_have_changed_is_unknown_and_not_the_old_value(tmp_path: Path) -> None:
    stage = Silent(menu())

    async def story() -> None:
        async with ordering(stage, tmp_path) as guard:
            assert (await guard.act(on(guard.screen, "dish"))).executed
            stage.silent = True
            assert (await guard.act(on(guard.screen, "dish"))).outcome == "lost"
            stage.silent = False
            assert not (await guard.act(on(guard.screen, "order"))).executed
            assert (await guard.act(on(guard.screen, "dish"))).executed
            assert (await guard.act(on(guard.screen, "order"))).executed

    play(story())
    assert same_again(tmp_path)


def test_a_page_that_changes_by_itself_withdraws_what_it_does_not_show(tmp_path: Path) -> None:
    stage = Stage(menu())

    async def story() -> None:
        async with ordering(stage, tmp_path) as guard:
            assert (await guard.act(on(guard.screen, "dish"))).executed
            stage.shown = menu(piece("hint", "Choose a dish"))
            assert not (await guard.act(on(guard.screen, "order"))).executed

    play(story())
    assert same_again(tmp_path)


def test_a_page_that_changes_by_itself_and_shows_it_withdraws_nothing(tmp_path: Path) -> None:
    stage = Stage(menu())

    async def story() -> None:
        async with ordering(stage, tmp_path) as guard:
            assert (await guard.act(on(guard.screen, "dish"))).executed
            stage.shown = menu(piece("shown", "Soup"))
            assert (await guard.act(on(guard.screen, "order"))).executed

    play(story())
    assert same_again(tmp_path)


def test_what_a_commitment_set_outlives_a_page_that_changes_by_itself(tmp_path: Path) -> None:
    stage = Stage(menu())
    rules = 'Draft(dish = "Soup") -> PlaceOrder\nPlaceOrder & Draft(dish = "Soup") -> Done'

    async def story() -> None:
        async with ordering(stage, tmp_path, rules) as guard:
            assert (await guard.act(on(guard.screen, "dish"))).executed
            assert (await guard.act(on(guard.screen, "order"))).executed
            stage.shown = page(piece("thanks", "Thank you"))
            assert (await guard.act(Action("finish"))).outcome == "finished"

    play(story())
    assert same_again(tmp_path)


def _thanks_for_the_order(action: Action, shown: Screen) -> Screen:
    is_order = action.element is not None and action.element.resource_id.endswith("/order")
    return page(piece("thanks", "Thank you")) if is_order else shown


def _forget_the_last_line(folder: Path) -> None:
    journal = folder / "journal.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-1]))


async def interrupted(guard: Guard, *words: str) -> None:
    await guard.__aenter__()
    for word in words:
        assert (await guard.act(on(guard.screen, word))).executed
    guard._log.close()


@pytest.mark.parametrize("in_front", [True, False], ids=["the same page", "another app, and then the page"])
def test_after_a_resume_what_the_screen_does_not_show_is_unknown(in_front: bool, tmp_path: Path) -> None:
    elsewhere = screen(
        window(part("icon", package="com.example.home"), package="com.example.home"), package="com.example.home"
    )
    stage = Stage(menu(), effect=lambda action, now: menu() if action.type == "open_app" else now)

    async def story() -> None:
        await interrupted(ordering(stage, tmp_path), "dish")
        stage.shown = menu() if in_front else elsewhere
        async with ordering(stage, tmp_path, resume=True) as guard:
            if not in_front:
                assert (await guard.act(Action("open_app", ORDERS))).executed
            assert not (await guard.act(on(guard.screen, "order"))).executed
            assert (await guard.act(on(guard.screen, "dish"))).executed
            assert (await guard.act(on(guard.screen, "order"))).executed

    play(story())
    assert same_again(tmp_path)


def test_after_a_resume_what_a_commitment_set_is_known(tmp_path: Path) -> None:
    stage = Stage(menu(), effect=_thanks_for_the_order)
    rules = 'Draft(dish = "Soup") -> PlaceOrder\nPlaceOrder & Draft(dish = "Soup") -> Done'

    async def story() -> None:
        await interrupted(ordering(stage, tmp_path, rules), "dish", "order")
        async with ordering(stage, tmp_path, rules, resume=True) as guard:
            assert (await guard.act(Action("finish"))).outcome == "finished"

    play(story())
    assert same_again(tmp_path)


@pytest.mark.parametrize("looked_at", [True, False], ids=["nothing happened", "killed before the next screen"])
def test_after_a_resume_what_the_app_did_not_go_on_with_is_not_known_to_have_come_about(
    looked_at: bool, tmp_path: Path
) -> None:
    stage = Stage(menu(), effect=lambda action, now: now if looked_at else _thanks_for_the_order(action, now))
    rules = 'Draft(dish = "Soup") -> PlaceOrder\nPlaceOrder & Draft(dish = "Soup") -> Done'

    async def story() -> None:
        await interrupted(ordering(stage, tmp_path, rules), "dish", "order")
        if not looked_at:
            _forget_the_last_line(tmp_path / "run")
        stage.shown = page(piece("thanks", "Thank you"))
        async with ordering(stage, tmp_path, rules, resume=True) as guard:
            refused = await guard.act(Action("finish"))
            assert not refused.executed
            assert refused.outcome != "finished"
            assert "no screen shows it" in str(refused.decision)

    play(story())


@pytest.mark.parametrize("title", ["Really?", "Goodbye"])
def test_what_lasts_while_a_dialog_is_there_ends_with_it(title: str, tmp_path: Path) -> None:
    asking = page(piece("asked", "Soup"), piece("ask", "Ask", clickable=True))
    dialog = page(piece("android:id/alertTitle", title), piece("android:id/button1", "OK", clickable=True))
    stage = Stage(asking, effect=lambda *_: dialog)

    async def story() -> None:
        async with ordering(stage, tmp_path, 'Asked(dish = "Soup") -> Done') as guard:
            assert (await guard.act(on(guard.screen, "ask"))).executed
            assert ((await guard.act(Action("finish"))).outcome == "finished") == (title == "Really?")

    play(story())
    assert same_again(tmp_path)


def test_the_end_is_refused_while_what_was_set_is_otherwise(tmp_path: Path) -> None:
    stage = Stage(line("0"), effect=lambda *_: line("1"))

    async def story() -> None:
        async with ordering(stage, tmp_path, PUT_DOWN) as guard:
            assert (await guard.act(on(guard.screen, "put"))).executed
            stage.shown = line("7")
            refused = await guard.act(Action("finish"))
            assert isinstance(refused.decision, Block)
            assert 'Count of order "Soup" was set, and is known to be otherwise now' in refused.feedback
            stage.shown = line("1")
            assert (await guard.act(Action("finish"))).outcome == "finished"

    play(story())
    assert same_again(tmp_path)


CHANGED_LATER = [
    pytest.param(
        'Order(dish = "Soup", count = "1") -> PutDown\n'
        'PutDown & Order(dish = "Soup", count = "2") -> ChangeCount\nChangeCount -> Done',
        id="asked for",
    ),
    pytest.param(PUT_DOWN, id="approved"),
]


@pytest.mark.parametrize("rules", CHANGED_LATER)
def test_the_end_is_accepted_where_a_wanted_commitment_changed_it_later(rules: str, tmp_path: Path) -> None:
    stage = Stage(line("0"))

    async def story() -> None:
        async with ordering(stage, tmp_path, rules, approver=yes) as guard:
            stage.effect = lambda *_: line("1", "2")
            assert (await guard.act(on(guard.screen, "put"))).executed
            stage.effect = lambda *_: line("2", "2")
            step = await guard.act(on(guard.screen, "change"))
            assert isinstance(step.decision, Allow), step.feedback
            assert step.executed
            ended = await guard.act(Action("finish"))
            assert ended.outcome == "finished", ended.feedback

    play(story())
    assert same_again(tmp_path)


def test_what_lasts_as_long_as_a_page_need_not_be_known_at_the_end(tmp_path: Path) -> None:
    shop = page(
        piece("basket"), piece("line", "Soup"), piece("eaters", "Bob, Ann"), piece("add", "Add", clickable=True)
    )
    stage = Stage(shop, effect=lambda *_: page(piece("thanks", "Thank you")))

    async def story() -> None:
        rules = 'Basket(dish = "Soup", eaters = "Ann, Bob") -> FillBasket\nFillBasket -> Done'
        async with ordering(stage, tmp_path, rules) as guard:
            assert (await guard.act(on(guard.screen, "add"))).executed
            assert (await guard.act(Action("finish"))).outcome == "finished"

    play(story())
    assert same_again(tmp_path)  # whose journal says that the order of the eaters means nothing
