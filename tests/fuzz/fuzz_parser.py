"""Coverage-guided fuzzing of the rule language: `python tests/fuzz/fuzz_parser.py -max_total_time=300`.

No text makes the reader or the checker raise, every diagnostic points into the text, and what was read is printed so
that it is read the same. Needs atheris (the dependency group `fuzz`); pytest does not collect it. Arguments are
libFuzzer's; a folder named among them keeps what was found.
"""

import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def main() -> None:
    """Fuzz until a limit among the arguments is reached or something breaks."""
    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(include=["handrail", "lark"]):
        from handrail.app.app import App
        from handrail.language import SpecificationError
        from handrail.language.declaration import State, Variable
        from handrail.language.diagnostic import show_diagnostic, source_lines
        from handrail.language.parser import parse
        from handrail.language.printer import show_rules
        from handrail.language.specification import Specification, diagnose
        from handrail.language.value import Type

        parse("True -> Done")  # the grammar and what reads its trees are imported by the first line

    alarm = State.of(
        "Alarm",
        Variable("label", Type.TEXT, key=True),
        Variable("time", Type.TIME),
        Variable("on", Type.BOOLEAN),
        Variable("repeat", Type.ENUM, options=("Once", "Daily")),
    )
    note = State.of(
        "Note",
        Variable("text", Type.TEXT),
        Variable("length", Type.NUMBER),
        Variable("day", Type.DATE),
        Variable("time", Type.TIME),
        Variable("3d", Type.BOOLEAN),
    )
    app = App.of("Clock", [alarm, note])

    def check(data: bytes) -> None:
        text = data.decode("utf-8", errors="surrogateescape")
        rules = parse(text).rules
        shown = show_rules(rules)
        assert parse(shown).rules == rules, shown
        assert show_rules(parse(shown).rules) == shown
        lines = source_lines(text.removeprefix("\ufeff"))
        diagnostics = diagnose(text, app)
        for diagnostic in diagnostics:
            assert 1 <= diagnostic.span.line <= len(lines), diagnostic
            assert 1 <= diagnostic.span.column <= len(lines[diagnostic.span.line - 1]) + 1, diagnostic
            assert diagnostic.found.isprintable(), diagnostic
            assert diagnostic.help.isprintable(), diagnostic
            assert show_diagnostic(diagnostic, text)
        with suppress(SpecificationError):
            assert Specification.parse(text, app).explain()
            assert not diagnostics, text

    seeds = ",".join(str(path) for path in sorted((HERE / "seeds").glob("*.rules")))
    atheris.Setup([*sys.argv, f"-seed_inputs={seeds}", f"-dict={HERE / 'rules.dict'}"], check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
