"""What Handrail promises of a device, a model, a judge, as tests: run them against your own.

    from handrail.testing import DeviceContract

    class TestLamp(DeviceContract):
        def device(self):
            return Lamp()

Each contract is a class that pytest collects where you subclass it and give what is to be tested; whatever stands in
its other methods can be said differently where your own is different for a reason. Handrail's own are held to the same
classes. Needs pytest.
"""

from handrail.error import MissingExtra, install_line

try:
    import pytest
except ModuleNotFoundError as missing:
    raise MissingExtra(f"handrail.testing is for tests, which need pytest: {install_line('pytest')}") from missing

for _room in ("agent", "approver", "detector", "device", "judge", "model"):
    pytest.register_assert_rewrite(f"{__name__}.{_room}")

from handrail.testing.agent import AgentContract  # noqa: E402 - after the asserts in it are made to speak
from handrail.testing.approver import ApproverContract  # noqa: E402
from handrail.testing.detector import DetectorContract  # noqa: E402
from handrail.testing.device import DeviceContract  # noqa: E402
from handrail.testing.judge import JudgeContract  # noqa: E402
from handrail.testing.model import ModelContract  # noqa: E402

__all__ = [
    "AgentContract",
    "ApproverContract",
    "DetectorContract",
    "DeviceContract",
    "JudgeContract",
    "ModelContract",
]
