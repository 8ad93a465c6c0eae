"""A question waits: programs and browsers are told of it once, and one that fails holds up nobody."""

import base64
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from threading import Event
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from tenacity import wait_none

from handrail.error import Misuse
from handrail.server.notify.delivery import DeliveryStatus, Retries
from handrail.server.notify.notification import FORMAT
from handrail.server.notify.notifier import Notifier
from handrail.server.notify.reach import demand_address
from handrail.server.notify.receivers import Receivers
from handrail.server.notify.signature import TOLERATED_SECONDS, is_signed, sign
from handrail.server.people.person import Role
from handrail.server.store.store import StoreFailed
from server.guarded_run import booked, reserving
from server.notify.receiver import Receiver, receiver
from server.people.registered_room import Clock, Office, registered_room
from server.served import serving

CameTo = Queue[tuple[str, DeliveryStatus]]
ADDRESS = "https://handrail.example"


@contextmanager
def notifying(runs: Path) -> Iterator[tuple[Office, Receivers, CameTo]]:
    """A server that tells whoever wants to know; what came of each message."""
    came_to: CameTo = Queue()
    with registered_room(runs) as (room, people):
        room.receivers = Receivers(people.store, people.audit, people.seconds)
        made = _notifier(room, came_to)
        assert isinstance(people.seconds, Clock)
        with serving(room, beside=[made.watch]) as server:
            yield Office(server, people, people.seconds), room.receivers, came_to


def _notifier(room: Any, came_to: CameTo) -> Notifier:
    return Notifier(
        room.fleet,
        room.news,
        room.receivers,
        ADDRESS,
        room.seconds,
        count=lambda channel, outcome: came_to.put((channel, outcome)),
        retries=Retries(4, wait_none()),
        to_this_computer=True,
    )


def _reject(at: Office) -> None:
    approver = at.browser("abel", Role.APPROVER)
    question = at.server.ask("/api/questions", key=None, **approver).json()[0]
    given = {"answer": "reject", "seen": question["seen"]}
    path = f"/api/runs/table/questions/{question['id']}"
    assert at.server.ask(path, given, key=None, **approver).json()["counted"]


def test_a_webhook_is_told_what_the_agent_wants_and_can_tell_that_it_is_us(tmp_path: Path) -> None:
    with notifying(tmp_path) as (at, _, came_to), receiver(500, 429) as there:
        admin = at.browser("ann")
        made = at.server.ask("/api/webhooks", {"address": there.address}, key=None, **admin).json()
        with reserving(tmp_path / "table") as (phone, steps):
            sent = [there.next() for _ in range(3)]
            _reject(at)
            taken = steps.result()
        assert came_to.get(timeout=60) == ("webhook", DeliveryStatus.DELIVERED)
        assert there.sent.empty()
    body = sent[-1].body
    told = json.loads(body)
    assert {**told, "question": "", "seconds_left": 0} == {
        "format": FORMAT, "event": "question", "run": "table", "question": "", "headline": 'Tap "Reserve now"',
        "irreversible": told["irreversible"], "seconds_left": 0, "address": f"{ADDRESS}/#/inbox/{told['question']}",
    }  # fmt: skip
    assert len({delivery.headers["handrail-delivery"] for delivery in sent}) == 1
    header = sent[-1].headers["handrail-signature"]
    at_seconds = int(header.removeprefix("t=").partition(",")[0])
    assert is_signed(made["secret"], body, header, at_seconds)
    assert not is_signed(made["secret"] + "x", body, header, at_seconds)
    assert not is_signed(made["secret"], body + b" ", header, at_seconds)
    assert not is_signed(made["secret"], body, header, at_seconds + TOLERATED_SECONDS + 1)
    assert came_to.empty()
    assert not booked(phone)
    assert "abel" in taken[-2].feedback  # the one who answered, by the name that they entered with


def test_a_receiver_that_never_answers_holds_up_neither_the_session_nor_another_receiver(tmp_path: Path) -> None:
    with notifying(tmp_path) as (at, receivers, _), receiver(held=True) as hangs, receiver() as there:
        receivers.add_webhook(hangs.address, by="test")
        receivers.add_webhook(there.address, by="test")
        with reserving(tmp_path / "table") as (_, steps):
            hangs.next()
            there.next()
            _reject(at)
            assert steps.result()


@pytest.mark.parametrize(
    ("answers", "outcome", "messages"),
    [
        ((400,), DeliveryStatus.REFUSED, 1),
        ((302,), DeliveryStatus.REFUSED, 1),
        ((410,), DeliveryStatus.GONE, 1),
        ((500, 502, 503, 504, 200), DeliveryStatus.GIVEN_UP, 4),
    ],
)
def test_what_comes_of_a_message_is_counted_and_nobody_is_asked_for_ever(
    tmp_path: Path, answers: tuple[int, ...], outcome: DeliveryStatus, messages: int
) -> None:
    with notifying(tmp_path) as (at, receivers, came_to), receiver(*answers) as there:
        receivers.add_webhook(there.address, by="test")
        with reserving(tmp_path / "table") as (_, steps):
            for _ in range(messages):
                assert there.next().path == "/hook"
            _reject(at)
            steps.result()
        assert came_to.get(timeout=60) == ("webhook", outcome)
        assert there.sent.empty()


def test_of_a_question_each_database_tells_once(tmp_path: Path) -> None:
    with registered_room(tmp_path) as (_, people):
        first, second = (Receivers(people.store, people.audit, people.seconds) for _ in range(2))
        assert [first.claim("a/1"), second.claim("a/1"), second.claim("a/2")] == [True, False, True]


