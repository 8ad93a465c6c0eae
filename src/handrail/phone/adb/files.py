"""The phone's files as a shell sees them: those of the phone, and the made-up ones under /proc and /dev."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from handrail.phone.files import FileProblem, Stat
from handrail.phone.phone import Phone

Generated = Callable[[], str]
NO_SUCH_FILE = "No such file or directory"
LOCAL_ADDRESS = "10.0.2.15"
_REGULAR, _FOLDER, _CHARACTER = 0o100444, 0o040555, 0o020666


class HandsetFiles:
    """Files by absolute path. What cannot be done comes back as the words of Android's error, not as an exception."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._generated: Mapping[str, Generated] = _proc_files(phone)

    def stat(self, path: str) -> Stat | None:
        """What is known of a file or folder; None if there is none."""
        made_up = self._made_up(path)
        return made_up or self._phone.files.stat(path)

    def read(self, path: str) -> bytes | None:
        """The content of a file; None if there is none or it is a folder."""
        if path == "/dev/null":
            return b""
        if path in self._generated:
            return self._generated[path]().encode()
        found = self._phone.files.stat(path)
        return None if found is None or found.is_directory else self._phone.files.read(path)

    def write(self, path: str, content: bytes, mode: int | None = None, modified_ms: int | None = None) -> str | None:
        """Create or replace a file in a folder that is there; why it cannot be done, or None."""
        if path == "/dev/null":
            return None
        if _path_is_made_up(path):
            return "Permission denied"
        if path.endswith("/"):
            return "Is a directory"
        if not self._phone.files.exists(path.rpartition("/")[0] or "/"):
            return NO_SUCH_FILE
        try:
            self._phone.files.write(
                path, content, mode=0o660 if mode is None else mode & 0o777, modified_ms=modified_ms
            )
            if mode is not None:
                self._phone.files.chmod(path, mode & 0o777)
        except FileProblem as problem:
            return reason(problem)
        return None

    def delete(self, path: str, *, recursive: bool = False) -> str | None:
        """Delete a file or folder; why it cannot be done, or None."""
        return self._attempt(lambda: self._phone.files.delete(path, recursive=recursive))

    def make_folder(self, path: str) -> str | None:
        """Make a folder and those above it; why it cannot be done, or None."""
        return self._attempt(lambda: self._phone.files.mkdir(path))

    def rename(self, before: str, after: str) -> str | None:
        """Move a file or folder; why it cannot be done, or None."""
        return self._attempt(lambda: self._phone.files.rename(before, after))

    def copy(self, before: str, after: str) -> str | None:
        """Copy a file, or a folder with all that is in it; why it cannot be done, or None."""
        if _path_is_made_up(after) and after != "/dev/null":
            return "Permission denied"
        made_up = before == "/dev/null" or before in self._generated
        content = self.read(before) if made_up else None
        if content is not None:
            return self.write(after, content)
        return None if after == "/dev/null" else self._attempt(lambda: self._phone.files.copy(before, after))

    def change_mode(self, path: str, mode: int) -> str | None:
        """Set the permission bits; why it cannot be done, or None."""
        return self._attempt(lambda: self._phone.files.chmod(path, mode))

    def touch(self, path: str, modified_ms: int) -> str | None:
        """Set the time of the last change; why it cannot be done, or None."""
        return self._attempt(lambda: self._phone.files.touch(path, modified_ms))

    def names(self, path: str) -> tuple[str, ...]:
        """The names in a folder, sorted; none if there is no such folder."""
        return tuple(sorted({*self._stored_names(path), *self._made_up_names(path)}))

    def walk(self, path: str) -> Iterator[Stat]:
        """A folder and all below it that the phone keeps, each folder before what is in it. /proc is left out."""
        return self._phone.files.walk(path)

    def _stored_names(self, path: str) -> tuple[str, ...]:
        found = self._phone.files.stat(path)
        return self._phone.files.list(path) if found is not None and found.is_directory else ()

    def _made_up_names(self, path: str) -> set[str]:
        folder = path.rstrip("/") + "/"
        return {name[len(folder) :].partition("/")[0] for name in self._generated if name.startswith(folder)}

    def _made_up(self, path: str) -> Stat | None:
        if not path.startswith(("/proc", "/dev")):
            return None
        now_ms = int(self._phone.now.timestamp() * 1000)
        if path == "/dev/null":
            return Stat(path, "root", 0, _CHARACTER, 0, now_ms)
        if path in self._generated:
            return Stat(path, "root", 0, _REGULAR, 0, now_ms)
        if self._made_up_names(path):
            return Stat(path, "root", 0, _FOLDER, 0, now_ms)
        return None

    def _attempt(self, change: Callable[[], None]) -> str | None:
        try:
            change()
        except FileProblem as problem:
            return reason(problem)
        return None


