"""Each HTTP client is caught, real ones where they are installed, whoever imported what and when."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

URL = "https://example.com/v1/chat?key=hidden&alt=sse"
HEADERS = {"Authorization": "hidden", "X-Api-Key": "hidden", "X-Kind": "plain", "Content-Type": "application/json"}
BODY = {"messages": [{"role": "user", "content": "Köln"}], "stream": True}
AWS = "region_name='us-east-1', aws_access_key_id='hidden', aws_secret_access_key='hidden'"
CONVERSE = "(modelId='amazon.nova', messages=[{'role': 'user', 'content': [{'text': 'Köln'}]}])"

CLIENTS = {
    "http.client": (
        "from http.client import HTTPSConnection",
        "HTTPSConnection('example.com').request('POST', '/v1/chat?key=hidden&alt=sse', DATA, HEADERS)",
    ),
    "urllib": (
        "from urllib.request import Request, urlopen",
        "urlopen(Request(URL, DATA, HEADERS))",
    ),
    "urllib3": ("from urllib3 import PoolManager", "PoolManager().request('POST', URL, body=DATA, headers=HEADERS)"),
    "requests": ("from requests import post", "post(URL, json=BODY, headers=HEADERS)"),
    "requests, streaming": ("from requests import post", "post(URL, json=BODY, headers=HEADERS, stream=True)"),
    "httpx": ("from httpx import post", "post(URL, json=BODY, headers=HEADERS)"),
    "httpx, streaming": (
        "from httpx import stream\n"
        "def lines():\n with stream('POST', URL, json=BODY, headers=HEADERS) as answer: yield 1",
        "lines()",
    ),
    "httpx, awaited": (
        "from httpx import AsyncClient",
        "await AsyncClient().post(URL, json=BODY, headers=HEADERS)",
    ),
    "aiohttp": (
        "from aiohttp import ClientSession\n"
        "async def sent():\n"
        " async with ClientSession() as session: await session.post(URL, json=BODY, headers=HEADERS)",
        "await sent()",
    ),
    "aiohttp, streaming": (
        "from aiohttp import ClientSession\nasync def lines():\n async with ClientSession() as session:\n"
        "  async with session.post(URL, json=BODY, headers=HEADERS) as answer: yield 1",
        "await anext(lines())",
    ),
    "botocore": (
        "from botocore.session import get_session",
        f"get_session().create_client('bedrock-runtime', {AWS}).converse{CONVERSE}",
    ),
    "aiobotocore": (
        "from aiobotocore.session import get_session\n"
        "async def sent():\n"
        f" async with get_session().create_client('bedrock-runtime', {AWS}) as client: await client.converse{CONVERSE}",
        "await sent()",
    ),
    "google.genai": (
        "from google.genai import Client\nclient = Client(api_key='hidden')",
        "client.models.generate_content(model='gemini-2.5-flash', contents='Köln')",
    ),
    "google.genai, awaited": (
        "from google.genai import Client\nclient = Client(api_key='hidden')",
        "await client.aio.models.generate_content(model='gemini-2.5-flash', contents='Köln')",
    ),
    "dspy": (
        "from dspy import LM\nfrom dspy.lm15 import Message, Request\n"
        "lm = LM('openai/gpt-4o', engine='lm15', api_key='hidden', cache=False)",
        "lm(Request(lm.model, (Message.user('Köln'),)))",
    ),
}
"""By the name of what is imported: what a library has at its top, and how it calls.

Whoever builds on another stands behind it, so that each is imported by its own row first.
"""

PROGRAM = """
import asyncio, importlib.util, json, sys
from dataclasses import asdict
connected = []
sys.addaudithook(lambda event, args: connected.append(args[1]) if event == "socket.connect" else None)
from pytest_promptfmt.adapting import capture, capture_async
clients, URL, HEADERS, BODY = json.loads(sys.argv[1])
DATA = json.dumps(BODY).encode()

def caught(imports, call):
    if call.startswith("await "):
        async def called():
            exec(imports, globals())
            return await eval(call.removeprefix("await "))
        return asyncio.run(capture_async(called))
    def called():
        exec(imports, globals())
        return eval(call)
    return capture(called)

def told(name, imports, call):
    package = name.partition(",")[0]
    try:
        if importlib.util.find_spec(package) is None:
            return None
    except ModuleNotFoundError:
        return None
    try:
        late = package not in sys.modules
        once, again = caught(imports, call), caught("", call)
        return {"late": late, "payload": once.payload, **asdict(once)}, asdict(again)
    except BaseException as error:
        return repr(error)

print(json.dumps({name: told(name, *row) for name, row in clients.items()} | {"connected": connected}))
"""


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """What each client would have sent, in one process: imported within the call, and once more when it is there."""
    given = json.dumps([CLIENTS, URL, HEADERS, BODY])
    done = subprocess.run([sys.executable, "-c", PROGRAM, given], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def test_nobody_connects_to_anybody(told: dict[str, Any]) -> None:
    assert told["connected"] == []


@pytest.mark.parametrize("name", CLIENTS)
def test_what_a_client_would_send_is_captured(name: str, told: dict[str, Any]) -> None:
    if told[name] is None:
        pytest.skip(f"{name.partition(',')[0]} is not installed")
    assert isinstance(told[name], list), told[name]
    once, again = told[name]

    assert once["late"] or name not in LATE
    assert once["method"] == "POST"
    assert "hidden" not in json.dumps(told[name])
    assert (again["url"], again["body"]) == (once["url"], once["body"])
    if name.partition(",")[0] in SDKS:
        assert once["payload"]["model"] in ("amazon.nova", "gemini-2.5-flash", "gpt-4o")
        assert "Köln" in json.dumps(once["payload"], ensure_ascii=False)
    else:
        assert (once["url"], once["body"]) == ("https://example.com/v1/chat?alt=sse", BODY)
        assert "plain" in [value for header, value in once["headers"].items() if header.lower() == "x-kind"]


SDKS = ("botocore", "aiobotocore", "google.genai", "dspy")
LATE = ("urllib3", "requests", "httpx", "aiohttp", "botocore", "aiobotocore", "google.genai", "dspy")
"""Which the row imports while it is captured; http.client may be there already."""
