"""AgentScope 0.0's wrappers: arguments, outputs, addresses."""

from __future__ import annotations

import logging
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from support.agentscope_v0 import BASE64, DIRECT, FLAT, NO_PICTURES, RECURSIVE, A, B, S, refusal, texts

from promptfmt_reference.agentscope_v0_0 import models as wrappers
from promptfmt_reference.agentscope_v0_0.message import Msg, Tht

# arguments


def wrapped(class_: Any, *args: Any, model: str = "gpt-4o") -> Any:
    return class_("config", model).format(*args)


@pytest.mark.parametrize("class_", [*RECURSIVE, *FLAT])
@pytest.mark.parametrize("args", [(S, [A, B]), ([S], A, [], B), (None, [S, A], None, [B]), ([S, A, B],)])
def test_messages_lists_and_none_are_one_list(class_: Any, args: tuple[Any, ...]) -> None:
    assert wrapped(class_, *args) == wrapped(class_, S, A, B)


@pytest.mark.parametrize("class_", RECURSIVE)
@pytest.mark.parametrize("args", [([S, [A, [[], [B]]]],), ([None, S], [[None, A], B]), ([[[S]]], A, [None], B)])
def test_the_recursive_rule_takes_lists_of_any_depth(class_: Any, args: tuple[Any, ...]) -> None:
    assert [message["name"] for message in wrapped(class_, *args)] == ["system", "Ann", "Bob"]


class Odd:
    def __str__(self) -> str:
        raise ZeroDivisionError

    __repr__ = __str__


@pytest.mark.parametrize("wrong", ["hi", (A,), {"role": "user", "content": "hi"}, 5, True, Odd()])
def test_what_is_no_message_is_refused_with_its_type(wrong: Any) -> None:
    """The recursive rule names the item; the flat rule names the argument, which may be the list around it."""
    for class_ in RECURSIVE:
        for args in [(wrong,), (A, [wrong]), ([A, [[wrong]]],)]:
            with pytest.raises(TypeError) as caught:
                wrapped(class_, *args)
            assert str(caught.value) == refusal(wrong)
    for class_ in FLAT:
        for args, named in [((wrong,), wrong), ((A, [wrong]), []), (([A, [[wrong]]],), [])]:
            with pytest.raises(TypeError) as caught:
                wrapped(class_, *args)
            assert str(caught.value) == refusal(named)


@pytest.mark.parametrize("class_", FLAT)
@pytest.mark.parametrize("wrong", [[None], [A, None], [[A]], [[]]])
def test_the_flat_rule_takes_nothing_but_messages_in_lists(class_: Any, wrong: Any) -> None:
    with pytest.raises(TypeError) as caught:
        wrapped(class_, S, wrong)

    assert str(caught.value) == refusal([])


@pytest.mark.parametrize("class_", DIRECT)
def test_models_without_messages_say_that_nothing_is_to_be_formatted(class_: Any) -> None:
    with pytest.raises(RuntimeError) as caught:
        wrapped(class_, A)

    assert str(caught.value) == (
        f"Model Wrapper [{class_.__name__}] doesn't need to format the input. "
        "Please try to use the model wrapper directly."
    )


def test_a_bare_post_api_has_no_format() -> None:
    with pytest.raises(NotImplementedError, match="PostAPIModelWrapperBase"):
        wrapped(wrappers.PostAPIModelWrapperBase, A)


# outputs

HEADING = "## Dialogue History\n"
NAMED = {"role": "system", "name": "system", "content": "Be brief."}
NOTHING_AND_SYSTEM: dict[str, tuple[Any, Any]] = {
    "OpenAIChat": ([], [NAMED]),
    "PostAPIChat": ([], [NAMED]),
    "DashScopeChat": ([("user", HEADING)], [("system", "Be brief."), ("user", HEADING)]),
    "ZhipuAIChat": ([("user", HEADING)], [("system", "Be brief."), ("user", HEADING)]),
    "DashScopeMultiModal": (
        [("user", [{"text": HEADING}])],
        [("system", [{"text": "Be brief."}]), ("user", [{"text": HEADING}])],
    ),
    "OllamaChat": ([("system", "")], [("system", "Be brief.\n")]),
    "LiteLLMChat": ([("user", "")], [("user", "Be brief.\n")]),
    "OllamaGeneration": (HEADING, f"Be brief.\n\n{HEADING}"),
    "GeminiChat": ([{"role": "user", "parts": [HEADING]}], [{"role": "user", "parts": [f"Be brief.\n\n{HEADING}"]}]),
}


