"""One small generated corpus for all tests that only read it."""

from pathlib import Path

import pytest

from bench.risk.corpora import generated


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten pairs, one for each kind of risk."""
    return generated(tmp_path_factory.mktemp("corpus") / "made")
