"""A server on this machine that keeps what clients send, and the official clients, turned to it.

No client retries, and none needs a key. `SENDERS` has for each dialect the package and a function that sends a request.
"""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from pytest_promptfmt.payload.request import Request

Body = dict[str, Any]


@dataclass
class Server:
    """`url` is where it listens, `answer` what it says to everyone, `bodies` what it was sent, in order."""

    url: str
    answer: Body = field(default_factory=dict)
    bodies: list[Any] = field(default_factory=list)


@contextmanager
def serving() -> Iterator[Server]:
    """A server on a free port of 127.0.0.1, for as long as the context lasts."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # head and body in one packet, or the client waits for the second

        def do_POST(self) -> None:
            server.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            said = json.dumps(server.answer).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listener.daemon_threads = True
    server = Server(f"http://127.0.0.1:{listener.server_port}")
    thread = threading.Thread(target=listener.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listener.shutdown()
        listener.server_close()
        thread.join()


Send = Callable[[Request], None]
USAGE = {"input_tokens": 1, "output_tokens": 1, "inputTokens": 1, "outputTokens": 1, "totalTokens": 2}


def openai(server: Server) -> Send:
    """Chat Completions."""
    from openai import OpenAI

    client: Any = OpenAI(base_url=server.url, api_key="none", max_retries=0)
    server.answer = {"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": []}
    return lambda request: client.chat.completions.create(
        model="m", messages=request.messages, **_given(tools=request.tools)
    )


def openai_responses(server: Server) -> Send:
    """Responses."""
    from openai import OpenAI

    client: Any = OpenAI(base_url=server.url, api_key="none", max_retries=0)
    server.answer = {
        "id": "x",
        "object": "response",
        "created_at": 0,
        "model": "m",
        "output": [],
        "status": "completed",
    }
    return lambda request: client.responses.create(
        model="m", input=request.messages, **_given(instructions=request.system, tools=request.tools)
    )


def anthropic(server: Server) -> Send:
    """Messages."""
    from anthropic import Anthropic

    client: Any = Anthropic(base_url=server.url, api_key="none", max_retries=0)
    server.answer = {"id": "x", "type": "message", "role": "assistant", "model": "m", "content": [], "usage": USAGE}
    return lambda request: client.messages.create(
        model="m", max_tokens=1, messages=request.messages, **_given(system=request.system, tools=request.tools)
    )


def gemini(server: Server) -> Send:
    """Generate Content."""
    from google import genai

    client: Any = genai.Client(api_key="none", http_options={"base_url": server.url, "retry_options": {"attempts": 1}})
    server.answer = {"candidates": []}
    return lambda request: client.models.generate_content(
        model="m",
        contents=request.messages,
        config=_given(system_instruction=request.system, tools=request.tools),
    )


def gemini_interactions(server: Server) -> Send:
    """Interactions."""
    from google import genai

    client: Any = genai.Client(api_key="none", http_options={"base_url": server.url, "retry_options": {"attempts": 1}})
    server.answer = {"id": "x", "status": "completed", "steps": []}
    return lambda request: client.interactions.create(
        model="m", input=request.messages, **_given(system_instruction=request.system, tools=request.tools)
    )


def ollama(server: Server) -> Send:
    """Chat."""
    from ollama import Client

    client: Any = Client(host=server.url)
    server.answer = {"model": "m", "message": {"role": "assistant", "content": ""}, "done": True}
    return lambda request: client.chat(model="m", messages=request.messages, **_given(tools=request.tools))


def mistral(server: Server) -> Send:
    """Chat completions."""
    from mistralai.client import Mistral

    client: Any = Mistral(api_key="none", server_url=server.url)
    server.answer = {"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [], "usage": USAGE}
    return lambda request: client.chat.complete(
        model="m", messages=request.messages, retries=None, **_given(tools=request.tools)
    )


def cohere(server: Server) -> Send:
    """Chat, version 2."""
    from cohere import ClientV2

    client: Any = ClientV2(api_key="none", base_url=server.url)
    message = {"role": "assistant", "content": []}
    server.answer = {"id": "x", "finish_reason": "COMPLETE", "message": message}
    return lambda request: client.chat(
        model="m", messages=request.messages, request_options={"max_retries": 0}, **_given(tools=request.tools)
    )


def bedrock(server: Server) -> Send:
    """Converse; the client wants bytes where the wire has base64."""
    import boto3
    from botocore.config import Config

    client: Any = boto3.client(
        "bedrock-runtime",
        region_name="us-east-1",
        endpoint_url=server.url,
        aws_access_key_id="none",
        aws_secret_access_key="none",
        config=Config(retries={"total_max_attempts": 1}),
    )
    message = {"role": "assistant", "content": []}
    server.answer = {"output": {"message": message}, "stopReason": "end_turn", "usage": USAGE, "metrics": {}}
    return lambda request: client.converse(
        modelId="m",
        messages=_decoded(request.messages),
        **_given(system=_decoded(request.system), toolConfig=request.tools and {"tools": request.tools}),
    )


def _given(**options: Any) -> Body:
    return {key: value for key, value in options.items() if value is not None}


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return [_decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: base64.b64decode(item) if key in ("bytes", "redactedContent") and isinstance(item, str) else _decoded(item)
        for key, item in value.items()
    }


SENDERS: dict[str, tuple[str, Callable[[Server], Send]]] = {
    "openai": ("openai", openai),
    "openai-responses": ("openai", openai_responses),
    "anthropic": ("anthropic", anthropic),
    "gemini": ("google.genai", gemini),
    "gemini-interactions": ("google.genai.interactions", gemini_interactions),
    "ollama": ("ollama", ollama),
    "mistral": ("mistralai", mistral),
    "bedrock": ("boto3", bedrock),
    "cohere": ("cohere", cohere),
}
