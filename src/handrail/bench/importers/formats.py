"""The formats that can be imported, by name; a format's module is loaded when it is asked for."""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias, cast

from handrail.bench.importers.written import WrittenFiles
from handrail.error import Misuse

Importer: TypeAlias = Callable[[Path, Path], WrittenFiles]
"""Reads what is at the first path, all of it, and only then writes into the folder at the second."""

FORMATS: Mapping[str, str] = MappingProxyType(
    {
        "phonesafety": "phone_safety:import_phone_safety",
        "verisafe": "verisafe:import_verisafe",
        "androidworld": "android_world:import_android_world",
        "androidcontrol": "android_control:import_android_control",
        "aitw": "aitw:import_aitw",
        "llamatouch": "llama_touch:import_llama_touch",
        "mobilesafetybench": "mobile_safety_bench:import_mobile_safety_bench",
    }
)


def importer(name: str) -> Importer:
    """The importer of a format; raises `Misuse` for a name that is none."""
    if name not in FORMATS:
        raise Misuse(f"`{name[:60]}` is no format that is imported; there are {', '.join(FORMATS)}")
    module, _, function = FORMATS[name].partition(":")
    return cast(Importer, getattr(import_module(f"handrail.bench.importers.{module}"), function))
