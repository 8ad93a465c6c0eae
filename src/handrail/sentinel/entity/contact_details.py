"""How a person is reached: e-mail addresses, postal addresses, and telephone numbers by the numbering plans.

A telephone number has to be told from dates, prices, versions and order numbers, which costs most and comes last.
"""

from collections.abc import Iterator
from functools import cached_property

from handrail.sentinel.entity.entity import Entity, EntityKind
from handrail.sentinel.entity.pattern import joins_word, occurs, spans

_MAIL_ADDRESS = r"[A-Za-z0-9._%+\-]+@[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)*\.[A-Za-z]{2,24}"


def find_mail_addresses(text: str) -> Iterator[Entity]:
    """Addresses with a domain that can be one; a user name of a network (`@name`) is none."""
    if "@" not in text:
        return
    for start, end in spans(_MAIL_ADDRESS, text):
        yield Entity(EntityKind.EMAIL, start, end, text[start:end])


_ENGLISH_STREET = (
    r"\b\d{1,5}[A-Za-z]? (?:[NSEW]\.? )?(?:[A-Z0-9][A-Za-z0-9'.]* ){1,4}"
    r"(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Terrace|Way|"
    r"Parkway|Pkwy|Square|Sq|"
    r"Crescent|Close|Highway|Hwy)\b\.?"
    r"(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Floor|Fl|#)\.? ?[A-Za-z0-9-]+)?"
    r"(?:, [A-Z][A-Za-z.'-]*(?: [A-Z][A-Za-z.'-]*){0,3}(?:, [A-Z]{2}(?: \d{5}(?:-\d{4})?)?)?)?"
)
_GERMAN_STREET = (
    r"\b[A-ZÄÖÜ][^\s,\d]*(?:straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm) \d{1,4} ?[a-z]?\b"
    r"(?:, \d{5} [A-ZÄÖÜ][^\s,\d]+)?"
)
_SPANISH_STREET = (
    r"\b(?:Calle|C/|Avenida|Avda\.?|Plaza|Paseo|Carrera|Camino) (?:[^\s,\d]+ ){0,4}[^\s,\d]+,? (?:n[.º°]* ?)?\d{1,4}\b"
    r"(?:, \d{5} [^\s,\d]+)?"
)
_KOREAN_STREET = r"(?:[가-힣]{1,8}(?:시|도|군|구) ){1,3}[가-힣]{1,12}\d{0,4}(?:로|길|동) ?\d{1,5}(?:-\d{1,4})?"
_CHINESE_STREET = r"[一-鿿]{2,20}[路街道巷]\d{1,5}号(?:[一-鿿]{0,6}\d{1,5}[室楼]?)?"


def find_postal_addresses(text: str) -> Iterator[Entity]:
    """Streets with a number and what follows of the address."""
    patterns = (
        (_ENGLISH_STREET, _GERMAN_STREET, _SPANISH_STREET)
        if text.isascii()
        else (_ENGLISH_STREET, _GERMAN_STREET, _SPANISH_STREET, _KOREAN_STREET, _CHINESE_STREET)
    )
    for pattern in patterns:
        for start, end in spans(pattern, text):
            yield Entity(EntityKind.ADDRESS, start, end, text[start:end])


MOST_CANDIDATES = 20_000
"""How many runs of digits of one text are looked at."""

MOST_QUESTIONS = 3_000
"""How many different ones are asked of the numbering plans; each costs about 30 microseconds."""

_DIGITS = r"[+(]?\d(?:[ ().\-/]{0,3}\d){6,18}"
_FEW_LINES = 200
_SHAPE = str.maketrans("123456789", "000000000")
_DATE = (
    r"^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\d{1,3}(?:\.\d{1,3}){3}|\d+[.-]\d{1,2})"
    r"(?:[ -].*)?$"
)
_PHONE_CALLED = (
    r"(?i)(?:\b(?:call|tel|telephone|phone|mobile|cell|text|whatsapp|sms|fax|dial|hotline|contact|"
    r"number is|telefon|handy|"
    r"rufnummer|tel[eé]fono|m[oó]vil|llama)\b|전화|휴대|연락처|电话|電話|手机|携帯)"
)
_PHONE_COUNTED = (
    r"(?i)(?:(?:\b(?:order|ref|reference|invoice|tracking|ticket|case|id|serial|build|version|account|"
    r"acct|isbn|sku|model|"
    r"bestellung|bestellnummer|rechnung|auftrag|pedido|factura|serie)\b|주문|송장|订单|訂單|单号)[ :.#]*(?:no|"
    r"nr|number|nummer|número)?[ .:#]*|[#№$€£¥₩])$"
)
_PHONE_AFTER = r"^ ?(?:[%€£₩¥$°]|(?:kb|mb|gb|km|kg|ms|원|元|円|usd|eur)\b)"
_SCRIPT_REGIONS = ((r"\p{Hangul}", "KR"), (r"\p{Hiragana}|\p{Katakana}", "JP"), (r"\p{Han}", "CN"))


def find_phone_numbers(text: str, region: str) -> Iterator[Entity | int]:
    """Numbers that the plan of the region, or of a script the text is in, has given out.

    Over the limit of candidates the place where looking stopped is yielded, as a number, and nothing after it.
    """
    plans = NumberingPlans(region, text)
    for number, (start, end) in enumerate(_candidates(text)):
        if number >= MOST_CANDIDATES or len(plans.answers) >= MOST_QUESTIONS:
            yield start
            return
        if _looks_like_one(text[start:end], plans) and _may_be(text, start, end):
            found = _longest_valid(text, start, end, plans)
            if found is not None:
                yield Entity(EntityKind.PHONE, *found, text[slice(*found)])


