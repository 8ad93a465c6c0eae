"""What an intent without a component opens: links, calls, messages, mails, alarms, what is shared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias
from urllib.parse import parse_qs, unquote, urlsplit

from handrail.phone.app import Page
from handrail.phone.apps import clock, contacts, mail, messages
from handrail.phone.clients import browser, dialer

_PREFIX = "android.intent.action."
Opened: TypeAlias = tuple[str, Page | None]


@dataclass(frozen=True, slots=True)
class AndroidIntent:
    """What a client wants to be opened."""

    action: str
    data: str = ""
    extras: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Share:
    """The text is for the app that a person chooses."""

    text: str


def opened_by(intent: AndroidIntent) -> Opened | Share | None:
    """The app that takes an intent, with the page that it opens; None where none on this phone does."""
    scheme, _, rest = intent.data.partition(":")
    match intent.action.removeprefix(_PREFIX), scheme.lower():
        case (("DIAL" | "VIEW"), "tel"):
            return dialer.PACKAGE, dialer.Dial(unquote(rest))
        case "DIAL", _:
            return dialer.PACKAGE, None
        case "CALL", "tel":
            return dialer.PACKAGE, dialer.OngoingCall(unquote(rest))
        case (("SENDTO" | "VIEW" | "SEND"), ("sms" | "smsto" | "mms" | "mmsto")):
            return messages.PACKAGE, _message(rest, intent.extras)
        case (("SENDTO" | "VIEW" | "SEND"), "mailto"):
            return mail.PACKAGE, _mail(intent)
        case (("VIEW" | "WEB_SEARCH"), ("http" | "https")):
            return browser.PACKAGE, browser.at(intent.data)
        case "WEB_SEARCH", _:
            return browser.PACKAGE, browser.at(intent.extras.get("query", ""))
        case "SEND", _ if "android.intent.extra.TEXT" in intent.extras:
            return Share(intent.extras["android.intent.extra.TEXT"])
        case "SET_ALARM", _:
            return clock.PACKAGE, _alarm(intent.extras)
        case (("SHOW_ALARMS" | "SHOW_TIMERS" | "SET_TIMER"), _):
            tab = "Alarm" if intent.action.endswith("ALARMS") else "Timer"
            return clock.PACKAGE, clock.Tabs(tab)
        case (("INSERT" | "INSERT_OR_EDIT"), _):
            names = (intent.extras.get(name, "") for name in ("name", "phone", "email"))
            return contacts.PACKAGE, contacts.EditPerson(0, *names)
        case (("VIEW" | "PICK"), "content") if "contacts" in rest:
            return contacts.PACKAGE, None
    return None


def _message(rest: str, extras: Mapping[str, str]) -> Page:
    number, _, query = rest.removeprefix("//").partition("?")
    draft = extras.get("sms_body") or parse_qs(query).get("body", [""])[0]
    people = tuple(unquote(word).strip() for word in number.replace(";", ",").split(",") if word.strip())
    return messages.NewMessage("", people, draft)


def _mail(intent: AndroidIntent) -> Page:
    parts = urlsplit(intent.data)
    asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
    extra = intent.extras.get
    return mail.Compose(
        unquote(parts.path),
        extra("android.intent.extra.SUBJECT") or asked.get("subject", ""),
        extra("android.intent.extra.TEXT") or asked.get("body", ""),
    )


def _alarm(extras: Mapping[str, str]) -> Page:
    """The alarm is shown and not saved: on this phone a person does that."""
    hour = extras.get("android.intent.extra.alarm.HOUR", "8")
    minute = extras.get("android.intent.extra.alarm.MINUTES", "0")
    return clock.EditAlarm(0, hour.zfill(2), minute.zfill(2), extras.get("android.intent.extra.alarm.MESSAGE", ""))
