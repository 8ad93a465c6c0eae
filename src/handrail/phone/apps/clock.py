"""Clock: alarms that ring, a timer, a stopwatch. Cooperates: it declares what its buttons are about to change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from handrail.app import KEY, App, Declaration, Event, Update
from handrail.phone.app import Origin, Page, PhoneApp
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import dialog, message, negative, positive, scaffold, tab_bar
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import (
    button,
    check_box,
    field,
    floating,
    heading,
    icon_button,
    line,
    paragraph,
    row,
    scrolling,
    switch,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from handrail.phone.context import Glance, HandlerContext


PACKAGE = "com.example.clock"
WEEK = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True, slots=True)
class Alarm:
    """An alarm; without days it rings once and switches itself off."""

    number: int
    at: time
    label: str = ""
    days: tuple[str, ...] = ()
    on: bool = True

    @property
    def repeats(self) -> str:
        """When it repeats, in words."""
        if len(self.days) == len(WEEK):
            return "Every day"
        return ", ".join(self.days) or "Once"


@dataclass(frozen=True, slots=True)
class Timer:
    """A countdown. Running, it ends at a moment; paused, some seconds are left."""

    seconds_left: int = 0
    ends: datetime | None = None


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Time gone by before it was last started, when that was, and the laps taken."""

    seconds: int = 0
    started: datetime | None = None
    laps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockData:
    """What the app saves."""

    alarms: tuple[Alarm, ...] = ()
    next_number: int = 1
    timer: Timer = Timer()
    stopwatch: Stopwatch = Stopwatch()

    def alarm(self, number: int) -> Alarm | None:
        """The alarm of that number."""
        return next((alarm for alarm in self.alarms if alarm.number == number), None)

    def with_alarm(self, alarm: Alarm) -> ClockData:
        """With an alarm added or changed, in the order of the day."""
        others = [other for other in self.alarms if other.number != alarm.number]
        alarms = tuple(sorted((*others, alarm), key=lambda kept: (kept.at, kept.number)))
        return replace(self, alarms=alarms, next_number=max(self.next_number, alarm.number + 1))

    def without_alarm(self, number: int) -> ClockData:
        """Without an alarm."""
        return replace(self, alarms=tuple(alarm for alarm in self.alarms if alarm.number != number))


# The three tabs


@dataclass(frozen=True, slots=True)
class Tabs(Page):
    """The page that the icon opens."""

    tab: str = "Alarm"
    minutes: str = ""
    activity: ClassVar[str] = "DeskClock"

    @property
    def ticking(self) -> bool:  # type: ignore[override]
        """Only what counts shows the time."""
        return self.tab != "Alarm"

    def view(self, see: Glance[ClockData]) -> View:
        """The tab chosen, and the bar to choose another."""
        tabs = tab_bar(*[(name, name == self.tab) for name in ("Alarm", "Timer", "Stopwatch")], on_click=choose_tab)
        match self.tab:
            case "Timer":
                return scaffold("Timer", *timer_views(self.minutes, see), tabs=tabs)
            case "Stopwatch":
                return scaffold("Stopwatch", *stopwatch_views(see), tabs=tabs)
            case _:
                rows = [_alarm_row(alarm) for alarm in see.data.alarms]
                add = floating(icon_button("Add alarm", add_alarm, id="fab"))
                return scaffold("Alarm", scrolling(*rows, id="alarm_list", empty="No alarms"), fab=add, tabs=tabs)


@lru_cache(maxsize=512)
def _alarm_row(alarm: Alarm) -> View:
    shown = f"{alarm.repeats} • {alarm.label}" if alarm.label else alarm.repeats
    turn = switch(alarm.on, turn_alarm, alarm.number, id="onoff", description=f"Alarm {alarm.at:%H:%M}")
    return row(f"{alarm.at:%H:%M}", shown, on_click=edit_alarm, argument=alarm.number, trailing=turn, id="alarm")


def choose_tab(do: HandlerContext[ClockData, Tabs], tab: str) -> None:
    """Another tab."""
    do.page = Tabs(tab)


