import asyncio
from pathlib import Path

import pytest

from device.test_recording import listed, write
from handrail.device.action import Action
from handrail.device.device import Executed, Refused
from handrail.device.recording import Recording, read_recording
from handrail.device.replay import ReplayDevice, open_replay
from handrail.device.trace import NotObserved, Unchanged
from handrail.error import Misuse, UnreadableInput


def two_steps(folder: Path) -> ReplayDevice:
    return open_replay(str(write(folder, listed("click", element=3), listed("terminate", status="complete"))))


def test_another_action_than_the_recorded_one_is_refused(tmp_path: Path) -> None:
    async def run() -> None:
        replay = two_steps(tmp_path)
        screen = await replay.observe()
        switch = next(identity for identity in screen.identities() if identity.description == "Wi-Fi")
        refusal = await replay.execute(Action("click", element=switch))
        assert refusal == Refused("step 1 of the recording is click `OK`, not click `Wi-Fi`")
        assert await replay.execute(Action("scroll", direction="down")) == Refused(
            "step 1 of the recording is click `OK`, not scroll `down`"
        )
        assert replay.position == 0

    asyncio.run(run())


def test_a_replay_without_a_recording_is_misuse(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="`replay:FOLDER`"):
        open_replay("")
    with pytest.raises(UnreadableInput, match="a recording is a folder with one"):
        open_replay(str(tmp_path))


def test_how_the_agent_calls_the_element_does_not_matter(tmp_path: Path) -> None:
    async def run() -> None:
        replay = two_steps(tmp_path)
        button = next(identity for identity in (await replay.observe()).identities() if identity.text == "OK")
        assert await replay.execute(Action("click", target="the OK button", element=button)) == Executed()
        assert await replay.execute(Action("finish", text="Done, all set.")) == Executed()
        assert replay.finished
        assert await replay.execute(Action("wait")) == Refused("the recording ends here")
        assert (await replay.observe()).elements()

    asyncio.run(run())


def test_each_trace_is_given_once(tmp_path: Path) -> None:
    async def run() -> None:
        replay = two_steps(tmp_path)
        assert isinstance((await replay.trace()).files, NotObserved)
        assert (await replay.trace()).files == NotObserved(
            "the recording holds one trace for each step, and it was given already"
        )
        await replay.execute(replay.recording.steps[0].action)
        assert (await replay.trace()).files == Unchanged()
        await replay.execute(replay.recording.steps[1].action)
        assert (await replay.trace()).files == NotObserved("the recording ends here")

    asyncio.run(run())


def test_a_run_without_pictures_says_so(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="step 001_step_1000 was recorded without a picture"):
        asyncio.run(two_steps(tmp_path).screenshot())


def test_a_recording_without_steps_cannot_be_played(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="nothing to play back"):
        ReplayDevice(Recording(tmp_path, "", "", ()))


def test_every_recorded_run_plays_to_its_end(shared_data: Path) -> None:
    async def play(folder: Path) -> None:
        recording = read_recording(folder)
        replay = ReplayDevice(recording)
        for step in recording.steps:
            assert await replay.observe() is step.screen
            assert await replay.trace() == step.trace
            assert await replay.execute(step.action) == Executed(), step.stem
        assert replay.finished

    folders = sorted(path.parent for path in (shared_data / "risk").glob("*/*/trajectory.json"))
    if not folders:
        pytest.skip("the recorded runs (risk/*/*) are not here")
    for folder in folders:
        asyncio.run(play(folder))
