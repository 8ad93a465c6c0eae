"""The phone's files as a shell sees them: those of the phone, and the made-up ones under /proc and /dev."""

from collections.abc import Callable, Iterator, Mapping

from handrail.phone.adb.proc import proc_files
from handrail.phone.files import FileProblem, Stat
from handrail.phone.phone import Phone

Generated = Callable[[], str]

NO_SUCH_FILE = "No such file or directory"
_REGULAR, _FOLDER, _CHARACTER = 0o100444, 0o040555, 0o020666


class HandsetFiles:
    """Files by absolute path. What cannot be done comes back as the words of Android's error, not as an exception."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._generated: Mapping[str, Generated] = proc_files(phone)

    def stat(self, path: str) -> Stat | None:
        """What is known of a file or folder; None if there is none."""
        made_up = self._made_up(path)
        return made_up or self._phone.files.stat(path)

    def read(self, path: str) -> bytes | None:
        """The content of a file; None if there is none or it is a folder."""
        if path == "/dev/null":
            return b""
        if path in self._generated:
            return self._generated[path]().encode()
        found = self._phone.files.stat(path)
        return None if found is None or found.is_directory else self._phone.files.read(path)

    def write(self, path: str, content: bytes, mode: int | None = None, modified_ms: int | None = None) -> str | None:
        """Create or replace a file; why it cannot be done, or None."""
        if path == "/dev/null":
            return None
        if path_is_made_up(path):
            return "Permission denied"
        try:
            self._phone.files.write(
                path, content, mode=0o660 if mode is None else mode & 0o777, modified_ms=modified_ms
            )
            if mode is not None:
                self._phone.files.chmod(path, mode & 0o777)
        except FileProblem as problem:
            return reason(problem)
        return None

    def delete(self, path: str, *, recursive: bool = False) -> str | None:
        """Delete a file or folder; why it cannot be done, or None."""
        return self._attempt(lambda: self._phone.files.delete(path, recursive=recursive))

    def make_folder(self, path: str) -> str | None:
        """Make a folder and those above it; why it cannot be done, or None."""
        return self._attempt(lambda: self._phone.files.mkdir(path))

    def rename(self, before: str, after: str) -> str | None:
        """Move a file or folder; why it cannot be done, or None."""
        return self._attempt(lambda: self._phone.files.rename(before, after))

    def copy(self, before: str, after: str) -> str | None:
        """Copy a file, or a folder with all that is in it; why it cannot be done, or None."""
        if path_is_made_up(after) and after != "/dev/null":
            return "Permission denied"
        made_up = before == "/dev/null" or before in self._generated
        content = self.read(before) if made_up else None
        if content is not None:
            return self.write(after, content)
        return None if after == "/dev/null" else self._attempt(lambda: self._phone.files.copy(before, after))

    def change_mode(self, path: str, mode: int) -> str | None:
        """Set the permission bits; why it cannot be done, or None."""
        return self._attempt(lambda: self._phone.files.chmod(path, mode))

    def touch(self, path: str, modified_ms: int) -> str | None:
        """Set the time of the last change; why it cannot be done, or None."""
        return self._attempt(lambda: self._phone.files.touch(path, modified_ms))

    def names(self, path: str) -> tuple[str, ...]:
        """The names in a folder, sorted; none if there is no such folder."""
        return tuple(sorted({*self._stored_names(path), *self._made_up_names(path)}))

    def walk(self, path: str) -> Iterator[Stat]:
        """A folder and all below it that the phone keeps, each folder before what is in it. /proc is left out."""
        return self._phone.files.walk(path)

    def _stored_names(self, path: str) -> tuple[str, ...]:
        found = self._phone.files.stat(path)
        return self._phone.files.list(path) if found is not None and found.is_directory else ()

    def _made_up_names(self, path: str) -> set[str]:
        folder = path.rstrip("/") + "/"
        return {name[len(folder) :].partition("/")[0] for name in self._generated if name.startswith(folder)}

    def _made_up(self, path: str) -> Stat | None:
        if not path.startswith(("/proc", "/dev")):
            return None
        now_ms = int(self._phone.now.timestamp() * 1000)
        if path == "/dev/null":
            return Stat(path, "root", 0, _CHARACTER, 0, now_ms)
        if path in self._generated:
            return Stat(path, "root", 0, _REGULAR, 0, now_ms)
        if self._made_up_names(path):
            return Stat(path, "root", 0, _FOLDER, 0, now_ms)
        return None

    def _attempt(self, change: Callable[[], None]) -> str | None:
        try:
            change()
        except FileProblem as problem:
            return reason(problem)
        return None


def path_is_made_up(path: str) -> bool:
    """Whether it lies where the kernel shows files that nobody can make."""
    return path.startswith(("/proc/", "/dev/"))


def reason(problem: FileProblem) -> str:
    """The words of Android's error for a problem of the phone's files."""
    text = str(problem)
    for found, words in (
        ("no such file", NO_SUCH_FILE),
        ("not empty", "Directory not empty"),
        ("not a directory", "Not a directory"),
        ("is a directory", "Is a directory"),
        ("is a file", "File exists"),
        ("lies inside", "Invalid argument"),
    ):
        if found in text:
            return words
    return "File exists"