def _path_is_made_up(path: str) -> bool:
    """Whether it lies where the kernel shows files that nobody can make."""
    return path.startswith(("/proc/", "/dev/"))


def reason(problem: FileProblem) -> str:
    """The words of Android's error for a problem of the phone's files."""
    text = str(problem)
    for found, words in (
        ("no such file", NO_SUCH_FILE),
        ("not empty", "Directory not empty"),
        ("not a directory", "Not a directory"),
        ("is a directory", "Is a directory"),
        ("is a file", "File exists"),
        ("lies inside", "Invalid argument"),
    ):
        if found in text:
            return words
    return "File exists"


# What the kernel shows under /proc: connections, memory, time


def _proc_files(phone: Phone) -> Mapping[str, Callable[[], str]]:
    """The files by path, each with what makes its text."""
    return {
        "/proc/net/tcp": partial(_tcp, phone),
        "/proc/net/tcp6": lambda: _TCP6_HEADER,
        "/proc/net/unix": lambda: "Num       RefCount Protocol Flags    Type St Inode Path\n",
        "/proc/net/udp": lambda: _TCP_HEADER,
        "/proc/net/udp6": lambda: _TCP6_HEADER,
        "/proc/meminfo": lambda: _MEMORY,
        "/proc/uptime": partial(_uptime, phone),
        "/proc/version": lambda: "Linux version 6.1.23-android14 (build@handrail) #1 SMP PREEMPT\n",
        "/proc/loadavg": lambda: "0.12 0.10 0.08 1/512 4242\n",
        "/proc/cpuinfo": lambda: "processor\t: 0\nmodel name\t: Handrail virtual CPU\n\n",
        "/proc/stat": partial(_stat, phone),
    }


def _tcp(phone: Phone) -> str:
    lines = [_TCP_HEADER]
    for number, socket in enumerate(phone.network.sockets()):
        local = f"{_little_endian(LOCAL_ADDRESS)}:{socket.local_port:04X}"
        remote = f"{_little_endian(socket.address)}:{socket.port:04X}"
        state = _TCP_STATES.get(socket.state, 1)
        lines.append(
            f"{number:4}: {local} {remote} {state:02X} 00000000:00000000 00:00000000 00000000 {socket.uid:5}        0"
            f" {socket.inode} 1 0000000000000000 20 4 30 10 -1\n"
        )
    return "".join(lines)


def _little_endian(address: str) -> str:
    """An IPv4 address as /proc/net writes it: `10.0.2.15` is 0F02000A."""
    return bytes(reversed([int(part) for part in address.split(".")])).hex().upper()


def _uptime(phone: Phone) -> str:
    seconds = phone.uptime_ms / 1000
    return f"{seconds:.2f} {seconds * 0.9:.2f}\n"


def _stat(phone: Phone) -> str:
    ticks = phone.uptime_ms // 10
    counts = f"{ticks // 20} 0 {ticks // 40} {ticks} 0 0 0 0 0 0"
    return f"cpu  {counts}\ncpu0 {counts}\n"


_TCP_STATES = {
    "ESTABLISHED": 1,
    "SYN_SENT": 2,
    "FIN_WAIT1": 4,
    "FIN_WAIT2": 5,
    "TIME_WAIT": 6,
    "CLOSE": 7,
    "LISTEN": 10,
}
_TCP_HEADER = (
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"
    "                                                     \n"
)
_TCP6_HEADER = (
    "  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when"
    " retrnsmt   uid  timeout inode\n"
)
_MEMORY = """MemTotal:        8029724 kB
MemFree:         3912412 kB
MemAvailable:    6127588 kB
Buffers:           42520 kB
Cached:          2184160 kB
SwapTotal:             0 kB
SwapFree:              0 kB
"""
