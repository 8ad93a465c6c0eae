"""Shop: find a product, put it into the cart, choose how to pay, pay."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Origin, Page, PhoneApp, Shared, navigate_up
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import message, question, scaffold, tab_bar
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import button, field, heading, icon_button, line, paragraph, radio, row, scrolling

if TYPE_CHECKING:
    from collections.abc import Mapping

    from handrail.phone.context import Glance, HandlerContext

PACKAGE = "com.example.shop"
HOST = "api.shopfront.example"
PAYMENT_HOST = "pay.shopfront.example"
METHODS = ("Visa •••• 4242", "PayQuick", "Gift card", "Cash on delivery")
MOST = 20


@dataclass(frozen=True, slots=True)
class Product:
    """Something to buy; prices are in cents."""

    name: str
    group: str
    cents: int
    stars: str = "4.3"
    in_stock: bool = True


PRODUCTS = (
    Product("Wireless mouse", "Electronics", 1999, "4.5"),
    Product("Wireless keyboard", "Electronics", 4490, "4.4"),
    Product("USB-C cable", "Electronics", 899, "4.7"),
    Product("Noise-cancelling headphones", "Electronics", 18900, "4.6"),
    Product("Phone case", "Electronics", 1550, "4.1"),
    Product("Desk lamp", "Home", 3495, "4.2"),
    Product("Coffee mug", "Home", 1250, "4.8"),
    Product("French press", "Home", 2780, "4.5"),
    Product("Bath towel", "Home", 1800, "4.0", in_stock=False),
    Product("Yoga mat", "Sport", 2600, "4.4"),
    Product("Running socks", "Sport", 990, "4.3"),
    Product("Water bottle", "Sport", 1690, "4.6"),
    Product("Notebook", "Office", 650, "4.7"),
    Product("Gel pens", "Office", 720, "4.5"),
    Product("Backpack", "Travel", 5900, "4.6"),
    Product("Travel adapter", "Travel", 2150, "4.2"),
)
_BY_NAME = {product.name: product for product in PRODUCTS}


@dataclass(frozen=True, slots=True)
class Line:
    """So many of one product."""

    product: str
    count: int

    @property
    def cents(self) -> int:
        """What they cost together."""
        return _BY_NAME[self.product].cents * self.count


@dataclass(frozen=True, slots=True)
class Order:
    """What was bought."""

    number: int
    lines: tuple[Line, ...]
    cents: int
    method: str
    address: str


@dataclass(frozen=True, slots=True)
class ShopData:
    """What the app saves."""

    cart: tuple[Line, ...] = ()
    orders: tuple[Order, ...] = ()
    method: str = METHODS[0]
    address: str = "12 Mill Lane, Springfield"
    next_number: int = 100_241

    @property
    def cents(self) -> int:
        """What is in the cart, together."""
        return sum(cart_line.cents for cart_line in self.cart)

    def with_count(self, product: str, count: int) -> ShopData:
        """With so many of a product in the cart; none takes it out."""
        if any(cart_line.product == product for cart_line in self.cart):
            changed = [
                replace(cart_line, count=count) if cart_line.product == product else cart_line
                for cart_line in self.cart
            ]
        else:
            changed = [*self.cart, Line(product, count)]
        return replace(self, cart=tuple(cart_line for cart_line in changed if cart_line.count > 0))

    def count_of(self, product: str) -> int:
        """How many of a product are in the cart."""
        return sum(cart_line.count for cart_line in self.cart if cart_line.product == product)


def price(cents: int) -> str:
    """As it is written on the label."""
    return f"${cents // 100}.{cents % 100:02d}"


@dataclass(frozen=True, slots=True)
class Browse(Page):
    """The page that the icon opens."""

    query: str = ""
    tab: str = "Shop"
    activity: ClassVar[str] = "MainActivity"

    def view(self, see: Glance[ShopData]) -> View:
        """Products that fit, or the orders."""
        tabs = tab_bar(*[(name, name == self.tab) for name in ("Shop", "Orders")], on_click=choose_tab)
        count = sum(cart_line.count for cart_line in see.data.cart)
        cart = (icon_button(f"Cart, {count} items", show_cart, id="cart"),)
        if self.tab == "Orders":
            rows = [row(f"Order {order.number}", f"{price(order.cents)} • {order.method}", id="order")
                    for order in reversed(see.data.orders)]  # fmt: skip
            return scaffold("Orders", scrolling(*rows, id="orders", empty="No orders yet"), tabs=tabs, actions=cart)
        wanted = self.query.lower()
        rows = [
            row(product.name, f"{price(product.cents)} • {product.stars} stars", on_click=show_product,
                argument=product.name,
                id="product")
            for product in PRODUCTS
            if wanted in f"{product.name} {product.group}".lower()
        ]  # fmt: skip
        return scaffold("Shop", field("query", self.query, "Search products"),
                        scrolling(*rows, id="results", empty="Nothing found"), tabs=tabs, actions=cart)  # fmt: skip


def choose_tab(do: HandlerContext[ShopData, Browse], tab: str) -> None:
    """Another tab."""
    do.page = Browse(tab=tab)


def show_cart(do: HandlerContext[ShopData, Any]) -> None:
    """What is in the cart."""
    do.open(Cart())


def show_product(do: HandlerContext[ShopData, Browse], name: str) -> None:
    """One product."""
    do.exchange(HOST, bytes_out=310, bytes_in=14_500)
    do.open(Details(name))


@dataclass(frozen=True, slots=True)
class Details(Page):
    """One product."""

    name: str
    activity: ClassVar[str] = "ProductActivity"

    def view(self, see: Glance[ShopData]) -> View:
        """Price, whether there are any, the button."""
        product = _BY_NAME[self.name]
        count = sum(cart_line.count for cart_line in see.data.cart)
        add = button("Add to cart", add_to_cart, enabled=product.in_stock)
        return scaffold(
            self.name,
            paragraph(price(product.cents), "price", size=63),
            paragraph("In stock" if product.in_stock else "Currently unavailable", "availability"),
            line(
                add._replace(description=f"{see.data.count_of(self.name)} in the cart"),
                button("Share", share),
                pad_x=42,
            ),
            up=navigate_up,
            actions=(icon_button(f"Cart, {count} items", show_cart, id="cart"),),
        )


def add_to_cart(do: HandlerContext[ShopData, Details]) -> None:
    """One more."""
    count = do.data.count_of(do.page.name)
    if count < MOST:
        do.data = do.data.with_count(do.page.name, count + 1)
        do.toast("Added to cart")


def share(do: HandlerContext[ShopData, Details]) -> None:
    """Tell somebody."""
    do.share(Shared(f"Look at this: {do.page.name}"))


@dataclass(frozen=True, slots=True)
class Cart(Page):
    """What is to be bought."""

    activity: ClassVar[str] = "CartActivity"

    def view(self, see: Glance[ShopData]) -> View:
        """A row for each product with its count, the sum, the button."""
        rows = [
            row(cart_line.product, f"{cart_line.count} x {price(_BY_NAME[cart_line.product].cents)}", id="cart_item",
                trailing=line(
                    icon_button(f"Fewer {cart_line.product}", change_count, (cart_line.product, cart_line.count - 1),
                    id="fewer"),
                    icon_button(f"More {cart_line.product}", change_count, (cart_line.product, cart_line.count + 1),
                    id="more"),
                    icon_button(f"Remove {cart_line.product}", change_count, (cart_line.product, 0), id="remove"),
                )._replace(width=-2))
            for cart_line in see.data.cart
        ]  # fmt: skip
        return scaffold("Cart", scrolling(*rows, id="cart_list", empty="Your cart is empty"),
                        paragraph(f"Total: {price(see.data.cents)}", "total"),
                        line(button("Checkout", check_out, enabled=bool(rows)), pad_x=42), up=navigate_up)  # fmt: skip


def change_count(do: HandlerContext[ShopData, Cart], change: tuple[str, int]) -> None:
    """More, fewer, none."""
    product, count = change
    do.data = do.data.with_count(product, min(count, MOST))


def check_out(do: HandlerContext[ShopData, Cart]) -> None:
    """On to the payment."""
    do.open(Checkout())


@dataclass(frozen=True, slots=True)
class Checkout(Page):
    """Where to, how paid, how much."""

    activity: ClassVar[str] = "CheckoutActivity"

    def view(self, see: Glance[ShopData]) -> View:
        """Address, ways to pay, the sum, the button that cannot be undone."""
        data = see.data
        return scaffold(
            "Checkout",
            scrolling(
                row("Deliver to", data.address, on_click=edit_address, id="address"),
                heading("Payment method"),
                *[radio(name, name == data.method, choose_method, name) for name in METHODS],
                paragraph(f"Total: {price(data.cents)}", "total"),
            ),
            line(button("Pay now", pay, enabled=bool(data.cart)), pad_x=42),
            up=navigate_up,
        )


def choose_method(do: HandlerContext[ShopData, Checkout], method: str) -> None:
    """How to pay."""
    do.data = replace(do.data, method=method)


@dataclass(frozen=True, slots=True)
class EditAddress(Page):
    """Where the parcel goes."""

    address: str
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[ShopData]) -> View:
        """One field."""
        return question("Delivery address", field("address", self.address, "Address"), "Save", save_address)


def edit_address(do: HandlerContext[ShopData, Checkout]) -> None:
    """Change where the parcel goes."""
    do.open(EditAddress(do.data.address))


def save_address(do: HandlerContext[ShopData, EditAddress]) -> None:
    """From now on there."""
    if do.page.address.strip():
        do.data = replace(do.data, address=do.page.address.strip())
        do.back()


@dataclass(frozen=True, slots=True)
class Ordered(Page):
    """It is paid."""

    order: Order
    activity: ClassVar[str] = "OrderConfirmationActivity"

    def view(self, _: Glance[ShopData]) -> View:
        """The number and the sum."""
        return scaffold("Order confirmed", paragraph(f"Order {self.order.number}", "order_number", size=63),
                        message(f"{price(self.order.cents)} paid with {self.order.method}"),
                        line(button("Continue shopping", finish), pad_x=42))  # fmt: skip

    def on_back(self, do: HandlerContext[ShopData, Any]) -> None:
        """Not back to the payment."""
        finish(do)


def pay(do: HandlerContext[ShopData, Checkout]) -> None:
    """The money goes, the cart is empty."""
    data = do.data
    if not data.cart:
        return
    if not do.exchange(PAYMENT_HOST, bytes_out=1_840, bytes_in=620):
        do.toast("You're offline")
        return
    order = Order(data.next_number, data.cart, data.cents, data.method, data.address)
    do.data = replace(data, cart=(), orders=(*data.orders, order), next_number=data.next_number + 1)
    do.notify("Order confirmed", f"Order {order.number}, {price(order.cents)}")
    do.open(Ordered(order))


def finish(do: HandlerContext[ShopData, Any]) -> None:
    """Back to the products."""
    do.back_to(Browse)


def _stored(data: ShopData) -> Mapping[str, object]:
    return {
        "databases/cart.db": data.cart,
        "databases/orders.db": data.orders,
        "shared_prefs/checkout.xml": (data.method, data.address),
    }


def shop(_: Origin) -> PhoneApp:
    """The shop, with an empty cart."""
    manifest = Manifest(PACKAGE, "Shop", ("MainActivity", "CartActivity"), ("android.permission.INTERNET",),
                        version_name="11.3.0", version_code=1130)  # fmt: skip
    return PhoneApp(manifest, Browse, ShopData(), {"CartActivity": Cart}, _stored)
