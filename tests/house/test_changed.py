"""`make quick` runs the tests of what changed."""

import pytest

from changed import folders_of


@pytest.mark.parametrize(
    ("changed", "folders"),
    [
        (["src/handrail/guard/session.py"], ["tests/guard", "tests/house"]),
        (["src/handrail/phone/apps/mail.py", "tests/app/test_apps.py"], ["tests/app", "tests/house", "tests/phone"]),
        (["README.md"], ["tests/docs", "tests/house"]),
        (["tests/test_public_names.py"], ["tests/house", "tests/test_public_names.py"]),
        (["src/handrail/no_such_room/x.py", "uv.lock"], ["tests/house"]),
    ],
)
def test_the_folders_of_a_change_are_those_of_its_room(changed: list[str], folders: list[str]) -> None:
    assert folders_of(changed) == folders
