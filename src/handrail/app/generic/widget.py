"""What sort of widget an element is, as its class and flags say: the least that every screen has in common."""

from enum import Enum, auto
from functools import lru_cache
from typing import Final


class Widget(Enum):
    """Sorts of widgets that are read in different ways."""

    FIELD = auto()
    RADIO = auto()
    SWITCH = auto()
    SPINNER = auto()
    CHIP = auto()
    TAB = auto()
    LIST = auto()
    SCROLLER = auto()
    PAGER = auto()
    PAGE_OF_THE_WEB = auto()
    BAR = auto()
    BUTTON = auto()
    IMAGE = auto()
    WORDS = auto()
    DIALOG = auto()
    OTHER = auto()


_ENDINGS: Final[tuple[tuple[tuple[str, ...], Widget], ...]] = (
    (("EditText", "AutoCompleteTextView", "SearchAutoComplete", "TextField", "SearchField"), Widget.FIELD),
    (("RadioButton", "CheckedTextView"), Widget.RADIO),
    (("Switch", "SwitchCompat", "SwitchMaterial", "ToggleButton", "CheckBox", "Toggle"), Widget.SWITCH),
    (("Spinner",), Widget.SPINNER),
    (("Chip",), Widget.CHIP),
    (("Tab", "TabView", "NavigationBarItemView", "BottomNavigationItemView"), Widget.TAB),
    (("RecyclerView", "ListView", "GridView", "StackView"), Widget.LIST),
    (("ScrollView",), Widget.SCROLLER),
    (("ViewPager", "ViewPager2"), Widget.PAGER),
    (("WebView",), Widget.PAGE_OF_THE_WEB),
    (("Toolbar", "ActionBar", "AppBarLayout", "TopAppBar"), Widget.BAR),
    (("Dialog",), Widget.DIALOG),
    (("Button", "FloatingActionButton"), Widget.BUTTON),
    (("ImageView", "Image"), Widget.IMAGE),
    (("TextView", "Text", "StaticText"), Widget.WORDS),
)


@lru_cache(maxsize=4096)
def widget_of(class_name: str) -> Widget:
    """The sort of widget a class is, by how its name ends: vendors put their own words before it."""
    for endings, widget in _ENDINGS:
        if class_name.endswith(endings):
            return widget
    return Widget.OTHER


_BAR_IDS: Final = frozenset({"action_bar", "toolbar", "app_bar", "appbar", "top_app_bar", "actionbar"})


@lru_cache(maxsize=16384)
def id_of(resource_id: str) -> str:
    """The name in a resource id, without its package."""
    return resource_id.rpartition("/")[2]


def is_bar(resource_id: str) -> bool:
    """Whether an id is one that bars at the top of a page usually have."""
    return bool(resource_id) and id_of(resource_id) in _BAR_IDS
