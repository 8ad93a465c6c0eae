"""Guards the tools of the Claude Agent SDK: hooks before and after each of them.

    options = ClaudeAgentOptions(hooks=guarded_hooks(guard, "tools.yaml"), mcp_servers={"handrail": finish_server()})

The SDK's process runs the tool itself, after the hook: the guard waits within the step until the hook after it says
what came of it. Tried with claude-agent-sdk 0.2.187; needs `pip install 'handrail[claude-agent-sdk]'`.
"""

from collections.abc import Iterable
from typing import Any

from claude_agent_sdk import HookContext, HookMatcher, McpSdkServerConfig, create_sdk_mcp_server, tool
from claude_agent_sdk.types import HookEvent, HookInput, SyncHookJSONOutput

from handrail.guard import Guard
from handrail.integrations.tools.finish import FINISH, handrail_finish
from handrail.integrations.tools.guarded_calls import GuardedCalls, NotMade
from handrail.integrations.tools.held_calls import HeldCalls, MayRun
from handrail.integrations.tools.mapping import ToolMapping, open_mapping
from handrail.integrations.tools.tool_call import ToolCall

FINISH_TOOL = f"mcp__handrail__{FINISH}"
"""The name under which the tool of `finish_server` is called, where the server is called `handrail`."""

_INFEASIBLE = {"type": "object", "properties": {"infeasible": {"type": "boolean"}}}
LONGEST_HOOK_SECONDS = 3600.0
"""A person may be asked within a hook; the process would go on without an answer after a minute."""


def guarded_hooks(
    guard: Guard, mapping: ToolMapping, *, allowed: Iterable[str] = (), phone: str = ""
) -> dict[HookEvent, list[HookMatcher]]:
    """The hooks of a guard that was opened with `async with`.

    `mapping` says what the tools do to the phone, by their names as in `mcp__phone__tap`; `allowed` pass unverified.
    All other tools are refused, those of the SDK itself among them.
    """
    profile, passing = open_mapping(mapping, phone), frozenset(allowed)
    held = HeldCalls(GuardedCalls(profile, lambda: guard, phone, passing))

    async def before(given: HookInput, identifier: str | None, _: HookContext) -> SyncHookJSONOutput:
        asked: Any = given
        name = FINISH if asked["tool_name"] == FINISH_TOOL else asked["tool_name"]
        outcome = await held.before(identifier or asked["tool_use_id"], ToolCall(name, asked["tool_input"]))
        match outcome:
            case NotMade(reason):
                said: Any = {"permissionDecision": "deny", "permissionDecisionReason": reason}
            case MayRun(call):
                said = {"permissionDecision": "allow", "updatedInput": dict(call.arguments)}
        return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **said}}

    async def after(given: HookInput, identifier: str | None, _: HookContext) -> SyncHookJSONOutput:
        asked: Any = given
        said = await held.after(
            identifier or asked["tool_use_id"], failed=asked.get("error", ""), made=asked["tool_input"]
        )
        if not said:
            return {}
        event = asked["hook_event_name"]
        told: Any = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": said}}
        return told

    def matcher(hook: Any) -> list[HookMatcher]:
        return [HookMatcher(hooks=[hook], timeout=LONGEST_HOOK_SECONDS, on_failure="block")]

    return {"PreToolUse": matcher(before), "PostToolUse": matcher(after), "PostToolUseFailure": matcher(after)}


def finish_server() -> McpSdkServerConfig:
    """A server with the tool that ends the task; give it the name `handrail`, and allow `FINISH_TOOL`."""

    @tool(FINISH, str(handrail_finish.__doc__), _INFEASIBLE)
    async def finish(given: dict[str, Any]) -> dict[str, Any]:
        return {"content": [{"type": "text", "text": handrail_finish(bool(given.get("infeasible")))}]}

    return create_sdk_mcp_server("handrail", tools=[finish])
