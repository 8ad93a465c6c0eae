"""Models that are asked over the network, against a server that speaks OpenAI's chat completions for real."""

import asyncio
import base64
import json
import logging
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from handrail.error import MissingExtra, Misuse
from handrail.llm import (
    Answer,
    Declined,
    Grammar,
    Malformed,
    Message,
    Model,
    Patience,
    Picture,
    Recording,
    Reply,
    Request,
    Schema,
    TimedOut,
    Unreachable,
    open_model,
)

KEY = "sk-not-a-real-key-0123456789"
PNG = b"\x89PNG not much of a picture"
SCHEMA = Schema("wish", {"type": "object", "properties": {"hour": {"type": "integer"}}, "required": ["hour"]})


@dataclass
class Sent:
    """What the server sends: a status, a body, headers; with `never`, nothing until the test is over."""

    body: object = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    never: bool = False


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class ChatServer:
    """Sends what it is told in that order, the last of it again and again."""

    send: list[Sent | Callable[[Received], Sent]]
    received: list[Received] = field(default_factory=list)
    arrived: threading.Event = field(default_factory=threading.Event)
    hung_up: threading.Event = field(default_factory=threading.Event)
    url: str = ""

    def next(self, received: Received) -> Sent:
        self.received.append(received)
        sent = self.send[min(len(self.received), len(self.send)) - 1]
        return sent(received) if callable(sent) else sent

    @property
    def body(self) -> Any:
        return self.received[-1].body


