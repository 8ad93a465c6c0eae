"""Profiles of the property tests, and the data sets that some tests read where they are at hand."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Continuous integration judges a commit, so it tries the same examples each time; what is new the nightly run finds.
_SLOW_IS_FINE = [HealthCheck.too_slow]
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, suppress_health_check=_SLOW_IS_FINE)
settings.register_profile("quick", max_examples=100, deadline=None)
settings.register_profile("thorough", max_examples=500, deadline=None, suppress_health_check=_SLOW_IS_FINE)
settings.register_profile("sketch", max_examples=10, deadline=None)
settings.register_profile("nightly", max_examples=100_000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


_AT_NIGHT = "takes minutes; `make integrations` runs it, as HANDRAIL_CLIENTS=1 does"
_ALL_AT_NIGHT = re.compile(r"^pytestmark = (?:\[[^\]]*?|)pytest\.mark\.night\b", re.MULTILINE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes minutes is left to those who ask for it."""
    if os.environ.get("HANDRAIL_CLIENTS"):
        return
    for item in items:
        if item.get_closest_marker("night") is not None:
            item.add_marker(pytest.mark.skip(reason=_AT_NIGHT))


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A file of which all is left out is not read: what it imports takes longer than most tests."""
    if os.environ.get("HANDRAIL_CLIENTS") or not _ALL_AT_NIGHT.search(module_path.read_text("utf-8")):
        return None
    left_out: pytest.Collector = _LeftOut.from_parent(parent, path=module_path)
    return left_out


class _LeftOut(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        yield _Night.from_parent(self, name="all of it")


class _Night(pytest.Item):
    def runtest(self) -> None:
        pytest.skip(_AT_NIGHT)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The recorded task files, which a user's clone does not have."""
    path = Path(__file__).resolve().parents[2] / "shared" / "data"
    if not path.is_dir():
        pytest.skip(f"the recorded task files are not here ({path.parent.name}/{path.name} beside the repository)")
    return path
