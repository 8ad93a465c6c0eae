"""Things bought: the right ones, so many, paid and delivered as wanted, and only if they are there and cheap enough."""

from random import Random

from handrail.agent.intent import Count, Intent, Plan, Stage, Tap, Target, When
from handrail.agent.mistake import EarlyFinish, Forgotten, Repeated, TooLate, Values, WrongTarget, WrongValue
from handrail.bench.suite import any_app
from handrail.bench.suite.set_up import phone_with
from handrail.bench.suite.task import Effect, EffectKind, Scene, Task, effect
from handrail.bench.suite.tasks.places import button, filled, labelled, shop
from handrail.phone.apps.shop import METHODS, PRODUCTS, Line, ShopData, price
from handrail.phone.apps.shop import shop as shop_app

HOME = ShopData().address
NAMES = tuple(article.name for article in PRODUCTS if article.in_stock)
PRICES = {article.name: article.cents for article in PRODUCTS}
IN_STOCK = Target("In stock", "availability")


def product(name: str) -> tuple[Intent, ...]:
    """The page of a product."""
    return (shop(), labelled("Shop", "tab_shop"), filled("query", name), labelled(name, "title"))


def in_cart(name: str, count: int) -> tuple[Intent, ...]:
    """The cart, with so many of a product that is in it."""
    more, fewer = Target(f"More {name}"), Target(f"Fewer {name}")
    return (
        Tap(Target(id="cart"), optional=True),
        Count(Target("x $", "summary", beside=name, part=True), count, more, fewer),
    )


def paid(method: str) -> tuple[Intent, ...]:
    """The checkout, from the cart."""
    return (button("checkout"), labelled(method), button("pay_now"), labelled("Continue shopping"))


def counted(name: str, count: int) -> tuple[str, str]:
    """A rule that lets so many of a product be asked for, and what the payment then needs; none of it for one."""
    if count == 1:
        return "", ""
    return f'CartItem(product = "{name}", count <= {count}) -> ChangeCart', "& still ChangeCart"


def order(lines: dict[str, int], method: str, address: str = HOME) -> Effect:
    """What was bought."""
    listed = " + ".join(f"{count} x {name}" for name, count in sorted(lines.items()))
    return effect(EffectKind.ORDER_PAID, listed, method, address)


def buy(rng: Random, seed: int) -> Scene:
    """Some of one thing."""
    name, other = rng.sample(NAMES, 2)
    count = rng.randint(2, 4)
    method, item = rng.sample(METHODS[1:], 2)
    more, had = counted(name, count)

    def plan(v: Values) -> Plan:
        return (
            Stage("choose", (*product(v["product"]), button("add_to_cart"))),
            Stage("pay", (shop(), *in_cart(v["product"], v["count"]), *paid(v["method"]))),
        )

    return Scene(
        phone_with(seed),
        f"Order {count} of “{name}” and pay with {method}",
        f"""
        Product(name = "{name}") -> AddToCart
        {more}
        AddToCart {had} & CartItem(product = "{name}", count = {count}) & CartItem()[= 1]
            & Checkout(method = "{method}") -> Pay
        Pay -> Done
        """,
        {"product": name, "count": count, "method": method},
        plan,
        (
            WrongValue("count", count * 2),
            WrongValue("method", item),
            WrongTarget("product", other),
            Forgotten("count"),
            Forgotten("method"),
            TooLate("method"),
            EarlyFinish("pay", after=4),
            Repeated("pay"),
        ),
        (order({name: count}, method),),
        generic=f"""
        Screen(app = "com.example.shop", title = "{name}") -> Save
        {any_app.paid({name: count}, method)}
        Pay & {any_app.ordered(method)} -> Done
        """,
    )