def handler(chat: ChatServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            received = Received(
                self.path, {name.lower(): value for name, value in self.headers.items()}, json.loads(content)
            )
            sent = chat.next(received)
            if sent.never:
                chat.arrived.set()
                self.rfile.read(1)  # comes back when the other side hangs up
                chat.hung_up.set()
                return
            text = sent.body if isinstance(sent.body, bytes) else json.dumps(sent.body).encode()
            self.send_response(sent.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            for name, value in sent.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler


class Server(ThreadingHTTPServer):
    request_queue_size = 64


@pytest.fixture
def chat() -> Iterator[ChatServer]:
    chat = ChatServer([])
    with Server(("127.0.0.1", 0), handler(chat)) as server:
        chat.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield chat
        server.shutdown()
        thread.join()


def completion(text: str | None = "yes", finish: str = "stop", **message: Any) -> Sent:
    return Sent(
        {
            "id": "one",
            "object": "chat.completion",
            "created": 1_700_000_000,
            "model": "gpt-4o",
            "choices": [
                {
                    "index": 0,
                    "finish_reason": finish,
                    "message": {"role": "assistant", "content": text, **message},
                }
            ],
            "usage": {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14},
        }
    )


def failure(status: int, message: str = "no", code: str | None = None, **headers: str) -> Sent:
    return Sent({"error": {"message": message, "type": "error", "code": code}}, status, headers)


@dataclass
class Waits:
    """Stands in for the clock: nobody waits, and the waits are written down."""

    seconds: list[float] = field(default_factory=list)
    now: float = 100.0

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)
        self.now += seconds

    def clock(self) -> float:
        return self.now


def opened(chat: ChatServer, name: str = "openai:gpt-4o", waits: Waits | None = None, **patience: Any) -> Model:
    waits = waits or Waits()
    hosted = name.startswith(("openai:", "anthropic:", "google:"))
    environment = {
        "OPENAI_API_KEY": KEY,
        "OPENAI_BASE_URL": chat.url,
        "ANTHROPIC_API_KEY": KEY,
        "ANTHROPIC_BASE_URL": chat.url.removesuffix("/v1"),
        "GEMINI_API_KEY": KEY,
        "GOOGLE_GEMINI_BASE_URL": chat.url.removesuffix("/v1"),
        "HANDRAIL_MODEL_KEY": KEY,
    }
    return open_model(
        name if hosted else f"{name}@{chat.url}",
        environment=environment,
        patience=Patience(**patience),
        clock=waits.clock,
        sleep=waits.sleep,
    )


def request(*parts: str | Picture, shape: Schema | Grammar | None = None) -> Request:
    return Request("test/1", (Message("user", parts or ("Is it on?",)),), shape)


def ask(model: Model, question: Request | None = None) -> Reply:
    return asyncio.run(model.ask(question or request()))


def test_an_answer_comes_with_its_usage_its_price_and_its_time(chat: ChatServer) -> None:
    chat.send = [failure(503), completion("It is on.")]
    waits = Waits()
    answer = ask(opened(chat, waits=waits))
    assert isinstance(answer, Answer)
    assert (answer.text, answer.model, answer.cut) == ("It is on.", "openai:gpt-4o", False)
    assert (answer.usage.input_tokens, answer.usage.output_tokens, answer.usage.calls) == (11, 3, 1)
    assert answer.usage.dollars is not None
    assert answer.usage.dollars > 0
    assert answer.seconds == pytest.approx(sum(waits.seconds))


def test_the_price_of_a_server_of_ones_own_is_not_known(chat: ChatServer) -> None:
    chat.send = [completion()]
    for kind in ("vllm", "llama.cpp", "ollama", "openai-compatible"):
        answer = ask(opened(chat, f"{kind}:gpt-4o"))
        assert isinstance(answer, Answer)
        assert answer.usage.dollars is None
        assert answer.model == f"{kind}:gpt-4o"


def test_the_conversation_arrives_as_it_was_said(chat: ChatServer) -> None:
    chat.send = [completion()]
    turns = (
        Message("system", ("Be brief.",)),
        Message("user", ("What is this?", Picture(PNG))),
        Message("assistant", ("A phone.",)),
        Message("user", ("Is it", "on?")),
    )
    ask(opened(chat), Request("test/1", turns, temperature=0.5, seed=7, maximum_output_tokens=99))
    picture = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"
    sent = chat.body["messages"][1]["content"][1]
    assert [(message["role"], message["content"]) for message in chat.body["messages"]] == [
        ("system", "Be brief."),
        ("user", [{"type": "text", "text": "What is this?"}, sent]),
        ("assistant", "A phone."),
        ("user", "Is it\n\non?"),
    ]
    assert sent["image_url"]["url"] == picture
    assert (chat.body["temperature"], chat.body["seed"], chat.body["max_completion_tokens"]) == (0.5, 7, 99)
    assert chat.received[-1].headers["authorization"] == f"Bearer {KEY}"


def test_a_question_without_a_seed_sends_none(chat: ChatServer) -> None:
    chat.send = [completion()]
    ask(opened(chat), Request("test/1", (Message("user", ("Hi",)),), seed=None))
    assert "seed" not in chat.body


@pytest.mark.parametrize(("model", "taken"), [("gpt-4o", True), ("gpt-5.1", True), ("o3", False), ("gpt-5", False)])
def test_a_model_that_reasons_is_not_sent_a_temperature(chat: ChatServer, model: str, taken: bool) -> None:
    chat.send = [completion()]
    assert isinstance(ask(opened(chat, f"openai:{model}")), Answer)
    assert ("temperature" in chat.body) == taken


@pytest.mark.parametrize("kind", ["openai", "openai-compatible", "vllm", "ollama"])
def test_a_schema_goes_as_response_format(chat: ChatServer, kind: str) -> None:
    chat.send = [completion('{"hour": 7}')]
    ask(opened(chat, f"{kind}:gpt-4o"), request(shape=SCHEMA))
    assert chat.body["response_format"]["type"] == "json_schema"
    sent = chat.body["response_format"]["json_schema"]
    assert (sent["name"], sent["schema"]["properties"]) == ("wish", SCHEMA.schema["properties"])


def test_llama_cpp_takes_a_schema_beside_json_object_and_the_older_limit(chat: ChatServer) -> None:
    chat.send = [completion('{"hour": 7}')]
    ask(opened(chat, "llama.cpp:small"), request(shape=SCHEMA))
    assert chat.body["response_format"] == {"type": "json_object", "schema": SCHEMA.schema}
    assert chat.body["max_tokens"] == 2048


def test_a_grammar_goes_where_the_decoder_can_be_held_to_it(chat: ChatServer) -> None:
    chat.send = [completion()]
    grammar = Grammar('start: "yes" | "no"')
    ask(opened(chat, "vllm:one"), request(shape=grammar))
    assert chat.body["structured_outputs"] == {"grammar": grammar.lark}
    ask(opened(chat, "llama.cpp:one"), request(shape=grammar))
    assert chat.body["grammar"] == 'root ::= r-start\nr-start ::= "yes" | "no"\n'
    for name in ("openai:gpt-4o", "openai-compatible:one", "ollama:one"):
        ask(opened(chat, name), request(shape=grammar))
        assert not {"grammar", "structured_outputs", "response_format"} & set(chat.body)


def test_a_server_that_is_asked_too_often_says_how_long_to_wait(chat: ChatServer) -> None:
    chat.send = [failure(429, **{"Retry-After": "7"}), completion("now")]
    waits = Waits()
    answer = ask(opened(chat, waits=waits))
    assert isinstance(answer, Answer)
    assert (answer.text, waits.seconds) == ("now", [7.0])


def test_errors_of_the_server_are_asked_again_with_growing_waits_and_an_end(chat: ChatServer) -> None:
    chat.send = [failure(500, "the model fell over")]
    waits = Waits()
    reply = ask(opened(chat, waits=waits, attempts=5, first_wait_seconds=1.0, longest_wait_seconds=3.0))
    assert reply == Unreachable("the server answered 500: the model fell over (asked 5 times)")
    assert len(chat.received) == 5
    assert all(least <= wait <= 3.0 for least, wait in zip([1, 2, 3, 3], waits.seconds, strict=True))


@pytest.mark.parametrize(("status", "code"), [(401, None), (403, None), (404, None), (429, "insufficient_quota")])
def test_what_another_attempt_cannot_mend_is_not_asked_again(chat: ChatServer, status: int, code: str | None) -> None:
    chat.send = [failure(status, "not like this", code)]
    assert ask(opened(chat)) == Unreachable(f"the server answered {status}: not like this")
    assert len(chat.received) == 1


def test_a_question_that_the_server_will_not_take_is_rejected(chat: ChatServer) -> None:
    chat.send = [failure(400, "too long")]
    assert ask(opened(chat)) == Unreachable("the server answered 400: too long", rejected=True)
    assert len(chat.received) == 1


@pytest.mark.parametrize(
    "body",
    [b"<html>", b"", b'{"choices": [', {}, [], {"choices": []}, {"choices": [{}]}, {"choices": None}, "text", None],
    ids=str,
)
def test_what_is_not_an_answer_is_asked_again(chat: ChatServer, body: object) -> None:
    chat.send = [Sent(body), completion("yes")]
    answer = ask(opened(chat))
    assert isinstance(answer, Answer)
    assert answer.text == "yes"
    chat.send = [Sent(body)]
    reply = ask(opened(chat, attempts=2))
    assert isinstance(reply, Unreachable)
    assert reply.reason.startswith("what came is not an answer: ")


def test_a_server_that_is_not_there_is_unreachable() -> None:
    nowhere = open_model(
        "vllm:one@http://127.0.0.1:9/v1", environment={}, patience=Patience(attempts=2), sleep=Waits().sleep
    )
    reply = ask(nowhere)
    assert isinstance(reply, Unreachable)
    assert reply.reason.startswith("no connection: ")


def test_a_server_that_says_nothing_runs_out_of_time(chat: ChatServer) -> None:
    chat.send = [Sent(never=True)]
    assert isinstance(ask(opened(chat, timeout_seconds=0.05)), TimedOut)


def test_the_time_is_for_the_waits_between_attempts_as_well(chat: ChatServer) -> None:
    chat.send = [failure(503)]

    async def forever(seconds: float) -> None:
        await asyncio.Event().wait()

    name = f"vllm:one@{chat.url}"
    model = open_model(name, environment={}, patience=Patience(timeout_seconds=0.05), sleep=forever)
    assert isinstance(ask(model), TimedOut)


def test_a_cancelled_question_is_hung_up_on(chat: ChatServer) -> None:
    chat.send = [Sent(never=True)]

    async def cancel() -> None:
        question = asyncio.create_task(opened(chat).ask(request()))
        assert await asyncio.to_thread(chat.arrived.wait, 30)
        question.cancel()
        with pytest.raises(asyncio.CancelledError):
            await question
        assert await asyncio.to_thread(chat.hung_up.wait, 30)

    asyncio.run(cancel())


def test_refusals_filtered_and_empty_answers_are_declined(chat: ChatServer) -> None:
    chat.send = [
        completion(None, refusal="I will not help with that."),
        completion("It is", "content_filter"),
        completion(""),
        completion("  \n"),
        completion(None),
    ]
    model = opened(chat)
    replies = [ask(model) for _ in range(5)]
    assert all(isinstance(reply, Declined) and reply.usage.input_tokens == 11 for reply in replies)
    assert [reply.reason for reply in replies if isinstance(reply, Declined)] == [
        "I will not help with that.",
        "the content filter of the server held the answer back",
        *["the answer is empty"] * 3,
    ]


def test_an_answer_that_ran_out_of_tokens_says_so(chat: ChatServer) -> None:
    chat.send = [completion("Once upon a", "length"), completion("", "length")]
    model = opened(chat)
    answer, nothing = ask(model), ask(model)
    assert isinstance(answer, Answer)
    assert answer.cut
    assert isinstance(nothing, Malformed)


def test_a_model_may_be_used_from_one_event_loop_after_another_and_many_times_at_once(chat: ChatServer) -> None:
    chat.send = [lambda received: completion(received.body["messages"][0]["content"])]
    model = opened(chat)

    async def many() -> list[Reply]:
        return await asyncio.gather(*(model.ask(request(str(number))) for number in range(20)))

    for _ in range(2):
        replies = asyncio.run(many())
        assert [reply.text for reply in replies if isinstance(reply, Answer)] == [str(index) for index in range(20)]


def echoed(status: int, **message: Any) -> Callable[[Received], Sent]:
    """A server with the worst of manners: it repeats the headers it was sent."""

    def echo(received: Received) -> Sent:
        told = json.dumps(received.headers) * 3
        if status != 200:
            return failure(status, told)
        return completion(None, refusal=told) if "refusal" in message else completion(told)

    return echo


@pytest.mark.parametrize(
    "send", [echoed(200), echoed(200, refusal=True), echoed(400), echoed(401), echoed(500)], ids=range(5)
)
@pytest.mark.parametrize("name", ["openai:gpt-4o", "vllm:one"])
def test_the_key_stays_where_it_is(
    chat: ChatServer,
    send: Callable[[Received], Sent],
    name: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    chat.send = [send]
    caplog.set_level(logging.DEBUG)
    model = opened(chat, name, attempts=2)
    cassette = tmp_path / "answers.jsonl"
    reply = ask(Recording(model, cassette))
    assert KEY in json.dumps(chat.received[0].headers)
    shown = [repr(reply), repr(model), repr(vars(model)), caplog.text, *capfd.readouterr()]
    if cassette.exists():
        shown.append(cassette.read_text("utf-8"))
    assert not [text for text in shown if KEY in text]
    assert not [text for text in shown if KEY[:12] in text]


def test_a_key_that_is_a_mere_word_is_left_in_answers(chat: ChatServer) -> None:
    chat.send = [completion("none of them")]
    answer = ask(open_model(f"vllm:one@{chat.url}", environment={"HANDRAIL_MODEL_KEY": "none"}))
    assert isinstance(answer, Answer)
    assert answer.text == "none of them"
    assert chat.received[0].headers["authorization"] == "Bearer none"


@pytest.mark.slow
def test_anthropic_is_asked_in_its_own_words(chat: ChatServer) -> None:
    chat.send = [
        Sent(
            {
                "id": "one",
                "type": "message",
                "role": "assistant",
                "model": "claude-haiku-5-5",
                "content": [{"type": "text", "text": '{"hour": 7}'}],
                "stop_reason": "end_turn",
                "stop_sequence": None,
                "usage": {"input_tokens": 11, "output_tokens": 3},
            }
        )
    ]
    answer = ask(opened(chat, "anthropic:claude-haiku-5-5"), request("When?", Picture(PNG), shape=SCHEMA))
    assert isinstance(answer, Answer)
    assert (answer.text, answer.usage.output_tokens) == ('{"hour": 7}', 3)
    assert chat.received[0].path.partition("?")[0] == "/v1/messages"
    assert KEY in json.dumps(chat.received[0].headers)
    assert [part["type"] for part in chat.body["messages"][0]["content"]] == ["text", "image"]
    assert '"hour"' in json.dumps(chat.body)


def test_google_is_asked_in_its_own_words(chat: ChatServer) -> None:
    chat.send = [
        Sent(
            {
                "candidates": [
                    {"content": {"role": "model", "parts": [{"text": '{"hour": 7}'}]}, "finishReason": "STOP"}
                ],
                "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 3, "totalTokenCount": 14},
                "modelVersion": "gemini-2.5-flash",
            }
        )
    ]
    answer = ask(opened(chat, "google:gemini-2.5-flash"), request("When?", Picture(PNG), shape=SCHEMA))
    assert isinstance(answer, Answer)
    assert (answer.text, answer.usage.output_tokens) == ('{"hour": 7}', 3)
    assert chat.received[0].path.endswith("gemini-2.5-flash:generateContent")
    assert '"hour"' in json.dumps(chat.body)


@pytest.mark.parametrize("name", ["anthropic:claude-haiku-5-5", "google:gemini-2.5-flash"])
def test_the_other_providers_fail_in_the_same_ways(chat: ChatServer, name: str) -> None:
    chat.send = [failure(529), failure(500)]
    reply = ask(opened(chat, name, attempts=3))
    assert reply == Unreachable("the server answered 500: no (asked 3 times)")
    assert len(chat.received) == 3
    chat.send = [echoed(400)]
    reply = ask(opened(chat, name))
    assert isinstance(reply, Unreachable)
    assert reply.rejected
    assert KEY[:12] not in repr(reply)


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("openai:gpt-4o", "OPENAI_API_KEY"),
        ("anthropic:claude-haiku-5-5", "ANTHROPIC_API_KEY"),
        ("google:gemini-2.5-flash", "GOOGLE_API_KEY or GEMINI_API_KEY"),
    ],
)
def test_a_missing_key_is_named(name: str, variable: str) -> None:
    with pytest.raises(Misuse, match=f"set {variable} in the environment"):
        open_model(name, environment={"SOMETHING": "else"})


