"""Selectors from their text. The grammar is in `selector.py`; every error says where and what would be right."""

from collections.abc import Callable

from handrail.app.expression_scanner import ExpressionError, ExpressionToken, Scanner
from handrail.app.selector import (
    All,
    AnyElement,
    AnyOf,
    Attribute,
    Axis,
    Condition,
    Equals,
    Exists,
    Flag,
    IsFlag,
    Like,
    LocationStep,
    Not,
    OfClass,
    OfId,
    Path,
    Position,
    Selector,
    Test,
)
from handrail.app.text_pattern import PatternError, TextPattern, read_pattern
from handrail.language.diagnostic import did_you_mean, excerpt

_SPELLINGS = {"content-desc": Attribute.DESCRIPTION, "resource_id": Attribute.RESOURCE_ID, "id": Attribute.RESOURCE_ID}
_ATTRIBUTES = {**{attribute.value: attribute for attribute in Attribute}, **_SPELLINGS}
_FLAGS = {flag.value: flag for flag in Flag}
_TEXT_TESTS: dict[str, Callable[[str], TextPattern]] = {
    "like": read_pattern,
    "contains": lambda text: TextPattern(text, ("", text, "")),
    "starts-with": lambda text: TextPattern(text, (text, "")),
    "ends-with": lambda text: TextPattern(text, ("", text)),
}


def read_selector(source: str, package: str) -> Selector:
    """A selector of elements of an app. Raises `ExpressionError`."""
    scanner = Scanner(source)
    selector = parse_selector(scanner, package)
    scanner.expect_end("selector")
    return selector


def parse_selector(scanner: Scanner, package: str, *, loose: bool = True) -> Selector:
    """A selector from where the scanner stands; a `loose` path that starts with a name looks anywhere below."""
    start = scanner.next.offset
    paths = [_path(scanner, package, loose)]
    while scanner.skip("|"):
        paths.append(_path(scanner, package, loose))
    return Selector(scanner.source[start : scanner.next.offset].strip(), package, tuple(paths))


def _path(scanner: Scanner, package: str, loose: bool = True) -> Path:
    absolute = scanner.sees("/", "//")
    if not absolute and scanner.sees("."):
        scanner.take()
        if not scanner.sees("/", "//"):
            return Path(False, ())
        return Path(False, _steps(scanner, package))
    if absolute:
        return Path(True, _steps(scanner, package))
    first = _step(scanner, package, Axis.DESCENDANT if loose else Axis.CHILD)
    return Path(False, (first, *_steps(scanner, package)))


def _steps(scanner: Scanner, package: str) -> tuple[LocationStep, ...]:
    steps: list[LocationStep] = []
    while scanner.sees("/", "//"):
        axis = Axis.DESCENDANT if scanner.take().says == "//" else Axis.CHILD
        if axis is Axis.DESCENDANT and scanner.sees(".."):
            raise scanner.trouble("`..` after `//`", "write `/..` for what an element stands in")
        steps.append(_step(scanner, package, axis))
    return tuple(steps)


def _step(scanner: Scanner, package: str, axis: Axis) -> LocationStep:
    if scanner.skip(".."):
        return LocationStep(Axis.PARENT, AnyElement())
    if scanner.after_next.says == "::" and scanner.next.kind == "name":
        axis = _axis(scanner)
    token = scanner.take()
    test = _test(token, package)
    conditions: list[Condition | Position] = []
    before = scanner.position
    while scanner.skip("["):
        conditions.append(_condition_or_place(scanner, package, axis))
        scanner.expect("]", "a condition ends with it")
    names_package = any(
        scanner.tokens[at].says == "@" and scanner.tokens[at + 1].says == "package"
        for at in range(before, scanner.position)
    )
    return LocationStep(axis, test, tuple(conditions), names_package)


def _axis(scanner: Scanner) -> Axis:
    token = scanner.take()
    scanner.take()
    try:
        return Axis(token.says)
    except ValueError:
        help = did_you_mean(token.says, tuple(axis.value for axis in Axis), "the axes are")
        raise scanner.trouble(f"no axis `{excerpt(token.says)}`", help, token) from None


def _test(token: ExpressionToken, package: str) -> Test:
    if (token.kind == "sign" and token.says == "*") or (token.kind == "name" and token.says == "node"):
        return AnyElement()
    if token.kind == "id":
        return OfId(token.says)
    if token.kind != "name":
        shown = f"`{excerpt(token.says)}`" if token.says else "the end"
        raise ExpressionError(f"found {shown}", "a step is a resource id, a class or `*`", token.offset)
    if token.says[0].isupper() or "." in token.says:
        return OfClass(token.says)
    return OfId(f"{package}:id/{token.says}" if package else token.says)


