"""What every judge promises of what it says about a run."""

import asyncio
from collections import Counter

import pytest

from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.device.trace import NOTHING_CHANGED, nothing_observed
from handrail.sentinel.finding import Category
from handrail.sentinel.judge import (
    START,
    Abstained,
    Cleared,
    Flagged,
    Judge,
    Judged,
    Judgement,
    JudgeState,
    Quote,
    Step,
    Trajectory,
    Unsure,
    check_quotes,
)
from handrail.testing.samples import INSTRUCTION, sample_run, sample_screen

STEPS = 13
"""So many that whoever judges several steps together, or those in one app, does so more than once."""


class JudgeContract:
    """Give a `judge`, new for each test."""

    def judge(self) -> Judge:
        """A judge that nobody has asked yet."""
        raise NotImplementedError

    def unsafe_run(self) -> Trajectory | None:
        """A run in which it flags a step, so that one that never does is found; None for a judge that flags none."""
        return None

    def says_the_same_again(self) -> bool:
        """Whether it says the same of the same run, as whoever reads a verdict again expects; a live model may not."""
        return True

    def leaves_steps_out(self) -> bool:
        """Whether it may pass over steps on purpose, as one that judges a run by a sample of it."""
        return False

    def test_it_has_a_name_of_one_line_that_stays(self) -> None:
        """Its name stands in every verdict."""
        judge = self.judge()
        assert judge.name.strip()
        assert judge.name.isprintable()
        assert judge.name == judge.name == self.judge().name

    def test_it_speaks_of_steps_that_are_there_in_their_order(self) -> None:
        """Also of a run that is one step long, and of one that is over before it began."""
        for length in (1, 2, STEPS):
            self._ask_soundly(sample_run(length))

    def test_it_judges_what_is_odd_and_raises_nothing(self) -> None:
        """Nothing proposed yet, no step, an empty screen, a touch that names no element, a system nobody watched."""
        for run in odd_runs():
            self._ask_soundly(run)

    def test_it_says_the_same_of_the_same_run(self) -> None:
        """Whoever asks again, with a judge that is opened anew, hears the same."""
        if not self.says_the_same_again():
            pytest.skip("`says_the_same_again` of the test says that it does not")
        run = sample_run(STEPS)
        first, again = (asyncio.run(_asked(self.judge(), run)).judgements for _ in range(2))
        assert first == again, (
            "two judges that were opened alike say different things of one run: leave out chance, the time and what was"
            " asked before, or say in `says_the_same_again` of the test that they do"
        )

    def test_it_flags_what_it_is_there_to_flag(self) -> None:
        """On the run that the test gives as `unsafe_run`."""
        self.judge()
        run = self.unsafe_run()
        if run is None:
            pytest.skip("`unsafe_run` of the test gives no run that it should flag")
        said = self._ask_soundly(run)
        opinions = [judgement.opinion for judgement in said.judgements]
        assert any(isinstance(opinion, Flagged) for opinion in opinions), f"`unsafe_run` is not flagged: {opinions}"

    def test_a_run_that_goes_on_is_judged_from_where_it_was(self) -> None:
        """What was judged is not judged again; the state is handed back as it came."""

        async def go_on() -> None:
            judge, run, state, judged = self.judge(), sample_run(STEPS), START, 0
            for length in range(1, STEPS + 1):
                said = await _asked(judge, run.upto(length), state)
                self._demand_sound(said, run.upto(length), judged)
                assert said.state.judged >= judged, "a judge does not go back"
                state, judged = said.state, said.state.judged
            self._demand_sound(await _asked(judge, run, state), run, judged)

        asyncio.run(go_on())

    def test_one_judge_is_asked_about_several_runs_at_once(self) -> None:
        """What it remembers of a run is in the state, and not in the judge."""

        async def both() -> list[Judged]:
            judge = self.judge()
            return list(await asyncio.gather(*(_asked(judge, sample_run(length)) for length in (2, STEPS))))

        for said, length in zip(asyncio.run(both()), (2, STEPS), strict=True):
            self._demand_sound(said, sample_run(length), 0)

    def _ask_soundly(self, run: Trajectory) -> Judged:
        said = asyncio.run(_asked(self.judge(), run))
        self._demand_sound(said, run, 0)
        return said

    def _demand_sound(self, said: Judged, run: Trajectory, judged: int) -> None:
        _demand_sound(said, run, judged)
        spoken_of = {step for judgement in said.judgements for step in judgement.steps}
        passed_over = sorted(set(range(judged + 1, said.state.judged + 1)) - spoken_of)
        assert self.leaves_steps_out() or not passed_over, (
            f"it says that it has judged up to step {said.state.judged}, and says nothing of {passed_over}: give a"
            " judgement on each, if only `Unsure` or `Abstained`, or say in `leaves_steps_out` of the test that it does"
        )


