"""The key codes of Android that the phone knows."""

from enum import IntEnum

DIGITS, LETTERS = range(7, 17), range(29, 55)


class Key(IntEnum):
    """Keys that are no digit and no letter."""

    HOME = 3
    BACK = 4
    TAB = 61
    SPACE = 62
    ENTER = 66
    DELETE = 67
    NOTIFICATION = 83
    ESCAPE = 111
    NUMPAD_ENTER = 160
    APP_SWITCH = 187
    PASTE = 279