def _condition_or_place(scanner: Scanner, package: str, axis: Axis) -> Condition | Position:
    start = scanner.next
    place: Position | None = None
    if scanner.next.kind == "number":
        token = scanner.take()
        if not token.says.isdigit() or int(token.says) < 1 or len(token.says) > 6:
            raise scanner.trouble(f"place {token.says}", "places are counted from 1", token)
        place = Position(int(token.says))
    elif scanner.sees("last") and scanner.after_next.says == "(":
        scanner.take()
        scanner.take()
        scanner.expect(")", "write `last()`")
        place = Position(None)
    if place is None:
        return _or(scanner, package)
    if axis not in (Axis.CHILD, Axis.DESCENDANT):
        raise scanner.trouble(f"a place on the axis `{axis}`", "places are counted among children only", start)
    return place


def _or(scanner: Scanner, package: str) -> Condition:
    scanner.deeper()
    conditions = [_and(scanner, package)]
    while scanner.skip("or"):
        conditions.append(_and(scanner, package))
    scanner.depth -= 1
    return conditions[0] if len(conditions) == 1 else AnyOf(tuple(conditions))


def _and(scanner: Scanner, package: str) -> Condition:
    conditions = [_condition(scanner, package)]
    while scanner.skip("and"):
        conditions.append(_condition(scanner, package))
    return conditions[0] if len(conditions) == 1 else All(tuple(conditions))


def _condition(scanner: Scanner, package: str) -> Condition:
    token = scanner.next
    if scanner.skip("("):
        inner = _or(scanner, package)
        scanner.expect(")", "the bracket is not closed")
        return inner
    if token.kind == "name" and scanner.after_next.says == "(":
        return _call(scanner, package)
    if scanner.sees("@"):
        return _attribute_condition(scanner)
    return Exists(_path(scanner, package))


def _call(scanner: Scanner, package: str) -> Condition:
    name = scanner.take()
    scanner.take()
    if name.says == "not":
        inner = _or(scanner, package)
        scanner.expect(")", "the bracket is not closed")
        return Not(inner)
    if name.says not in _TEXT_TESTS:
        known = (*_TEXT_TESTS, "not", "last")
        raise scanner.trouble(f"no function `{excerpt(name.says)}`", did_you_mean(name.says, known, "there are"), name)
    attribute = _text_attribute(scanner)
    scanner.expect(",", f'write {name.says}(@text, "…")')
    value = scanner.expect_kind("text", "a text in quotation marks comes here")
    scanner.expect(")", "the bracket is not closed")
    try:
        return Like(attribute, _TEXT_TESTS[name.says](value.says))
    except PatternError as error:
        raise ExpressionError(str(error), 'write `*` for any text, as in "Alarm *"', value.offset) from None


def _attribute_condition(scanner: Scanner) -> Condition:
    scanner.take()
    token = scanner.expect_kind("name", "the name of an attribute comes after `@`")
    if token.says in _FLAGS:
        return _flag_condition(scanner, _FLAGS[token.says])
    attribute = _known_attribute(scanner, token)
    operator = scanner.take()
    if operator.says not in ("=", "!="):
        raise scanner.trouble(f"`@{token.says}` is a text", f'write @{token.says}="…" or @{token.says}!="…"', token)
    value = scanner.expect_kind("text", "a text in quotation marks comes here")
    equals = Equals(attribute, value.says)
    return equals if operator.says == "=" else Not(equals)


def _flag_condition(scanner: Scanner, flag: Flag) -> Condition:
    if not scanner.sees("=", "!="):
        return IsFlag(flag)
    operator = scanner.take()
    value = scanner.take()
    if value.says not in ("true", "false"):
        raise scanner.trouble(f"`@{flag}` is a yes or no", f'write @{flag} or @{flag}="false"', value)
    is_set = (value.says == "true") == (operator.says == "=")
    return IsFlag(flag) if is_set else Not(IsFlag(flag))


def _text_attribute(scanner: Scanner) -> Attribute:
    scanner.expect("@", "an attribute comes first, as in `@text`")
    return _known_attribute(scanner, scanner.expect_kind("name", "the name of an attribute comes after `@`"))


def _known_attribute(scanner: Scanner, token: ExpressionToken) -> Attribute:
    if token.says not in _ATTRIBUTES:
        known = (*_ATTRIBUTES, *_FLAGS)
        raise scanner.trouble(
            f"no attribute `@{excerpt(token.says)}`", did_you_mean(token.says, known, "there are"), token
        )
    return _ATTRIBUTES[token.says]
