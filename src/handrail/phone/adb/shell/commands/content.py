"""`content`: rows of the phone's content providers, asked for and put there from a shell."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias
from urllib.parse import parse_qsl, urlsplit

from handrail.phone.adb.shell.command import NOTHING, Call, Result, complaint, printed, read_options
from handrail.phone.clients import portal
from handrail.phone.clients.helper_apps import PORTAL_PACKAGE
from handrail.phone.settings import NAMESPACES

Rows: TypeAlias = list[dict[str, str]]
_WITH_VALUE = ("uri", "projection", "where", "sort", "user", "method", "arg", "extra")


def content(call: Call) -> Result:
    """`content query|insert|update|delete --uri URI ...` for settings, contacts and mobilerun's Portal."""
    words, bound = _bindings(call.arguments)
    options = read_options(words, _WITH_VALUE, single=True)
    uri = urlsplit(options.get("uri"))
    path = uri.path.strip("/")
    verb = options.rest[0] if options.rest else ""
    match verb, uri.netloc:
        case "query", _:
            rows = _rows(call, uri.netloc, path, dict(parse_qsl(uri.query)))
            if rows is not None:
                return printed(_written(rows, options.get("where"), options.get("projection")))
        case "insert", "settings" if path in NAMESPACES and "name" in bound:
            call.phone.settings.put(path, bound["name"], bound.get("value", ""))
            return NOTHING
        case (("update" | "delete"), "settings") if path.partition("/")[0] in NAMESPACES:
            return _change_setting(call, verb, path, options.get("where"), bound)
        case "insert", name if name == PORTAL_PACKAGE and portal.is_installed(call.handset):
            return NOTHING if portal.insert(call.handset, path, bound) else _no_access(uri.netloc)
    call.gap()
    return _no_access(uri.netloc)


def _bindings(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The words without `--bind NAME:TYPE:VALUE`, and what these say."""
    rest: list[str] = []
    bound: dict[str, str] = {}
    following = iter(words)
    for word in following:
        if word == "--bind":
            name, _, typed = next(following, "").partition(":")
            bound[name] = typed.partition(":")[2]
        else:
            rest.append(word)
    return rest, bound


def _no_access(authority: str) -> Result:
    return complaint(f"Error while accessing provider:{authority}")


def _rows(call: Call, authority: str, path: str, parameters: Mapping[str, str]) -> Rows | None:
    match authority:
        case "settings" if path.partition("/")[0] in NAMESPACES:
            namespace, _, key = path.partition("/")
            values = call.phone.settings.all(namespace)
            return [{"name": name, "value": value} for name, value in values.items() if key in ("", name)]
        case "com.android.contacts" | "contacts":
            return [
                {"_id": str(contact.number), "display_name": contact.name, "data1": contact.phone or contact.email}
                for contact in call.phone.contacts
            ]
        case name if name == PORTAL_PACKAGE and portal.is_installed(call.handset):
            answered = portal.query(call.handset, path, parameters)
            return [{"result": json.dumps(answered, separators=(",", ":"))}]
    return None


def _change_setting(call: Call, verb: str, path: str, where: str, bound: Mapping[str, str]) -> Result:
    namespace, _, key = path.partition("/")
    condition = _CONDITION.search(where)
    name = key or (condition[2] if condition is not None and condition[1] == "name" else "")
    if verb == "update":
        call.phone.settings.put(namespace, name, bound.get("value", ""))
    else:
        call.phone.settings.delete(namespace, name)
    return NOTHING


_CONDITION = re.compile(r"(\w+)\s*=\s*['\"]?([^'\"]*)['\"]?")


def _written(rows: Rows, where: str, projection: str) -> str:
    condition = _CONDITION.search(where)
    if condition is not None:
        rows = [row for row in rows if row.get(condition[1]) == condition[2]]
    wanted = projection.split(":") if projection else None
    shown = [
        ", ".join(f"{name}={value}" for name, value in row.items() if wanted is None or name in wanted) for row in rows
    ]
    return "".join(f"Row: {number} {text}\n" for number, text in enumerate(shown)) or "No result found.\n"