@pytest.mark.parametrize(("name", "nothing", "system"), [(name, *both) for name, both in NOTHING_AND_SYSTEM.items()])
def test_nothing_and_a_system_message_alone_are_no_errors(name: str, nothing: Any, system: Any) -> None:
    class_ = getattr(wrappers, f"{name}Wrapper")
    for args in [(), (None,), ([],), (None, [], [])]:
        assert wrapped(class_, *args) == spelled(nothing)
    assert wrapped(class_, S) == spelled(system)


def spelled(payload: Any) -> Any:
    """Pairs of role and content as messages."""
    pairs = payload if isinstance(payload, list) else []
    return [dict(zip(("role", "content"), m, strict=True)) if isinstance(m, tuple) else m for m in pairs] or payload


@pytest.mark.parametrize("class_", FLAT)
def test_a_system_message_behind_others_is_a_line_of_the_history(class_: Any) -> None:
    assert f"{HEADING}Ann: Hi!\nsystem: Be brief.\nBob: Yes?" in texts(wrapped(class_, A, S, B))


@pytest.mark.parametrize(
    ("name", "lines"), [("OllamaChat", 1), ("LiteLLMChat", 1), ("OllamaGeneration", 2), ("GeminiChat", 2)]
)
def test_the_systems_last_newline_counts_for_some(name: str, lines: int) -> None:
    """Chat of Ollama and LiteLLM: one empty line in any case; the two others always add one."""
    class_, empty = getattr(wrappers, f"{name}Wrapper"), "\n" * lines

    assert f"Rules:\n{empty}{HEADING}Ann: Hi!" in texts(wrapped(class_, Msg("s", "Rules:\n", "system"), A))
    assert f"Rules:\n\n{HEADING}Ann: Hi!" in texts(wrapped(class_, Msg("s", "Rules:", "system"), A))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("naïve\n", "naïve\n"),
        ({"k": "é", "n": [1, True, None]}, '{"k": "é", "n": [1, true, null]}'),
        ([], "[]"),
        ((1, "你"), '[1, "你"]'),
        (3.5, "3.5"),
        (7, "7"),
        (True, "true"),
        (None, "None"),
        (b"x", "b'x'"),
        ("", ""),
    ],
)
@pytest.mark.parametrize("class_", [*RECURSIVE, *FLAT])
def test_contents_of_any_type_are_told_as_texts(class_: Any, content: Any, told: str) -> None:
    found = texts(wrapped(class_, Msg("Ann", content, "user")))

    assert (told if class_ in RECURSIVE else f"{HEADING}Ann: {told}") in found


@pytest.mark.parametrize("class_", [*RECURSIVE, *FLAT])
def test_a_content_that_cannot_be_told_raises_its_own_error(class_: Any) -> None:
    with pytest.raises(ZeroDivisionError):
        wrapped(class_, Msg("Ann", Odd(), "user"))
    with pytest.raises(TypeError, match="not JSON serializable"):
        wrapped(class_, Msg("Ann", {"a": {1}}, "user"))


@pytest.mark.parametrize("class_", [*RECURSIVE, *FLAT])
@pytest.mark.parametrize("odd", ["{", "{}", "{name}", "{{x}}", '{"a": 1}', "{0.__class__}", "%s %(a)s", "$x \\n \0"])
def test_braces_and_the_like_are_literal(class_: Any, odd: str) -> None:
    found = texts(wrapped(class_, Msg("s", odd, "system"), Msg(odd, f"{odd} {odd}", "user")))

    assert any(odd in text.split("## Dialogue", maxsplit=1)[0] for text in found)
    assert any(f"{odd} {odd}" in text for text in found)


def test_a_message_without_a_role_is_an_assistants_and_the_log_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "agentscope"):
        assert Msg("Ann", "hi")["role"] == "assistant"

    assert len(caplog.messages) == 1
    assert "Ann" in caplog.messages[0]


