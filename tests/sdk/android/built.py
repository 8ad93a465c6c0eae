"""The Android library, compiled here against stubs of the platform, and its tests under Debian's JUnit 5."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sdk.served import SDK

ANDROID = SDK / "android"
PACKAGED = ("core/src/main", "library/src/main")
STUBS = ("stubs/src/main",)
PROCESSOR = ("processor/src/main",)
TESTS = ("core/src/test", "library/src/test", "processor/src/test", "example/src/main")
_JARS = [
    "junit-jupiter-api",
    "junit-jupiter-engine",
    "junit-jupiter-params",
    "junit-platform-commons",
    "junit-platform-console",
    "junit-platform-engine",
    "junit-platform-launcher",
    "junit-platform-reporting",
    "opentest4j",
    "opentest4j-reporting-events",
    "apiguardian-api",
    "picocli",
    "univocity-parsers",
]
# What runs for seconds: most of its time would go into making itself fast.
_SHORT_LIVED = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
# `path`: Debian's jars name others in their manifests that are not there. `options`: that release 8 is old is known.
_LINT = "-Xlint:all,-path,-options"


def java(command: str) -> str:
    """Where a command of the JDK is; skips where there is none."""
    found = shutil.which(command)
    if found is None:
        pytest.skip(f"no {command} here; Debian's is `apt-get install openjdk-17-jdk-headless`")
    return found


def junit() -> str:
    """The class path with JUnit 5 on it; skips where that is not installed."""
    jars = [Path("/usr/share/java") / f"{name}.jar" for name in _JARS]
    missing = [jar.stem for jar in jars if not jar.is_file()]
    if missing:
        pytest.skip(f"no {', '.join(missing)} here; Debian's are `apt-get install junit5`")
    return ":".join(str(jar) for jar in jars)


def compiled(to: Path, *rooms: str, path: str = "", release: int = 11) -> Path:
    """The folder with the classes of these source sets, compiled without a warning."""
    sources = [str(file) for room in rooms for file in sorted((ANDROID / room).rglob("*.java"))]
    compiler = [java("javac"), *(f"-J{option}" for option in _SHORT_LIVED)]
    command = [*compiler, "--release", str(release), "-encoding", "UTF-8", _LINT, "-Werror"]
    said = subprocess.run([*command, "-cp", path, "-d", str(to), *sources], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    return to


def run_junit(classes: Path, path: str, reports: Path) -> str:
    """Run all tests in a machine whose own charset is ASCII; gives what it prints, and leaves XML in `reports`."""
    properties = {
        "file.encoding": "US-ASCII",
        "handrail.conformance": SDK / "conformance" / "client.json",
        "handrail.server": SDK / "conformance" / "server.py",
        "handrail.rules": ANDROID / "example" / "task.rules",
        "handrail.python": sys.executable,
    }
    machine = [java("java"), "-Xmx256m", *_SHORT_LIVED, *(f"-D{name}={value}" for name, value in properties.items())]
    console = ["org.junit.platform.console.ConsoleLauncher", "--details=summary", "--disable-banner"]
    folders = [f"--scan-classpath={classes}", f"--reports-dir={reports}"]
    command = [*machine, "-cp", f"{classes}:{path}", *console, *folders]
    return subprocess.run(command, capture_output=True, text=True).stdout
