"""The body of a request that does not come whole."""

import asyncio
from typing import Any

import pytest
from fastapi import Request

from handrail.server.sessions.body import read_body
from handrail.server.sessions.problem import Problem


def test_whoever_is_gone_before_all_has_arrived_is_no_failure_of_the_server() -> None:
    told: list[dict[str, Any]] = [
        {"type": "http.request", "body": b'{"a', "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> dict[str, Any]:
        return told.pop(0)

    with pytest.raises(Problem, match="was gone before it had arrived whole"):
        asyncio.run(read_body(Request({"type": "http", "method": "POST", "headers": []}, receive)))
