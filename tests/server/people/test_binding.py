"""Where a server may listen: this computer always, further only for known people over lines nobody reads."""

import ssl
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest

from handrail.error import Misuse
from handrail.server.people.binding import NetworkBinding, bind
from handrail.server.people.limits import RateLimits
from handrail.server.people.person import Role
from server.operations.certificate import write_certificate
from server.people.registered_room import registered_room
from server.served import serving


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "127.8.9.1"])
def test_this_computer_is_always_fine(host: str) -> None:
    assert not bind(host, has_users=False, has_certificate=False, proxies=()).secure


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.4", "2001:db8::1"])
def test_wider_takes_users_and_tls(host: str) -> None:
    with pytest.raises(Misuse, match="users add"):
        bind(host, has_users=False, has_certificate=True, proxies=("10.0.0.7",))
    with pytest.raises(Misuse, match="--tls-certificate"):
        bind(host, has_users=True, has_certificate=False, proxies=())
    assert bind(host, has_users=True, has_certificate=True, proxies=()).secure
    assert bind(host, has_users=True, has_certificate=False, proxies=("10.0.0.0/24",)).secure


@pytest.mark.parametrize("proxy", ["*", "0.0.0.0/0", "::/0", "proxy.example", ""])
def test_not_everybody_is_a_proxy(proxy: str) -> None:
    with pytest.raises(Misuse, match="--behind-proxy"):
        bind("127.0.0.1", has_users=True, has_certificate=False, proxies=(proxy,))


def test_a_name_is_no_address() -> None:
    with pytest.raises(Misuse, match="--listen"):
        bind("example.com", has_users=True, has_certificate=True, proxies=())


def test_by_its_own_tls_its_cookies_are_secure(tmp_path: Path) -> None:
    certificate, key = write_certificate(tmp_path)
    binding = bind("127.0.0.1", has_users=True, has_certificate=True, proxies=())
    with registered_room(tmp_path, secure=binding.secure) as (room, people):
        invitation = people.add("bob", Role.VIEWER, by="test")
        with serving(room, binding, certificate=str(certificate), key=str(key)) as server:
            context = ssl.create_default_context(cafile=str(certificate))
            connection = HTTPSConnection("127.0.0.1", server.port, context=context, timeout=60)
            origin = {"Origin": f"https://127.0.0.1:{server.port}"}
            connection.request("POST", "/invited", f"invitation={invitation}", origin)
            entered = connection.getresponse()
            assert entered.status == 303
            assert "Secure" in str(entered.headers["set-cookie"])
            connection.close()


@pytest.mark.parametrize(("proxy", "is_limited"), [("127.0.0.1", False), ("127.0.0.0/8", False), ("10.0.0.7", True)])
def test_what_a_proxy_says_of_who_asks_is_believed_of_it_and_of_nobody_else(
    tmp_path: Path, proxy: str, is_limited: bool
) -> None:
    with registered_room(tmp_path, limits=RateLimits.usual(lambda: 0.0)) as (room, _):
        with serving(room, NetworkBinding("127.0.0.1", (proxy,), secure=True)) as server:
            statuses = {_enters(server.port, f"192.0.2.{number}") for number in range(25)}
        assert statuses == ({401, 429} if is_limited else {401})


def _enters(port: int, forwarded_for: str) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", "/enter?key=wrong", headers={"X-Forwarded-For": forwarded_for})
        return connection.getresponse().status
    finally:
        connection.close()
