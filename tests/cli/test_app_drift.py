"""`handrail app drift`: what many journals say of the models of apps."""

from pathlib import Path

import pytest

from cli.command import handrail
from guard.changed_app import instead
from guard.test_drift import RIGHT, run


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("right")
    run(folder, *RIGHT, "more", "reserve")
    return folder / "run"


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wrong")
    run(folder, *RIGHT, "more", "reserve", does=instead("more", None, None), version="7.0")
    return folder / "run"


def test_journals_of_an_app_that_is_as_its_model_says(right: Path) -> None:
    done = handrail("app", "drift", right, right)
    assert done.exit_code == 0
    assert "Restaurants (com.example.restaurants): 2 journals, version 6.2.1 (2)" in done.stdout
    assert "nothing speaks against its model" in done.stdout
    document = handrail("app", "drift", right, right, "--json").document
    assert document["ok"] is True
    (app,) = document["apps"]
    assert (app["package"], app["in_doubt"], app["drift"]) == ("com.example.restaurants", [], [])
    uses = {binding["name"]: binding for binding in app["bindings"]}
    assert uses["one more"] == {
        "name": "one more",
        "there": 2,
        "used": 2,
        "confirmed": 2,
        "as_before": 0,
        "contradicted": 0,
        "not_shown": 0,
    }
    assert (uses["one fewer"]["there"], uses["one fewer"]["used"]) == (2, 0)
    assert {"name": "a restaurant", "shown": 2, "blind": 0} in app["observers"]


def test_an_app_that_was_updated_is_in_doubt(right: Path, wrong: Path) -> None:
    done = handrail("app", "drift", right, wrong)
    assert done.exit_code == 1
    assert "version 6.2.1 (1), 7.0 (1)" in done.stdout
    assert 'may be out of date: after "one more" people of reserve info was to be 3, and 4 is shown' in done.stdout
    assert 'may be out of date: it was made for version "6.2.1", and the phone has "7.0"' in done.stdout
    document = handrail("app", "drift", right, wrong, "--json").document
    (app,) = document["apps"]
    assert document["ok"] is False
    assert app["versions"] == {"6.2.1": 1, "7.0": 1}
    assert {(entry["sign"], entry["name"], entry["stood"]) for entry in app["drift"]} == {
        ("contradicted", "one more", True),
        ("version", "7.0", True),
    }


def test_a_model_in_doubt_is_drafted_anew_from_a_walk(right: Path, wrong: Path, tmp_path: Path) -> None:
    walk, new = tmp_path / "walk", tmp_path / "new"
    new.mkdir()
    assert handrail("app", "explore", "--app", "com.example.restaurants", "--steps", "6", "-o", walk).exit_code == 0
    assert handrail("app", "drift", right, "--draft", walk, "-o", new).exit_code == 0
    assert list(new.iterdir()) == []
    assert handrail("app", "drift", right, wrong, "--draft", walk, "-o", new).exit_code == 1
    (drafted,) = new.iterdir()
    assert drafted.name == "com.example.restaurants.yaml"
    assert handrail("app", "check", drafted, "--recording", walk).exit_code == 0
    assert handrail("app", "drift", wrong, "--draft", tmp_path / "nowhere", "-o", new).exit_code == 2


def test_what_never_does_anything_is_in_doubt(tmp_path: Path) -> None:
    run(tmp_path, *RIGHT, "more", "more", "more", does=instead("more"))
    done = handrail("app", "drift", tmp_path / "run")
    assert done.exit_code == 1
    assert '"one more" was done 3 times, and what it was to change was as before' in done.stdout


def test_what_cannot_be_read_is_no_answer(tmp_path: Path, right: Path) -> None:
    assert handrail("app", "drift", tmp_path).exit_code == 2
    broken = tmp_path / "broken"
    broken.mkdir()
    lines = (right / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (broken / "journal.jsonl").write_bytes(b"".join([lines[0], lines[1].replace(b"click", b"clack"), *lines[2:]]))
    done = handrail("app", "drift", broken)
    assert done.exit_code == 2
    assert "broken/journal.jsonl:2:" in done.stderr


def test_the_run_tells_of_it_and_so_does_its_page(wrong: Path) -> None:
    told = handrail("journal", "show", wrong).stdout
    assert "Model   of Restaurants may be out of date: It was made for version" in " ".join(told.split("\n"))
    assert "out of date?" in handrail("journal", "show", wrong, "--step", "6").stdout
    page = Path(handrail("journal", "report", wrong, "--out", wrong / "page.html").stdout.strip()).read_text("utf-8")
    assert "A model may be out of date" in page
    assert "people of reserve info was to be 3, and 4 is shown" in page


def test_a_page_of_a_right_model_says_nothing_of_it(right: Path) -> None:
    page = Path(handrail("journal", "report", right, "--out", right / "page.html").stdout.strip()).read_text("utf-8")
    assert "out of date" not in page
