"""The simulated phone behind real ADB: an ADB server in this process, adbd over TCP, and uiautomator2's server.

handset = Handset(phone, render)
async with AdbServer([handset]) as server:
    ...  # ANDROID_ADB_SERVER_PORT=server.port adb shell getprop
"""

from handrail.phone.adb.adbd import Adbd
from handrail.phone.adb.console import Console
from handrail.phone.adb.handset import CommandRecord, Handset, Identity, Render
from handrail.phone.adb.pace import RealTime
from handrail.phone.adb.server import AdbServer
from handrail.phone.adb.shell_service import run_line

__all__ = ["AdbServer", "Adbd", "CommandRecord", "Console", "Handset", "Identity", "RealTime", "Render", "run_line"]
