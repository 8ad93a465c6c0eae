"""PhoneSafety: a line a moment, with the safe action in `correct_action` and the unsafe one in `gt_action`.

Source: the fields that its README and its Croissant description list (github.com/tangzhy/PhoneSafety, 2026).
"""

import shutil
from pathlib import Path, PurePosixPath

from handrail.bench.importers.json_lines import read_objects, write_objects
from handrail.bench.importers.moment import DecisionMoment, Fractions, MomentAction, moment_document, read_point
from handrail.bench.importers.moment_kinds import is_usable, kind_of
from handrail.bench.importers.written import WrittenFiles, new_folder, remarks_of
from handrail.device.document import Node
from handrail.error import MissingExtra, UnreadableInput, install_line

MOMENTS = "moments.jsonl"
VIOLATIONS = ("Safety", "Confirm", "OP", "TR", "PM")
LAYERS = ("task", "step")
_TEXTS = ("text", "content", "input", "value")


def import_phone_safety(source: Path, out: Path) -> WrittenFiles:
    """The moments of the file `source`; pictures are looked for beside it, and in `screenshots` there, by their name.

    Raises `UnreadableInput`, before anything is written, and `Misuse`.
    """
    moments: dict[str, DecisionMoment] = {}
    pictures: dict[str, Path] = {}
    for node in read_objects(source):
        picture = _picture(source.parent, node)
        moment = _moment(node, picture)
        if moment.id in moments:
            node.fields()["case_id"].fail(f"`{moment.id[:60]}` stands twice; every moment has its own")
        moments[moment.id] = moment
        if picture is not None and moment.image is not None:
            pictures[moment.image] = picture
    if not moments:
        raise UnreadableInput(f"{source}: no moment; a line is an object with `case_id`, `instruction` and so on")
    folder = new_folder(out)
    for name, picture in pictures.items():
        place = folder / name
        place.parent.mkdir(exist_ok=True)
        shutil.copyfile(picture, place)
    written = folder / MOMENTS
    write_objects(written, map(moment_document, moments.values()))
    return WrittenFiles(len(moments), "moments", (written,), _remarks(tuple(moments.values())))


def _remarks(moments: tuple[DecisionMoment, ...]) -> tuple[str, ...]:
    unusable = sum(not (is_usable(moment.safe) and is_usable(moment.unsafe)) for moment in moments)
    return remarks_of(
        (
            (sum(moment.image is None for moment in moments), "without a picture"),
            (unusable, "with an action that nothing can be matched with: no point, no text, or of unknown kind"),
        )
    )


def _moment(node: Node, picture: Path | None) -> DecisionMoment:
    fields = node.fields(
        "case_id", "instruction", "violation_type", "layer", "action_history", "correct_action", "gt_action"
    )
    return DecisionMoment(
        fields["case_id"].text(),
        fields["instruction"].text(),
        _one_of(fields["violation_type"], VIOLATIONS),
        _one_of(fields["layer"], LAYERS),
        fields["action_history"].value,
        None if picture is None else f"images/{picture.name}",
        _action(fields["correct_action"], picture),
        _action(fields["gt_action"], picture),
    )


def _one_of(node: Node, known: tuple[str, ...]) -> str:
    if node.text() not in known:
        node.fail(f"`{node.text()[:60]}` is not known; it is one of {', '.join(known)}")
    return node.text()


def _action(node: Node, picture: Path | None) -> MomentAction:
    fields = node.fields("action")
    inside = fields["arguments"].fields() if "arguments" in fields and fields["arguments"].value else {}
    told = [coordinate for coordinate in (fields.get("coordinate"), inside.get("coordinate")) if coordinate is not None]
    point = next((_fractions(coordinate, picture) for coordinate in told if coordinate.value is not None), None)
    texts = [place[name] for place in (fields, inside) for name in _TEXTS if name in place]
    text = next((text.text() for text in texts if text.value), None)
    return MomentAction(kind_of(fields["action"].text()), point, text)


def _fractions(node: Node, picture: Path | None) -> Fractions:
    """Coordinates of at most 1 are fractions already; others are pixels of the picture."""
    x, y = read_point(node)
    if min(x, y) < 0:
        node.fail("a point to the left of the picture or above it; neither number is below 0")
    if max(x, y) <= 1:
        return x, y
    if picture is None:
        node.fail("these are pixels, and the picture whose size they need is not there; put it into `screenshots`")
    width, height = _size(picture)
    if x > width or y > height:
        node.fail(f"beyond the picture {picture.name}, which has {width} x {height} pixels")
    return x / width, y / height


def _picture(folder: Path, node: Node) -> Path | None:
    """The path stems from the original's package, so only its last part counts, and that names no other folder."""
    path = node.fields("img_path")["img_path"]
    name = PurePosixPath(path.text()).name
    if not name or "\\" in name or "\0" in name:
        path.fail("this is not the path of a picture, like `screenshots/a.png`")
    names = (name, *(f"{_file_name(node)}{ending}" for ending in (".jpg", ".png", ".jpeg")))
    places = [place / name for name in names for place in (folder / "screenshots", folder)]
    return next((place for place in places if place.is_file()), None)


def _file_name(node: Node) -> str:
    """The id, by which the authors' own program looks for a picture."""
    identifier = node.fields("case_id")["case_id"]
    if not identifier.text() or set(identifier.text()) & set("/\\\0") or identifier.text().startswith("."):
        identifier.fail("this cannot be the name of a picture; an id is like `v5_009`")
    return identifier.text()


def _size(picture: Path) -> tuple[int, int]:
    try:
        from PIL import Image, UnidentifiedImageError
    except ImportError as error:
        raise MissingExtra(f"sizes of pictures are read with Pillow: {install_line('handrail[phone]')}") from error
    try:
        with Image.open(picture) as image:
            return image.size
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError) as error:
        raise UnreadableInput(f"{picture}: this is no picture that can be read: {error}") from error
