"""Small frozen values of the phone's system: what it knows besides files, packages and settings."""

from dataclasses import dataclass
from typing import NamedTuple


class Foreground(NamedTuple):
    """What is in front of the person."""

    package: str
    activity: str


class Clip(NamedTuple):
    """What lies on the clipboard, who put it there, and when."""

    text: str = ""
    package: str | None = None
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class Notification:
    """One entry of the notification shade; `heads_up` also shows it over the app for some seconds."""

    number: int
    package: str
    title: str
    text: str
    at_ms: int
    heads_up: bool = False


@dataclass(frozen=True, slots=True)
class Contact:
    """A person in the contacts provider that all apps with the permission read."""

    number: int
    name: str
    phone: str = ""
    email: str = ""
    starred: bool = False


@dataclass(frozen=True, slots=True)
class Process:
    """A running process."""

    pid: int
    name: str
    uid: int
    started_ms: int


@dataclass(frozen=True, slots=True)
class Socket:
    """A TCP connection as `/proc/net/tcp` lists it."""

    package: str
    uid: int
    host: str
    address: str
    port: int
    local_port: int
    state: str
    inode: int
    opened_ms: int


@dataclass(frozen=True, slots=True)
class Traffic:
    """One exchange of a package with a host."""

    package: str
    host: str
    port: int
    bytes_out: int
    bytes_in: int
    at_ms: int


class LoggedEvent(NamedTuple):
    """Something that changed the phone: ground truth for tests. `generation` is that of the screen after it."""

    what: str
    package: str
    detail: str
    at_ms: int
    generation: int
