"""Time passes: apps work in the background, the phone churns, banners and toasts go."""

from datetime import timedelta
from typing import Any

from handrail.phone import churn, tasks
from handrail.phone.context import Context
from handrail.phone.system import System
from handrail.phone.tasks import Slot

BACKGROUND_EVERY_MS = 15_000


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
            churn.happen(system)
            system.next_churn_ms = churn.next_after(system)
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
            app.background(background_context(system, name), since)


def background_context(system: System, name: str) -> Context[Any, Any]:
    """What an app is given when nothing of it was touched: the front page stands in for its own."""
    return Context(system, name, Slot("task", len(tasks.front(system.stack).pages) - 1))
