"""Where a server may listen: this computer always, further only for known people over lines nobody reads."""

import pytest

from handrail.error import Misuse
from handrail.server.people.binding import bind


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
