"""Makes pytest collect `bench_*.py` here, and only here: `pytest` alone runs the tests."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("python_files", "bench_*.py")
    config.addinivalue_line("python_functions", "bench_*")