# Alarms


@dataclass(frozen=True, slots=True)
class EditAlarm(Page):
    """A new alarm (number 0) or one that is changed. Nothing is saved before the button says so."""

    number: int = 0
    hour: str = "08"
    minute: str = "00"
    label: str = ""
    days: tuple[str, ...] = ()
    activity: ClassVar[str] = "AlarmEditActivity"

    @property
    def at(self) -> time | None:
        """The time typed, if it is one."""
        if not (self.hour.isdecimal() and self.minute.isdecimal() and self.hour.isascii() and self.minute.isascii()):
            return None
        if len(self.hour) > 2 or len(self.minute) > 2:
            return None
        hour, minute = int(self.hour), int(self.minute)
        return time(hour, minute) if hour < 24 and minute < 60 else None

    def alarm(self, number: int) -> Alarm | None:
        """The alarm as it would be saved; None while the time is none."""
        return None if self.at is None else Alarm(number, self.at, self.label, self.days)

    def view(self, _: Glance[ClockData]) -> View:
        """Fields for the time and the label, boxes for the days."""
        boxes = [check_box(day, day in self.days, turn_day, day) for day in WEEK]
        delete = (button("Delete", ask_delete, self.number),) if self.number else ()
        return scaffold(
            "Edit alarm" if self.number else "Add alarm",
            heading("Time"),
            line(field("hour", self.hour, "Hour"), text(":", width=60), field("minute", self.minute, "Minute")),
            field("label", self.label, "Label"),
            heading("Repeat"),
            line(*boxes[:4], id="days_1"),
            line(*boxes[4:], id="days_2"),
            line(button("Cancel", cancel), *delete, button("Save", save_alarm), id="buttons", pad_x=42),
            up=cancel,
        )


def add_alarm(do: HandlerContext[ClockData, Tabs]) -> None:
    """Start a new alarm."""
    do.open(EditAlarm())


def edit_alarm(do: HandlerContext[ClockData, Tabs], number: int) -> None:
    """Open an alarm as it is."""
    alarm = do.data.alarm(number)
    if alarm is not None:
        do.open(EditAlarm(number, f"{alarm.at:%H}", f"{alarm.at:%M}", alarm.label, alarm.days))


def turn_alarm(do: HandlerContext[ClockData, Tabs], number: int) -> None:
    """The switch of an alarm."""
    alarm = do.data.alarm(number)
    if alarm is not None:
        do.data = do.data.with_alarm(replace(alarm, on=not alarm.on))


def turn_day(do: HandlerContext[ClockData, EditAlarm], day: str) -> None:
    """The box of a day."""
    chosen = set(do.page.days) ^ {day}
    do.page = replace(do.page, days=tuple(weekday for weekday in WEEK if weekday in chosen))


def save_alarm(do: HandlerContext[ClockData, EditAlarm]) -> None:
    """The alarm is set."""
    alarm = do.page.alarm(do.page.number or do.data.next_number)
    if alarm is None:
        do.toast("Enter a valid time")
        return
    do.data = do.data.with_alarm(alarm)
    do.back()
    do.toast(f"Alarm set for {alarm.at:%H:%M}")


def cancel(do: HandlerContext[ClockData, Any]) -> None:
    """Nothing is saved."""
    do.back()


@dataclass(frozen=True, slots=True)
class ConfirmDelete(Page):
    """Is the alarm to go?"""

    number: int
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[ClockData]) -> View:
        """The question."""
        return dialog("Delete alarm?", message("This alarm will be deleted."),
                      buttons=(negative("Cancel", cancel), positive("Delete", delete_alarm, self.number)))  # fmt: skip


def ask_delete(do: HandlerContext[ClockData, EditAlarm], number: int) -> None:
    """Ask first."""
    do.open(ConfirmDelete(number))


def delete_alarm(do: HandlerContext[ClockData, ConfirmDelete], number: int) -> None:
    """The alarm goes."""
    do.data = do.data.without_alarm(number)
    do.back_to(Tabs)


