"""Each step of a run is a span with the names of OpenInference, below the span of its run."""

from collections.abc import Sequence
from pathlib import Path
from threading import Event

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExporter, SpanExportResult

from handrail.guard.journal import read_journal
from handrail.guard.journal.entry import Decided
from handrail.server.access import Access
from handrail.server.fleet import Fleet
from handrail.server.operations.spans import nanoseconds
from handrail.server.operations.tracing import trace
from handrail.server.operations.tracing_wanted import is_configured
from handrail.server.room import Room
from server.guarded_run import INSTRUCTION, reserving
from server.served import KEY, serving


class Kept(SpanExporter):
    """Keeps what it is given; `whole` is set with the span of a whole run."""

    def __init__(self) -> None:
        self.spans: list[ReadableSpan] = []
        self.whole = Event()

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        self.spans += spans
        if any(span.name == "handrail.run" for span in spans):
            self.whole.set()
        return SpanExportResult.SUCCESS


def test_a_run_is_a_trace_with_a_span_for_each_step_and_what_was_before_is_not_told_again(tmp_path: Path) -> None:
    kept = Kept()
    with reserving(tmp_path / "before") as (_, steps):
        steps.cancel()
    room = Room(Fleet(tmp_path), Access.with_key(KEY, "Ann"), every_seconds=0.02)
    with serving(room, beside=[lambda: trace(room.fleet, room.news, SimpleSpanProcessor(kept))]) as server:
        assert server.ask("/healthz").status == 200  # it has seen what was before
        with reserving(tmp_path / "table") as (_, steps):
            question = next(entry for entry in server.until("/api/questions", bool) if entry["run"] == "table")
            given = {"seen": question["seen"], "answer": "approve"}
            assert server.ask(f"/api/runs/table/questions/{question['id']}", given).status == 200
            taken = steps.result()
        assert kept.whole.wait(60)
    entries = read_journal(tmp_path / "table").entries
    whole = next(span for span in kept.spans if span.name == "handrail.run")
    told = sorted((span for span in kept.spans if span is not whole), key=lambda span: span.start_time or 0)
    assert [span.name for span in told] == ["handrail.step"] * len(taken)
    assert whole.attributes is not None
    assert whole.attributes["openinference.span.kind"] == "AGENT"
    assert whole.attributes["input.value"] == INSTRUCTION
    assert whole.attributes["output.value"] == "finished"
    assert whole.parent is None
    for span in told:
        assert span.parent is not None
        assert whole.context is not None
        assert span.context is not None
        assert (span.context.trace_id, span.parent.span_id) == (whole.context.trace_id, whole.context.span_id)
        assert span.attributes is not None
        assert span.attributes["openinference.span.kind"] == "GUARDRAIL"
        assert span.attributes["session.id"] == whole.attributes["session.id"]
        assert span.start_time is not None
        assert span.end_time is not None
        assert span.start_time <= span.end_time
    approved = next(span for span in told if any(event.name == "answered" for event in span.events))
    assert approved.attributes is not None
    assert "approved by Ann" in str(approved.attributes["output.value"])
    assert [event.name for event in approved.events] == ["asked", "answered", "decided", "ran"]
    decided = [nanoseconds(entry.at) for entry in entries if isinstance(entry, Decided)]
    assert [event.timestamp for span in told for event in span.events if event.name == "decided"] == decided


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:4318/v1/traces"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_SDK_DISABLED": "true"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_TRACES_EXPORTER": "none"}, False),
    ],
)
def test_spans_are_told_where_the_standard_variables_say_so(environment: dict[str, str], wanted: bool) -> None:
    assert is_configured(environment) is wanted
