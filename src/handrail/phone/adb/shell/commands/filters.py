"""Filters of text: grep, sort, head, tail, wc, cut, tr, uniq, sed, tee."""

import re
from collections.abc import Iterable
from functools import partial
from typing import Any

from handrail.device.adb_protocol.pattern import BadPattern, compile_pattern, readable
from handrail.phone.adb.files import NO_SUCH_FILE
from handrail.phone.adb.shell.command import (
    Call,
    CommandFailed,
    Options,
    Result,
    complaint,
    decode,
    encode,
    printed,
    read_options,
    whole_number,
)
from handrail.phone.adb.shell.commands.builtins import unescape

_SUBSTITUTION = re.compile(
    r"s(.)(?P<pattern>(?:\\.|(?!\1).)*)\1(?P<text>(?:\\.|(?!\1).)*)\1(?P<flags>[gip0-9]*)", re.DOTALL
)


_PLACE = re.compile(r"&|\\.", re.DOTALL)


async def _texts(call: Call, names: Iterable[str], failed: int = 1) -> list[tuple[str, str]]:
    """The names and contents of the files, or standard input; `failed` is the status where a file is not there."""
    found = []
    for name in tuple(names) or ("-",):
        content = await call.read_all() if name == "-" else call.handset.files.read(call.path(name))
        if content is None:
            raise CommandFailed(f"{call.name}: {name}: {NO_SUCH_FILE}", failed)
        found.append((name, decode(content)))
    return found


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


async def grep(call: Call) -> Result:
    """Lines that match; status 1 if none does."""
    options = read_options(call.arguments, ("e", "m", "A", "B", "C"))
    names = list(options.rest)
    source = options.get("e") if options.has("e") else names.pop(0) if names else None
    if source is None:
        return complaint("grep: usage: grep [-EFivoclnqrwx] PATTERN [FILE...]", 2)
    try:
        pattern = _pattern(
            source, options, extended=options.has("E") or call.name == "egrep", plain=call.name == "fgrep"
        )
    except BadPattern as problem:
        return complaint(f"grep: bad REGEX '{source}': {problem}", 2)
    if options.has("r", "R"):
        names = [found.path for name in names or ["."] for found in call.handset.files.walk(call.path(name))
                 if not found.is_directory]  # fmt: skip
    texts = await _texts(call, names, 2)
    shown, any_found = [], False
    for name, text in texts:
        prefix = f"{name}:" if (len(texts) > 1 or options.has("r", "R", "H")) and not options.has("h") else ""
        found = _grep(_lines(text), pattern, options, prefix)
        any_found = any_found or found[0] > 0
        if options.has("c"):
            shown.append(f"{prefix}{found[0]}\n")
        elif options.has("l"):
            shown += [f"{name}\n"] if found[0] else []
        else:
            shown += found[1]
    return printed("" if options.has("q") else "".join(shown), 0 if any_found else 1)


def _grep(lines: list[str], pattern: Any, options: Options, prefix: str) -> tuple[int, list[str]]:
    limit = options.number("m", len(lines) + 1)
    around = options.number("C", 0)
    before, after = options.number("B", around), options.number("A", around)
    matching = [
        number for number, line in enumerate(lines) if (pattern.search(readable(line)) is None) is options.has("v")
    ][:limit]
    if options.has("o"):
        pieces = [match[0] for number in matching for match in pattern.finditer(readable(lines[number]))]
        return len(matching), [f"{prefix}{piece}\n" for piece in pieces if piece]
    chosen: list[int] = []
    for number in matching:
        first = max(0, number - before, chosen[-1] + 1 if chosen else 0)
        chosen += range(first, min(len(lines), number + after + 1))
    if options.has("n"):
        return len(matching), [f"{prefix}{place + 1}:{lines[place]}\n" for place in chosen]
    return len(matching), [f"{prefix}{lines[place]}\n" for place in chosen]


def _pattern(source: str, options: Options, *, extended: bool, plain: bool) -> Any:
    alternatives = source.split("\n")
    if plain or options.has("F"):
        alternatives = [re.escape(text) for text in alternatives]
    elif not extended:
        alternatives = [basic_to_extended(text) for text in alternatives]
    whole = "|".join(f"(?:{text})" for text in alternatives)
    if options.has("w"):
        whole = rf"\b(?:{whole})\b"
    if options.has("x"):
        whole = rf"^(?:{whole})$"
    return compile_pattern(whole, ignore_case=options.has("i"))