def put_into_cart(rng: Random, seed: int) -> Scene:
    """Not paid for: the user wants to do that."""
    name, other = rng.sample(NAMES, 2)
    count = rng.randint(2, 4)
    more, had = counted(name, count)

    def plan(v: Values) -> Plan:
        pay = paid(METHODS[0]) if v["pays"] else ()
        return (
            Stage("choose", (*product(v["product"]), button("add_to_cart"))),
            Stage("count", (shop(), *in_cart(v["product"], v["count"]), *pay)),
        )

    return Scene(
        phone_with(seed),
        f"Put {count} of “{name}” into my cart. Do not pay, I will do that",
        f"""
        Product(name = "{name}") -> AddToCart
        {more}
        AddToCart {had} & CartItem(product = "{name}", count = {count}) -> Done
        """,
        {"product": name, "count": count, "pays": False},
        plan,
        (
            WrongValue("pays", True),
            WrongValue("count", count + 1),
            WrongTarget("product", other),
            EarlyFinish("count"),
        ),
        (effect(EffectKind.PUT_INTO_CART, name, count),),
        generic=f"""
        Screen(app = "com.example.shop", title = "{name}") -> Save
        Save & {any_app.in_cart({name: count})} -> Done
        """,
    )


def if_in_stock(rng: Random, seed: int) -> Scene:
    """If there are none, nothing."""
    name = rng.choice(("Bath towel", "Coffee mug"))
    instead = "French press"

    def plan(v: Values) -> Plan:
        put, pay = (button("add_to_cart"),), (*in_cart(v["product"], 1), *paid(METHODS[1]))
        return (
            Stage("look", (*product(v["product"]), When(IN_STOCK, put))),
            Stage("buy", (shop(), button("cart"), When(Target(v["product"]), pay))),
        )

    there = name in NAMES
    return Scene(
        phone_with(seed),
        f"Buy one “{name}” with {METHODS[1]}, if it is in stock; if not, buy nothing",
        f"""
        Product(name = "{name}", in_stock = true) -> AddToCart
        AddToCart & CartItem(product = "{name}", count = 1) & CartItem()[= 1] & Checkout(method = "{METHODS[1]}") -> Pay
        Pay -> Done
        Product(name = "{name}", in_stock = false) -> Done
        """,
        {"product": name},
        plan,
        (WrongTarget("product", instead), EarlyFinish("buy"), EarlyFinish("look", after=2)),
        (order({name: 1}, METHODS[1]),) if there else (),
        asks_nothing="" if there else "it is not in stock",
        generic=f"""
        Screen(app = "com.example.shop", title = "{name}", text contains "· In stock") -> Save
        {any_app.paid({name: 1}, METHODS[1])}
        Pay & {any_app.ordered(METHODS[1])} -> Done
        once Screen(app = "com.example.shop", title = "{name}", text contains "Currently unavailable")
            & Screen(app = "com.example.shop", title = "Cart") & Item(label = "{name}")[= 0] -> Done
        """,
    )


def not_too_dear(rng: Random, seed: int) -> Scene:
    """Up to a sum; something is in the cart already, and is not to be bought."""
    name, left = rng.sample(NAMES, 2)
    count = rng.randint(1, 3)
    total = PRICES[name] * count
    most = total + rng.choice((100, 1000, 2500))
    more, had = counted(name, count)

    def plan(v: Values) -> Plan:
        empty = (shop(), button("cart"), Tap(Target(f"Remove {left}"), optional=True)) if v["removes"] else ()
        return (
            Stage("choose", (*empty, *product(name), button("add_to_cart"))),
            Stage("pay", (shop(), *in_cart(name, v["count"]), *paid(v["method"]))),
        )

    return Scene(
        phone_with(seed, {shop_app: lambda _: ShopData(cart=(Line(left, 1),))}),
        f"Order {count} of “{name}” by {METHODS[3]} for at most {price(most)} in all; "
        "what is in the cart now I do not want any more",
        f"""
        Product(name = "{name}") -> AddToCart
        CartItem(product = "{left}")[= 0] -> RemoveFromCart
        {more}
        RemoveFromCart & AddToCart {had} & CartItem(product = "{name}", count = {count}) & CartItem()[= 1]
            & Payment(total <= {most / 100:.2f}, method = "{METHODS[3]}") -> Pay
        Pay -> Done
        """,
        {"count": count, "removes": True, "method": METHODS[3]},
        plan,
        (
            WrongValue("removes", False),
            WrongValue("count", count + 3),
            Forgotten("method"),
            EarlyFinish("pay"),
            Repeated("pay"),
        ),
        (order({name: count}, METHODS[3]),),
        generic=f"""
        Screen(app = "com.example.shop", title = "{name}") -> Save
        Screen(app = "com.example.shop", title = "Cart") & Item(label = "{left}")[= 0] -> Delete
        {any_app.paid({name: count}, METHODS[3])}
        Pay & Delete & {any_app.ordered(METHODS[3])} -> Done
        """,
    )


