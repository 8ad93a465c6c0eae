"""The battery that `dumpsys battery` tells of: full and on the charger, unless a test said otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace

_NAMES = {
    "ac": "ac_powered", "usb": "usb_powered", "wireless": "wireless_powered", "status": "status", "level": "level",
    "temp": "temperature", "present": "present", "counter": "charge_counter",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Battery:
    """Numbers as Android keeps them: level in percent, temperature in tenths of a degree, status 5 for full."""

    ac_powered: int = 1
    usb_powered: int = 0
    wireless_powered: int = 0
    status: int = 5
    level: int = 100
    temperature: int = 250
    present: int = 1
    charge_counter: int = 10_000
    updates_stopped: bool = False

    def with_value(self, name: str, value: int) -> Battery | None:
        """As after `dumpsys battery set NAME VALUE`; None if there is nothing of that name."""
        field = _NAMES.get(name)
        return None if field is None else replace(self, updates_stopped=True, **{field: value})

    def unplugged(self) -> Battery:
        """As after `dumpsys battery unplug`."""
        return replace(self, ac_powered=0, usb_powered=0, wireless_powered=0, updates_stopped=True)

    def told(self) -> str:
        """What `dumpsys battery` prints."""
        stopped = "  (UPDATES STOPPED -- use 'reset' to restart)\n" if self.updates_stopped else ""
        return (
            f"Current Battery Service state:\n{stopped}  AC powered: {_word(self.ac_powered)}\n"
            f"  USB powered: {_word(self.usb_powered)}\n  Wireless powered: {_word(self.wireless_powered)}\n"
            "  Max charging current: 0\n  Max charging voltage: 0\n"
            f"  Charge counter: {self.charge_counter}\n  status: {self.status}\n  health: 2\n"
            f"  present: {_word(self.present)}\n  level: {self.level}\n  scale: 100\n  voltage: 5000\n"
            f"  temperature: {self.temperature}\n  technology: Li-ion\n"
        )


def _word(number: int) -> str:
    return "true" if number else "false"
