"""The check digits by which an issued number is told from any other run of digits."""

_VERHOEFF_PRODUCT = (
    "0123456789", "1234067895", "2340178956", "3401289567", "4012395678",
    "5987604321", "6598710432", "7659821043", "8765932104", "9876543210",
)  # fmt: skip
_VERHOEFF_PERMUTATION = (
    "0123456789", "1576283094", "5803796142", "8916043527", "9453126870", "4286573901", "2793806415", "7046913258",
)  # fmt: skip
_RESIDENT_WEIGHTS = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
_CHINA_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def luhn(digits: str) -> bool:
    """ISO/IEC 7812: payment cards and IMEIs."""
    values = [ord(digit) - 48 for digit in reversed(digits)]
    return (sum(values[::2]) + sum(_DOUBLED[value] for value in values[1::2])) % 10 == 0


def mod_97(letters_and_digits: str) -> bool:
    """ISO 7064 as IBANs use it: the first four characters go last, letters are numbers from 10."""
    moved = letters_and_digits[4:] + letters_and_digits[:4]
    return int("".join(str(int(character, 36)) for character in moved)) % 97 == 1


def verhoeff(digits: str) -> bool:
    """Indian Aadhaar numbers."""
    check = 0
    for place, digit in enumerate(reversed(digits)):
        check = int(_VERHOEFF_PRODUCT[check][int(_VERHOEFF_PERMUTATION[place % 8][int(digit)])])
    return check == 0


def china_resident(number: str) -> bool:
    """ISO 7064 MOD 11-2 over 17 digits; the last may be an X."""
    total = sum(weight * int(digit) for weight, digit in zip(_CHINA_WEIGHTS, number[:17], strict=True))
    return "10X98765432"[total % 11] == number[17].upper()


def korea_resident(digits: str) -> bool:
    """The thirteenth digit of a Korean registration number issued before October 2020."""
    total = sum(weight * int(digit) for weight, digit in zip(_RESIDENT_WEIGHTS, digits[:12], strict=True))
    return (11 - total % 11) % 10 == int(digits[12])


def germany_tax(digits: str) -> bool:
    """ISO 7064 MOD 11,10 over ten digits of a German tax identifier."""
    product = 10
    for digit in digits[:10]:
        total = (int(digit) + product) % 10 or 10
        product = total * 2 % 11
    return (11 - product) % 10 == int(digits[10])


def spain_identity(number: str) -> bool:
    """The letter of a Spanish DNI or NIE."""
    digits = number[:-1].translate(str.maketrans("XYZ", "012"))
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(digits) % 23] == number[-1]


def travel_document(field: str, check: str) -> bool:
    """ICAO 9303: one field of a machine-readable line and its check digit."""
    values = [0 if character == "<" else int(character, 36) for character in field]
    return str(sum(value * (7, 3, 1)[place % 3] for place, value in enumerate(values)) % 10) == check