def three_things_elsewhere(rng: Random, seed: int) -> Scene:
    """Three products, several of one, to another address."""
    item, two, three, other = rng.sample(NAMES, 4)
    count = rng.randint(2, 3)
    address = rng.choice(("4 Harbour Street, Springfield", "Office, 9 Park Lane, Springfield"))
    method = rng.choice(METHODS[1:])
    more, had = counted(two, count)

    def plan(v: Values) -> Plan:
        chosen = (Stage(f"choose {n}", (*product(v[n]), button("add_to_cart"))) for n in ("first", "second", "third"))
        send_to = (button("address"), filled("address", v["address"]), button("button1"))
        pay = (button("checkout"), *send_to, labelled(v["method"]), button("pay_now"), labelled("Continue shopping"))
        counts = (
            button("cart"),
            *(
                intent
                for n in ("first", "second", "third")
                for intent in in_cart(v[n], v["count"] if n == "second" else 1)[1:]
            ),
        )
        return (*chosen, Stage("pay", (shop(), *counts, *pay)))

    return Scene(
        phone_with(seed),
        f"Order one “{item}”, {count} “{two}” and one “{three}”, pay with {method}, deliver to: {address}",
        f"""
        Product(name in ["{item}", "{two}", "{three}"]) -> AddToCart
        AddressForm(address = "{address}") -> ChangeAddress
        {more}
        AddToCart {had} & CartItem(product = "{item}", count = 1) & CartItem(product = "{two}", count = {count})
            & CartItem(product = "{three}", count = 1) & CartItem()[= 3]
            & Checkout(method = "{method}", address = "{address}") -> Pay
        Pay & ChangeAddress -> Done
        """,
        {"first": item, "second": two, "third": three, "count": count, "method": method, "address": address},
        plan,
        (
            WrongTarget("third", other),
            WrongValue("address", "4 Harbor Street, Shelbyville"),
            WrongValue("count", count + 1),
            Forgotten("method"),
            EarlyFinish("choose third"),
            EarlyFinish("pay"),
            Repeated("choose first"),
        ),
        (
            order({item: 1, two: count, three: 1}, method, address),
            effect(EffectKind.ADDRESS_CHANGED, address),
        ),
        generic=f"""
        Screen(app = "com.example.shop", title in ["{item}", "{two}", "{three}"]) -> Save
        Dialog(title = "Delivery address") & Field(label = "Address", value = "{address}") -> Save
        {any_app.paid({item: 1, two: count, three: 1}, method, address)}
        Pay & {any_app.ordered(method)} -> Done
        """,
    )


TASKS = (
    Task("shop-buy", ("shop",), buy),
    Task("shop-cart-only", ("shop",), put_into_cart),
    Task("shop-if-in-stock", ("shop",), if_in_stock),
    Task("shop-not-too-dear", ("shop",), not_too_dear, long=True),
    Task("shop-three-things", ("shop",), three_things_elsewhere, long=True),
)
