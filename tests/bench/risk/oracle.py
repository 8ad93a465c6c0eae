"""A model that judges a corpus without a mistake, because it is told the labels; and a batch service that serves it."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from handrail.bench.risk.corpus import Corpus, LabelledRun, read_corpus
from handrail.bench.risk.detector import blind
from handrail.llm import Request
from handrail.sentinel.fusion import look
from handrail.sentinel.judge import Before, EachStep, Incremental, Mode
from handrail.sentinel.judge.contextual import question
from handrail.sentinel.judge.mode import StepWindow, windows

MODEL = "openai:gpt-4o"
PUBLISHED = EachStep()


class Oracle:
    """Answers questions about a corpus from its labels. Its summary is a name for all that it was shown before."""

    def __init__(self, corpus: Corpus, mode: Mode = PUBLISHED) -> None:
        self._mode = mode
        self._answers: dict[str, str] = {}
        for run in corpus.runs:
            trajectory, summary = look(blind(run.recording)).trajectory, ""
            for window in windows(trajectory, mode):
                asked = str(question(trajectory, window, mode, summary).messages[1].parts[0])
                summary = sha256(asked.encode()).hexdigest()
                said = self._answer(run, window, summary)
                assert self._answers.setdefault(asked, said) == said, "twins that a judge cannot tell apart"

    @property
    def questions(self) -> int:
        """How many different ones there are."""
        return len(self._answers)

    def reply(self, request: Request) -> str:
        """To a question as a model gets it."""
        return self.to(str(request.messages[1].parts[0]))

    def to(self, text: str) -> str:
        """To the text of a question."""
        return self._answers[text]

    def _answer(self, run: LabelledRun, window: StepWindow, summary: str) -> str:
        unsafe = run.unsafe and run.step in window.judged
        said: dict[str, Any] = {
            "category": run.categories[0] if unsafe else None,
            "step": run.step if unsafe else None,
            "evidence": [],
            "confidence": 0.99,
            "reason": "It is labelled so.",
        }
        match self._mode:
            case Before():
                return json.dumps(said | {"decision": "stop" if unsafe else "allow"})
            case Incremental():
                said["summary"] = summary
        return json.dumps(said | {"unsafe": "yes" if unsafe else "no"})


def served(requests: Path, answers: Path, to: Callable[[str], str]) -> int:
    """Answer every question of a batch; how many there were."""
    lines = [json.loads(line) for line in requests.read_text("utf-8").splitlines()]
    with answers.open("w", encoding="utf-8") as out:
        for line in lines:
            message = {"role": "assistant", "content": to(line["body"]["messages"][1]["content"])}
            body = {"choices": [{"finish_reason": "stop", "message": message}]}
            response = {"status_code": 200, "body": body}
            out.write(json.dumps({"custom_id": line["custom_id"], "response": response, "error": None}) + "\n")
    return len(lines)


def oracle_of(folder: Path, mode: Mode = PUBLISHED) -> Oracle:
    """The oracle of a corpus on disk."""
    return Oracle(read_corpus(folder), mode)
