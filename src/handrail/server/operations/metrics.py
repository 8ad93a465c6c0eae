"""What the server does in numbers, for Prometheus: requests, runs, questions, notifications. No global registry."""

import logging
import time
from collections import Counter as Count
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from handrail.server.fleet import Fleet
from handrail.server.followed_run import FollowedRun
from handrail.server.people.gate import PERSON

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
_NO_ROUTE = "none"
_LOGGER = logging.getLogger("handrail.server.requests")


@dataclass(slots=True)
class Metrics:
    """The numbers of one application."""

    fleet: Fleet
    registry: CollectorRegistry = field(default_factory=lambda: CollectorRegistry(auto_describe=False))
    requests: Counter = field(init=False)
    seconds: Histogram = field(init=False)
    notifications: Counter = field(init=False)

    def __post_init__(self) -> None:
        self.requests = Counter(
            "handrail_http_requests",
            "Requests by what they came to",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "handrail_http_request_seconds",
            "Until the answer began",
            ("method", "route"),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.notifications = Counter(
            "handrail_notifications",
            "Notifications by channel and by what they came to",
            ("channel", "outcome"),
            registry=self.registry,
        )
        self.registry.register(_OfFleet(self.fleet))


@dataclass(frozen=True, slots=True, eq=False)
class _OfFleet(Collector):
    """What the runs say, counted when it is asked for."""

    fleet: Fleet

    def collect(self) -> Iterable[Metric]:
        """Runs by how they stand, steps by how they went, and how many questions wait."""
        runs = self.fleet.runs()  # those that go on; the index has all
        states, steps = self.fleet.index.totals() if self.fleet.index is not None else _totals(runs)
        yield _gauge("handrail_runs", "Runs by how they stand", "state", states)
        yield _gauge("handrail_steps", "Steps of all runs by how they went", "kind", steps)
        waiting = GaugeMetricFamily("handrail_questions_waiting", "Questions that wait for a person")
        waiting.add_metric([], sum(len(run.questions) for run in runs))
        yield waiting


def _totals(runs: Sequence[FollowedRun]) -> tuple[Mapping[str, int], Mapping[str, int]]:
    steps: Count[str] = Count()
    for run in runs:
        steps.update(run.timeline.kinds if run.timeline is not None else {})
    return Count(str(run.state) for run in runs), steps


def _gauge(name: str, said: str, label: str, counts: Mapping[str, int]) -> Metric:
    gauge = GaugeMetricFamily(name, said, labels=[label])
    for value, count in sorted(counts.items()):
        gauge.add_metric([value], count)
    return gauge


class Measured:
    """A layer around the application that counts requests, and logs them, by the route that took them.

    What was asked for stands in neither: an address may have a key or an invitation in it.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics, now: Callable[[], float] = time.perf_counter) -> None:
        self.app = app
        self.metrics = metrics
        self.now = now

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it through, and count it when its answer begins."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = self.now()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = getattr(scope.get("route"), "path", _NO_ROUTE)
                method = scope["method"] if route != _NO_ROUTE else _NO_ROUTE
                self.metrics.requests.labels(method, route, str(message["status"])).inc()
                self.metrics.seconds.labels(method, route).observe(self.now() - began)
                _log(scope, route, message["status"], self.now() - began)
            await send(message)

        await self.app(scope, receive, counted)


def _log(scope: Scope, route: str, status: int, seconds: float) -> None:
    if _LOGGER.isEnabledFor(logging.INFO):
        by = getattr(scope.get(PERSON), "name", None)
        told = {"method": scope["method"], "route": route, "status": status, "by": by}
        _LOGGER.info("%s %s %d", scope["method"], route, status, extra={**told, "seconds": round(seconds, 6)})
