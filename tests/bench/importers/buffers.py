"""Protocol buffers by Google's own library, declared here by hand: a twin for the reader and the writer of ours."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

_REPEATED, _ONE = 3, 1
EXAMPLE: Mapping[str, Mapping[str, tuple[int, str]]] = {
    "BytesList": {"value": (1, "*bytes")},
    "FloatList": {"value": (1, "*float")},
    "Int64List": {"value": (1, "*int64")},
    "Feature": {"bytes_list": (1, "BytesList"), "float_list": (2, "FloatList"), "int64_list": (3, "Int64List")},
    "Entry": {"key": (1, "string"), "value": (2, "Feature")},
    "Features": {"feature": (1, "*Entry")},
    "Example": {"features": (1, "Features")},
}
FOREST: Mapping[str, Mapping[str, tuple[int, str]]] = {
    "ProtoRect": {"left": (1, "int32"), "top": (2, "int32"), "right": (3, "int32"), "bottom": (4, "int32")},
    "Node": {
        "unique_id": (1, "int32"), "bounds_in_screen": (2, "ProtoRect"), "class_name": (3, "string"),
        "content_description": (4, "string"), "hint_text": (5, "string"), "package_name": (6, "string"),
        "text": (7, "string"), "view_id_resource_name": (10, "string"), "is_checkable": (12, "bool"),
        "is_checked": (13, "bool"), "is_clickable": (14, "bool"), "is_editable": (15, "bool"),
        "is_enabled": (16, "bool"), "is_focusable": (17, "bool"), "is_focused": (18, "bool"),
        "is_long_clickable": (19, "bool"), "is_password": (20, "bool"), "is_scrollable": (21, "bool"),
        "is_selected": (22, "bool"), "is_visible_to_user": (23, "bool"), "child_ids": (25, "*int32"),
        "depth": (27, "int32"), "drawing_order": (30, "int32"),
    },
    "Tree": {"nodes": (1, "*Node")},
    "Window": {
        "bounds_in_screen": (1, "ProtoRect"), "layer": (4, "int32"), "window_type": (6, "int32"),
        "is_active": (8, "bool"), "tree": (11, "Tree"),
    },
    "Forest": {"windows": (1, "*Window")},
}  # fmt: skip


def message(declared: Mapping[str, Mapping[str, tuple[int, str]]], name: str) -> Any:
    """The class of a message."""
    return _classes(tuple(declared))[name]


@cache
def _classes(names: tuple[str, ...]) -> dict[str, Any]:
    declared = next(schema for schema in (EXAMPLE, FOREST) if tuple(schema) == names)
    descriptors, pools, factory = (
        import_module(f"google.protobuf.{name}")
        for name in ("descriptor_pb2", "descriptor_pool", "message_factory")
    )  # fmt: skip
    file = descriptors.FileDescriptorProto(name=f"{names[-1]}.proto", package="twin", syntax="proto3")
    for name, fields in declared.items():
        made = file.message_type.add(name=name)
        for field, (number, kind) in fields.items():
            plain = kind.removeprefix("*")
            described = made.field.add(name=field, number=number, label=_REPEATED if kind != plain else _ONE)
            if plain in declared:
                described.type, described.type_name = 11, f".twin.{plain}"
            else:
                described.type = getattr(descriptors.FieldDescriptorProto, f"TYPE_{plain.upper()}")
    pool = pools.DescriptorPool()
    pool.Add(file)
    return {name: factory.GetMessageClass(pool.FindMessageTypeByName(f"twin.{name}")) for name in declared}
