"""airtest 1.4.3, unmodified: with what it pushes to the phone, and with nothing but adb."""

from pathlib import Path

import pytest

from phone.clients.environment import AT_NIGHT, prepared_phone, python_of, run_script

pytestmark = AT_NIGHT

SCRIPT = """
import json, os
from airtest.core.android.android import Android
methods = %s
phone = Android(serialno=os.environ["HANDRAIL_SERIAL"], adb_path=os.environ["HANDRAIL_ADB"],
                host=("127.0.0.1", int(os.environ["ANDROID_ADB_SERVER_PORT"])), **methods)
info = phone.display_info
said = {"touch": [info["max_x"], info["max_y"]], "size": phone.get_current_resolution()}
phone.home()
phone.touch((%d, %d))
said["front"] = phone.get_top_activity()[0]
said["picture"] = list(phone.snapshot().shape)
phone.home()
phone.swipe((540, 1800), (540, 500))
phone.touch((%d, %d))
phone.text("clo", enter=False)
said["apps"] = phone.list_app()
print(json.dumps(said))
"""
PLAIN = {"cap_method": "ADBCAP", "touch_method": "ADBTOUCH", "ime_method": "ADBIME", "ori_method": "ADBORI"}


@pytest.fixture(scope="module")
def python() -> str:
    return python_of("airtest", "airtest==1.4.3")


@pytest.mark.parametrize("methods", [{}, PLAIN], ids=["usual", "plain"])
def test_it_touches_types_and_looks(python: str, methods: dict[str, str], tmp_path: Path) -> None:
    with prepared_phone() as served:
        phone = served.phone
        icon = served.shown("Clock").bounds.center
        phone.swipe(540, 1800, 540, 500)
        field = next(
            element for element in phone.screen().elements() if element.class_name == "android.widget.EditText"
        )
        phone.home()
        said = run_script(python, SCRIPT % (methods, *icon, *field.bounds.center), served, tmp_path)
        assert said["touch"] == [1079, 2399]
        assert said["size"] == [1080, 2400]
        assert said["front"] == "com.example.clock"
        assert said["picture"] == [2400, 1080, 3]
        assert "com.example.clock" in said["apps"]
        typed = [
            element.text for element in phone.screen().elements() if element.class_name == "android.widget.EditText"
        ]
        assert typed == ["clo"]
        assert served.handset.gaps == ()
