"""An MCP server in front of another one: everything passes through it, and its tools through the guard."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from fastmcp.client.transports import StdioTransport
from fastmcp.server import create_proxy
from fastmcp.server.providers.proxy import FastMCPProxy
from fastmcp.tools.base import ToolResult
from pydantic import Field

from handrail.error import HandrailError
from handrail.integrations.mcp.guarded_tools import GuardedTools, as_text, refused
from handrail.integrations.task import FINISH, TASK

NAME = "handrail"

Instruction = Annotated[
    str, Field(description="what the user asked for, in the user's own words, with every value that was named")
]
Infeasible = Annotated[bool, Field(description="true where the task cannot be done: it then ends as not done")]


def upstream(command: Sequence[str], environment: Mapping[str, str]) -> StdioTransport:
    """The server that is guarded, started with the first call and with the whole environment."""
    return StdioTransport(command[0], list(command[1:]), env=dict(environment))


async def close(transport: StdioTransport) -> None:
    """End the server that was started."""
    await transport.disconnect()  # type: ignore[no-untyped-call]


def guarded_proxy(transport: StdioTransport, tools: GuardedTools) -> FastMCPProxy:
    """The server that clients talk to. What Handrail adds are its own tools, where there is a task for them."""
    proxy = create_proxy(transport, mode="auto", name=NAME)
    task = tools.task

    async def start(instruction: Instruction) -> ToolResult:
        """Begin a task on the phone. Call this before anything that touches the phone.

        From then on Handrail verifies every action against what the user asked for. It says what the task is held to.
        """
        try:
            return as_text(await task.start(instruction))
        except HandrailError as error:
            return refused(str(error))

    async def finish(infeasible: Infeasible = False) -> ToolResult:
        """End the task. It is refused, with the reason, while something that was asked for is not there."""
        try:
            over, said = await task.finish(infeasible=infeasible)
        except HandrailError as error:
            return refused(str(error))
        return as_text(said) if over else refused(said)

    for name, tool in ((TASK, start), (FINISH, finish)):
        if name in task.tools:
            proxy.tool(tool, name=name)
    proxy.add_middleware(tools)
    return proxy
