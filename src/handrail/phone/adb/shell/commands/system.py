"""The system as a shell shows it: processes, users, kernel, time, log, network; and `cmd`, the door to services."""

from datetime import UTC

from handrail.device.adb_protocol.pattern import BadPattern, compile_pattern, readable
from handrail.phone.adb.files import LOCAL_ADDRESS
from handrail.phone.adb.shell.command import NOTHING, Call, Result, complaint, line, printed, read_options
from handrail.phone.background import BACKGROUND_EVERY_MS
from handrail.phone.clients import airtest
from handrail.phone.package import user_name


def ps(call: Call) -> Result:
    """The processes; without `-A` those of the shell, as on Android."""
    options = read_options(call.arguments, "puo")
    if options.has("o"):
        return _chosen_columns(call, options.get("o"))
    lines = [_PS_HEADER]
    if options.has("A", "e", "p") or "-ef" in call.arguments:
        lines += [_ps_line(1, 0, 0, "init"), _ps_line(320, 1, 0, "zygote64"), _ps_line(580, 320, 1000, "system_server")]
        lines += [_ps_line(process.pid, 320, process.uid, process.name) for process in call.phone.processes]
        lines += [_ps_line(program.pid, 400, 0, program.name) for program in call.handset.programs.running.values()]
    pid = call.handset.shell_pid
    lines += [_ps_line(pid, 400, 0, "sh"), _ps_line(pid + 1, pid, 0, "ps")]
    if options.get("p").isdecimal():
        lines = [lines[0], *(text for text in lines[1:] if text.split()[1] == options.get("p"))]
    return printed("".join(lines))


_PS = "{user:<12} {pid:>5} {parent:>5} {size:>8} {resident:>6} {waiting:<19} {address:>9} S {name}\n"
_PS_HEADER = "USER           PID  PPID      VSZ    RSS WCHAN                 ADDR S NAME\n"


def _ps_line(pid: int, parent: int, uid: int, name: str) -> str:
    return _PS.format(
        user=user_name(uid), pid=pid, parent=parent, size=13_000_000, resident=90_000, waiting="do_epoll_wait",
        address="0", name=name,
    )  # fmt: skip


def _chosen_columns(call: Call, columns: str) -> Result:
    wanted = columns.upper().split(",")
    rows = [wanted]
    for process in call.phone.processes:
        values = {"PID": str(process.pid), "NAME": process.name, "CMD": process.name, "ARGS": process.name}
        values |= {"UID": str(process.uid), "USER": user_name(process.uid), "S": "S", "PPID": "320"}
        rows.append([values.get(column, "0") for column in wanted])
    return printed("".join(" ".join(row) + "\n" for row in rows))


def pidof(call: Call) -> Result:
    """The process numbers of an app."""
    found = [str(pid) for pid, name in _running(call) if name in call.arguments]
    return line(" ".join(found)) if found else Result(status=1)


def pgrep(call: Call) -> Result:
    """`pgrep [-f] [-l] PATTERN`: the process numbers of what matches; status 1 where nothing does."""
    options = read_options(call.arguments, single=True)
    try:
        matching = compile_pattern(options.rest[-1] if options.rest else "")
    except BadPattern as problem:
        return complaint(f"pgrep: bad pattern: {problem}")
    found = [(pid, name) for pid, name in _running(call) if options.rest and matching.search(name)]
    lines = [f"{pid} {name}\n" if options.has("l", "lf", "fl") else f"{pid}\n" for pid, name in found]
    return printed("".join(lines), 0 if found else 1)


def _running(call: Call) -> list[tuple[int, str]]:
    """The processes of apps, and the programs of shells."""
    apps = [(process.pid, process.name) for process in call.phone.processes]
    return apps + [(program.pid, program.name) for program in call.handset.programs.running.values()]


def kill(call: Call) -> Result:
    """Stop the app whose process it is."""
    by_pid = {str(process.pid): process.name for process in call.phone.processes}
    for word in call.arguments:
        if word.startswith("-") or call.handset.programs.end(word):
            continue
        name = by_pid.get(word) if call.name == "kill" else word
        if name is None or (name not in by_pid.values() and call.name == "kill"):
            return complaint(f"{call.name}: {word}: No such process")
        call.phone.stop(name)
    return NOTHING


