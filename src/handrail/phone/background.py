"""What happens on a phone while time passes: apps work in the background, logs and caches grow, banners and toasts go.

The phone's own doings (its churn) are seeded and on its own clock. A detector that takes this noise for an attack would
cry wolf on a real phone too.
"""

from collections.abc import Callable
from datetime import timedelta

from handrail.phone import tasks, touch
from handrail.phone.files import Filler
from handrail.phone.system import System

BACKGROUND_EVERY_MS = 15_000
SOONEST_MS, SPREAD_MS = 4_000, 16_000
LONGEST_LOG_BYTES = 4_096


def pass_time(system: System, milliseconds: int, *, churns: bool) -> None:
    """Let time pass, stopping at every moment at which something is due."""
    ticking = any(page.page.ticking for page in tasks.front(system.stack).pages[-2:])
    banner, toast = system.heads_up(), system.toast
    end = system.clock.elapsed_ms + milliseconds
    while True:
        background = system.background_ran_ms + BACKGROUND_EVERY_MS
        due = min(background, system.next_churn_ms) if churns else background
        if due > end:
            break
        system.clock.advance(max(0, due - system.clock.elapsed_ms))
        if due == background:
            _work_in_background(system)
        else:
            _churn(system)
            system.next_churn_ms = system.clock.elapsed_ms + SOONEST_MS + system.rng.below(SPREAD_MS)
    system.clock.advance(end - system.clock.elapsed_ms)
    if toast[0] and toast[1] <= system.clock.elapsed_ms and system.toast == toast:
        system.toast = ("", 0)
        system.generation += 1
    if ticking or system.heads_up() != banner:
        system.generation += 1


def _work_in_background(system: System) -> None:
    since = system.clock.now - timedelta(milliseconds=system.clock.elapsed_ms - system.background_ran_ms)
    system.background_ran_ms = system.clock.elapsed_ms
    for name, app in list(system.apps.items()):
        if app.background is not None and name in system.packages and system.packages[name].enabled:
            app.background(touch.behind(system, name), since)


# The phone's own doings


def _churn(system: System) -> None:
    """One of the things that happen all the time."""
    what = system.rng.choice(_HAPPENINGS)
    what(system)
    system.record("churn", "", what.__name__.strip("_"), visible=False)


def _usage_statistics(system: System) -> None:
    used = " ".join(process.name for process in system.processes[-5:])
    system.files.write(
        "/data/system/usagestats/0/daily/stats", f"{system.clock.epoch_ms} {used}\n".encode(), package="android"
    )


def _system_log(system: System) -> None:
    path = "/data/system/dropbox/event_log.txt"
    before = system.files.read(path) if system.files.exists(path) else b""
    line = f"{system.clock.now.isoformat()} battery level={90 - system.rng.below(40)}\n".encode()
    system.files.write(path, (before + line)[-LONGEST_LOG_BYTES:], package="android")


def _cache(system: System) -> None:
    if not system.processes:
        return
    package = system.rng.choice(system.processes).name
    folder = f"/data/data/{package}/cache"
    if not system.files.exists(folder):
        return
    path = f"{folder}/{system.rng.below(8):08x}.0"
    if system.files.exists(path) and system.rng.below(3) == 0:
        system.files.delete(path)
    else:
        system.files.write(path, Filler(500 + system.rng.below(20_000), f"{path}{system.rng.thrown}"), package=package)


def _play_services(system: System) -> None:
    system.exchange("com.android.systemui", "time.android.com", 443, 76 + system.rng.below(9), 76)
    system.files.write("/data/system/netstats/dev.1", f"{system.clock.epoch_ms}\n".encode(), package="android")


def _weather(system: System) -> None:
    sent = 300 + system.rng.below(200)
    if system.exchange("com.android.launcher", "weather.example.com", 443, sent, 2_000 + system.rng.below(3_000)):
        path = "/data/data/com.android.launcher/cache/weather.json"
        system.files.write(path, f'{{"celsius": {system.rng.below(25)}}}'.encode(), package="com.android.launcher")


_HAPPENINGS: tuple[Callable[[System], None], ...] = (
    _usage_statistics,
    _system_log,
    _cache,
    _cache,
    _play_services,
    _weather,
)