def test_a_message_is_a_dictionary_with_attributes() -> None:
    msg = Msg("Ann", "hi", "user", url="", mood="good")

    assert isinstance(msg, dict)
    assert (msg.name, msg["content"], msg.url, msg.mood) == ("Ann", "hi", "", "good")
    assert (Tht("hm").name, Tht("hm").role, Tht("hm").content) == ("thought", "assistant", "hm")
    assert deepcopy(msg) == msg
    with pytest.raises(AttributeError, match="a message has no 'contents'; it has name, content, role"):
        _ = msg.contents


# addresses


def pictures(url: Any, model: str = "gpt-4o") -> list[str]:
    """The addresses in an OpenAI message with one text, in their order; text alone stays a string."""
    (message,) = wrapped(wrappers.OpenAIChatWrapper, Msg("Ann", "see", "user", url=url), model=model)
    if message["content"] == "see":
        return []
    text, *images = message["content"]
    assert text == {"type": "text", "text": "see"}
    assert images
    assert all(image == {"type": "image_url", "image_url": {"url": image["image_url"]["url"]}} for image in images)
    return [image["image_url"]["url"] for image in images]


SEEING = ["gpt-4o", "gpt-4o-mini", "chatgpt-4o-latest", "gpt-4-turbo-2024-04-09", "gpt-4-vision", "my-vision-model"]
BLIND = ["gpt-4", "gpt-4.1", "gpt-4-1106-preview", "GPT-4o", "o1"]


