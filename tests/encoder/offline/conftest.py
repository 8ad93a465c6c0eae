"""One encoder for all tests: loading the model takes a while."""

import pytest

from handrail.encoder.offline import OfflineEncoder


@pytest.fixture(scope="session")
def encoder() -> OfflineEncoder:
    return OfflineEncoder()