def pkill(call: Call) -> Result:
    """`pkill [-f] PATTERN`: stop the apps whose names match; status 1 where none does."""
    pattern = read_options(call.arguments, single=True).rest[-1:]
    try:
        matching = compile_pattern(pattern[0] if pattern else "")
    except BadPattern as problem:
        return complaint(f"pkill: bad pattern: {problem}")
    found = [name for _, name in _running(call) if pattern and matching.search(name)]
    for name in found:
        if not call.handset.programs.end(name):
            call.phone.stop(name)
    return Result(status=0 if found else 1)


def run_as(call: Call) -> Result:
    """`run-as PACKAGE ...`: no app of this phone can be debugged."""
    name = call.arguments[0] if call.arguments else ""
    known = name in call.phone.packages
    return complaint(f"run-as: package not debuggable: {name}" if known else f"run-as: unknown package: {name}")


async def app_process(call: Call) -> Result:
    """`app_process / CLASS`: the servers of uiautomator2 and of airtest, up while their streams are open."""
    started = await airtest.run(call)
    if started is not None:
        return started
    if "com.wetest.uia2.Main" not in call.arguments:
        call.gap()
        return complaint("Error: could not find class", 1)
    jar = call.path(call.shell.variables.get("CLASSPATH", ""))
    if call.handset.files.read(jar) is None:
        return complaint("Error: could not find or load main class com.wetest.uia2.Main", 1)
    options = read_options(call.arguments, "p")
    call.handset.uiautomator_port = options.number("p", 9008)
    call.output.put(1, b"[server] INFO: [UiAutomator2Server] Starting Server\n")
    await call.output.flush()
    try:
        await call.stdin.wait_gone()
    finally:
        call.handset.uiautomator_port = None
    return NOTHING


# Users, kernel, time, log


def identify(call: Call) -> Result:
    """`id`, `whoami`: adbd runs as root here, as on an emulator after `adb root`."""
    if call.name == "whoami":
        return line("root")
    if "-u" in call.arguments:
        return line("0")
    return line("uid=0(root) gid=0(root) groups=0(root),1004(input),1007(log),2000(shell) context=u:r:su:s0")


def uname(call: Call) -> Result:
    """The kernel."""
    values = {
        "s": "Linux",
        "n": "localhost",
        "r": "6.1.23-android14",
        "v": "#1 SMP PREEMPT",
        "m": "x86_64",
        "o": "Toybox",
    }
    letters = "".join(word.lstrip("-") for word in call.arguments) or "s"
    return line(" ".join(value for letter, value in values.items() if letter in letters or "a" in letters))


def date(call: Call) -> Result:
    """`date [-u] [+FORMAT]`: the phone's own time, which nobody can set."""
    form = next((word[1:] for word in call.arguments if word.startswith("+")), None)
    if form is None and any(not word.startswith("-") for word in call.arguments):
        call.gap()
        return complaint("date: cannot set date: Operation not permitted")
    now = call.phone.now.astimezone(UTC)
    if form is None:
        return line(now.strftime("%a %b %e %H:%M:%S UTC %Y"))
    form = form.replace("%s", str(int(now.timestamp()))).replace("%N", f"{now.microsecond * 1000:09}")
    return line(now.strftime(readable(form).replace("\0", "")))


