"""The files under /proc that clients read: connections, memory, time."""

from collections.abc import Callable, Mapping
from functools import partial

from handrail.phone.phone import Phone

_TCP_STATES = {
    "ESTABLISHED": 1,
    "SYN_SENT": 2,
    "FIN_WAIT1": 4,
    "FIN_WAIT2": 5,
    "TIME_WAIT": 6,
    "CLOSE": 7,
    "LISTEN": 10,
}
_LOCAL_ADDRESS = "10.0.2.15"
_TCP_HEADER = (
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"
    "                                                     \n"
)
_TCP6_HEADER = (
    "  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when"
    " retrnsmt   uid  timeout inode\n"
)


def proc_files(phone: Phone) -> Mapping[str, Callable[[], str]]:
    """The files by path, each with what makes its text."""
    return {
        "/proc/net/tcp": partial(_tcp, phone),
        "/proc/net/tcp6": lambda: _TCP6_HEADER,
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
        local = f"{little_endian(_LOCAL_ADDRESS)}:{socket.local_port:04X}"
        remote = f"{little_endian(socket.address)}:{socket.port:04X}"
        state = _TCP_STATES.get(socket.state, 1)
        lines.append(
            f"{number:4}: {local} {remote} {state:02X} 00000000:00000000 00:00000000 00000000 {socket.uid:5}        0"
            f" {socket.inode} 1 0000000000000000 20 4 30 10 -1\n"
        )
    return "".join(lines)


def little_endian(address: str) -> str:
    """An IPv4 address as /proc/net writes it: `10.0.2.15` is 0F02000A."""
    return bytes(reversed([int(part) for part in address.split(".")])).hex().upper()


def _uptime(phone: Phone) -> str:
    seconds = phone.uptime_ms / 1000
    return f"{seconds:.2f} {seconds * 0.9:.2f}\n"


def _stat(phone: Phone) -> str:
    ticks = phone.uptime_ms // 10
    counts = f"{ticks // 20} 0 {ticks // 40} {ticks} 0 0 0 0 0 0"
    return f"cpu  {counts}\ncpu0 {counts}\n"


_MEMORY = """MemTotal:        8029724 kB
MemFree:         3912412 kB
MemAvailable:    6127588 kB
Buffers:           42520 kB
Cached:          2184160 kB
SwapTotal:             0 kB
SwapFree:              0 kB
"""