@pytest.mark.parametrize("name", [*SEEING, *BLIND])
def test_a_model_sees_if_its_name_says_so(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """The configuration's name stands for a model's that is not given; the log names what is left out."""
    url = "https://example.com/a.png"
    with caplog.at_level(logging.WARNING, "agentscope"):
        assert pictures(url, name) == ([url] if name in SEEING else [])
    assert [url in message for message in caplog.messages] == [True] * (name in BLIND)

    (unnamed,) = wrappers.OpenAIChatWrapper(name).format(Msg("Ann", "see", "user", url=url))
    assert isinstance(unnamed["content"], list) == (name in SEEING)


@pytest.mark.parametrize(
    "url",
    [
        *(f"https://example.com/a.{ending}" for ending in ("png", "jpg", "jpeg", "gif", "webp", "PNG", "tar.Jpg")),
        "ftp://example.com/a.png",
        "file:///nowhere/a.png",
        f"https://example.com/{'long' * 2000}.png",
        "https://example.com/a.png#.png",
    ],
)
def test_web_pictures_go_unchanged_to_openai(folder: Path, url: str) -> None:
    assert pictures(url) == pictures([url]) == [url]


@pytest.mark.parametrize("name", ["pic.png", "PIC.JPG", "a b.jpeg", "pic.gif", "pic.webp", ".png"])
def test_local_pictures_go_to_openai_by_value_under_their_endings_name(folder: Path, name: str) -> None:
    for path in (name, f"./{name}", str(folder / name)):
        assert pictures(path) == [f"data:image/{name.lower().split('.')[1]};base64,{BASE64}"]


@pytest.mark.parametrize("url", NO_PICTURES, ids=lambda url: ascii(url[:30]))
def test_what_is_no_picture_is_left_out_and_the_log_names_it(
    folder: Path, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "agentscope"):
        assert pictures(url) == []
        assert pictures(["https://example.com/1.png", url, "pic.png"]) == [
            "https://example.com/1.png",
            f"data:image/png;base64,{BASE64}",
        ]

    assert [repr(url) in message for message in caplog.messages] == [True, True]


@pytest.mark.parametrize("url", [[], ["missing.png", "s.mp3"], [""], [5], [None]])
def test_no_picture_at_all_leaves_a_string(url: Any) -> None:
    assert pictures(url) == []


def test_an_address_that_is_no_text_is_left_out_as_any_other(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "agentscope"):
        assert pictures(5) == []

    assert len(caplog.messages) == 1


def test_lists_of_addresses_in_lists_are_one_list() -> None:
    assert pictures([["https://example.com/a.png"], "https://example.com/b.png"]) == [
        "https://example.com/a.png",
        "https://example.com/b.png",
    ]


def test_every_role_may_show_pictures() -> None:
    said = [Msg(role, "see", role, url="https://example.com/a.png") for role in ("system", "user", "assistant")]

    assert [len(m["content"]) for m in wrapped(wrappers.OpenAIChatWrapper, said)] == [2, 2, 2]
    assert [m["content"] for m in wrapped(wrappers.PostAPIChatWrapper, said)] == ["see"] * 3


def shown(*msgs: Msg) -> list[list[dict[str, str]]]:
    payload = wrapped(wrappers.DashScopeMultiModalWrapper, *msgs)
    return [[part for part in message["content"] if "text" not in part] for message in payload]


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("https://example.com/a.png", [{"image": "https://example.com/a.png"}]),
        ("https://example.com/a.JP2", [{"image": "https://example.com/a.JP2"}]),
        ("https://example.com/a.3gpp", [{"audio": "https://example.com/a.3gpp"}]),
        ("missing.png", [{"image": "missing.png"}]),
        ("pic.png", [{"image": "file://pic.png"}]),
        ("./pic.bmp", [{"image": "file://./pic.bmp"}]),
        ("s.mp3", [{"audio": "file://s.mp3"}]),
        ("folder.png", [{"image": "file://folder.png"}]),
        ("png", [{"image": "png"}]),
        (["s.mp3", [["missing.png"], "v.mp4", []], "pic"], [{"audio": "file://s.mp3"}, {"image": "missing.png"}]),
        (f"https://example.com/{'long' * 2000}.png", [{"image": f"https://example.com/{'long' * 2000}.png"}]),
        ("nul\0.png", [{"image": "nul\0.png"}]),
        ("https://[.png", [{"image": "https://[.png"}]),
        *((url, []) for url in (None, [], "", "pic.gif", "v.mp4", "pic", "https://example.com/a.png?x=1", "a.pdf")),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_dashscope_shows_pictures_and_sounds_by_their_endings(folder: Path, url: Any, parts: list[Any]) -> None:
    """GIF is none of its pictures; paths that are there have a scheme, all else goes as it is."""
    assert shown(Msg("Ann", "see", "user", url=url)) == [parts]


@pytest.mark.parametrize("url", [("a.png",), 5, {"url": "a.png"}, b"a.png"])
def test_dashscope_refuses_addresses_of_other_types(url: Any) -> None:
    for given in (url, ["a.png", [url]]):
        with pytest.raises(TypeError) as caught:
            shown(Msg("Ann", "see", "user", url=given))
        assert str(caught.value) == f"Unsupported url type {type(url)}, str or list expected."


def test_dashscope_shows_media_before_the_text_and_the_systems_where_they_were(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING, "agentscope"):
        payload = wrapped(
            wrappers.DashScopeMultiModalWrapper,
            Msg("system", "S", "system", url="x://s.png"),
            [Msg("Ann", "a", "user", url=["x://1.mp3", "x://2.mp4"]), Msg("Bob", "b", "user", url="x://3.png")],
        )

    assert payload == [
        {"role": "system", "content": [{"image": "x://s.png"}, {"text": "S"}]},
        {
            "role": "user",
            "content": [{"audio": "x://1.mp3"}, {"image": "x://3.png"}, {"text": f"{HEADING}Ann: a\nBob: b"}],
        },
    ]
    assert ["x://2.mp4" in message for message in caplog.messages] == [True]


def test_ollama_gathers_all_addresses_in_one_list() -> None:
    """The system's, and those of any kind; the document says that they are gathered, so that lists are not nested."""
    said = [Msg("s", "S", "system", url="s.mp3"), Msg("Ann", "a", "user", url=["a.png", "b.pdf"]), A]
    (message,) = wrapped(wrappers.OllamaChatWrapper, said)

    assert message == {
        "role": "system",
        "content": f"S\n\n{HEADING}Ann: a\nAnn: Hi!",
        "images": ["s.mp3", "a.png", "b.pdf"],
    }
    assert "images" not in wrapped(wrappers.OllamaChatWrapper, S, A)[0]


def test_ollamas_one_list_has_no_lists_in_it() -> None:
    (message,) = wrapped(wrappers.OllamaChatWrapper, Msg("Ann", "a", "user", url=["a.png", ["b.png", ["c.png"]]]))

    assert message["images"] == ["a.png", "b.png", "c.png"]
