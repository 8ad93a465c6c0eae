"""Several samples of one instruction: what the vote of the encoder makes of them, and the curve over its size."""

import asyncio

import pytest

from bench.verification.recorded import NAMES, asked, drafted, drafted_answer, evaluated, questions
from encoder.drafts import answer
from handrail.bench.verification.encoders import Online
from handrail.bench.verification.question import Question
from handrail.encoder import Settings, encode
from handrail.llm import Declined, Reply, Request, Scripted


@pytest.fixture(scope="module")
def greet(tmp_path_factory: pytest.TempPathFactory) -> tuple[Question, ...]:
    return tuple(question for question in questions(tmp_path_factory.mktemp("tasks")) if question.task.id == "greet")


def voted(greet: tuple[Question, ...], *votes: str) -> Online:
    """A model whose n-th vote is right, or lenient (accepts any text), or declines."""

    def reply(request: Request) -> Reply | str:
        assert request.seed is not None
        match votes[request.seed]:
            case "right":
                return drafted_answer(asked(request))
            case "renamed":
                return drafted_answer(asked(request)).replace(NAMES["Send"], "Deliver")
            case "lenient":
                rules = [rule.replace(', text = "see you"', "") for rule in drafted(asked(request))]
                return answer(rules, left_out=[("see you", "no rule needs it")])
            case _:
                return Declined("no")

    return Online(Scripted(reply), Settings(votes=len(votes), attempts=1))


def test_the_curve_is_drawn_from_the_first_of_the_same_samples(greet: tuple[Question, ...]) -> None:
    found = evaluated(greet, voted(greet, "no", "right", "renamed", "right", "lenient"))
    assert [(at_votes.votes, at_votes.accuracy, at_votes.abstained) for at_votes in found.majority] == [
        (1, 0, 2),
        (3, 1, 0),
        (5, 1, 0),
    ]
    assert found.evaluation.whole.main.confusion.accuracy == 1
    assert (found.spent.attempts, found.spent.cost.calls) == (10, 10 - 2 + 2)


def test_without_a_majority_nothing_is_judged(greet: tuple[Question, ...]) -> None:
    found = evaluated(greet, voted(greet, "right", "lenient"))
    assert found.evaluation.whole.ended == {"ask": 2}
    assert found.evaluation.whole.main.confusion.accuracy == 0
    assert "Would this be right?" in found.evaluation.judged[0].answer.reason


def test_a_single_sample_is_drafted_coldly_and_several_warmly(greet: tuple[Question, ...]) -> None:
    for votes, temperatures in ((("right",), {0.0}), (("right", "right"), {0.7})):
        encoder = voted(greet, *votes)
        evaluated(greet, encoder)
        assert isinstance(encoder.model, Scripted)
        assert {request.temperature for request in encoder.model.asked} == temperatures
        assert {request.seed for request in encoder.model.asked} == set(range(len(votes)))


def test_the_questions_of_the_samples_are_those_of_a_vote_of_the_encoder(greet: tuple[Question, ...]) -> None:
    encoder = voted(greet, "right", "lenient", "right")
    evaluated(greet[:1], encoder)
    voter = Scripted(lambda request: drafted_answer(asked(request)))
    settings = Settings(votes=3, attempts=1)
    asyncio.run(encode(greet[0].instruction, greet[0].task.app, now=greet[0].now, model=voter, settings=settings))
    assert isinstance(encoder.model, Scripted)
    assert [request.digest("m") for request in encoder.model.asked] == [request.digest("m") for request in voter.asked]
