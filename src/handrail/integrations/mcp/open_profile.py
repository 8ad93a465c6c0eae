"""Profiles by name: what the tools of a server mean."""

from handrail.error import Misuse
from handrail.integrations.mcp.mobile_mcp import MobileMcp
from handrail.integrations.mcp.tool_call import Profile

MOBILE_MCP = "mobile-mcp"


def open_profile(name: str) -> Profile:
    """The profile of that name. Raises `Misuse`."""
    if name == MOBILE_MCP:
        return MobileMcp()
    raise Misuse(f"no profile is called `{name}`; there is `{MOBILE_MCP}`")