def test_the_environment_of_the_process_is_where_keys_come_from(
    monkeypatch: pytest.MonkeyPatch, chat: ChatServer
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", chat.url)
    chat.send = [completion()]
    assert isinstance(ask(open_model("openai:gpt-4o")), Answer)
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(Misuse):
        open_model("openai:gpt-4o")


def test_the_key_of_openai_is_not_sent_to_a_server_of_ones_own(
    monkeypatch: pytest.MonkeyPatch, chat: ChatServer
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    chat.send = [completion()]
    ask(open_model(f"vllm:one@{chat.url}"))
    assert KEY not in json.dumps(chat.received[0].headers)


def test_a_missing_library_is_named_with_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "handrail.llm.online", None)
    with pytest.raises(MissingExtra, match=r"pip install 'handrail\[models\]'"):
        open_model("ollama:qwen3", environment={})


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gpt-4o", "one of openai, anthropic, google"),
        ("mystery:one", "one of openai, anthropic, google"),
        ("openai", "write KIND:MODEL"),
        ("openai:", "write its name after `openai:`"),
        ("vllm:@http://127.0.0.1:1/v1", "write its name after `vllm:`"),
        ("openai:gpt-4o@http://127.0.0.1:1/v1", "openai-compatible:gpt-4o@http://127.0.0.1:1/v1"),
        ("openai-compatible:one", "one@http://HOST:PORT/v1"),
        ("vllm:one@http://", "write http://HOST:PORT/v1"),
        ("vllm:one@http://host:port/v1", "write http://HOST:PORT/v1"),
        ("vllm:one@http://me:secret@127.0.0.1/v1", "keys come from the environment alone"),
        ("vllm:one@http://127.0.0.1/v1?key=secret", "keys come from the environment alone"),
    ],
)
def test_a_name_that_cannot_be_meant_is_refused_with_what_would_be_right(name: str, said: str) -> None:
    with pytest.raises(Misuse) as refused:
        open_model(name, environment={"OPENAI_API_KEY": KEY})
    assert said in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_model_is_called_the_same_wherever_its_server_runs() -> None:
    names = {
        open_model(f"vllm:org/qwen3:8b@{url}", environment={}).name for url in ("http://127.0.0.1:1/v1", "https://a/b")
    }
    assert names == {"vllm:org/qwen3:8b"}
