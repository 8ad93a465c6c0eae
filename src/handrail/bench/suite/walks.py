"""Walks of the agent that does not err, recorded: what a model of an app can be tried on or drafted from."""

from pathlib import Path
from random import Random

from handrail.agent.passthrough import Passthrough
from handrail.agent.run import run
from handrail.agent.scripted import ScriptedAgent
from handrail.bench.suite.episode import prepare
from handrail.bench.suite.task import Task
from handrail.device.recorder import record
from handrail.device.recording import Recording, read_recording


async def record_walk(task: Task, seed: int, folder: Path) -> Recording:
    """Carry out a task on a phone of its own with nothing in front of it, and keep every step in `folder`."""
    setting = prepare(task, seed)

    def now_ms() -> int:
        return int(setting.phone.now.timestamp() * 1000)

    device = await record(
        setting.device,
        folder,
        query=setting.scene.instruction,
        application=task.apps[0],
        now_ms=now_ms,
        pictures=False,
    )
    agent = ScriptedAgent(setting.scene.scripted_task, rng=Random(f"{task.id} {seed}"))  # noqa: S311 - to be the same again
    async with Passthrough(device) as environment:
        await run(agent, environment)
    await device.close()
    return read_recording(folder)
