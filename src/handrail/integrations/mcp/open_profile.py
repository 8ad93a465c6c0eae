"""Profiles by name, and mapping files: what the tools of a server mean."""

from importlib.resources import files
from pathlib import Path

from handrail.error import Misuse
from handrail.integrations.mcp.mobile_mcp import MobileMcp
from handrail.integrations.tools.mapping_file import read_mapping
from handrail.integrations.tools.tool_call import Profile
from handrail.strict_json import read_text

MOBILE_MCP = "mobile-mcp"
_SUFFIX = ".yaml"


def open_profile(name: str) -> Profile:
    """The profile of that name, or of that mapping file. Raises `Misuse` and `UnreadableInput`."""
    if name == MOBILE_MCP:
        return MobileMcp()
    if name.endswith(_SUFFIX):
        return read_mapping(read_text(Path(name)), name)
    brought = {path.name.removesuffix(_SUFFIX): path for path in files(__package__).joinpath("servers").iterdir()}
    if name in brought:
        return read_mapping(brought[name].read_text("utf-8"), name)
    known = ", ".join((MOBILE_MCP, *sorted(brought)))
    raise Misuse(f"no profile is called `{name}`; there are {known}, and mapping files (NAME{_SUFFIX})")