async def sleep(call: Call) -> Result:
    """Let the phone's time pass."""
    try:
        seconds = sum(float(word.rstrip("smhd")) for word in call.arguments)
    except ValueError:
        seconds = -1
    if not seconds >= 0:
        return complaint(f"sleep: bad time {' '.join(call.arguments)}")
    call.shell.allowance.step(int(min(seconds, _LONGEST_SLEEP_S) * 1000) // BACKGROUND_EVERY_MS)  # the phone goes on
    await call.handset.pace.wait(seconds)
    return NOTHING


_LONGEST_SLEEP_S = 365 * 86_400.0


def uptime(call: Call) -> Result:
    """How long the phone has been up."""
    minutes, _ = divmod(call.phone.uptime_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    now = call.phone.now.strftime("%H:%M:%S")
    return line(f" {now} up {hours}:{minutes:02},  0 users,  load average: 0.12, 0.10, 0.08")


def reboot(call: Call) -> Result:
    """The phone stays up; where a reboot is asked for, a test wants a snapshot."""
    call.gap()
    return NOTHING


# The network


def ifconfig(call: Call) -> Result:
    """The one interface."""
    if call.arguments and call.arguments[0] not in ("wlan0", "-a"):
        return complaint(f"ifconfig: {call.arguments[0]}: No such device")
    return printed(
        "wlan0     Link encap:Ethernet  HWaddr 02:00:00:00:00:00\n"
        f"          inet addr:{LOCAL_ADDRESS}  Bcast:10.0.2.255  Mask:255.255.255.0 \n"
        "          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n\n"
    )


def ip(call: Call) -> Result:
    """`ip addr`, `ip route`."""
    match call.arguments:
        case ("addr" | "address" | "a" | "-f", *_):
            return printed(
                "2: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP qlen 1000\n"
                "    link/ether 02:00:00:00:00:00 brd ff:ff:ff:ff:ff:ff\n"
                f"    inet {LOCAL_ADDRESS}/24 brd 10.0.2.255 scope global wlan0\n"
                "       valid_lft forever preferred_lft forever\n"
            )
        case ("route", *_):
            return printed(f"10.0.2.0/24 dev wlan0 proto kernel scope link src {LOCAL_ADDRESS}\n")
    call.gap()
    return complaint("ip: this phone knows `ip addr` and `ip route`")


def netstat(call: Call) -> Result:
    """The open connections."""
    rows = ["Active Internet connections (established and servers)\n"]
    rows.append("Proto Recv-Q Send-Q Local Address           Foreign Address         State       User\n")
    for socket in call.phone.network.sockets():
        local, remote = f"{LOCAL_ADDRESS}:{socket.local_port}", f"{socket.address}:{socket.port}"
        rows.append(f"tcp        0      0 {local:<23} {remote:<23} {socket.state:<11} {user_name(socket.uid)}\n")
    return printed("".join(rows))


def ping(call: Call) -> Result:
    """There is no network behind the phone."""
    host = call.arguments[-1] if call.arguments else ""
    return complaint(f"ping: unknown host {host}", 2)


# Services


async def cmd(call: Call) -> Result:
    """`cmd [-w] SERVICE ...`: the same as the command that is named after the service, where there is one."""
    match call.arguments[1:] if call.arguments[:1] == ("-w",) else call.arguments:
        case ("-l", *_):
            return printed("Currently running services:\n  activity\n  input\n  package\n  settings\n  statusbar\n")
        case ("uimode", "night", *value):
            return _night_mode(call, value)
        case ("statusbar", "expand-notifications" | "expand-settings"):
            call.phone.open_notifications()
            return NOTHING
        case ("statusbar", "collapse"):
            call.phone.back()
            return NOTHING
        case ("notification", ("allow_listener" | "disallow_listener") as verb, name, *_):
            _allow_listener(call, name, allowed=verb == "allow_listener")
            return NOTHING
        case ("deviceidle", *rest):
            return Result(status=await call.shell.call(("dumpsys", "deviceidle", *rest), call.stdin, call.output))
        case ("wifi", "set-wifi-enabled", value):
            call.phone.settings.put("global", "wifi_on", "1" if value == "enabled" else "0")
            return NOTHING
        case ("clipboard", "get-primary-clip" | "get", *_):
            return printed(f"{call.phone.clipboard.text}\n")
        case (service, *rest) if service in _AS_COMMAND:
            words = (_AS_COMMAND[service], *rest)
            return Result(status=await call.shell.call(words, call.stdin, call.output))
    call.gap()
    return complaint(f"cmd: Can't find service: {call.arguments[0] if call.arguments else ''}", 20)


def _night_mode(call: Call, value: list[str]) -> Result:
    if value:
        call.phone.settings.put("secure", "ui_night_mode", {"yes": "2", "no": "1", "auto": "0"}.get(value[0], "1"))
    mode = {"2": "yes", "0": "auto"}.get(call.phone.settings.get("secure", "ui_night_mode") or "", "no")
    return line(f"Night mode: {mode}")


def _allow_listener(call: Call, name: str, *, allowed: bool) -> None:
    """An app may read notifications, or may not."""
    settings = call.phone.settings
    before = (settings.get("secure", "enabled_notification_listeners") or "").split(":")
    kept = [listener for listener in before if listener and listener != name] + ([name] if allowed else [])
    settings.put("secure", "enabled_notification_listeners", ":".join(kept))


_AS_COMMAND = {
    "activity": "am", "appops": "appops", "input": "input", "input_method": "ime", "package": "pm",
    "settings": "settings", "window": "wm",
}  # fmt: skip
