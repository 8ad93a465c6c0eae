"""Which icon a description or a label asks for."""

import re
from functools import lru_cache

from handrail.phone.renderer.icon_codes import CODES

_WORDS: tuple[tuple[str, str], ...] = (
    ("arrow_left", r"back|navigate up|nach oben|zurück|atrás|뒤로"),
    ("close", r"close|dismiss|clear|cancel|schließen|cerrar|닫기"),
    ("dots_vertical", r"more|options|overflow|weitere"),
    ("menu", r"menu|menú|drawer"),
    ("filter_variant", r"filter"),
    ("sort", r"sort"),
    ("view_grid_outline", r"grid|all apps"),
    ("view_list_outline", r"list view|change view"),
    ("calendar", r"calendar|kalender|event|date|termine?"),
    ("timer_outline", r"timer|stopwatch|stoppuhr"),
    ("alarm", r"alarm|wecker"),
    ("clock_outline", r"clock|time|recents?"),
    ("cart_outline", r"cart|basket|shop|store|warenkorb"),
    ("bank", r"bank|banco"),
    ("cash", r"transfer|pay|money|amount"),
    ("credit_card_outline", r"card|checkout|wallet"),
    ("silverware_fork_knife", r"restaurants?|table|dinner|food|booking"),
    ("account_group", r"people|group|members"),
    ("account_plus", r"add contact|new contact|create contact"),
    ("account_circle", r"account|profile|konto"),
    ("account", r"contacts?|person|kontakte?"),
    ("archive_arrow_down_outline", r"archive"),
    ("reply", r"reply|antworten"),
    ("forward", r"forward|weiterleiten"),
    ("send", r"send|senden|enviar"),
    ("paperclip", r"attach\w*"),
    ("message_text_outline", r"messages?|chats?|sms|start chat|nachrichten|conversations?"),
    ("email_outline", r"mail|email|inbox|gmail|posteingang"),
    ("video", r"video"),
    ("phone", r"call|phone|anrufen|dial"),
    ("microphone", r"voice|microphone|mic|dictate"),
    ("camera", r"camera|kamera|lens|take photo"),
    ("image_outline", r"photos?|pictures?|gallery|images?|album|fotos?"),
    ("folder_outline", r"folders?|files?|browse|dateien|ordner"),
    ("file_document_outline", r"documents?|pdf|docs?|statements?"),
    ("note_text_outline", r"notes?|notizen"),
    ("checkbox_marked_outline", r"tasks?|to-?do|lists?"),
    ("delete_outline", r"delete|trash|remove|bin|löschen|eliminar"),
    ("pencil", r"edit|rename|compose|write|bearbeiten|text"),
    ("share_variant", r"share|teilen"),
    ("star_outline", r"stars?|favou?rites?|stern|rate"),
    ("heart_outline", r"like|heart|wish ?list|love"),
    ("bell_outline", r"notifications?|bell|reminder|alerts?|subscribe|알림"),
    ("cog_outline", r"settings|preferences|einstellungen"),
    ("home_outline", r"home"),
    ("magnify", r"search|find|suchen?|buscar"),
    ("content_copy", r"copy|duplicate"),
    ("content_paste", r"paste|clipboard"),
    ("content_save", r"save|speichern"),
    ("download", r"downloads?|install"),
    ("upload", r"upload|import"),
    ("refresh", r"refresh|sync|reload"),
    ("undo", r"undo"),
    ("redo", r"redo"),
    ("pin_outline", r"pin|unpin"),
    ("map_marker", r"map|location|place|spots|standort"),
    ("play", r"play|resume"),
    ("pause", r"pause"),
    ("stop", r"stop"),
    ("record_circle", r"record\w*"),
    ("skip_next", r"skip"),
    ("chevron_left", r"previous"),
    ("chevron_right", r"next"),
    ("chevron_down", r"expand|open|dropdown|down"),
    ("chevron_up", r"collapse|up"),
    ("backspace_outline", r"backspace"),
    ("apple_keyboard_shift", r"shift"),
    ("keyboard_return", r"enter"),
    ("emoticon_outline", r"emoji|gif|sticker"),
    ("wifi", r"wi-?fi|network|internet"),
    ("bluetooth", r"bluetooth|devices"),
    ("battery", r"battery"),
    ("brightness_6", r"display|brightness|dark"),
    ("volume_high", r"sound|volume|audio"),
    ("lock_outline", r"lock|password|security|privacy|passcode"),
    ("shield_check", r"shield|protect|verified|safety"),
    ("eye", r"show|view|visible"),
    ("eye_off", r"hide"),
    ("apps", r"apps"),
    ("database", r"storage|memory"),
    ("history", r"history|activity"),
    ("airplane", r"airplane|flight|fly"),
    ("alert", r"warning|error|danger"),
    ("help_circle_outline", r"help|feedback"),
    ("information_outline", r"info\w*|about|details"),
    ("bed", r"bedtime|sleep"),
    ("gift_outline", r"gift|offers?|deals?"),
    ("qrcode_scan", r"qr|scan"),
    ("printer", r"print"),
    ("web", r"web|browser|chrome"),
    ("link", r"link|url"),
    ("bug", r"debug\w*|developer"),
    ("minus", r"minus|decrease|fewer|less"),
    ("plus", r"add|new|create|plus|increase|compose|neu\w*|nuevo"),
    ("check", r"done|ok|confirm|accept|check|fertig"),
)


def glyph(name: str) -> str:
    """The character of an icon in the bundled font."""
    return chr(CODES[name])


@lru_cache(maxsize=1024)
def icon_for(words: str) -> str | None:
    """The icon that fits words like `Navigate up` or `add_alarm`; None if none does. The first word counts most."""
    plain = words.rpartition("/")[2].replace("_", " ").lower()
    found = [
        (match.start(), number, name)
        for number, (name, pattern) in enumerate(_WORDS)
        if (match := _pattern(pattern).search(plain)) is not None
    ]
    return min(found)[2] if found else None


@lru_cache(maxsize=256)
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b")
