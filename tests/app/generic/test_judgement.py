"""What a touch commits in an app of which nobody knows anything, with the evidence for it and what it is about."""

from decimal import Decimal

import pytest

from app.generic.trees import APP, box, button, dialog, judged, page, screen, view, words
from handrail.app.consequence import Kind
from handrail.app.generic import Commits, Harmless, Page, Unknown, judge
from handrail.app.generic.evidence import Basis
from handrail.app.generic.objective import OBJECTIVES
from handrail.app.screen_model import Act
from handrail.device.element import Element

SHEET = view("FrameLayout", words("Notes", resource_id=f"{APP}:id/toolbar_title"), bounds=box(0, 0, 1080, 2400))


def asking(title: str, text: str, *buttons: Element, body: tuple[Element, ...] = ()) -> Page:
    """A dialog over a page."""
    return Page.of(screen(SHEET, dialog(title, text, *buttons, body=body)))


def objective(judgement: object) -> str:
    assert isinstance(judgement, Commits), judgement
    return judgement.objective.name


def details(judgement: object) -> dict[str, object]:
    assert isinstance(judgement, Commits), judgement
    return {detail.name: detail.unread or detail.value for detail in judgement.details}


MESSAGE = view(
    "EditText", text="On my way", hint="Message", clickable=True, bounds=box(20, 2200, 880, 2320)
)  # fmt: skip


def chat(send: Element) -> Page:
    """A conversation with a field, and a button beside it."""
    title = words("Alice Martin", resource_id=f"{APP}:id/toolbar_title", bounds=box(0, 80, 1080, 200))
    return page(title, MESSAGE, send)


def arrow(**attributes: object) -> Element:
    return view("ImageButton", clickable=True, bounds=box(900, 2200, 1060, 2320), **attributes)


@pytest.mark.parametrize(
    "send",
    [arrow(description="Send"), arrow(resource_id=f"{APP}:id/btn_send"), arrow(), arrow(description="送信")],
    ids=["described", "by its id", "by its place", "Japanese"],
)
def test_the_arrow_beside_a_field_sends_what_stands_in_it_to_whom_the_page_is_about(send: Element) -> None:
    shown = chat(send)
    sent = judge(shown, Act("click", shown.index.path_of(len(shown.index) - 1)))
    assert objective(sent) == "Send"
    assert details(sent) == {"to": "Alice Martin", "text": "On my way"}


def test_enter_beside_a_send_button_sends_and_in_a_search_field_looks_for_it() -> None:
    assert objective(judged(chat(arrow(description="Send")), "Message", "enter")) == "Send"
    looking = page(view("EditText", hint="Search", clickable=True, bounds=box(0, 0, 1000, 100)))
    assert isinstance(judged(looking, "Search", "enter"), Harmless)


SENDING = {
    "en": ("Send", "Delete", "Pay now", "Buy now", "Share", "Install", "Subscribe"),
    "de": ("Senden", "Löschen", "Jetzt bezahlen", "Kaufen", "Teilen", "Installieren", "Abonnieren"),
    "es": ("Enviar", "Eliminar", "Pagar", "Comprar", "Compartir", "Instalar", "Suscribirse"),
    "fr": ("Envoyer", "Supprimer", "Payer", "Acheter", "Partager", "Installer", "S'abonner"),
    "pt": ("Enviar", "Excluir", "Pagar", "Comprar", "Compartilhar", "Instalar", "Assinar"),
    "ko": ("보내기", "삭제", "결제", "구매", "공유", "설치", "구독"),
    "ja": ("送信", "削除", "支払う", "購入する", "共有", "インストール", "定期購入"),
    "zh": ("发送", "删除", "支付", "购买", "分享", "安装", "订阅"),
}
ASKED = ("Send", "Delete", "Pay", "Order", "Share", "Install", "Subscribe")
CASES = [
    (language, label, name)
    for language, labels in SENDING.items()
    for label, name in zip(labels, ASKED, strict=True)
]  # fmt: skip


@pytest.mark.parametrize(("language", "label", "name"), CASES)
def test_a_dialog_does_what_its_button_says_in_eight_languages(language: str, label: str, name: str) -> None:
    assert objective(judged(asking("?", "", button("X"), button(label)), label)) == name


