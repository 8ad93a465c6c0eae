"""The formats that can be exported, by name; a format's module is loaded when it is asked for."""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias, cast

from handrail.bench.importers.written import WrittenFiles
from handrail.error import Misuse

Exporter: TypeAlias = Callable[[Path, Path], WrittenFiles]
"""Reads what is at the first path, all of it, and only then writes into the folder at the second."""

FORMATS: Mapping[str, str] = MappingProxyType(
    {
        "verisafe": "verisafe:export_verisafe",
        "androidcontrol": "android_control:export_android_control",
        "aitw": "aitw:export_aitw",
        "llamatouch": "llama_touch:export_llama_touch",
        "mobilesafetybench": "mobile_safety_bench:export_mobile_safety_bench",
    }
)


def exporter(name: str) -> Exporter:
    """The exporter of a format; raises `Misuse` for a name that is none."""
    if name not in FORMATS:
        raise Misuse(f"`{name[:60]}` is no format that is exported; there are {', '.join(FORMATS)}")
    module, _, function = FORMATS[name].partition(":")
    return cast(Exporter, getattr(import_module(f"handrail.bench.exporters.{module}"), function))
