"""Bank: accounts, history, transfers with a review before they are sent. Cooperates by declaring its states."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from handrail.app import KEY, App, Declaration, Event, Update
from handrail.phone.app import Origin, Page, PhoneApp, navigate_up
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import question, scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import button, field, heading, line, paragraph, radio, row, scrolling

if TYPE_CHECKING:
    from collections.abc import Mapping

    from handrail.phone.context import Glance, HandlerContext

PACKAGE = "com.example.bank"
HOST = "api.mybank.example"
LONGEST_AMOUNT = 12


@dataclass(frozen=True, slots=True)
class Entry:
    """Money that came (positive) or went."""

    account: str
    day: date
    with_whom: str
    amount: Decimal
    reference: str = ""
    iban: str = ""


@dataclass(frozen=True, slots=True)
class Account:
    """An account and what is on it."""

    name: str
    iban: str
    balance: Decimal


@dataclass(frozen=True, slots=True)
class BankData:
    """What the app saves."""

    accounts: tuple[Account, ...]
    history: tuple[Entry, ...] = ()

    def account(self, name: str) -> Account:
        """The account of that name, else the first."""
        return next((account for account in self.accounts if account.name == name), self.accounts[0])


def money(amount: Decimal) -> str:
    """As the bank writes it."""
    return f"€{amount:,.2f}"


def read_iban(typed: str) -> str | None:
    """An account number without its spaces, if the check digits fit."""
    iban = "".join(typed.split()).upper()
    if not (15 <= len(iban) <= 34 and iban.isascii() and iban.isalnum() and iban[:2].isalpha() and iban[2:4].isdigit()):
        return None
    digits = "".join(str(int(letter, 36)) for letter in iban[4:] + iban[:4])
    return iban if int(digits) % 97 == 1 else None


def read_amount(typed: str) -> Decimal | None:
    """An amount of money with at most two decimals, more than nothing."""
    cleaned = typed.strip().replace(",", ".")
    whole, _, cents = cleaned.partition(".")
    if len(cleaned) > LONGEST_AMOUNT or len(cents) > 2 or not (whole + cents).isdecimal() or not cleaned.isascii():
        return None
    try:
        amount = Decimal(cleaned)
    except InvalidOperation:
        return None
    return amount if amount > 0 else None


@dataclass(frozen=True, slots=True)
class Overview(Page):
    """The page that the icon opens."""

    activity: ClassVar[str] = "AccountsActivity"

    def view(self, see: Glance[BankData]) -> View:
        """The accounts and what can be done."""
        rows = [row(account.name, money(account.balance), on_click=show_account, argument=account.name, id="account")
                for account in see.data.accounts]  # fmt: skip
        return scaffold("Accounts", scrolling(*rows, id="accounts"),
                        line(button("Transfer", start_transfer, id="transfer"), pad_x=42))  # fmt: skip


def show_account(do: HandlerContext[BankData, Overview], name: str) -> None:
    """One account, with the newest entries."""
    do.exchange(HOST, bytes_out=540, bytes_in=2_900)
    do.open(AccountPage(name))


def start_transfer(do: HandlerContext[BankData, Any]) -> None:
    """An empty form."""
    do.open(Transfer(do.data.accounts[0].name))


@dataclass(frozen=True, slots=True)
class AccountPage(Page):
    """One account."""

    name: str
    activity: ClassVar[str] = "AccountActivity"

    def view(self, see: Glance[BankData]) -> View:
        """Number, balance, history."""
        account = see.data.account(self.name)
        rows = [
            row(
                movement.with_whom,
                f"{movement.day:%Y-%m-%d}  {money(movement.amount)}  {movement.reference}".rstrip(),
                id="entry",
            )
            for movement in reversed(see.data.history)
            if movement.account == account.name
        ]
        return scaffold(account.name, paragraph(account.iban, "iban"), paragraph(money(account.balance), "balance"),
                        heading("History"), scrolling(*rows, id="history", empty="No transactions"),
                        up=navigate_up)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Transfer(Page):
    """From which account, to whom, how much."""

    account: str
    recipient: str = ""
    iban: str = ""
    amount: str = ""
    reference: str = ""
    activity: ClassVar[str] = "TransferActivity"

    def view(self, see: Glance[BankData]) -> View:
        """A form."""
        sources = [radio(f"{account.name} ({money(account.balance)})", account.name == self.account, choose_account,
                   account.name)
                   for account in see.data.accounts]  # fmt: skip
        return scaffold(
            "New transfer",
            heading("From"),
            *sources,
            field("recipient", self.recipient, "Recipient"),
            field("iban", self.iban, "IBAN"),
            field("amount", self.amount, "Amount"),
            field("reference", self.reference, "Reference"),
            line(button("Continue", review), pad_x=42),
            up=navigate_up,
        )


def choose_account(do: HandlerContext[BankData, Transfer], name: str) -> None:
    """Take it from there."""
    do.page = replace(do.page, account=name)


def review(do: HandlerContext[BankData, Transfer]) -> None:
    """Show once more what is to be sent; say what is missing."""
    page = do.page
    amount = read_amount(page.amount)
    if not page.recipient.strip():
        do.toast("Enter a recipient")
    elif read_iban(page.iban) is None:
        do.toast("This IBAN is not valid")
    elif amount is None:
        do.toast("Enter an amount")
    elif amount > do.data.account(page.account).balance:
        do.toast("Not enough money on this account")
    else:
        do.open(Review(page))


@dataclass(frozen=True, slots=True)
class Review(Page):
    """The transfer as it will be sent."""

    form: Transfer
    activity: ClassVar[str] = "TransferReviewActivity"

    def view(self, _: Glance[BankData]) -> View:
        """Everything that matters, and the button."""
        form = self.form
        return scaffold(
            "Review transfer",
            row("From", form.account, id="from"),
            row("To", form.recipient.strip(), id="to"),
            row("IBAN", read_iban(form.iban) or "", id="iban"),
            row("Amount", money(read_amount(form.amount) or Decimal()), id="amount"),
            row("Reference", form.reference or "-", id="reference"),
            line(button("Edit", navigate_up), button("Confirm transfer", ask, id="confirm"), pad_x=42),
            up=navigate_up,
        )


@dataclass(frozen=True, slots=True)
class Confirm(Page):
    """The last question."""

    form: Transfer
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[BankData]) -> View:
        """It cannot be undone."""
        amount, whom = money(read_amount(self.form.amount) or Decimal()), self.form.recipient.strip()
        return question("Send money?", f"{amount} to {whom}. This cannot be undone.", "Send", send)


def ask(do: HandlerContext[BankData, Review]) -> None:
    """Ask once more."""
    do.open(Confirm(do.page.form))


def send(do: HandlerContext[BankData, Confirm]) -> None:
    """The money goes."""
    form = do.page.form
    amount = read_amount(form.amount)
    if amount is None or not do.exchange(HOST, bytes_out=1_460, bytes_in=730):
        do.toast("You're offline")
        do.back()
        return
    accounts = tuple(
        replace(account, balance=account.balance - amount) if account.name == form.account else account
        for account in do.data.accounts
    )
    entry = Entry(
        form.account, do.now.date(), form.recipient.strip(), -amount, form.reference.strip(), read_iban(form.iban) or ""
    )
    do.data = BankData(accounts, (*do.data.history, entry))
    do.open(Sent(entry))


@dataclass(frozen=True, slots=True)
class Sent(Page):
    """The money is on its way."""

    entry: Entry
    activity: ClassVar[str] = "TransferDoneActivity"

    def view(self, _: Glance[BankData]) -> View:
        """What was sent."""
        return scaffold("Transfer sent", paragraph(f"{money(-self.entry.amount)} to {self.entry.with_whom}", "result"),
                        line(button("Done", finish), pad_x=42))  # fmt: skip

    def on_back(self, do: HandlerContext[BankData, Any]) -> None:
        """Not back to the form that was sent."""
        finish(do)


def finish(do: HandlerContext[BankData, Any]) -> None:
    """Back to the accounts."""
    do.back_to(Overview)


# What the app declares


def declares(see: Glance[BankData], page: Page) -> App:
    """The states and triggers of this app, for what is on the page now."""
    declaration = Declaration("Bank", PACKAGE)

    @declaration.state
    class Account:
        """The accounts, by name."""

        name: Annotated[str, KEY]
        balance: Decimal

    @declaration.state
    class Transfer:
        """The transfer last sent."""

        account: str
        recipient: str
        iban: str
        amount: Decimal
        reference: str

    @declaration.on("click", target="send", commits="SendMoney", irreversible=True)
    def sent(_: Event) -> list[Update]:
        form = page.form if isinstance(page, Confirm) else None
        amount = read_amount(form.amount) if form is not None else None
        if form is None or amount is None:
            return []
        account = see.data.account(form.account)
        values = {"account": account.name, "recipient": form.recipient.strip(), "iban": read_iban(form.iban),
                  "amount": amount, "reference": form.reference.strip()}  # fmt: skip
        return [
            Update("Transfer", set=values),
            Update("Account", set={"name": account.name, "balance": account.balance - amount}),
        ]

    return declaration.app()


def _stored(data: BankData) -> Mapping[str, object]:
    return {"databases/accounts.db": data.accounts, "databases/history.db": data.history}


def bank(origin: Origin) -> PhoneApp:
    """The bank, with two accounts and some history."""
    rng, today = origin.rng, origin.now.date()
    shops = ("Grocery Market", "City Transport", "Power Company", "Coffee Corner", "Book Store")
    history = [Entry("Checking", today - timedelta(days=20 - number * 2), rng.choice(shops),
                     -Decimal(500 + rng.below(9_000)) / 100) for number in range(8)]  # fmt: skip
    history.append(Entry("Checking", today - timedelta(days=2), "Employer Ltd", Decimal("2450.00"), "Salary"))
    accounts = (
        Account("Checking", "DE89370400440532013000", Decimal(240_000 + rng.below(90_000)) / 100),
        Account("Savings", "DE02120300000000202051", Decimal("8300.00")),
    )
    manifest = Manifest(PACKAGE, "My Bank", ("AccountsActivity",), ("android.permission.INTERNET",),
                        version_name="5.14", version_code=514)  # fmt: skip
    return PhoneApp(manifest, Overview, BankData(accounts, tuple(history)), stored=_stored, declares=declares)