def _candidates(text: str) -> Iterator[tuple[int, int]]:
    """The runs of seven digits and more, on lines with three in a row, a plus or a zero in front; days have none."""
    if not text.isascii() or text.count("\n") < _FEW_LINES:
        yield from spans(_DIGITS, text)
        return
    shapes = zip(text.split("\n"), text.translate(_SHAPE).split("\n"), strict=True)
    kept = ["000" in shape or "+" in line or _has_zero_in_front(line) for line, shape in shapes]
    if sum(kept) * 8 > len(kept):
        yield from spans(_DIGITS, text)
        return
    place = 0
    for worth, line in zip(kept, text.split("\n"), strict=True):
        if worth:
            for start, end in spans(_DIGITS, line):
                yield place + start, place + end
        place += len(line) + 1


def _has_zero_in_front(line: str) -> bool:
    place = line.find("0")
    while place >= 0:
        if line[place + 1 : place + 2].isdigit() and not line[max(0, place - 1) : place].isalnum():
            return True
        place = line.find("0", place + 1)
    return False


class NumberingPlans:
    """What the plans of a region, and of the countries of the scripts in a text, answered so far."""

    def __init__(self, region: str, text: str) -> None:
        scripts = () if text.isascii() else tuple(code for script, code in _SCRIPT_REGIONS if occurs(script, text))
        self.regions = tuple(dict.fromkeys((region, *scripts)))
        self.answers: dict[str, bool] = {}

    def know(self, written: str) -> bool:
        """Whether one of the plans has given out the number."""
        if written not in self.answers:
            self.answers[written] = any(self._is_valid(written, region) for region in self.regions)
        return self.answers[written]

    @cached_property
    def lengths(self) -> frozenset[int]:
        """How many digits a number without a country code may have, with and without the prefix for long distance."""
        from phonenumbers import PhoneMetadata

        found: set[int] = set()
        for region in self.regions:
            metadata = PhoneMetadata.metadata_for_region(region)
            plan = metadata.general_desc if metadata is not None else None
            possible = plan.possible_length if plan is not None else range(7, 16)
            found |= {length + more for length in possible for more in (0, 1)}
        return frozenset(found)

    @staticmethod
    def _is_valid(written: str, region: str) -> bool:
        import phonenumbers  # a quarter of a second that a text without digits need not pay

        try:
            return phonenumbers.is_valid_number(phonenumbers.parse(written, region))
        except phonenumbers.NumberParseException:
            return False


def _looks_like_one(written: str, plans: NumberingPlans) -> bool:
    """Whether any part of a run could be a number, before anything that costs is asked."""
    if written[0] == "+":
        return True
    groups = _groups(written)
    if sum(map(len, groups)) < min(plans.lengths, default=7):
        return False
    return written[0] == "0" or " 0" in written or any(len(group) >= 3 for group in groups)


def _may_be(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 40) : start], text[end : end + 5]
    if joins_word(before[-1:]) or before[-1:] in {"/", ".", ":"} or joins_word(after[:1]) or after[:1] == ":":
        return False
    line = before.rpartition("\n")[2]
    return not (occurs(_PHONE_COUNTED, line) or occurs(_PHONE_AFTER, after) or occurs(_DATE, text[start:end]))


def _longest_valid(text: str, start: int, end: int, plans: NumberingPlans) -> tuple[int, int] | None:
    """The run itself, or what is left of it without groups at its right, then at its left: a price may stand beside."""
    written = text[start:end]
    gaps = [place for place, character in enumerate(written) if character == " "]
    ends = [len(written), *reversed(gaps[-4:])]
    for stop in ends:
        if _is_number(written[:stop], text, start, plans):
            return start, start + len(written[:stop].rstrip(" (.-/"))
    for skip in gaps[:3]:
        rest = written[skip + 1 :]
        if _is_number(rest, text, start + skip + 1, plans):
            return start + skip + 1, end
    return None


def _is_number(written: str, text: str, start: int, plans: NumberingPlans) -> bool:
    groups = _groups(written)
    digits = sum(map(len, groups))
    if not 7 <= digits <= 15 or not _is_spaced(groups, written):
        return False
    if written[0] != "+" and not written.startswith("00") and digits not in plans.lengths:
        return False
    if digits == len(written) and not _is_meant(text, start, start + digits):
        return False
    return plans.know(written)


_PUNCTUATION = str.maketrans("+().-/", "      ")


def _groups(written: str) -> list[str]:
    return written.translate(_PUNCTUATION).split()


def _is_spaced(groups: list[str], written: str) -> bool:
    """Not a row of days or scores: a number in pairs has five of them, and starts with 0 or +."""
    if any(len(group) >= 3 for group in groups):
        return len(groups) <= 6 and sum(len(group) == 1 for group in groups) <= 2
    return len(groups) <= 6 and written[:1] in {"0", "+"}


def _is_meant(text: str, start: int, end: int) -> bool:
    """A bare run of digits is a telephone number where it is called one, or stands alone and is long enough."""
    before, after = text[max(0, start - 40) : start], text[end : end + 12]
    if occurs(_PHONE_CALLED, before):
        return True
    alone = before[-1:] in {"", "\n"} and after[:1] in {"", "\n"}
    return alone and end - start >= 10
