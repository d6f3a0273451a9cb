"""Payloads of DeepSeek, Zhipu and vLLM, where they are not OpenAI's."""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.dialects import deepseek, vllm, zhipu
from support.media import JPEG, PNG, WAV, b64, data_uri
from support.payloads.openai import assistant, audio, call, calling, image, result, system, text, user
from support.payloads.pair import Pair

THINKING = {"thinking": {"type": "enabled"}}
REASONER = {"model": "deepseek-reasoner"}
GEMMA, QWEN = {"model": "google/gemma-3-12b-it"}, {"model": "Qwen/Qwen3.5-27B"}


def video(url: Any = "https://example.com/a.mp4") -> dict[str, Any]:
    return {"type": "video_url", "video_url": {"url": url}}


def file(url: Any = "https://example.com/a.pdf") -> dict[str, Any]:
    return {"type": "file_url", "file_url": {"url": url}}


PAIRS = [
    Pair(
        deepseek.DIALECT,
        "deepseek.text-only",
        [user([text(), image()])],
        "$[0].content[1].type",
        [user([text(), image()]), user("Hi")],
        {"model": "deepseek-v4-pro"},
        {"model": "deepseek-flash"},
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.text-only",
        [user(), assistant([text(), image()])],
        "$[1].content[1].type",
        [user([image()]), assistant([text()])],
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.text-only",
        [system([text(), image()]), user()],
        "$[0].content[1].type",
        [system([text()]), user([text(), image(data_uri(PNG))])],
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.text-only",
        [user([audio()])],
        "$[0].content[0].type",
        [user([text()])],
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.text-only",
        [
            user(
                [
                    text(),
                    {
                        "type": "file",
                        "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERg=="},
                    },
                ]
            )
        ],
        "$[0].content[1].type",
        [user([text(), {"type": "file", "file": {"file_id": "file-1"}}])],
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.image-address",
        [user([image("/home/a.png")])],
        "$[0].content[0].image_url.url",
        [user([image(), image(data_uri(PNG))])],
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.text-only",
        [calling(call()), result(content=[text()])],
        "$[1].content",
        [calling(call()), result(content=text()["text"])],
        {"model": "deepseek-chat"},
        {"model": "deepseek-chat"},
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.tool-result-has-call",
        [user(), result()],
        "$[1].tool_call_id",
        [calling(call()), result(), assistant()],
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.tool-call-id-unique",
        [calling(call("a")), result("a"), result("a")],
        "$[2].tool_call_id",
        [calling(call("a")), result("a"), calling(call("a")), result("a")],
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.tool-calls-nonempty",
        [user(), assistant("Hi", tool_calls=[])],
        "$[1].tool_calls",
        [user(), assistant("Hi")],
    ),
    Pair(
        vllm.DIALECT,
        "vllm.arguments-is-json-string",
        [calling(call(arguments='{"value": ')), result()],
        "$[0].tool_calls[0].function.arguments",
        [calling(call(arguments="{}")), result()],
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.tools-nonempty",
        {"messages": [user()], "tools": []},
        "$.tools",
        {"messages": [user()], "tools": None},
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.text-only",
        [calling(call()), result(content=[image(data_uri(PNG))])],
        "$[1].content[0].type",
        [calling(call()), result(content=[text(), image(data_uri(PNG))])],
        {"model": "deepseek-chat"},
        {},
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.reasoning-passback",
        [user(), calling(call()), result()],
        "$[1].reasoning_content",
        [user(), calling(call(), reasoning_content="hm"), result(), assistant("Sunny.")],
        THINKING,
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.reasoning-passback",
        [user(), assistant("So"), calling(call(), reasoning_content=""), result()],
        "$[1].reasoning_content",
        [user(), assistant("So"), user(), calling(call(), reasoning_content=""), result(), assistant("Sunny.")],
        THINKING,
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.reasoning-passback",
        [user(), calling(call(), reasoning_content=None), result()],
        "$[1].reasoning_content",
        [user(), calling(call()), result()],
        {"thinking": True},
        {"thinking": {"type": "disabled"}},
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.alternate",
        [user(), user()],
        "$[1].role",
        [system(), user(), assistant(), user()],
        REASONER,
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.alternate",
        [user(), assistant(), assistant(), user()],
        "$[2].role",
        [user(), user(), assistant(), assistant(), user()],
        REASONER,
        {"model": "deepseek-v4-pro"},
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.first-user",
        [system(), assistant(), user()],
        "$[1].role",
        [system(), user(), assistant(), user()],
        REASONER,
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.last-user",
        [user(), assistant()],
        "$[1].role",
        [user(), assistant(prefix=True)],
        REASONER,
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.system-first",
        [user(), assistant(), system(), user()],
        "$[2].role",
        [system(), system(), user()],
        REASONER,
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.content-not-null",
        [assistant(None, reasoning_content="hm")],
        "$[0].content",
        [assistant("")],
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.content-not-null",
        [{"role": "assistant"}],
        "$[0].content",
        [calling(call()), result()],
    ),
    Pair(
        deepseek.DIALECT,
        "deepseek.tool-calls-answered",
        [calling(call())],
        "$[0].tool_calls[0].id",
        [calling(call()), result()],
    ),
    Pair(zhipu.DIALECT, "zhipu.has-user", {"messages": [system(), assistant()]}, "$.messages", [system(), user()]),
    Pair(
        zhipu.DIALECT,
        "zhipu.text-nonempty",
        [user([text("")])],
        "$[0].content[0].text",
        [user("Hi"), calling(call(), content=""), result()],
    ),
    Pair(zhipu.DIALECT, "zhipu.text-nonempty", [user("Hi"), assistant(), user("")], "$[2].content", [user("Hi")]),
    Pair(
        zhipu.DIALECT, "zhipu.text-nonempty", [user([text("a"), text("")])], "$[0].content[1].text", [user([text(" ")])]
    ),
    Pair(
        vllm.DIALECT,
        "vllm.part-types",
        [user([{"type": "audio", "audio": "a.mp3"}])],
        "$[0].content[0].type",
        [user(["Hi", text()])],
    ),
    Pair(
        vllm.DIALECT,
        "vllm.template-alternate",
        [user(), user()],
        "$[1].role",
        [system(), user(), assistant(), user()],
        GEMMA,
    ),
    Pair(
        vllm.DIALECT,
        "vllm.template-alternate",
        [user(), calling(call()), result()],
        "$[2].role",
        [user(), calling(call()), result()],
        GEMMA,
        QWEN,
    ),
    Pair(
        vllm.DIALECT,
        "vllm.audio-bare-base64",
        [user([audio(data_uri(WAV, "audio/wav"))])],
        "$[0].content[0].input_audio.data",
        [user([audio(b64(WAV))])],
    ),
    Pair(
        vllm.DIALECT, "vllm.template-alternate", [assistant(), user()], "$[0].role", [assistant(), user()], GEMMA, QWEN
    ),
    Pair(
        vllm.DIALECT,
        "vllm.template-alternate",
        [user(), assistant(), system(), user()],
        "$[2].role",
        [user(), calling(call()), result(), assistant(), user()],
        {"model": "mistralai/Mixtral-8x7B"},
        {"model": "meta-llama/Llama-2-7b-chat-hf"},
    ),
    Pair(vllm.DIALECT, "vllm.template-system-first", [user(), system()], "$[1].role", [system(), user()], QWEN),
    Pair(
        vllm.DIALECT,
        "vllm.template-system-first",
        [system(), system()],
        "$[1].role",
        [system(), system()],
        QWEN,
        {"model": "glm-5"},
    ),
    Pair(
        vllm.DIALECT,
        "vllm.reasoning-key",
        [assistant("Hi", reasoning_content="hm")],
        "$[0].reasoning_content",
        [assistant("Hi", reasoning="hm"), assistant("Hi", reasoning="hm", reasoning_content="hm")],
    ),
    Pair(
        vllm.DIALECT,
        "vllm.tool-content-string",
        [user(), calling(call()), result(content=[text()])],
        "$[2].content",
        [user([text()]), calling(call()), result(content="Hi")],
    ),
    Pair(
        vllm.DIALECT,
        "vllm.tool-content-string",
        [user(), calling(call()), result(content=[text("Rain"), text("Wind")])],
        "$[2].content",
        [user(), calling(call()), result(content=[text(), image()])],
    ),
    Pair(
        vllm.DIALECT,
        "vllm.media-address",
        [user([text(), video("/home/a.mp4")])],
        "$[0].content[1].video_url.url",
        [user([text(), video(), image(data_uri(PNG))])],
    ),
    Pair(
        vllm.DIALECT,
        "vllm.media-address",
        [user([{"image_url": "a.png"}])],
        "$[0].content[0].image_url",
        [user([{"image_url": "https://example.com/a.png?b=/c"}])],
    ),
    Pair(
        vllm.DIALECT,
        "vllm.local-media",
        [user([image("file:///home/a.png")])],
        "$[0].content[0].image_url.url",
        [user([image()])],
    ),
    Pair(
        zhipu.DIALECT,
        "zhipu.media-address",
        [user([text(), image("/home/a.png")])],
        "$[0].content[1].image_url.url",
        [user([text(), image(), image(b64(PNG)), image(data_uri(PNG))])],
    ),
    Pair(
        zhipu.DIALECT,
        "zhipu.media-address",
        [user([image("file:///home/a.png")])],
        "$[0].content[0].image_url.url",
        [user([video()])],
    ),
]

