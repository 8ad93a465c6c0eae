"""Colours and measures of Material 3 in its light, violet default, at 420 dots per inch."""

from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]

SURFACE: Colour = (254, 247, 255)
SURFACE_CONTAINER: Colour = (243, 237, 247)
SURFACE_HIGH: Colour = (236, 230, 240)
SURFACE_HIGHEST: Colour = (230, 224, 233)
ON_SURFACE: Colour = (29, 27, 32)
ON_SURFACE_VARIANT: Colour = (73, 69, 79)
OUTLINE: Colour = (121, 116, 126)
DISABLED: Colour = (168, 163, 172)
DISABLED_CONTAINER: Colour = (228, 222, 231)
PRIMARY: Colour = (103, 80, 164)
ON_PRIMARY: Colour = (255, 255, 255)
PRIMARY_CONTAINER: Colour = (234, 221, 255)
ON_PRIMARY_CONTAINER: Colour = (33, 0, 93)
SECONDARY_CONTAINER: Colour = (232, 222, 248)
ON_SECONDARY_CONTAINER: Colour = (29, 25, 43)
ERROR: Colour = (179, 38, 30)
INVERSE_SURFACE: Colour = (50, 47, 53)
INVERSE_ON_SURFACE: Colour = (245, 239, 247)
WHITE: Colour = (255, 255, 255)
SCRIM_KEEPS = 0.68
"""How much light comes through the shade behind a dialog."""

WALLPAPER: tuple[Colour, Colour] = ((62, 69, 130), (150, 104, 150))
TINTS: tuple[Colour, ...] = (
    (0, 97, 164),
    (0, 109, 59),
    (176, 46, 82),
    (140, 80, 0),
    (103, 80, 164),
    (0, 104, 116),
    (152, 64, 97),
    (80, 100, 40),
)
"""For app icons, faces and pictures; which one is told by the words."""

MARGIN = 42
ICON = 63
TITLE_TEXT, BODY_TEXT, LABEL_TEXT, SMALL_TEXT = 58, 42, 37, 32
STATUS_BAR, GESTURE_BAR = 110, 63
