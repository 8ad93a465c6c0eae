"""What an APK file says of itself: enough of Android's binary XML to read its manifest.

Format: `ResourceTypes.h` of the Android source. Only strings, start tags and their attributes are read.
"""

import io
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

from handrail.phone.package import Manifest

_LARGEST_MANIFEST = 4 * 1024 * 1024
_STRING_POOL, _XML, _START_TAG = 0x0001, 0x0003, 0x0102
_UTF8 = 0x100
_TYPE_STRING, _TYPE_NUMBERS = 0x03, (0x10, 0x11)
_MAIN, _LAUNCHER = "android.intent.action.MAIN", "android.intent.category.LAUNCHER"


class NotAnApk(Exception):
    """A clause that says what is missing."""


@dataclass(frozen=True, slots=True)
class _Strings:
    """The pool of strings; each is read when it is asked for, so that a small file cannot claim much memory."""

    document: bytes
    offsets: int
    start: int
    utf8: bool

    def __getitem__(self, number: int) -> str:
        (offset,) = struct.unpack_from("<I", self.document, self.offsets + number * 4)
        at = self.start + offset
        if self.utf8:
            at += 2 if self.document[at] & 0x80 else 1
            length, at = _length8(self.document, at)
            return self.document[at : at + length].decode("utf-8", "replace")
        (length,) = struct.unpack_from("<H", self.document, at)
        at += 2
        if length & 0x8000:
            length = (length & 0x7FFF) << 16 | struct.unpack_from("<H", self.document, at)[0]
            at += 2
        return self.document[at : at + length * 2].decode("utf-16-le", "replace")


@dataclass(frozen=True, slots=True)
class _Tag:
    name: str
    attributes: dict[str, str]


def read_manifest(apk: bytes) -> Manifest:
    """What an APK declares; raises `NotAnApk`."""
    try:
        with zipfile.ZipFile(io.BytesIO(apk)) as archive:
            if archive.getinfo("AndroidManifest.xml").file_size > _LARGEST_MANIFEST:
                raise NotAnApk("the manifest is too large")
            document = archive.read("AndroidManifest.xml")
        return _manifest_of(tuple(_tags(document)))
    except (zipfile.BadZipFile, KeyError, NotImplementedError, EOFError) as error:
        raise NotAnApk("no AndroidManifest.xml in a zip file") from error
    except (struct.error, IndexError, UnicodeDecodeError, ValueError) as error:
        raise NotAnApk("the manifest is not Android's binary XML") from error


def _manifest_of(tags: tuple[_Tag, ...]) -> Manifest:
    top = next((tag for tag in tags if tag.name == "manifest"), None)
    if top is None or not top.attributes.get("package"):
        raise NotAnApk("the manifest names no package")
    package = top.attributes["package"]
    sdk = next((tag.attributes for tag in tags if tag.name == "uses-sdk"), {})
    code = top.attributes.get("versionCode", "1")
    target = sdk.get("targetSdkVersion", "34")
    activities = tuple(
        tag.attributes["name"].removeprefix(package).lstrip(".")
        for tag in tags
        if tag.name in ("activity", "activity-alias") and "name" in tag.attributes
    )
    categories = {tag.attributes.get("name") for tag in tags if tag.name in ("action", "category")}
    return Manifest(
        name=package,
        label=_label(tags) or package.rpartition(".")[2].capitalize(),
        activities=activities or ("MainActivity",),
        permissions=tuple(
            dict.fromkeys(tag.attributes.get("name", "") for tag in tags if tag.name == "uses-permission")
        ),
        version_name=top.attributes.get("versionName", "1.0"),
        version_code=int(code) if code.isdecimal() else 1,
        target_sdk=int(target) if target.isdecimal() else 34,
        in_launcher={_MAIN, _LAUNCHER} <= categories,
    )


def _label(tags: tuple[_Tag, ...]) -> str:
    """The app's name where it is written out; a reference to a resource is not followed."""
    return next((tag.attributes.get("label", "") for tag in tags if tag.name == "application"), "")


def _tags(document: bytes) -> Iterator[_Tag]:
    kind, header = struct.unpack_from("<HH", document)
    if kind != _XML:
        raise NotAnApk("the manifest is not Android's binary XML")
    strings = _Strings(document, 0, 0, utf8=False)
    place = header
    while place + 8 <= len(document):
        kind, header, size = struct.unpack_from("<HHI", document, place)
        if size < 8:
            raise NotAnApk("the manifest breaks off")
        if kind == _STRING_POOL:
            _, _, flags, start, _ = struct.unpack_from("<5I", document, place + 8)
            strings = _Strings(document, place + header, place + start, utf8=bool(flags & _UTF8))
        elif kind == _START_TAG:
            yield _tag(document, place + header, strings)
        place += size


def _tag(document: bytes, place: int, strings: _Strings) -> _Tag:
    _, name, first, size, count = struct.unpack_from("<IIHHH", document, place)
    attributes = {}
    for number in range(count):
        at = place + first + number * size
        _, key, raw, _, _, kind, value = struct.unpack_from("<IIIHBBI", document, at)
        if kind == _TYPE_STRING or raw != 0xFFFFFFFF:
            attributes[strings[key]] = strings[value if kind == _TYPE_STRING else raw]
        elif kind in _TYPE_NUMBERS:
            attributes[strings[key]] = str(value)
    return _Tag(strings[name], attributes)


def _length8(document: bytes, at: int) -> tuple[int, int]:
    length = document[at]
    if length & 0x80:
        return (length & 0x7F) << 8 | document[at + 1], at + 2
    return length, at + 1