REFUSALS = ("Cancel", "Abbrechen", "Ahora no", "Annuler", "Cancelar", "취소", "キャンセル", "取消")
CONFIRMING = ("OK", "Ja", "Sí", "Oui", "Sim", "확인", "はい", "确定")
QUESTIONS = (
    "Delete this note?", "Notiz löschen?", "¿Eliminar esta nota?", "Supprimer cette note ?", "Excluir esta nota?",
    "이 메모를 삭제할까요?", "このメモを削除しますか？", "要删除此笔记吗？",
)  # fmt: skip


@pytest.mark.parametrize(("refusal", "yes", "question"), list(zip(REFUSALS, CONFIRMING, QUESTIONS, strict=True)))
def test_a_yes_does_what_the_dialog_asks_and_a_no_does_nothing(refusal: str, yes: str, question: str) -> None:
    shown = asking(question, "", button(refusal), button(yes))
    deleted = judged(shown, yes)
    assert objective(deleted) == "Delete"
    assert details(deleted) == {"what": question}
    assert isinstance(judged(shown, refusal), Harmless)


def test_the_standard_id_counts_whatever_the_button_says() -> None:
    positive = button("Los!", resource_id="android:id/button1")
    negative = button("Lieber so lassen", resource_id="android:id/button2")
    shown = asking("Delete note?", "", negative, positive)
    said = judged(shown, "Los!")
    assert objective(said) == "Delete"
    assert isinstance(said, Commits)
    assert said.evidence[0].basis is Basis.STANDARD_ID
    assert isinstance(judged(shown, "Lieber so lassen"), Harmless)


def test_a_dialog_that_only_tells_something_commits_nothing() -> None:
    assert isinstance(judged(asking("No connection", "Try it later.", button("OK")), "OK"), Harmless)


def test_a_yes_to_what_nobody_understands_is_a_commitment_of_unknown_kind() -> None:
    said = judged(asking("Glorp the frobnicator?", "", button("Cancel"), button("OK")), "OK")
    assert isinstance(said, Commits)
    assert said.objective.kind is Kind.UNKNOWN


def test_the_permission_controller_is_known_by_its_own_window_only() -> None:
    def window(package: str) -> Page:
        allow = view(
            "Button", text="Go", clickable=True, package=package,
            resource_id="com.android.permissioncontroller:id/permission_allow_button",
        )  # fmt: skip
        question = words("Allow Notes to access your contacts?", package=package)
        return Page.of(screen(view("FrameLayout", question, allow, package=package, bounds=box(0, 0, 900, 900))))

    assert objective(judged(window("com.android.permissioncontroller"), "Go")) == "Grant"
    assert not isinstance(judged(window("com.evil"), "Go"), Harmless)


LEADING = ("New", "Compose", "Add alarm", "More options", "Settings", "Search", "Navigate up", "Mehr", "ヘルプ", "菜单")


@pytest.mark.parametrize("label", LEADING)
def test_what_leads_to_where_something_is_written_is_harmless(label: str) -> None:
    assert isinstance(judged(page(button(label)), label), Harmless)


def test_what_says_nothing_that_is_understood_is_not_known() -> None:
    assert isinstance(judged(page(button("Glorp")), "Glorp"), Unknown)
    assert isinstance(judged(page(button("")), ""), Unknown)


def test_a_switch_takes_effect_at_once_unless_a_button_saves_it() -> None:
    switch = view("Switch", text="Wi-Fi", clickable=True, checkable=True, bounds=box(0, 300, 1000, 400))
    turned = judged(page(words("Network"), switch), "Wi-Fi")
    assert objective(turned) == "Set"
    assert details(turned) == {"what": "Wi-Fi", "on": True}
    assert isinstance(judged(page(switch, button("Save")), "Wi-Fi"), Harmless)


def test_what_is_said_in_an_entry_of_a_list_is_not_done_by_opening_it() -> None:
    rows = [
        view(
            "LinearLayout", words(name), words("yesterday"), clickable=True, bounds=box(0, n * 100, 1080, n * 100 + 99)
        )
        for n, name in enumerate(("Delete the old photos", "Call Ann"))
    ]
    shown = page(view("ListView", *rows, bounds=box(0, 0, 1080, 400)))
    assert isinstance(judged(shown, "Call Ann"), Harmless)
    assert isinstance(judged(shown, "Call Ann", "long_click"), Harmless)
    assert isinstance(judged(shown, "Call Ann", "swipe"), Unknown)