def basic_to_extended(source: str) -> str:
    r"""A basic regular expression, where `\|` and `\(` are the operators, in the extended form."""
    parts, place = [], 0
    while place < len(source):
        character, following = source[place], source[place + 1 : place + 2]
        if character == "\\" and following and following in "|(){}+?":
            parts.append(following)
            place += 2
        elif character == "\\" and following:
            parts.append(character + following)
            place += 2
        else:
            parts.append("\\" + character if character in "|(){}+?" else character)
            place += 1
    return "".join(parts)


async def sort(call: Call) -> Result:
    """`sort [-rnu]`, by bytes as in the C locale."""
    options = read_options(call.arguments, "kt")
    lines = [line for _, text in await _texts(call, options.rest, 2) for line in _lines(text)]
    column = whole_number(options.get("k").partition(",")[0]) - 1

    def key(line: str) -> tuple[float, bytes]:
        fields = line.split(options.get("t") or None)
        text = line if column < 0 else fields[column] if column < len(fields) else ""
        leading = re.match(r"\s*(-?\d+(?:\.\d+)?)", text) if options.has("n") else None
        return float(leading[1]) if leading else 0.0, encode(text)

    lines.sort(key=key, reverse=options.has("r"))
    return printed(_joined(dict.fromkeys(lines) if options.has("u") else lines))


async def head_or_tail(call: Call) -> Result:
    """`head` and `tail`: `-n 5`, `-5`, `-c 100`."""
    words = [f"-n{word[1:]}" if re.fullmatch(r"-\d+", word) else word for word in call.arguments]
    options = read_options(words, "nc")
    unit = "c" if options.has("c") else "n"
    wanted = options.get(unit, "10")
    count = abs(whole_number(wanted.lstrip("+"), 10))
    texts = await _texts(call, options.rest)
    return Result(b"".join(_part(call.name, text, wanted, count, by_bytes=unit == "c") for _, text in texts))


def _part(name: str, text: str, wanted: str, count: int, *, by_bytes: bool) -> bytes:
    """The beginning or the end of a text; `+3` is from the third on, and `head -n -3` all but the last three."""
    items: bytes | list[bytes] = encode(text) if by_bytes else [encode(line) + b"\n" for line in _lines(text)]
    if name == "head":
        chosen = items[: -count or None] if wanted.startswith("-") else items[:count]
    elif wanted.startswith("+"):
        chosen = items[max(count - 1, 0) :]
    else:
        chosen = items[-count:] if count else items[:0]
    return chosen if isinstance(chosen, bytes) else b"".join(chosen)


async def wc(call: Call) -> Result:
    """`wc [-lwc]`."""
    options = read_options(call.arguments)
    texts = await _texts(call, options.rest)
    letters = [letter for letter in "lwcm" if options.has(letter)] or ["l", "w", "c"]
    shown = []
    for name, text in texts:
        counts = {"l": text.count("\n"), "w": len(text.split()), "c": len(encode(text)), "m": len(text)}
        values = [str(counts[letter]) for letter in letters]
        shown.append(" ".join(values if name == "-" else [*values, name]))
    return printed(_joined(shown))


async def cut(call: Call) -> Result:
    """`cut -d X -f 1,3-` or `cut -c 1-5`."""
    options = read_options(call.arguments, "dfcb")
    by_field = options.has("f")
    delimiter = options.get("d", "\t")
    wanted = options.get("f") or options.get("c") or options.get("b")
    texts = await _texts(call, options.rest)
    shown = []
    for line in (line for _, text in texts for line in _lines(text)):
        items = line.split(delimiter) if by_field else list(line)
        if by_field and len(items) == 1:
            shown.append(line)
            continue
        places = sorted({place for part in wanted.split(",") for place in _range(part, len(items))})
        shown.append((delimiter if by_field else "").join(items[place] for place in places))
    return printed(_joined(shown))


