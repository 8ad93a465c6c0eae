"""Which icon a description or a label asks for, and where it stands in the bundled font.

Icons have the names and the places that Material Design Icons gives them.
"""

import re
from functools import cache, lru_cache

_ICONS: tuple[tuple[str, int, str], ...] = (
    # name, place in the font, the words that ask for it
    ("arrow_left", 0xF004D, r"back|navigate up|nach oben|zurück|atrás|뒤로"),
    ("close", 0xF0156, r"close|dismiss|clear|cancel|schließen|cerrar|닫기"),
    ("dots_vertical", 0xF01D9, r"more|options|overflow|weitere"),
    ("menu", 0xF035C, r"menu|menú|drawer"),
    ("filter_variant", 0xF0236, r"filter"),
    ("sort", 0xF04BA, r"sort"),
    ("view_grid_outline", 0xF11D9, r"grid|all apps"),
    ("view_list_outline", 0xF148B, r"list view|change view"),
    ("calendar", 0xF00ED, r"calendar|kalender|event|date|termine?"),
    ("timer_outline", 0xF051B, r"timer|stopwatch|stoppuhr"),
    ("alarm", 0xF0020, r"alarm|wecker"),
    ("clock_outline", 0xF0150, r"clock|time|recents?"),
    ("cart_outline", 0xF0111, r"cart|basket|shop|store|warenkorb"),
    ("bank", 0xF0070, r"bank|banco"),
    ("cash", 0xF0114, r"transfer|pay|money|amount"),
    ("credit_card_outline", 0xF019B, r"card|checkout|wallet"),
    ("silverware_fork_knife", 0xF0A70, r"restaurants?|table|dinner|food|booking"),
    ("account_group", 0xF0849, r"people|group|members"),
    ("account_plus", 0xF0014, r"add contact|new contact|create contact"),
    ("account_circle", 0xF0009, r"account|profile|konto"),
    ("account", 0xF0004, r"contacts?|person|kontakte?"),
    ("archive_arrow_down_outline", 0xF125A, r"archive"),
    ("reply", 0xF045A, r"reply|antworten"),
    ("forward", 0xF028D, r"forward|weiterleiten"),
    ("send", 0xF048A, r"send|senden|enviar"),
    ("paperclip", 0xF03E2, r"attach\w*"),
    ("message_text_outline", 0xF036A, r"messages?|chats?|sms|start chat|nachrichten|conversations?"),
    ("email_outline", 0xF01F0, r"mail|email|inbox|gmail|posteingang"),
    ("video", 0xF0567, r"video"),
    ("phone", 0xF03F2, r"call|phone|anrufen|dial"),
    ("microphone", 0xF036C, r"voice|microphone|mic|dictate"),
    ("camera", 0xF0100, r"camera|kamera|lens|take photo"),
    ("image_outline", 0xF0976, r"photos?|pictures?|gallery|images?|album|fotos?"),
    ("folder_outline", 0xF0256, r"folders?|files?|browse|dateien|ordner"),
    ("file_document_outline", 0xF09EE, r"documents?|pdf|docs?|statements?"),
    ("note_text_outline", 0xF11D7, r"notes?|notizen"),
    ("checkbox_marked_outline", 0xF0135, r"tasks?|to-?do|lists?"),
    ("delete_outline", 0xF09E7, r"delete|trash|remove|bin|löschen|eliminar"),
    ("pencil", 0xF03EB, r"edit|rename|compose|write|bearbeiten|text"),
    ("share_variant", 0xF0497, r"share|teilen"),
    ("star_outline", 0xF04D2, r"stars?|favou?rites?|stern|rate"),
    ("heart_outline", 0xF02D5, r"like|heart|wish ?list|love"),
    ("bell_outline", 0xF009C, r"notifications?|bell|reminder|alerts?|subscribe|알림"),
    ("cog_outline", 0xF08BB, r"settings|preferences|einstellungen"),
    ("home_outline", 0xF06A1, r"home"),
    ("magnify", 0xF0349, r"search|find|suchen?|buscar"),
    ("content_copy", 0xF018F, r"copy|duplicate"),
    ("content_paste", 0xF0192, r"paste|clipboard"),
    ("content_save", 0xF0193, r"save|speichern"),
    ("download", 0xF01DA, r"downloads?|install"),
    ("upload", 0xF0552, r"upload|import"),
    ("refresh", 0xF0450, r"refresh|sync|reload"),
    ("undo", 0xF054C, r"undo"),
    ("redo", 0xF044E, r"redo"),
    ("pin_outline", 0xF0931, r"pin|unpin"),
    ("map_marker", 0xF034E, r"map|location|place|spots|standort"),
    ("play", 0xF040A, r"play|resume"),
    ("pause", 0xF03E4, r"pause"),
    ("stop", 0xF04DB, r"stop"),
    ("record_circle", 0xF0EC2, r"record\w*"),
    ("skip_next", 0xF04AD, r"skip"),
    ("chevron_left", 0xF0141, r"previous"),
    ("chevron_right", 0xF0142, r"next"),
    ("chevron_down", 0xF0140, r"expand|open|dropdown|down"),
    ("chevron_up", 0xF0143, r"collapse|up"),
    ("backspace_outline", 0xF0B5C, r"backspace"),
    ("apple_keyboard_shift", 0xF0636, r"shift"),
    ("keyboard_return", 0xF0311, r"enter"),
    ("emoticon_outline", 0xF01F2, r"emoji|gif|sticker"),
    ("wifi", 0xF05A9, r"wi-?fi|network|internet"),
    ("bluetooth", 0xF00AF, r"bluetooth|devices"),
    ("battery", 0xF0079, r"battery"),
    ("brightness_6", 0xF00DF, r"display|brightness|dark"),
    ("volume_high", 0xF057E, r"sound|volume|audio"),
    ("lock_outline", 0xF0341, r"lock|password|security|privacy|passcode"),
    ("shield_check", 0xF0565, r"shield|protect|verified|safety"),
    ("eye", 0xF0208, r"show|view|visible"),
    ("eye_off", 0xF0209, r"hide"),
    ("apps", 0xF003B, r"apps"),
    ("database", 0xF01BC, r"storage|memory"),
    ("history", 0xF02DA, r"history|activity"),
    ("airplane", 0xF001D, r"airplane|flight|fly"),
    ("alert", 0xF0026, r"warning|error|danger"),
    ("help_circle_outline", 0xF0625, r"help|feedback"),
    ("information_outline", 0xF02FD, r"info\w*|about|details"),
    ("bed", 0xF02E3, r"bedtime|sleep"),
    ("gift_outline", 0xF02A1, r"gift|offers?|deals?"),
    ("qrcode_scan", 0xF0433, r"qr|scan"),
    ("printer", 0xF042A, r"print"),
    ("web", 0xF059F, r"web|browser|chrome"),
    ("link", 0xF0337, r"link|url"),
    ("bug", 0xF00E4, r"debug\w*|developer"),
    ("minus", 0xF0374, r"minus|decrease|fewer|less"),
    ("plus", 0xF0415, r"add|new|create|plus|increase|compose|neu\w*|nuevo"),
    ("check", 0xF012C, r"done|ok|confirm|accept|check|fertig"),
)
_ASKED_FOR_BY_NAME = {"check_bold": 0xF0E1E, "signal": 0xF04A2}
CODES = {name: code for name, code, _ in _ICONS} | _ASKED_FOR_BY_NAME


def glyph(name: str) -> str:
    """The character of an icon in the bundled font."""
    return chr(CODES[name])


@lru_cache(maxsize=1024)
def icon_for(words: str) -> str | None:
    """The icon that fits words like `Navigate up` or `add_alarm`; None if none does. The first word counts most."""
    plain = words.rpartition("/")[2].replace("_", " ").lower()
    found = [
        (match.start(), number, name)
        for number, (name, pattern) in enumerate(_patterns())
        if (match := pattern.search(plain)) is not None
    ]
    return min(found)[2] if found else None


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(rf"\b(?:{words})\b")) for name, _, words in _ICONS)
