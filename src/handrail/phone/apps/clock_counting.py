"""The part of the clock that counts: the timer down, the stopwatch up."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from handrail.phone.apps.clock_data import ClockData, Stopwatch, Timer
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import button, field, line, paragraph, row, scrolling

if TYPE_CHECKING:
    from handrail.phone.context import Context, Glance


def _clock_face(seconds: int) -> str:
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def timer_views(minutes: str, see: Glance[ClockData]) -> tuple[View, ...]:
    """The timer as it stands, or a field to set it."""
    timer = see.data.timer
    if timer.ends is not None:
        left = max(0, round((timer.ends - see.now).total_seconds()))
        return (paragraph(_clock_face(left), "timer_text", size=90),
                line(button("Pause", pause_timer), button("Reset", reset_timer), pad_x=42))  # fmt: skip
    if timer.seconds_left:
        return (paragraph(_clock_face(timer.seconds_left), "timer_text", size=90),
                line(button("Resume", resume_timer), button("Reset", reset_timer), pad_x=42))  # fmt: skip
    return (field("minutes", minutes, "Minutes", on_enter=start_timer),
            line(button("Start", start_timer, enabled=bool(minutes)), pad_x=42))  # fmt: skip


def start_timer(do: Context[ClockData, Any]) -> None:
    """Count down from what was typed."""
    typed = do.page.minutes
    if not (typed.isascii() and typed.isdecimal() and 0 < int(typed[:6]) <= 1440):
        do.toast("Enter minutes from 1 to 1440")
        return
    do.data = replace(do.data, timer=Timer(ends=do.now + timedelta(minutes=int(typed[:6]))))
    do.page = replace(do.page, minutes="")


def pause_timer(do: Context[ClockData, Any]) -> None:
    """Stop counting, keep what is left."""
    ends = do.data.timer.ends
    if ends is not None:
        do.data = replace(do.data, timer=Timer(max(1, round((ends - do.now).total_seconds()))))


def resume_timer(do: Context[ClockData, Any]) -> None:
    """Count on."""
    do.data = replace(do.data, timer=Timer(ends=do.now + timedelta(seconds=do.data.timer.seconds_left)))


def reset_timer(do: Context[ClockData, Any]) -> None:
    """No timer."""
    do.data = replace(do.data, timer=Timer())


def _seconds(stopwatch: Stopwatch, now: datetime) -> int:
    running = 0 if stopwatch.started is None else round((now - stopwatch.started).total_seconds())
    return stopwatch.seconds + running


def stopwatch_views(see: Glance[ClockData]) -> tuple[View, ...]:
    """The stopwatch as it stands, with the laps, the last one first."""
    stopwatch = see.data.stopwatch
    laps = [row(f"Lap {number}", _clock_face(lap), id="lap") for number, lap in enumerate(stopwatch.laps, 1)]
    buttons = (button("Lap", take_lap), button("Stop", stop_stopwatch)) if stopwatch.started else (
        button("Start", start_stopwatch), button("Reset", reset_stopwatch))  # fmt: skip
    shown = paragraph(_clock_face(_seconds(stopwatch, see.now)), "stopwatch_text", size=90)
    return shown, line(*buttons, pad_x=42), scrolling(*reversed(laps), id="laps_list")


def start_stopwatch(do: Context[ClockData, Any]) -> None:
    """Count up."""
    do.data = replace(do.data, stopwatch=replace(do.data.stopwatch, started=do.now))


def stop_stopwatch(do: Context[ClockData, Any]) -> None:
    """Stop, keep what was counted."""
    stopwatch = do.data.stopwatch
    do.data = replace(do.data, stopwatch=replace(stopwatch, seconds=_seconds(stopwatch, do.now), started=None))


def take_lap(do: Context[ClockData, Any]) -> None:
    """Note the time so far."""
    stopwatch = do.data.stopwatch
    do.data = replace(do.data, stopwatch=replace(stopwatch, laps=(*stopwatch.laps, _seconds(stopwatch, do.now))[-99:]))


def reset_stopwatch(do: Context[ClockData, Any]) -> None:
    """Back to zero."""
    do.data = replace(do.data, stopwatch=Stopwatch())
