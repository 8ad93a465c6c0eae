"""The file system on its own, against a naive one of nested dictionaries."""

from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.phone.files import FileProblem, FileSystem, normal_path
from handrail.phone.phone import Phone

Tree: TypeAlias = dict[str, "Tree | bytes"]


def empty() -> FileSystem:
    return FileSystem(lambda: 1_000, lambda package: len(package), lambda path: None)


class NaiveFiles:
    """A tree of dictionaries; every problem is a `KeyError`."""

    def __init__(self) -> None:
        self.root: Tree = {}

    def folder(self, parts: list[str], make: bool) -> Tree:
        here = self.root
        for part in parts:
            if make:
                here.setdefault(part, {})
            below = here[part]
            if isinstance(below, bytes):
                raise KeyError(part)
            here = below
        return here

    def write(self, path: str, content: bytes) -> None:
        *above, name = path.strip("/").split("/")
        folder = self.folder(above, True)
        if isinstance(folder.get(name), dict):
            raise KeyError(path)
        folder[name] = content

    def delete(self, path: str) -> None:
        *above, name = path.strip("/").split("/")
        folder = self.folder(above, False)
        if folder[name] and isinstance(folder[name], dict):
            raise KeyError(path)
        del folder[name]

    def mkdir(self, path: str) -> None:
        self.folder(path.strip("/").split("/"), True)

    def read(self, path: str) -> bytes:
        *above, name = path.strip("/").split("/")
        content = self.folder(above, False)[name]
        if not isinstance(content, bytes):
            raise KeyError(path)
        return content

    def list(self, path: str) -> tuple[str, ...]:
        return tuple(sorted(self.folder(path.strip("/").split("/"), False)))


names = st.lists(st.sampled_from("ab"), min_size=1, max_size=3).map(lambda parts: "/" + "/".join(parts))
deeds = st.tuples(st.sampled_from(("write", "delete", "mkdir", "read", "list")), names, st.binary(max_size=3))


@given(st.lists(deeds, max_size=30))
def test_it_behaves_like_a_tree_of_dictionaries(done: list[tuple[str, str, bytes]]) -> None:
    files, naive = empty(), NaiveFiles()
    for what, path, content in done:
        given_ = (path, content) if what == "write" else (path,)
        answers: list[object] = []
        for file_system, problem in ((files, FileProblem), (naive, KeyError)):
            try:
                answers.append(getattr(file_system, what)(*given_))
            except problem:
                answers.append("problem")
        assert answers[0] == answers[1], (what, path)


@given(st.text("/.ab", max_size=12))
def test_a_normal_path_is_normal(path: str) -> None:
    once = normal_path(path)
    assert once.startswith("/")
    assert normal_path(once) == once


def test_owner_mode_size_and_time_are_kept() -> None:
    phone = Phone()
    package = phone.packages["com.example.clock"]
    found = phone.files.stat("/data/data/com.example.clock/databases/alarms.db")
    assert found is not None
    assert (found.package, found.uid, found.mode) == (package.name, package.uid, 0o100660)
    assert found.size_bytes == len(phone.files.read(found.path))
    assert found.modified_ms == phone.now.timestamp() * 1000
    folder = phone.files.stat("/data/user/0/com.example.clock")
    assert folder is not None
    assert folder.is_directory
    assert oct(folder.mode) == "0o40700"


def test_a_folder_moves_with_what_is_in_it() -> None:
    files = empty()
    files.write("/sdcard/a/b/c.txt", b"c", package="com.one")
    files.rename("/sdcard/a", "/sdcard/z")
    assert files.read("/sdcard/z/b/c.txt") == b"c"
    assert not files.exists("/sdcard/a/b")
    for before, after, said in (
        ("/sdcard/z", "/sdcard/z/b", "/sdcard/z/b: lies inside /sdcard/z; choose a place outside of it"),
        ("/", "/x", "/x: lies inside /; choose"),
        ("/nowhere", "/x", "/nowhere: "),
        ("/sdcard/z/b/c.txt", "/sdcard/z", "/sdcard/z: is in the way; delete it first"),
    ):
        with pytest.raises(FileProblem, match=f"^{said}"):
            files.rename(before, after)


def test_a_folder_is_no_file_and_a_file_no_folder() -> None:
    files = empty()
    files.write("/sdcard/a/b.txt", b"b")
    for done, said in (
        (lambda: files.read("/sdcard/a"), "/sdcard/a: is a directory; list it instead"),
        (lambda: files.write("/sdcard/a", b""), "/sdcard/a: is a directory; write to a file in it"),
        (lambda: files.delete("/sdcard/a"), "/sdcard/a: directory not empty; delete what is in it first"),
        (lambda: files.list("/sdcard/a/b.txt"), "/sdcard/a/b.txt: not a directory; read it instead"),
        (lambda: files.mkdir("/sdcard/a/b.txt"), "/sdcard/a/b.txt: is a file; choose another name"),
        (lambda: files.copy("/sdcard/a", "/sdcard/a/c"), "/sdcard/a/c: lies inside /sdcard/a; choose a place"),
    ):
        with pytest.raises(FileProblem, match=f"^{said}"):
            done()


def test_the_root_stays() -> None:
    files = empty()
    with pytest.raises(FileProblem, match="root"):
        files.delete("/", recursive=True)
    assert files.list("/") == ()


def test_walking_is_in_order_and_below_the_root_given() -> None:
    files = empty()
    for path in ("/a/z", "/a/b/c", "/ab/x"):
        files.write(path, b"")
    assert [node.path for node in files.walk("/a")] == ["/a", "/a/b", "/a/b/c", "/a/z"]
