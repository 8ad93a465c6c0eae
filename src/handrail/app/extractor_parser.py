"""Readings from their text. What they mean is in `extractor.py`; every error says where and what would be right."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal

from handrail.app.expression_scanner import ExpressionError, ExpressionToken, Scanner
from handrail.app.extractor import (
    AllTexts,
    Arithmetic,
    Choose,
    Constant,
    ConstantValue,
    CountOf,
    ElementFlag,
    ElementText,
    EstablishedValue,
    Extractor,
    First,
    Is,
    Join,
    Maybe,
    Negated,
    Readable,
    Same,
    ShownValue,
    TypedText,
    type_of,
)
from handrail.app.selector import Attribute, Flag
from handrail.app.selector_parser import parse_selector
from handrail.app.text_pattern import PatternError, TextPattern, read_pattern
from handrail.language.diagnostic import did_you_mean, excerpt
from handrail.language.value import Type

_CALL = re.compile(r"([A-Za-z_]+)\(.*", re.DOTALL)
_TEXTS = {"text": Attribute.TEXT, "description": Attribute.DESCRIPTION, "label": Attribute.LABEL}
_FLAGS = {"checked": Flag.CHECKED, "selected": Flag.SELECTED, "enabled": Flag.ENABLED, "focused": Flag.FOCUSED}
_SHOWN = {"number": Type.NUMBER, "time": Type.TIME, "date": Type.DATE}


def looks_like_an_extractor(text: str) -> bool:
    """Whether a text is written as a call; any other text stands for itself.

    One that starts as a call of ours is none that only lacks its end: `text(title` is no name of anything.
    """
    match = _CALL.fullmatch(text.strip())
    return match is not None and (text.rstrip().endswith(")") or match[1] in (*_TEXTS, *_FLAGS, *_SHOWN, *_OTHERS))


def parse_extractor(source: str, package: str) -> Extractor:
    """A reading of elements of an app. Raises `ExpressionError`."""
    scanner = Scanner(source)
    extractor = _call(scanner, package)
    scanner.expect_end("reading")
    return extractor


def _call(scanner: Scanner, package: str) -> Extractor:
    name = scanner.expect_kind("name", "a reading is a call such as text(title)")
    scanner.expect("(", f"write {excerpt(name.says)}(…)")
    scanner.deeper()
    extractor = _arguments(name, scanner, package)
    scanner.expect(")", "the bracket is not closed, or there is an argument too many")
    scanner.depth -= 1
    return extractor


def _arguments(name: ExpressionToken, scanner: Scanner, package: str) -> Extractor:
    if name.says in _TEXTS:
        selector = parse_selector(scanner, package)
        return ElementText(selector, _TEXTS[name.says], _pattern(scanner))
    if name.says in _FLAGS:
        return ElementFlag(parse_selector(scanner, package), _FLAGS[name.says])
    if name.says in _SHOWN:
        return ShownValue(_SHOWN[name.says], _text_or_place(scanner, package), _pattern(scanner))
    if name.says in _OTHERS:
        return _OTHERS[name.says](scanner, package)
    known = (*_TEXTS, *_FLAGS, *_SHOWN, *_OTHERS)
    raise scanner.trouble(f"no reading `{excerpt(name.says)}`", did_you_mean(name.says, known, "there are"), name)


def _text_or_place(scanner: Scanner, package: str) -> Extractor:
    """`number(price)` is short for `number(label(price))`."""
    if _a_call_comes(scanner):
        return _call(scanner, package)
    return ElementText(parse_selector(scanner, package), Attribute.LABEL)


def _a_call_comes(scanner: Scanner) -> bool:
    return scanner.next.kind == "name" and scanner.after_next.says == "(" and scanner.after_next.kind == "sign"


def _pattern(scanner: Scanner) -> TextPattern | None:
    if not scanner.skip(","):
        return None
    token = scanner.expect_kind("text", 'a pattern in quotation marks comes here, as in "Total: {}"')
    try:
        pattern = read_pattern(token.says)
    except PatternError as error:
        raise ExpressionError(str(error), "`{}` stands for what is wanted, `*` for any text", token.offset) from None
    if pattern.wanted is None:
        raise scanner.trouble("the pattern does not say what is wanted", "write `{}` in its place", token)
    return pattern


def _value(scanner: Scanner, package: str) -> Extractor:
    return _call(scanner, package) if _a_call_comes(scanner) else ConstantValue(_constant(scanner))


def _constant(scanner: Scanner) -> Constant:
    if scanner.skip("-"):
        return -Decimal(scanner.expect_kind("number", "a number comes after `-`").says)
    token = scanner.take()
    if token.kind == "text":
        return token.says
    if token.kind == "number":
        return Decimal(token.says)
    if token.says in ("true", "false"):
        return token.says == "true"
    if token.says == "null":
        return None
    shown = f"`{excerpt(token.says)}`" if token.says else "the end"
    raise scanner.trouble(f"found {shown}", 'a reading, a "text", a number, true, false or null comes here', token)


def _typed(_: Scanner, __: str) -> Extractor:
    return TypedText()


def _known(scanner: Scanner, _: str) -> Extractor:
    token = scanner.take()
    state, dot, variable = token.says.rpartition(".")
    if token.kind not in ("name", "text") or not dot:
        raise scanner.trouble("no variable of a state", "write known(Order.total)", token)
    return EstablishedValue(state, variable)


def _exists(scanner: Scanner, package: str) -> Extractor:
    return CountOf(parse_selector(scanner, package), only_whether=True)


def _count(scanner: Scanner, package: str) -> Extractor:
    return CountOf(parse_selector(scanner, package))


def _all(scanner: Scanner, package: str) -> Extractor:
    selector = parse_selector(scanner, package)
    scanner.expect(",", 'write all(//day, ", "): what stands between the texts comes second')
    return AllTexts(selector, scanner.expect_kind("text", "what stands between the texts comes here").says)


def _readable(scanner: Scanner, package: str) -> Extractor:
    return Readable(_call(scanner, package))


def _not(scanner: Scanner, package: str) -> Extractor:
    start = scanner.next
    inner = _call(scanner, package)
    if type_of(inner) not in (Type.BOOLEAN, None):
        raise scanner.trouble(f"`not` of a {type_of(inner)}", "it turns a yes or no, as in not(checked(switch))", start)
    return Negated(inner)


def _is(scanner: Scanner, package: str) -> Extractor:
    extractor = _call(scanner, package)
    options: list[Constant] = []
    while scanner.skip(","):
        options.append(_constant(scanner))
    if not options:
        raise scanner.trouble("`is` without a value", 'write is(text(state), "Open")')
    return Is(extractor, tuple(options))


def _same(scanner: Scanner, package: str) -> Extractor:
    extractor = _value(scanner, package)
    scanner.expect(",", "write same(text(name), known(Edited.name))")
    return Same(extractor, _value(scanner, package))


def _arithmetic(operation: str) -> Callable[[Scanner, str], Extractor]:
    def parse(scanner: Scanner, package: str) -> Extractor:
        operands = [_number(scanner, package)]
        while scanner.skip(","):
            operands.append(_number(scanner, package))
        if len(operands) < 2:
            raise scanner.trouble(f"`{operation}` of one number", f"write {operation}(number(quantity), 1)")
        return Arithmetic(operation, tuple(operands))

    return parse


def _number(scanner: Scanner, package: str) -> Extractor:
    start = scanner.next
    operand = _value(scanner, package)
    if type_of(operand) is not Type.NUMBER:
        raise scanner.trouble("not a number", "write a number or number(…)", start)
    return operand


def _join(scanner: Scanner, package: str) -> Extractor:
    parts = [_value(scanner, package)]
    while scanner.skip(","):
        parts.append(_value(scanner, package))
    return Join(tuple(parts))


def _choose(scanner: Scanner, package: str) -> Extractor:
    extractor = _call(scanner, package)
    options: list[tuple[Constant, Constant]] = []
    otherwise: ConstantValue | None = None
    else_it = False
    while scanner.skip(","):
        if scanner.skip("else"):
            scanner.expect("->", 'write choose(text(state), "On" -> true, else -> false)')
            else_it = scanner.skip("it")
            otherwise = None if else_it else ConstantValue(_constant(scanner))
            break
        wanted = _constant(scanner)
        scanner.expect("->", 'write choose(text(state), "On" -> true, "Off" -> false)')
        options.append((wanted, _constant(scanner)))
    if not options:
        raise scanner.trouble("`choose` without a choice", 'write choose(text(state), "On" -> true, "Off" -> false)')
    return Choose(extractor, tuple(options), otherwise, else_it)


def _first(scanner: Scanner, package: str) -> Extractor:
    extractors = [_value(scanner, package)]
    while scanner.skip(","):
        extractors.append(_value(scanner, package))
    return First(tuple(extractors))


def _maybe(scanner: Scanner, package: str) -> Extractor:
    return Maybe(_call(scanner, package))


def _literal(scanner: Scanner, _: str) -> Extractor:
    return ConstantValue(_constant(scanner))


_OTHERS: Mapping[str, Callable[[Scanner, str], Extractor]] = {
    "typed": _typed,
    "known": _known,
    "exists": _exists,
    "count": _count,
    "all": _all,
    "readable": _readable,
    "not": _not,
    "is": _is,
    "same": _same,
    "plus": _arithmetic("plus"),
    "minus": _arithmetic("minus"),
    "times": _arithmetic("times"),
    "join": _join,
    "choose": _choose,
    "first": _first,
    "maybe": _maybe,
    "literal": _literal,
}