TALK = [
    system("You are Friday.", name="system"),
    user("Hello, I am Ann.", name="Ann"),
    assistant("Hello, Ann.", name="Friday"),
    user([text("What is the weather"), text("in 北京?")]),
    calling(call("call_1"), call("call_2", "now", "{}")),
    result("call_1", "sunny"),
    result("call_2", [text("12:00")]),
    assistant("Sunny, at noon."),
]
THOUGHT = [*TALK[:4], TALK[4] | {"reasoning_content": "Two tools."}, *TALK[5:]]

RIGHT = {
    "deepseek": {
        "a talk": TALK,
        "thinking passed back": {"model": "deepseek-v4-pro", **THINKING, "messages": THOUGHT},
        "pictures": [user([text(), image(), image(data_uri(JPEG, "image/jpeg"))])],
        "a picture in a result": [calling(call()), result(content=[text(), image(data_uri(PNG))])],
        "a prefix": [user(), assistant("```python\n", prefix=True)],
        "its own role": [user(), {"role": "latest_reminder", "content": "It is 2026."}],
    },
    "zhipu": {
        "a talk": {"model": "glm-5", "messages": TALK},
        "thinking passed back": THOUGHT,
        "pictures": [user([text(), image(), image(b64(PNG)), image(data_uri(JPEG, "image/jpeg"))])],
        "a video": [user([video(), text("What happens?")])],
        "a file": [user([file(), text("Sum up.")])],
        "sound": [user([audio()])],
    },
    "vllm": {
        "a talk": [*TALK[:6], result("call_2", "12:00"), *TALK[7:]],
        "reasoning": [user(), assistant("Hello", reasoning="hm")],
        "every part": [
            user(
                [
                    "Look",
                    text(),
                    image(),
                    {"image_url": "https://example.com/a.png"},
                    {"type": "image_url", "image_url": "https://example.com/a.png", "uuid": "a"},
                    {"type": "image_url", "image_url": None, "uuid": "a"},
                    {"type": "audio_url", "audio_url": {"url": data_uri(WAV, "audio/wav")}},
                    video(),
                    audio(format_="flac"),
                    {"type": "image_embeds", "image_embeds": "AAAA"},
                    {"type": "audio_embeds", "audio_embeds": {"a": "AAAA"}},
                    {"type": "prompt_embeds", "data": "AAAA"},
                    {"type": "input_text", "text": "Hi"},
                    {"type": "input_image", "image_url": "https://example.com/a.png", "detail": "auto"},
                ]
            ),
            assistant([{"type": "thinking", "thinking": "hm", "closed": True}, {"type": "refusal", "refusal": "No."}]),
            user([{"type": "tool_reference", "name": "search"}]),
        ],
    },
}