def _range(part: str, count: int) -> range:
    first, dash, last = part.partition("-")
    start = whole_number(first, 1)
    end = whole_number(last, count) if dash else start
    return range(max(start - 1, 0), min(end, count))


async def tr(call: Call) -> Result:
    """`tr [-d] SET [SET]` with ranges and backslashes."""
    options = read_options(call.arguments)
    sets = [_characters(unescape(word)) for word in options.rest]
    text = decode(await call.read_all())
    if options.has("d") and sets:
        return printed("".join(character for character in text if character not in sets[0]))
    if len(sets) < 2 or not sets[1]:
        return complaint("tr: Needs 2 arguments")
    second = sets[1] + sets[1][-1] * max(0, len(sets[0]) - len(sets[1]))
    return printed(text.translate({ord(before): after for before, after in zip(sets[0], second, strict=False)}))


def _characters(text: str) -> str:
    for name, characters in (
        ("[:upper:]", "A-Z"),
        ("[:lower:]", "a-z"),
        ("[:digit:]", "0-9"),
        ("[:space:]", " \t\n\r"),
    ):
        text = text.replace(name, characters)
    return re.sub(
        r"(.)-(.)",
        lambda match: "".join(map(chr, range(ord(match[1]), min(ord(match[2]), ord(match[1]) + 2000) + 1))),
        text,
        flags=re.DOTALL,
    )


async def uniq(call: Call) -> Result:
    """`uniq [-cd]`: equal neighbours once."""
    options = read_options(call.arguments)
    groups: list[tuple[str, int]] = []
    for line in _lines(decode(await call.read_all())):
        if groups and groups[-1][0] == line:
            groups[-1] = line, groups[-1][1] + 1
        else:
            groups.append((line, 1))
    shown = [(line, count) for line, count in groups if count > 1 or not options.has("d")]
    return printed(_joined(f"{count:>7} {line}" if options.has("c") else line for line, count in shown))


async def sed(call: Call) -> Result:
    """`sed [-E] 's/X/Y/g'` and `sed -n 'Np'`; the rest of sed is not imitated."""
    options = read_options(call.arguments, "e")
    names = list(options.rest)
    script = options.get("e") if options.has("e") else names.pop(0) if names else ""
    lines = [line for _, text in await _texts(call, names) for line in _lines(text)]
    numbers = re.fullmatch(r"(\d+)(?:,(\d+|\$))?p", script)
    if options.has("n") and numbers:
        last = numbers[2] or numbers[1]
        return printed(_joined(lines[int(numbers[1]) - 1 : len(lines) if last == "$" else int(last)]))
    match = _SUBSTITUTION.fullmatch(script)
    if match is None or options.has("i"):
        call.gap()
        return complaint(f"sed: bad pattern '{script}'")
    source = match["pattern"] if options.has("E", "r") else basic_to_extended(match["pattern"])
    try:
        pattern = compile_pattern(source, ignore_case="i" in match["flags"])
    except BadPattern as problem:
        return complaint(f"sed: bad pattern '{script}': {problem}")
    if any(int(group) > pattern.groups for group in re.findall(r"\\(\d)", match["text"])):
        return complaint(f"sed: bad pattern '{script}': no such group")
    changed = []
    for text in lines:
        changed.append(
            pattern.sub(partial(_filled_in, match["text"]), readable(text), 0 if "g" in match["flags"] else 1)
        )
        call.shell.allowance.took(len(changed[-1]))
    return printed(_joined(changed))


def _filled_in(template: str, found: Any) -> str:
    """What stands for a match: `&` is all of it, `\\1` the first group."""

    def part(place: re.Match[str]) -> str:
        written = place[0]
        if written == "&":
            return str(found[0])
        if written[1:].isdecimal():
            return found[int(written[1:])] or ""
        return "\n" if written == "\\n" else written[1:]

    return _PLACE.sub(part, template)


async def tee(call: Call) -> Result:
    """Print standard input and keep it in files too."""
    options = read_options(call.arguments)
    content = await call.read_all()
    for word in options.rest:
        path = call.path(word)
        before = (call.handset.files.read(path) or b"") if options.has("a") else b""
        problem = call.handset.files.write(path, before + content)
        if problem:
            return Result(content, encode(f"tee: {word}: {problem}\n"), 1)
    return Result(content)
