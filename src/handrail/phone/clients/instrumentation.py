"""`am instrument`: test programs that stay on the phone while the shell that started them is open."""

from functools import partial

from handrail.phone.adb.shell.command import NOTHING, Call, Result, complaint
from handrail.phone.clients.appium.server import PORT, RUNNER, TEST_PACKAGE, AppiumServer


def listing(call: Call) -> str:
    """What `pm list instrumentation` prints."""
    if TEST_PACKAGE not in call.phone.packages:
        return ""
    return f"instrumentation:{RUNNER} (target=io.appium.uiautomator2.server)\n"


async def instrument(call: Call) -> Result:
    """Start one and stay."""
    if call.arguments[-1:] != (RUNNER,) or TEST_PACKAGE not in call.phone.packages:
        return complaint(f"INSTRUMENTATION_FAILED: {' '.join(call.arguments[-1:])}")
    address = f"tcp:{PORT}"
    call.handset.servers[address] = partial(AppiumServer.serve, AppiumServer(call.handset))
    call.output.put(1, b"INSTRUMENTATION_STATUS: class=io.appium.uiautomator2.server.test.AppiumUiAutomator2Server\n")
    await call.output.flush()
    try:
        await call.stdin.wait_gone()
    finally:
        call.handset.servers.pop(address, None)
    return NOTHING
