"""The two fast routes as OpenAPI says them; they are answered before the framework that would say so is asked."""

from typing import Any

from msgspec.json import schema_components

from handrail.server.decide.documents import DecideDocument, SessionDecideDocument, VerdictDocument

_REFERENCE = "#/components/schemas/{name}"
_WRONG = {
    "400": "the body is no JSON",
    "401": "there is no key, or none that counts",
    "404": "the program is not remembered, or there is no such session",
    "409": "it is not the time for that, or the id was used for something else",
    "413": "the body is too large",
    "422": "something in the body is not what it should be; `detail` says where",
}


def decide_components() -> dict[str, Any]:
    """The schemas of what is asked and answered."""
    spoken = (DecideDocument, SessionDecideDocument, VerdictDocument)
    return schema_components(spoken, ref_template=_REFERENCE)[1]


def decide_paths() -> dict[str, Any]:
    """The routes."""
    session = {"name": "session", "in": "path", "required": True, "schema": {"type": "string"}}
    stateless = _operation("decide", "Decide about updates alone, with all that it rests on.", DecideDocument)
    remembering = _operation("decide_in_session", "The same in a session, which remembers.", SessionDecideDocument)
    return {
        "/api/decide": {"post": stateless},
        "/api/sessions/{session}/decide": {"post": {**remembering, "parameters": [session]}},
    }


def _operation(name: str, summary: str, body: type) -> dict[str, Any]:
    wrong = {code: {"description": why, "content": _content("ProblemDocument")} for code, why in _WRONG.items()}
    right = {"200": {"description": "the verdict", "content": _content(VerdictDocument.__name__)}}
    return {
        "tags": ["decide"],
        "summary": summary,
        "operationId": name,
        "requestBody": {"required": True, "content": _content(body.__name__)},
        "responses": {**right, **wrong},
    }


def _content(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _REFERENCE.format(name=name)}}}
