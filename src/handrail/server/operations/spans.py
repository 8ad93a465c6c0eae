"""Each step of each run as a span for OpenTelemetry, told from the journals, whatever process wrote them.

A run is a trace: a span of kind AGENT for the whole, one of kind GUARDRAIL below it for each proposed action, with the
names of OpenInference. The times are the journal's. What was on record before the server started is not told again.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import (
    NonRecordingSpan,
    SpanContext,
    Status,
    StatusCode,
    TraceFlags,
    Tracer,
    set_span_in_context,
)

from handrail.error import UnreadableInput
from handrail.guard.decision import Allow, reasons_of
from handrail.guard.journal import Scan
from handrail.guard.journal.entry import Answered, Asked, Closed, Considered, Decided, Entry, Opened, Ran, Saw
from handrail.guard.report.timeline import action_words

KIND, SESSION, INPUT, OUTPUT = "openinference.span.kind", "session.id", "input.value", "output.value"
METADATA, TOOL = "metadata", "tool.name"
_TEXT = {"input.mime_type": "text/plain", "output.mime_type": "text/plain"}

Attributes = Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class Event:
    """Something on the way, in nanoseconds since 1970."""

    name: str
    at: int


@dataclass(frozen=True, slots=True)
class StepSpan:
    """One step, or with number 0 the whole run; `refused` says that it was not let through."""

    session: str
    number: int
    began: int
    ended: int
    attributes: Attributes
    events: tuple[Event, ...] = ()
    refused: str = ""


@dataclass(slots=True)
class RunSpans:
    """The spans that the entries of one journal tell of, as they come."""

    _opened: Opened | None = None
    _considered: Considered | None = None
    _decided: Decided | None = None
    _ran: Ran | None = None
    _events: list[Event] = field(default_factory=list)
    _last: int = 0

    def add(self, entry: Entry) -> Iterator[StepSpan]:
        """The spans that are over with this entry."""
        if isinstance(entry, Considered | Closed):
            yield from self._over()
        at = nanoseconds(entry.decision_input.at if isinstance(entry, Considered) else entry.at)
        match entry:
            case Opened():
                self._opened = entry
            case Considered():
                self._considered, self._decided, self._ran, self._events = entry, None, None, []
            case Decided():
                self._decided = entry
                self._events.append(Event("decided", at))
            case Asked() | Answered():
                self._events.append(Event(type(entry).__name__.lower(), at))
            case Ran():
                self._ran = entry
                self._events.append(Event("ran", at))
            case _:
                pass
        self._last = at
        if isinstance(entry, Saw) and self._ran is not None:
            yield from self._over()
        if isinstance(entry, Closed) and self._opened is not None:
            yield self._whole(self._opened, entry, at)

    def _over(self) -> Iterator[StepSpan]:
        considered, decided = self._considered, self._decided
        self._considered = None
        if considered is None or decided is None or self._opened is None:
            return
        asked = considered.decision_input
        said = type(decided.decision).__name__.lower()
        reasons = "; ".join(reason.text for reason in reasons_of(decided.decision))
        attributes: dict[str, str | int | bool] = {
            KIND: "GUARDRAIL",
            SESSION: self._opened.session,
            TOOL: asked.proposal.action.type,
            INPUT: action_words(asked),
            OUTPUT: f"{said}: {reasons}" if reasons else said,
            METADATA: json.dumps({"step": asked.step, "package": asked.package, "commits": sorted(asked.commits)}),
            "handrail.decision": said,
            "handrail.outcome": self._ran.outcome if self._ran is not None else "",
            **_TEXT,
        }
        refused = "" if isinstance(decided.decision, Allow) else said
        began = nanoseconds(asked.at)
        yield StepSpan(
            self._opened.session,
            asked.step,
            began,
            max(began, self._last),
            attributes,
            tuple(self._events),
            refused,
        )

    def _whole(self, opened: Opened, closed: Closed, at: int) -> StepSpan:
        attributes: dict[str, str | int | bool] = {
            KIND: "AGENT",
            SESSION: opened.session,
            INPUT: opened.instruction,
            OUTPUT: closed.reason,
            "handrail.finished": closed.finished,
            **_TEXT,
        }
        began = nanoseconds(opened.at)
        return StepSpan(opened.session, 0, began, max(began, at), attributes)


def nanoseconds(at: datetime) -> int:
    """A moment as spans have it; one without a zone is local."""
    return int(at.timestamp() * 1_000_000) * 1_000


@dataclass(slots=True)
class Spans:
    """Follows the journals of a folder and exports what they tell."""

    tracer: Tracer
    ids: "RunIds"
    _runs: dict[Path, tuple[Scan, RunSpans]] = field(default_factory=dict)

    def follow(self, folder: Path, *, tells: bool) -> None:
        """Read on in a journal. Without `tells` what it says is taken as told already."""
        try:
            if folder not in self._runs:
                self._runs[folder] = Scan(folder), RunSpans()
            scan, spans = self._runs[folder]
            for line in scan:
                for span in spans.add(line.entry):
                    if tells:
                        self.export(span)
        except UnreadableInput:  # gone, or just being made
            self._runs.pop(folder, None)

    def export(self, step_span: StepSpan) -> None:
        """Hand one span over."""
        trace, root = _identity(step_span.session)
        if step_span.number:
            parent = NonRecordingSpan(
                SpanContext(trace, root, is_remote=True, trace_flags=TraceFlags(TraceFlags.SAMPLED))
            )
            context, name = set_span_in_context(parent), "handrail.step"
        else:
            self.ids.next_root = trace, root
            context, name = set_span_in_context(NonRecordingSpan(SpanContext(0, 0, is_remote=False))), "handrail.run"
        span = self.tracer.start_span(name, context, attributes=dict(step_span.attributes), start_time=step_span.began)
        for event in step_span.events:
            span.add_event(event.name, timestamp=event.at)
        if step_span.refused:
            span.set_status(Status(StatusCode.ERROR, step_span.refused))
        span.end(step_span.ended)


@dataclass
class RunIds(RandomIdGenerator):
    """Ids at random, but for a run's own: those follow from its session, so that its steps know it before it ends."""

    next_root: tuple[int, int] | None = None

    def generate_trace_id(self) -> int:
        """The id of a trace."""
        return self.next_root[0] if self.next_root is not None else super().generate_trace_id()

    def generate_span_id(self) -> int:
        """The id of a span."""
        if self.next_root is None:
            return super().generate_span_id()
        _, span = self.next_root
        self.next_root = None
        return span


def spans_to(processor: SpanProcessor) -> Spans:
    """Spans that go to an exporter; the provider is this one's own."""
    ids = RunIds()
    provider = TracerProvider(resource=Resource.create(), id_generator=ids)
    provider.add_span_processor(processor)
    return Spans(provider.get_tracer("handrail"), ids)


def _identity(session: str) -> tuple[int, int]:
    made = hashlib.sha256(session.encode()).digest()
    return int.from_bytes(made[:16]) or 1, int.from_bytes(made[16:24]) or 1
