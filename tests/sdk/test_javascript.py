"""What the SDKs in JavaScript promise without a browser: types, dialogues, schedules. Run by Node's own test runner."""

import gzip
import subprocess

import pytest

from sdk.web.built import SDK, built, installed

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("package", ["web", "react-native"])
@pytest.mark.parametrize("script", ["check", "test"])
def test_the_package_holds(package: str, script: str) -> None:
    command = [installed(), "run", "--silent", script, "--workspace", package]
    ran = subprocess.run(command, cwd=SDK, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_what_a_page_loads_is_under_eight_kilobytes() -> None:
    for name in ("handrail.js", "auto.js"):
        assert len(gzip.compress((built() / name).read_bytes())) < 8_000
