"""Follow the runs for as long as the server does, and send their spans where the standard variables say."""

import asyncio

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import SpanProcessor
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from handrail.server.fleet import Fleet
from handrail.server.news import News
from handrail.server.operations.spans import spans_to


def usual_processor() -> SpanProcessor:
    """To where `OTEL_EXPORTER_OTLP_ENDPOINT` and its like say, in batches, in a thread of its own."""
    return BatchSpanProcessor(OTLPSpanExporter())


async def trace(fleet: Fleet, news: News, processor: SpanProcessor) -> None:
    """Tell of every step from now on, until cancelled."""
    spans = spans_to(processor)
    try:
        async with news.listener() as listener:
            for run in fleet.runs():
                await asyncio.to_thread(spans.follow, run.folder, tells=False)
            while True:
                for name in sorted(await listener.take()):
                    await asyncio.to_thread(spans.follow, fleet.root / name, tells=True)
    finally:
        await asyncio.to_thread(processor.shutdown)
