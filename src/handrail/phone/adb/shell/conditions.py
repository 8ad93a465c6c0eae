"""What `test`, `[` and `[[` ask: of files, texts and numbers."""

from typing import TYPE_CHECKING

from handrail.phone.adb.shell.command import whole_number

if TYPE_CHECKING:
    from handrail.phone.adb.shell.shell import Shell

EQUALS = ("=", "==", "!=")
_FILE_TESTS = ("-e", "-f", "-d", "-r", "-w", "-x", "-s")


def holds(shell: "Shell", words: list[str]) -> bool:
    """Whether one condition of up to three words is so."""
    match words:
        case [left, operator, right] if operator in EQUALS:
            return (left == right) is (operator != "!=")
        case [left, ("<" | ">") as operator, right]:
            return left < right if operator == "<" else left > right
        case [left, ("-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge") as operator, right]:
            first, second = whole_number(left), whole_number(right)
            return {
                "-eq": first == second, "-ne": first != second, "-lt": first < second,
                "-le": first <= second, "-gt": first > second, "-ge": first >= second,
            }[operator]  # fmt: skip
        case ["-z", text]:
            return text == ""
        case ["-n", text]:
            return text != ""
        case [operator, path] if operator in _FILE_TESTS:
            return _file_is(shell, operator, path)
        case [text]:
            return text != ""
    return False


def _file_is(shell: "Shell", operator: str, path: str) -> bool:
    found = shell.handset.files.stat(shell.absolute(path))
    if found is None or (operator == "-s" and found.size_bytes == 0):
        return False
    return found.is_directory if operator == "-d" else operator != "-f" or not found.is_directory
