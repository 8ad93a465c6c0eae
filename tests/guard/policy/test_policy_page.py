"""The policies in the documentation are policies."""

import re
from pathlib import Path

from guard.policy.considering import consider, rules_of
from handrail.app.consequence import Kind
from handrail.app.update import Update
from handrail.guard.decision import Allow, Ask, Block
from handrail.guard.policy import decide, read_policy

PAGE = Path(__file__).resolve().parents[3] / "docs" / "policy.md"


def test_the_policy_on_the_page_does_what_the_page_says() -> None:
    (text,) = re.findall(r"^```yaml[^\n]*\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    family = read_policy(text, "family.yaml")
    shop = "com.example.shop"
    assert isinstance(decide(family, consider(commits=("X",), kind_of=Kind.PAYMENT, package=shop)), Block)
    large = consider(commits=("Transfer",), updates=(Update("Transfer", set={"amount": 501}),), package=shop)
    decision = decide(family, large)
    assert isinstance(decision, Ask)
    assert rules_of(decision) == ["large transfers"]
    deletion = consider(commits=("X",), kind_of=Kind.DELETION, irreversible=True, package=shop)
    assert isinstance(decide(family, deletion), Allow)
    assert isinstance(decide(family, consider(package="com.example.bank")), Block)
    assert isinstance(decide(family, consider(package="org.other")), Block)


def test_every_reason_that_handrail_gives_is_on_the_page() -> None:
    from handrail.guard.policy.read import OWN_RULES

    page = PAGE.read_text("utf-8")
    missing = sorted(name for name in OWN_RULES - {"policy"} if f"`{name}`" not in page)
    assert not missing, f"docs/policy.md: its tables of reasons and conditions lack {', '.join(missing)}"
