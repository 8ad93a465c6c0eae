"""The build files for Gradle, which is not run here, say what is compiled and tested here."""

import re
from xml.etree import ElementTree

import pytest

from sdk.android.built import ANDROID, PACKAGED, PROCESSOR, STUBS, TESTS

_NAME = "{http://schemas.android.com/apk/res/android}name"


def build_file(module: str) -> str:
    return (ANDROID / module / "build.gradle.kts").read_text("utf-8")


def source(path: str) -> str:
    return (ANDROID / path).read_text("utf-8")


def modules() -> list[str]:
    included = re.search(r"include\((.+)\)", source("settings.gradle.kts"))
    assert included is not None
    return re.findall(r'":(\w+)"', included[1])


def test_each_module_is_there_and_none_packages_the_stubs() -> None:
    assert modules() == ["core", "library", "processor", "compose", "here"]
    assert {path.partition("/")[0] for path in PACKAGED} <= set(modules())
    for module in set(modules()) - {"here"}:
        assert "stubs" not in build_file(module)
        assert "srcDir" not in build_file(module), "the source sets are the usual ones"
    assert "maven-publish" not in build_file("here")


def test_gradle_tests_the_source_sets_that_are_tested_here() -> None:
    named = {path.removeprefix("../") for path in re.findall(r'"(\.\./\w+/src/\w+/java)"', build_file("here"))}
    assert named == {f"{room}/java" for room in (*STUBS, *PACKAGED, *PROCESSOR, *TESTS)}


def test_the_processor_is_found_by_the_compiler_and_needs_the_core_alone() -> None:
    service = source("processor/src/main/resources/META-INF/services/javax.annotation.processing.Processor").strip()
    assert (ANDROID / "processor" / "src" / "main" / "java" / f"{service.replace('.', '/')}.java").is_file()
    assert re.findall(r"\b(?:api|implementation)\((.+)\)\n", build_file("processor")) == ['project(":core")']


def test_what_is_packaged_depends_on_nothing_but_the_platform() -> None:
    assert re.findall(r"\b(?:api|implementation|compileOnly)\((.+)\)\n", build_file("core")) == []
    assert re.findall(r"\b(?:api|implementation|compileOnly)\((.+)\)\n", build_file("library")) == ['project(":core")']
    files = [file for room in PACKAGED for file in (ANDROID / room).rglob("*.java")]
    imported = {
        name for file in files for name in re.findall(r"^import (?:static )?(\S+);", file.read_text("utf-8"), re.M)
    }
    assert {name.partition(".")[0] for name in imported} == {"android", "handrail", "java"}
    core = [file for file in files if file.is_relative_to(ANDROID / "core")]
    assert not any("android" in file.read_text("utf-8").partition("{")[0] for file in core)


@pytest.mark.parametrize("module", ["library", "compose"])
def test_the_namespace_is_the_package(module: str) -> None:
    namespace = re.findall(r'namespace = "(.+)"', build_file(module))
    folder = {"library": "java", "compose": "kotlin"}[module]
    assert namespace == [f"handrail.{'android' if module == 'library' else module}"]
    assert (ANDROID / module / "src" / "main" / folder / namespace[0].replace(".", "/")).is_dir()


def test_every_module_is_for_java_11_and_both_of_androids_for_android_7() -> None:
    for module in modules():
        assert set(re.findall(r"VERSION_(\w+)", build_file(module))) == {"11"}
    assert [re.findall(r"minSdk = (\d+)", build_file(module)) for module in ("library", "compose")] == [["24"], ["24"]]


def test_the_version_is_the_one_that_the_app_tells_the_server() -> None:
    version = re.findall(r'version = "(.+)"', source("build.gradle.kts"))
    assert f'SDK = "android {version[0]}"' in source("library/src/main/java/handrail/android/HandrailBuilder.java")


def test_the_manifest_uses_the_permission_that_the_code_asks_for_and_declares_none() -> None:
    manifest = ElementTree.parse(ANDROID / "library" / "src" / "main" / "AndroidManifest.xml").getroot()
    used = [permission.get(_NAME) for permission in manifest.iter("uses-permission")]
    assert used == ["android.permission.INTERNET", "handrail.permission.GUARDED"]
    assert list(manifest.iter("permission")) == [], "an app would be given what it declares itself"
    assert f'PERMISSION = "{used[1]}"' in source("library/src/main/java/handrail/android/Enabled.java")


def test_the_consumer_rules_are_there_and_nothing_is_found_by_its_name() -> None:
    assert "consumer-rules.pro" in build_file("library")
    assert (ANDROID / "library" / "consumer-rules.pro").is_file()
    code = "".join(file.read_text("utf-8") for room in PACKAGED for file in (ANDROID / room).rglob("*.java"))
    assert "Class.forName" not in code
    assert "java.lang.reflect" not in code


def test_the_example_is_guarded_in_at_most_fifteen_lines() -> None:
    guarding = source("example/src/main/java/com/example/restaurants/Guarding.java")
    lines = guarding.partition("// guard: begin")[2].partition("// guard: end")[0].splitlines()
    assert 0 < sum(1 for line in lines if line.strip()) <= 15
    assert max(len(line) for line in lines) <= 125


def test_the_page_says_what_the_example_says() -> None:
    page = (ANDROID.parents[1] / "docs" / "sdk-android.md").read_text("utf-8")
    guarding = source("example/src/main/java/com/example/restaurants/Guarding.java")
    shown = re.findall(r"```java title=\"Guarding.java\"\n(.+?)```", page, re.S)
    assert len(shown) == 1
    wanted = guarding.partition("// guard: begin\n")[2].partition("    // guard: end")[0]
    assert [line.strip() for line in shown[0].splitlines()] == [line.strip() for line in wanted.splitlines()]