@dataclass(frozen=True, slots=True)
class Ringing(Page):
    """An alarm or the timer rings until somebody says something."""

    title: str
    number: int = 0
    activity: ClassVar[str] = "AlarmActivity"

    def view(self, _: Glance[ClockData]) -> View:
        """What rings, and two ways to end it."""
        snooze = (button("Snooze", snooze_alarm),) if self.number else ()
        return scaffold("Alarm", paragraph(self.title, "alarm_title", size=90),
                        line(*snooze, button("Dismiss", dismiss_alarm), pad_x=42))  # fmt: skip


def dismiss_alarm(do: HandlerContext[ClockData, Ringing]) -> None:
    """Silence."""
    do.back()


def snooze_alarm(do: HandlerContext[ClockData, Ringing]) -> None:
    """Again in ten minutes."""
    later = (do.now + timedelta(minutes=10)).time().replace(second=0, microsecond=0)
    do.data = do.data.with_alarm(Alarm(do.data.next_number, later, "Snoozed"))
    do.back()


def ring(do: HandlerContext[ClockData, Any], since: datetime) -> None:
    """Let ring what came due since the app last looked."""
    for alarm in do.data.alarms:
        due = _last_time(alarm.at, do.now)
        if alarm.on and since < due <= do.now and (not alarm.days or WEEK[due.weekday()] in alarm.days):
            if not alarm.days:
                do.data = do.data.with_alarm(replace(alarm, on=False))
            do.notify("Alarm", alarm.label or f"{alarm.at:%H:%M}")
            do.start(PACKAGE, Ringing(f"{alarm.at:%H:%M} {alarm.label}".strip(), alarm.number))
    timer = do.data.timer
    if timer.ends is not None and timer.ends <= do.now:
        do.data = replace(do.data, timer=Timer())
        do.notify("Timer", "Time's up")
        do.start(PACKAGE, Ringing("Time's up"))


def _last_time(at: time, now: datetime) -> datetime:
    due = datetime.combine(now.date(), at, now.tzinfo)
    return due if due <= now else due - timedelta(days=1)


# Timer and stopwatch


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


def start_timer(do: HandlerContext[ClockData, Any]) -> None:
    """Count down from what was typed."""
    typed = do.page.minutes
    if not (typed.isascii() and typed.isdecimal() and 0 < int(typed[:6]) <= 1440):
        do.toast("Enter minutes from 1 to 1440")
        return
    do.data = replace(do.data, timer=Timer(ends=do.now + timedelta(minutes=int(typed[:6]))))
    do.page = replace(do.page, minutes="")


def pause_timer(do: HandlerContext[ClockData, Any]) -> None:
    """Stop counting, keep what is left."""
    ends = do.data.timer.ends
    if ends is not None:
        do.data = replace(do.data, timer=Timer(max(1, round((ends - do.now).total_seconds()))))


def resume_timer(do: HandlerContext[ClockData, Any]) -> None:
    """Count on."""
    do.data = replace(do.data, timer=Timer(ends=do.now + timedelta(seconds=do.data.timer.seconds_left)))


def reset_timer(do: HandlerContext[ClockData, Any]) -> None:
    """No timer."""
    do.data = replace(do.data, timer=Timer())


def stopwatch_views(see: Glance[ClockData]) -> tuple[View, ...]:
    """The stopwatch as it stands, with the laps, the last one first."""
    stopwatch = see.data.stopwatch
    laps = [row(f"Lap {number}", _clock_face(lap), id="lap") for number, lap in enumerate(stopwatch.laps, 1)]
    buttons = (button("Lap", take_lap), button("Stop", stop_stopwatch)) if stopwatch.started else (
        button("Start", start_stopwatch), button("Reset", reset_stopwatch))  # fmt: skip
    shown = paragraph(_clock_face(_seconds(stopwatch, see.now)), "stopwatch_text", size=90)
    return shown, line(*buttons, pad_x=42), scrolling(*reversed(laps), id="laps_list")