def test_the_button_of_an_entry_is_about_that_entry() -> None:
    bin_ = view("ImageButton", description="Delete", clickable=True, bounds=box(900, 0, 1080, 99))
    row = view("LinearLayout", words("Milk"), words("2 l"), bin_, clickable=True, bounds=box(0, 0, 1080, 99))
    deleted = judged(page(view("ListView", row, bounds=box(0, 0, 1080, 400))), "Delete")
    assert (objective(deleted), details(deleted)) == ("Delete", {"what": "Milk · 2 l"})


def test_the_one_sum_in_a_dialog_is_the_amount_and_of_two_none() -> None:
    def paid(text: str) -> object:
        return details(judged(asking("Send money?", text, button("Cancel"), button("Pay")), "Pay"))["amount"]

    assert paid("€25.50 to Ann") == Decimal("25.50")
    assert paid("€25.50 to Ann, and €1.00 for us") == "several sums stand there"
    assert paid("to Ann") == "no sum stands there"


def test_a_secret_is_not_typed_into_an_app_that_nobody_vouches_for() -> None:
    secret = view("EditText", hint="Password", password=True, clickable=True, bounds=box(0, 0, 1000, 100))
    plain = view("EditText", hint="Name", clickable=True, bounds=box(0, 0, 1000, 100))
    assert isinstance(judged(page(secret), "Password", "input"), Unknown)
    assert isinstance(judged(page(plain), "Name", "input"), Harmless)


def test_every_objective_has_its_own_name() -> None:
    assert len({known.name for known in OBJECTIVES}) == len(OBJECTIVES)


def test_where_the_title_counts_what_is_selected_a_button_is_about_that_and_not_about_a_field() -> None:
    def shown(title: str) -> Page:
        bar = words(title, resource_id=f"{APP}:id/toolbar_title", bounds=box(0, 80, 1080, 200))
        forward = view("ImageButton", description="Forward", clickable=True, bounds=box(900, 80, 1060, 200))
        return page(bar, forward, MESSAGE, arrow(description="Send"))

    assert objective(judged(shown("Alice Martin"), "Forward")) == "Send"
    assert isinstance(judged(shown("3 selected"), "Forward"), Harmless)
    assert objective(judged(shown("3 selected"), "Send")) == "Send", "the arrow sends what stands beside it"
    assert objective(judged(shown("2026 in numbers"), "Forward")) == "Send"


@pytest.mark.parametrize("label", ["Add to", "Send to", "Senden an", "Enviar a", "Partager avec"])
def test_a_command_that_stops_before_it_says_where_to_asks_for_the_rest(label: str) -> None:
    assert isinstance(judged(page(button(label)), label), Harmless)


@pytest.mark.parametrize("label", ["Buy plan A", "Send to Alice", "Delete"])
def test_one_that_says_all_does_not(label: str) -> None:
    assert not isinstance(judged(page(button(label)), label), Harmless)


def test_a_box_to_tick_is_for_the_button_that_waits_for_it() -> None:
    tick = view("CheckBox", text="I agree", clickable=True, checkable=True, bounds=box(0, 0, 1080, 99))
    assert isinstance(judged(page(tick, view("Button", text="Submit")), "I agree"), Harmless)
    assert objective(judged(page(tick, view("Button", text="Terms")), "I agree")) == "Set"


def test_of_a_list_in_which_one_entry_is_in_use_a_touch_may_put_another_in_its_place() -> None:
    def listed(*below: str) -> Page:
        rows = [
            view(
                "LinearLayout",
                words(f"Net {at}"),
                words(said),
                clickable=True,
                bounds=box(0, 99 * at, 1080, 99 * at + 99),
            )
            for at, said in enumerate(below)
        ]
        return page(view("ListView", *rows, bounds=box(0, 0, 1080, 990)))

    assert isinstance(judged(listed("Connected", "Saved", "Open"), "Net 1"), Unknown)
    assert isinstance(judged(listed("Verbunden, gesichert", "Gespeichert"), "Net 1"), Unknown)
    assert isinstance(judged(listed("2 devices", "Saved", "Open"), "Net 1"), Harmless)


@pytest.mark.parametrize(("title", "commits"), [("Share your location", True), ("Notes", False)])
def test_a_page_whose_title_says_the_same_is_where_it_is_done(title: str, commits: bool) -> None:
    heading = words(title, resource_id=f"{APP}:id/toolbar_title", bounds=box(0, 80, 1080, 200))
    shown = page(heading, button("Share", bounds=box(20, 2200, 500, 2320)))
    assert isinstance(judged(shown, "Share"), Commits) == commits
