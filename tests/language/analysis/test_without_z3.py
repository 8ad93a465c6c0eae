"""Without the extra: importing works, what can be seen without a solver is seen, and the rest is named."""

import subprocess
import sys

import pytest

from handrail.error import MissingExtra
from handrail.language.analysis import difference, warnings
from handrail.language.specification import Specification
from language.analysis.apps import CLOCK, PAPER, PHONE, RESTAURANT


def test_importing_the_analysis_does_not_import_z3() -> None:
    code = "import sys, handrail.language.analysis; sys.exit('z3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_warnings_say_what_was_not_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    report = warnings(Specification.parse("True -> Done\nAlarm(on = true, on = false) -> Done", PHONE))
    assert [diagnostic.code for diagnostic in report.diagnostics] == ["done-at-once"]
    assert report.engine == "none: install handrail[analysis]"
    assert "whether every rule can hold: that takes z3" in report.skipped


def test_a_comparison_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    specification = Specification.parse(PAPER, RESTAURANT)
    with pytest.raises(MissingExtra, match=r"pip install 'handrail\[analysis\]'"):
        difference(specification, specification, clock=CLOCK)