def _seconds(stopwatch: Stopwatch, now: datetime) -> int:
    running = 0 if stopwatch.started is None else round((now - stopwatch.started).total_seconds())
    return stopwatch.seconds + running


def start_stopwatch(do: HandlerContext[ClockData, Any]) -> None:
    """Count up."""
    do.data = replace(do.data, stopwatch=replace(do.data.stopwatch, started=do.now))


def stop_stopwatch(do: HandlerContext[ClockData, Any]) -> None:
    """Stop, keep what was counted."""
    stopwatch = do.data.stopwatch
    do.data = replace(do.data, stopwatch=replace(stopwatch, seconds=_seconds(stopwatch, do.now), started=None))


def take_lap(do: HandlerContext[ClockData, Any]) -> None:
    """Note the time so far."""
    stopwatch = do.data.stopwatch
    do.data = replace(do.data, stopwatch=replace(stopwatch, laps=(*stopwatch.laps, _seconds(stopwatch, do.now))[-99:]))


def reset_stopwatch(do: HandlerContext[ClockData, Any]) -> None:
    """Back to zero."""
    do.data = replace(do.data, stopwatch=Stopwatch())


# What the app declares


def declares(see: Glance[ClockData], page: Page) -> App:
    """The states and triggers of this app, for what is on the page now."""
    declaration = Declaration("Clock", PACKAGE)

    @declaration.state
    class Alarm:
        """Alarms, told apart by time and label."""

        time: Annotated[time, KEY]
        label: Annotated[str, KEY]
        repeats: str
        on: bool

    @declaration.on("click", target="save_alarm", commits="SaveAlarm")
    def save(_: Event) -> list[Update]:
        draft = page.alarm(0) if isinstance(page, EditAlarm) else None
        if draft is None or not isinstance(page, EditAlarm):
            return []
        before = see.data.alarm(page.number)
        moved = before is not None and (before.at, before.label) != (draft.at, draft.label)
        return [*([_gone(before)] if moved else []), _set(draft)]

    @declaration.on("click", target="turn_alarm", commits="TurnAlarm")
    def turn(event: Event) -> list[Update]:
        alarm = see.data.alarm(int(event.text or 0))
        return [] if alarm is None else [_set(replace(alarm, on=not alarm.on))]

    @declaration.on("click", target="delete_alarm", commits="DeleteAlarm", irreversible=True)
    def delete(event: Event) -> list[Update]:
        return [_gone(see.data.alarm(int(event.text or 0)))]

    return declaration.app()


def _set(alarm: Alarm) -> Update:
    return Update("Alarm", set={"time": alarm.at, "label": alarm.label, "repeats": alarm.repeats, "on": alarm.on})


def _gone(alarm: Alarm | None) -> Update:
    return Update("Alarm", delete={} if alarm is None else {"time": alarm.at, "label": alarm.label})


# The app


def _stored(data: ClockData) -> Mapping[str, object]:
    return {
        "databases/alarms.db": data.alarms,
        "shared_prefs/com.example.clock_preferences.xml": (data.timer, data.stopwatch),
    }


def clock(_: Origin) -> PhoneApp:
    """The clock, with two alarms that are off."""
    alarms = (Alarm(1, time(8, 30), on=False), Alarm(2, time(9, 0), "Weekend", ("Sat", "Sun"), on=False))
    manifest = Manifest(PACKAGE, "Clock", ("DeskClock", "AlarmEditActivity", "AlarmActivity"),
                        ("android.permission.SET_ALARM", "android.permission.POST_NOTIFICATIONS"),
                        version_name="7.9", version_code=79)  # fmt: skip
    return PhoneApp(manifest, Tabs, ClockData(alarms, 3), {"AlarmEditActivity": EditAlarm}, _stored,
                    background=ring, declares=declares)  # fmt: skip


__all__ = ["PACKAGE", "WEEK", "Alarm", "ClockData", "ConfirmDelete", "EditAlarm", "Ringing", "Tabs", "clock"]
