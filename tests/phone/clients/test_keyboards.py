"""The input methods that clients bring, as their READMEs say to use them."""

import base64

from phone.adb.served import Adb, Served
from phone.clients.field import field_of, touch_field

ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def test_adb_keyboard_types_clears_and_presses_keys(adb: Adb, served: Served) -> None:
    touch_field(served.phone)
    assert ADB_KEYBOARD in adb.shell("ime list -s -a").split()
    assert ADB_KEYBOARD not in adb.shell("ime list -s").split()
    assert adb.shell(f"am broadcast -a ADB_INPUT_B64 --es msg {encoded('no')}").endswith("result=0\n")
    assert adb.shell(f"ime enable {ADB_KEYBOARD}").endswith("now enabled for user #0\n")
    adb.shell(f"ime set {ADB_KEYBOARD}")
    assert adb.shell("settings get secure default_input_method") == f"{ADB_KEYBOARD}\n"
    assert adb.shell(f"am broadcast -a ADB_INPUT_B64 --es msg {encoded('Größe ☕')}").endswith("result=-1\n")
    assert field_of(served.phone).text == "Größe ☕"
    adb.shell("am broadcast -a ADB_CLEAR_TEXT")
    adb.shell("am broadcast -a ADB_INPUT_TEXT --es msg 'a word'")
    adb.shell("am broadcast -a ADB_INPUT_CHARS --eia chars '33,63'")
    adb.shell("am broadcast -a ADB_INPUT_CODE --ei code 67")
    assert field_of(served.phone).text == "a word!"
    assert adb.shell(f"ime disable {ADB_KEYBOARD}").endswith("now disabled for user #0\n")
    assert "LatinIME" in adb.shell("settings get secure default_input_method")
    assert served.handset.gaps == ()


def test_a_keyboard_that_is_not_there_is_not_set(adb: Adb) -> None:
    done = adb.run("shell", "ime set com.nowhere/.Keyboard")
    assert (done.returncode, b"Unknown input method" in done.stderr) == (255, True)


def test_a_keyboard_goes_with_its_app(adb: Adb, served: Served) -> None:
    adb("uninstall", "com.android.adbkeyboard")
    assert ADB_KEYBOARD not in adb.shell("ime list -s -a").split()
    adb.shell("am broadcast -a ADB_CLEAR_TEXT")
    assert served.handset.gaps == ("am broadcast -a ADB_CLEAR_TEXT",)
