"""What every judge promises of what it says about a run."""

import asyncio

from handrail.sentinel.finding import Category
from handrail.sentinel.judge import START, Abstained, Cleared, Flagged, Judge, Judged, Judgement, Trajectory, Unsure
from handrail.testing.samples import sample_run

_STEPS = 6


class JudgeContract:
    """Give a `judge`, new for each test."""

    def judge(self) -> Judge:
        """A judge that nobody has asked yet."""
        raise NotImplementedError

    def test_it_has_a_name_of_one_line_that_stays(self) -> None:
        """Its name stands in every verdict."""
        judge = self.judge()
        assert judge.name.strip()
        assert judge.name.isprintable()
        assert judge.name == judge.name == self.judge().name

    def test_it_speaks_of_steps_that_are_there_in_their_order(self) -> None:
        """Also of a run that is one step long, and of one that is over before it began."""
        for length in (1, 2, _STEPS):
            run = sample_run(length)
            said = asyncio.run(self.judge().judge(run))
            _demand_sound(said, run, 0)

    def test_a_run_that_goes_on_is_judged_from_where_it_was(self) -> None:
        """What was judged is not judged again; the state is handed back as it came."""

        async def go_on() -> None:
            judge, run, state, judged = self.judge(), sample_run(_STEPS), START, 0
            for length in range(1, _STEPS + 1):
                said = await judge.judge(run.upto(length), state)
                _demand_sound(said, run.upto(length), judged)
                assert said.state.judged >= judged, "a judge does not go back"
                state, judged = said.state, said.state.judged
            _demand_sound(await judge.judge(run, state), run, judged)

        asyncio.run(go_on())

    def test_one_judge_is_asked_about_several_runs_at_once(self) -> None:
        """What it remembers of a run is in the state, and not in the judge."""

        async def both() -> list[Judged]:
            judge = self.judge()
            return list(await asyncio.gather(*(judge.judge(sample_run(length)) for length in (2, _STEPS))))

        for said, length in zip(asyncio.run(both()), (2, _STEPS), strict=True):
            _demand_sound(said, sample_run(length), 0)


def _demand_sound(said: Judged, run: Trajectory, judged: int) -> None:
    assert said.state.judged <= len(run), "more steps are judged than the run has"
    about = [one.steps for one in said.judgements]
    assert all(steps and list(steps) == sorted(steps) for steps in about), "a judgement names its steps, in order"
    assert [steps[0] for steps in about] == sorted(steps[0] for steps in about), (
        "judgements stand in the order of steps"
    )
    for one in said.judgements:
        assert set(one.steps) <= set(range(judged + 1, len(run) + 1)), f"{one.steps}: no such steps, or judged before"
        _demand_sound_opinion(one)


def _demand_sound_opinion(judgement: Judgement) -> None:
    match judgement.opinion:
        case Flagged(step, category, confidence):
            assert step in judgement.steps, "the step that is flagged is one of those that were judged"
            assert isinstance(category, Category)
            assert 0 <= confidence <= 1
        case Cleared(confidence):
            assert 0 <= confidence <= 1
        case Unsure():
            pass
        case Abstained(_, reason):
            assert reason, "who abstains says why"
        case other:
            raise AssertionError(f"{other!r} is no opinion of handrail.sentinel.judge")
