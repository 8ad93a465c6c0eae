"""Profiles of the property tests, and the data sets that some tests read where they are at hand."""

import os
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes minutes is left to those who ask for it."""
    if os.environ.get("HANDRAIL_CLIENTS"):
        return
    skipped = pytest.mark.skip(reason="takes minutes; `make integrations` runs it, as HANDRAIL_CLIENTS=1 does")
    for item in items:
        if item.get_closest_marker("night") is not None:
            item.add_marker(skipped)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The recorded task files, which a user's clone does not have."""
    path = Path(__file__).resolve().parents[2] / "shared" / "data"
    if not path.is_dir():
        pytest.skip(f"the recorded task files are not here ({path.parent.name}/{path.name} beside the repository)")
    return path
