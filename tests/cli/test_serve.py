"""`handrail serve`: the address that it prints opens the control room, and it ends when it is told to."""

import os
import signal
import subprocess
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from cli.command import COMMAND, handrail

pytest.importorskip("fastapi", reason="the control room is an extra: pip install 'handrail[server]'")

TAKES_AT_MOST_SECONDS = 60


@pytest.mark.slow
def test_the_printed_address_opens_it_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    environment.pop("HANDRAIL_SERVER_KEY", None)
    with subprocess.Popen(
        [COMMAND, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as served:
        try:
            assert served.stdout is not None
            where = served.stdout.readline()
            assert str(tmp_path / "handrail" / "runs") in where
            address = served.stdout.readline().split()[-1]
            assert address.startswith("http://127.0.0.1:")
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
            with browser.open(address, timeout=TAKES_AT_MOST_SECONDS) as page:
                assert "key=" not in page.url
                assert b"/files/room.js" in page.read()
        finally:
            served.send_signal(signal.SIGINT)
            said = served.communicate(timeout=TAKES_AT_MOST_SECONDS)
    assert served.returncode == 0, said
    assert "Traceback" not in said[1]


@pytest.mark.slow
def test_a_folder_that_is_new_is_made_and_what_cannot_be_one_is_refused(tmp_path: Path) -> None:
    runs = tmp_path / "new" / "runs"
    with subprocess.Popen(
        [COMMAND, "serve", str(runs), "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as served:
        try:
            assert served.stdout is not None
            assert str(runs) in served.stdout.readline()
            assert runs.is_dir()
        finally:
            served.send_signal(signal.SIGINT)
            said = served.communicate(timeout=TAKES_AT_MOST_SECONDS)
    assert f"{runs} is new" in said[1]
    (tmp_path / "file").touch()
    refused = handrail("serve", str(tmp_path / "file"))
    assert (refused.exit_code, "name a folder for runs" in refused.stderr) == (2, True)


@pytest.mark.slow
def test_the_demo_takes_no_folder_and_a_port_has_to_be_one(tmp_path: Path) -> None:
    refused = handrail("serve", str(tmp_path), "--demo")
    assert (refused.exit_code, "leave out the folder" in refused.stderr) == (2, True)
    refused = handrail("serve", str(tmp_path), "--port", "99999")
    assert (refused.exit_code, "--port" in refused.stderr) == (2, True)


@pytest.mark.slow
def test_what_goes_together_is_asked_for_together(tmp_path: Path) -> None:
    refused = handrail("serve", str(tmp_path), "--tls-key", str(tmp_path / "key"))
    assert (refused.exit_code, "--tls-certificate and --tls-key go together" in refused.stderr) == (2, True)
    refused = handrail("serve", str(tmp_path), "--archive", "7")
    assert (refused.exit_code, "name it with --pictures" in refused.stderr) == (2, True)