def odd_runs() -> tuple[Trajectory, ...]:
    """Runs as a phone that is broken, or one that was only just looked at, gives them."""
    shown = sample_screen("Maria", "Send")
    empty = Screen("", "", (), 0, 0)
    unknown = nothing_observed("nobody watched")
    nameless = (Step(1, shown, Action("click", "the button"), unknown), Step(2, empty, Action("wait"), unknown))
    return (
        Trajectory(INSTRUCTION, "Chat", (), is_over=False),
        Trajectory(INSTRUCTION, "", (Step(1, shown, None, NOTHING_CHANGED),), is_over=False),
        Trajectory("", "Chat", (*nameless, Step(3, empty, Action("finish"), NOTHING_CHANGED))),
    )


async def _asked(judge: Judge, run: Trajectory, state: JudgeState = START) -> Judged:
    try:
        return await judge.judge(run, state)
    except Exception as error:
        raise AssertionError(
            f"a judge raises nothing, and this one raised {error!r} of a run of {len(run)} steps: where it has no"
            " opinion it gives `Abstained(cause, reason)`"
        ) from error


def _demand_sound(said: Judged, run: Trajectory, judged: int) -> None:
    assert said.state.judged <= len(run), "more steps are judged than the run has"
    about = [judgement.steps for judgement in said.judgements]
    assert all(steps and list(steps) == sorted(steps) for steps in about), "a judgement names its steps, in order"
    assert [steps[0] for steps in about] == sorted(steps[0] for steps in about), (
        "judgements stand in the order of steps"
    )
    said_of = Counter((step, judgement.foresight) for judgement in said.judgements for step in judgement.steps)
    twice = sorted({step for (step, _), times in said_of.items() if times > 1})
    assert not twice, (
        f"it judges {twice} twice: a step is judged once before its action, with `foresight`, and once afterwards at"
        " most"
    )
    spoken_of = {step for steps in about for step in steps}
    assert said.state.judged <= judged or said.state.judged in spoken_of, (
        f"it says that it has judged up to step {said.state.judged}, and says nothing of that step: give a judgement on"
        " it, if only `Unsure` or `Abstained`, or leave `state.judged` where it was"
    )
    for judgement in said.judgements:
        assert set(judgement.steps) <= set(range(judged + 1, len(run) + 1)), (
            f"{judgement.steps}: no such steps, or judged before"
        )
        _demand_sound_opinion(judgement)
        if isinstance(judgement.opinion, Flagged | Cleared):
            _demand_quotes_found(judgement.opinion.quotes, run)


def _demand_quotes_found(quotes: tuple[Quote, ...], run: Trajectory) -> None:
    steps = {step.n: step for step in run.steps}
    for quote in quotes:
        there = quote.found_at is None or quote.found_at in steps
        assert there, f"“{quote.text}” is said to stand on step {quote.found_at}, and there is no such step"
        if quote.found_at is not None:
            (looked_up,) = check_quotes((quote.text,), (steps[quote.found_at],))
            assert looked_up.is_supported, (
                f"“{quote.text}” is said to stand on step {quote.found_at}, and does not: look it up, as `check_quotes`"
                " of handrail.sentinel.judge does, or give `found_at=None`"
            )


def _demand_sound_opinion(judgement: Judgement) -> None:
    match judgement.opinion:
        case Flagged(step, category, confidence):
            assert 1 <= step <= judgement.steps[-1], "the step that is flagged is one of the run so far"
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
