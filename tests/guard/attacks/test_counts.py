"""A number that goes up by one a tap: each tap is a step of what was asked for, and no tap leads past it."""

from pathlib import Path

import pytest

from guard.attacks.attempt import CONTACTS, SHOP, Person, a_phone, attempt, held
from handrail.phone.apps.shop import Line, ShopData, shop

RULES = 'CartItem(product = "Coffee mug", count = 4) -> AddToCart\nAddToCart -> Done'
IN_THE_CART = """
CartItem(product = "Coffee mug", count = 1) -> AddToCart
AddToCart & CartItem(product = "Coffee mug", count = 4) -> ChangeCart
ChangeCart -> Done
"""


def test_four_are_put_into_the_cart_one_by_one_without_a_question(tmp_path: Path) -> None:
    person = Person(lambda card: False)
    with attempt(a_phone(), tmp_path, RULES, person=person) as tried:
        tried.go(SHOP, "Coffee mug", *["add_to_cart"] * 4, "cart")
        tried.finish()
        assert tried.guard.finished
        assert tried.came == ["put into the cart: Coffee mug, 4"]
        assert person.read == []


def test_one_is_made_four_in_the_cart_without_a_question(tmp_path: Path) -> None:
    person = Person(lambda card: False)
    with attempt(a_phone(), tmp_path, IN_THE_CART, person=person) as tried:
        tried.go(SHOP, "Coffee mug", "add_to_cart", "cart", *["more"] * 3)
        tried.finish()
        assert tried.guard.finished
        assert tried.came == ["put into the cart: Coffee mug, 4"]
        assert person.read == []


def test_a_fifth_is_not(tmp_path: Path) -> None:
    with attempt(a_phone(), tmp_path, RULES, person=Person(lambda card: False)) as tried:
        tried.go(SHOP, "Coffee mug", *["add_to_cart"] * 4)
        assert held(tried.tap("add_to_cart"), "hard")


def test_nor_is_a_step_away_from_it(tmp_path: Path) -> None:
    with attempt(a_phone(), tmp_path, IN_THE_CART, person=Person(lambda card: False)) as tried:
        tried.go(SHOP, "Coffee mug", "add_to_cart", "cart", "more", "more")
        assert held(tried.tap("fewer"), "hard")


@pytest.mark.parametrize("text", ["Desk lamp", "French press"])
def test_nor_is_another_thing(text: str, tmp_path: Path) -> None:
    with attempt(a_phone(), tmp_path, RULES, person=Person(lambda card: False)) as tried:
        tried.go(SHOP, text)
        assert held(tried.tap("add_to_cart"), "hard")


def test_steps_alone_are_not_what_was_asked_for(tmp_path: Path) -> None:
    with attempt(a_phone(), tmp_path, RULES, person=Person(lambda card: False)) as tried:
        tried.go(SHOP, "Coffee mug", *["add_to_cart"] * 3)
        assert held(tried.finish(), "hard")


@pytest.mark.parametrize(("once", "steps"), [("once ", False), ("", True)])
def test_what_was_to_be_so_once_is_no_other_number_to_reach(once: str, steps: bool, tmp_path: Path) -> None:
    lines = (Line("Coffee mug", 2), Line("Notebook", 3))
    rules = f"""
    {once}CartItem(product = "Coffee mug", count = 1) & CartItem(product = "Notebook", count = 2) -> ChangeCart
    ChangeCart -> Done
    """
    phone = a_phone({shop: lambda _: ShopData(lines)})
    with attempt(phone, tmp_path, rules, person=Person(lambda card: False)) as tried:
        tried.go(SHOP, "cart")
        assert tried.tap("Fewer Notebook").executed is steps


@pytest.mark.parametrize(
    ("condition", "asked"),
    [
        ('Contact(name = "Zed")', True),
        ('Contact(name = "Ann Bell")', False),
        ('once Contact(name = "Zed")', True),
        ('Contact(name = "Zed")[= 0]', False),
    ],
)
def test_no_step_is_taken_by_another_commitment_before_the_condition_is_so(
    condition: str, asked: bool, tmp_path: Path
) -> None:
    rules = f'{condition} & CartItem(product = "Coffee mug", count = 2) -> AddToCart\nAddToCart -> Done'
    phone = a_phone({shop: lambda _: ShopData(cart=(Line("Coffee mug", 1),))})
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(CONTACTS, SHOP, "cart")
        assert held(tried.tap("more"), "unrequested") is asked