@dataclass(frozen=True, slots=True)
class FailsFirst(Receivers):
    """A database that does not answer the first time."""

    failed: Event = field(default_factory=Event)

    def claim(self, question: str) -> bool:
        if not self.failed.is_set():
            self.failed.set()
            raise StoreFailed("the database does not answer")
        return super(FailsFirst, self).claim(question)


def test_a_database_that_does_not_answer_is_asked_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    came_to: CameTo = Queue()
    with registered_room(tmp_path) as (room, people), receiver() as there:
        receivers = FailsFirst(people.store, people.audit, people.seconds)
        receivers.add_webhook(there.address, by="test")
        room.receivers = receivers
        with serving(room, beside=[_notifier(room, came_to).watch]), reserving(tmp_path / "table") as (_, steps):
            assert receivers.failed.wait(60)
            with reserving(tmp_path / "another") as (_, others):
                assert {json.loads(there.next().body)["run"] for _ in range(2)} == {"table", "another"}
                others.cancel()
            steps.cancel()
    assert "looked at again" in caplog.text


class Browser:
    """The keys of a subscription, and what can read what is sent to it."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    def subscription(self, there: Receiver) -> dict[str, Any]:
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": there.address,
            "expirationTime": None,
            "keys": {"p256dh": _text(point), "auth": _text(self.secret)},
        }

    def read(self, body: bytes) -> Any:
        return json.loads(
            http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret, version="aes128gcm")
        )


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def test_a_browser_is_told_in_a_way_that_it_alone_can_read(tmp_path: Path) -> None:
    with notifying(tmp_path) as (at, receivers, came_to), receiver(201) as there:
        browser = Browser()
        approver = at.browser("abel", Role.APPROVER)
        key = at.server.ask("/api/push/key", key=None, **approver).json()["public_key"]
        given = browser.subscription(there)
        for _ in range(2):  # a page subscribes each time that it is opened
            assert at.server.ask("/api/push/subscriptions", given, key=None, **approver).status == 204
        with reserving(tmp_path / "table") as (_, steps):
            sent = there.next()
            _reject(at)
            steps.result()
        assert came_to.get(timeout=60) == ("push", DeliveryStatus.DELIVERED)
        assert there.sent.empty()
        assert at.server.ask("/api/push/key", key=None, **approver).json()["public_key"] == key
        given = {"endpoint": there.address}
        path = "/api/push/subscriptions"
        assert at.server.ask(path, given, key=None, method="DELETE", **approver).status == 204
        assert receivers.subscriptions() == []
    told = browser.read(sent.body)
    assert (told["headline"], told["run"]) == ('Tap "Reserve now"', "table")
    assert b"Reserve" not in sent.body
    assert sent.headers["content-encoding"] == "aes128gcm"
    assert 0 < int(sent.headers["ttl"]) <= 300
    token, _, public = sent.headers["authorization"].removeprefix("vapid t=").partition(",k=")
    assert public == key
    assert Vapid02.verify(sent.headers["authorization"])
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    assert claims["aud"] == f"http://127.0.0.1:{there.port}"
    assert 0 < claims["exp"] - time.time() <= 86_400


def test_a_browser_that_is_gone_and_one_of_a_removed_user_are_forgotten(tmp_path: Path) -> None:
    with notifying(tmp_path) as (at, receivers, came_to), receiver(410) as there:
        abel, bea = at.browser("abel", Role.APPROVER), at.browser("bea", Role.APPROVER)
        path = "/api/push/subscriptions"
        assert at.server.ask(path, Browser().subscription(there), key=None, **abel).status == 204
        other = {**Browser().subscription(there), "endpoint": "https://push.example/bea"}
        assert at.server.ask(path, other, key=None, **bea).status == 204
        at.people.remove("bea", by="test")
        assert [subscription.endpoint for subscription in receivers.subscriptions()] == [there.address]
        with reserving(tmp_path / "table") as (_, steps):
            there.next()
            _reject(at)
            steps.result()
        assert came_to.get(timeout=60) == ("push", DeliveryStatus.GONE)


@pytest.mark.parametrize(
    "address",
    [
        "http://example.com/hook", "ftp://example.com", "https://", "example.com", "https://a:b@example.com/",
        "http://127.0.0.1.example.com/", "https://[::1", "https://example.com/" + "x" * 2_000,
    ],
)  # fmt: skip
def test_a_notification_is_sent_by_https_or_to_this_computer(address: str) -> None:
    with pytest.raises(Misuse):
        demand_address(address)
    demand_address("https://example.com/hook?token=1")
    demand_address("http://127.0.0.1:8080/hook")


@pytest.mark.slow
def test_a_service_that_only_the_server_can_reach_is_not_spoken_to_for_a_browser(tmp_path: Path) -> None:
    with notifying(tmp_path) as (at, receivers, came_to), receiver() as there:
        approver = at.browser("abel", Role.APPROVER)
        given = {**Browser().subscription(there), "endpoint": "https://10.1.2.3/push"}
        assert at.server.ask("/api/push/subscriptions", given, key=None, **approver).status == 204
        receivers.add_webhook(there.address, by="test")
        with reserving(tmp_path / "table") as (_, steps):
            there.next()
            _reject(at)
            steps.result()
        found = sorted(came_to.get(timeout=60) for _ in range(2))
        assert found == [("push", DeliveryStatus.REFUSED), ("webhook", DeliveryStatus.DELIVERED)]


def test_a_signature_has_one_spelling() -> None:
    header = sign("s", b"{}", 1_800_000_000)
    assert is_signed("s", b"{}", header, 1_800_000_000)
    for other in (header.upper(), header + ",v1=0", header.replace("t=", "t=-"), "", f" {header}"):
        assert not is_signed("s", b"{}", other, 1_800_000_000)
