"""A client of the published protocol, written in Java from its messages alone, before the real port."""

import asyncio
import shutil
import subprocess
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import pytest

from handrail.guard.approval import nobody
from handrail.guard.policy import read_policy
from handrail.language.specification import Specification
from handrail.server.app_port.app_session import AppSessionOpening
from handrail.server.app_port.connected_apps import ConnectedApps
from handrail.server.app_port.limits import AppPortLimits
from server.app_port.port import LONGEST_WAIT_SECONDS, NOW, TRUSTING, open_port

PACKAGE = "com.example.java"
RULES = 'RestaurantInfo(name = "Sushi Place") & ReserveInfo(time < 19:00) -> Done'
SOURCE = Path(__file__).with_name("PublishedClient.java")

pytestmark = pytest.mark.skipif(
    shutil.which("javac") is None or shutil.which("java") is None, reason="a Java compiler is needed: openjdk"
)


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("classes")
    subprocess.run(["javac", "-d", str(folder), str(SOURCE)], check=True, timeout=120)
    return folder


async def say(app: Process, tap: str) -> None:
    assert app.stdin is not None
    app.stdin.write(f"{tap}\n".encode())
    await app.stdin.drain()


async def hear(app: Process) -> str:
    assert app.stdout is not None
    async with asyncio.timeout(LONGEST_WAIT_SECONDS):
        return (await app.stdout.readline()).decode().strip()


def test_an_app_in_java_is_verified_and_given_back(tmp_path: Path, classes: Path) -> None:
    async def run() -> None:
        limits = AppPortLimits(flag_seconds=LONGEST_WAIT_SECONDS, outcome_seconds=2 * LONGEST_WAIT_SECONDS)
        async with open_port(tmp_path, ConnectedApps(limits=limits)) as port:
            command = ("java", "-Xshare:auto", "-cp", str(classes), "PublishedClient", str(port.number))
            app = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
            try:
                await say(app, "restaurant")
                assert await hear(app) == "ran restaurant"  # nobody is in control: it is the person's
                connected = await port.apps.wait_for(PACKAGE)
                specification = Specification.parse(RULES, connected.app)
                policy = read_policy(TRUSTING)
                begin = AppSessionOpening("s-1", specification, "", tmp_path / "s-1", nobody, lambda: NOW, policy)
                async with port.apps.session(PACKAGE, lambda _: begin) as session:
                    assert [await hear(app) for _ in range(2)] == ["control true", "verified false"]
                    for tap, next_tap in (("restaurant", "20:00"), ("18:00", "18:00")):
                        await say(app, tap)
                        assert await hear(app) == "verified true"
                        await say(app, tap)
                        assert await hear(app) == f"ran {tap}"
                        port.apps.tick(2 * LONGEST_WAIT_SECONDS)
                        assert await hear(app) == "verified false"
                        if next_tap == "20:00":
                            await say(app, next_tap)
                            assert await hear(app) == "verified false"
                    assert (await session.finish()).outcome == "finished"
                assert [await hear(app) for _ in range(2)] == ["verified false", "control false"]
                await say(app, "restaurant")
                assert await hear(app) == "ran restaurant"
            finally:
                assert app.stdin is not None
                app.stdin.close()
                await app.wait()

    asyncio.run(run())
