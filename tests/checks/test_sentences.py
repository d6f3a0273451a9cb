"""What a finding says is true of the conversation that was given, and not only of what a repair has made of it."""

from __future__ import annotations

from typing import Any

from liars.liar import answers, calls, case, says
from support.payloads.gemini import PNG

from promptfmt_reference import FORMATTERS
from pytest_promptfmt import Conversation, check_formatter, check_payload
from pytest_promptfmt.conversation import Thinking
from pytest_promptfmt.corpus import Case, corpus

ASKED = says("user", "Where is it, amber-17?"), says("assistant", calls("find_order", "call_1", number=7))
ANSWERED = case(
    "an-order", *ASKED, says("tool", answers("find_order", "call_1", "Shipped.")), says("user", "Thanks, jade-31.")
)
OPEN = case(
    "an-open-order",
    *ASKED,
    says("user", "Thanks, jade-31."),
    expect={"demand": "either", "repairs": ["drop-open-calls"], "why": "nobody answered"},
)


def call(id_: str = "call_1", arguments: str = '{"number": 7}') -> dict[str, Any]:
    function = {"name": "find_order", "arguments": arguments}
    return {"role": "assistant", "tool_calls": [{"id": id_, "type": "function", "function": function}]}


def result(content: Any, id_: str = "call_1") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": content}


FIRST, LAST = {"role": "user", "content": "Where is it, amber-17?"}, {"role": "user", "content": "Thanks, jade-31."}


def errors(given: Case | str, *payload: dict[str, Any], dialect: str = "vllm") -> list[str]:
    """What is said of a payload, by its errors."""
    report = check_formatter({f"{dialect}.chat": lambda conversation: list(payload)}, cases=[given])
    return [finding.message for finding in report.findings if finding.is_error]


def test_a_call_of_the_conversation_is_never_nobodys() -> None:
    other = errors(OPEN, FIRST, call(), {"role": "user", "content": "Bye."})
    renamed = errors(ANSWERED, FIRST, call("call_9", '{"number": 8}'), result("Shipped.", "call_9"), LAST)
    twice = errors(ANSWERED, FIRST, call(), result("Shipped."), call("call_9", "{}"), result("None.", "call_9"), LAST)

    assert other[0] == "what user said is nowhere: 'Thanks, jade-31.'"
    assert renamed == ["the call find_order (call_1) has other arguments at number"]
    assert twice[0] == "find_order was called 1 time, and here once more (call_9)"
    assert not any("nobody called" in message for message in (*other, *renamed, *twice))


def test_an_empty_result_under_another_id_is_told_by_its_id() -> None:
    silent = case(
        "silence", *ASKED, says("tool", answers("find_order", "call_1", "")), says("user", "Thanks, jade-31.")
    )

    assert errors(silent, FIRST, call(), result("", "call_9"), LAST) == [
        "the answer to find_order (call_1) is told as that to call_9"
    ]


def test_a_text_within_a_result_is_told_by_its_place() -> None:
    told = errors(ANSWERED, FIRST, call(), result("Shipped.\nThanks, jade-31."))

    assert told == [
        "what user said stands in the result of call_1: 'Thanks, jade-31.'",
        "it says what user said in message 3, and the tool did not",
    ]


def test_a_call_that_a_repair_leaves_out_stands_there_as_it_was_made() -> None:
    given = case(
        "a-forgotten-order",
        *ASKED,
        says("assistant", "One moment, cobalt-42."),
        says("user", "I wait, falcon-58."),
        says("assistant", "Here it is, heron-63."),
        says("user", "Thanks, jade-31."),
        expect={"demand": "either", "repairs": ["drop-open-calls"], "why": "nobody answered"},
    )
    texts = [{"role": message.role, "content": message.text} for message in given.given().messages if message.text]
    told = errors(given, *texts, call(), dialect="deepseek")

    way = "a way is to leave out calls that nobody answered"
    assert f"the call find_order (call_1) stands here, and nobody answered it ({way})" in told


SHOWN = case(
    "a-recording",
    says("user", {"type": "audio", "source": {"type": "url", "url": "https://example.com/bell.wav"}}),
    says("assistant", "A bell, cobalt-42."),
    says("user", "Thanks, jade-31."),
)
HEARD = {"role": "assistant", "content": "A bell, cobalt-42."}, LAST


def audio(data: str) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": data, "format": "wav"}}]}


def test_an_address_in_the_place_of_bytes_is_told_as_that() -> None:
    address = errors(SHOWN, audio("https://example.com/bell.wav"), *HEARD, dialect="openai")
    other = errors(SHOWN, audio("bell, in words"), *HEARD, dialect="openai")

    name = "the audio 'https://example.com/bell.wav'"
    assert f"the address of {name} stands at the place of its bytes" in address
    assert f"at the place of the bytes of {name} stands what is no base64" in other


DRAWN = case(
    "a-picture-in-a-result",
    *ASKED,
    says(
        "tool",
        answers(
            "find_order",
            "call_1",
            [{"type": "image", "source": {"type": "url", "url": "https://example.com/order.png"}}],
        ),
    ),
    says("user", "Thanks, jade-31."),
)


def test_media_where_none_are_read_are_told_by_their_place() -> None:
    part = {"type": "image_url", "image_url": {"url": "https://example.com/order.png"}}
    there = errors(DRAWN, FIRST, call(), result([part]), LAST, dialect="cohere")
    gone = errors(DRAWN, FIRST, call(), result("A picture."), LAST, dialect="cohere")

    name, place = "the image 'https://example.com/order.png'", "$[2].content[0].image_url.url"
    assert f"{name} stands at {place}, where no image is read" in there
    assert f"{name} is nowhere" in gone


TWO_TEXTS = case(
    "a-result-of-two",
    *ASKED,
    says(
        "tool",
        answers("find_order", "call_1", [{"type": "text", "text": each} for each in ("Shipped.", "By sea, pearl-3.")]),
    ),
    says("user", "Thanks, jade-31."),
)


def test_a_result_told_in_two_is_told_as_that() -> None:
    told = errors(TWO_TEXTS, FIRST, call(), result("Shipped."), result("By sea, pearl-3.", "call_2"), LAST)

    assert "the result of find_order (call_1) does not say 'By sea, pearl-3.'; $[3] does" in told
    assert "a text of the result of find_order (call_1) stands here as a result of its own" in told


def test_a_result_told_in_two_of_one_id_is_not_there_once_more() -> None:
    told = errors(TWO_TEXTS, FIRST, call(), result("Shipped."), result("By sea, pearl-3."), LAST)

    assert "a part of the result of find_order (call_1) stands here as a second one" in told
    assert not any("is here once more" in sentence for sentence in told)


def test_a_result_that_only_shows_something_is_not_nowhere_where_that_is_shown() -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}
    shown = case(
        "a-picture-of-an-order",
        *ASKED,
        says("tool", answers("find_order", "call_1", [picture])),
        says("user", "Thanks."),
    )
    part = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}
    told = errors(shown, FIRST, call(), {"role": "user", "content": [part, {"type": "text", "text": "Thanks."}]})

    assert "no result answers find_order (call_1), wherever stands what it showed" in told


def test_a_calls_place_is_not_called_empty() -> None:
    by_the_user = {"role": "user", "tool_calls": call()["tool_calls"]}
    told = errors(ANSWERED, FIRST, by_the_user, result("Shipped."), LAST, dialect="openai")

    assert "tool_calls stands in the place of content in a message of role 'user'" in told


def test_a_thought_told_as_text_is_not_nowhere() -> None:
    [given] = [each for each in corpus() if each.id == "thinking/signed-before-call"]
    asked, thought, _ = given.given().messages
    assert isinstance(thought.blocks[0], Thinking)
    tagged = {**call(arguments='{"city": "Oslo"}'), "content": f"<think>{thought.blocks[0].thinking}</think>"}
    tagged["tool_calls"][0]["function"]["name"] = "get_weather"
    payload = {"role": "user", "content": asked.text}, tagged, result("Rain until night, jade-31.")

    told = errors(given, *payload, dialect="moonshot")
    assert "thought 0 of message 1 is told as text, and the model wants it back" in told
    assert not any("nowhere" in message for message in told)


FILM = case(
    "a-film-and-a-recording",
    says("user", {"type": "video", "source": {"type": "base64", "media_type": "video/mp4", "data": "AAAAGGZ0eXA="}}),
    says("assistant", "A bell, cobalt-42."),
    says("user", "Thanks, jade-31."),
)


def document(**source: str) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "document", "source": source}]}


def test_what_is_sent_as_something_else_is_told_as_that_where_nothing_can_be_decoded() -> None:
    bytes_ = {"type": "base64", "media_type": "application/pdf"}
    written = errors(FILM, document(**bytes_, data="data:video/mp4;base64,AAAAGGZ0eXA="), *HEARD, dialect="anthropic")
    other = errors(FILM, document(**bytes_, data="data:video/mp4;base64,AAAA"), *HEARD, dialect="anthropic")

    assert "the video (video/mp4, 12 characters of base64) is sent as a document (application/pdf)" in written
    assert "nobody showed this document" in other


def test_what_is_empty_is_told_as_that() -> None:
    shown = errors(FILM, document(type="url", url=""), *HEARD, dialect="anthropic")
    paper = {"type": "document", "source": {"type": "url", "url": "https://example.com/bell.pdf"}}
    read = case("a-paper", says("user", paper), says("assistant", "A bell, cobalt-42."), says("user", LAST["content"]))
    lost = errors(read, document(type="url", url=""), *HEARD, dialect="anthropic")

    assert "an empty document is here" in shown
    assert "the document 'https://example.com/bell.pdf' came out empty" in lost


def test_a_text_that_was_said_more_often_than_it_is_told_is_not_nowhere() -> None:
    given = case("twice", says("user", "Again, amber-17."), says("assistant", "Yes."), says("user", "Again, amber-17."))
    told = errors(given, {"role": "user", "content": "Again, amber-17."}, {"role": "assistant", "content": "Yes."})

    assert "what user said was said more often than it stands here: 'Again, amber-17.'" in told


def test_a_result_that_was_made_up_for_an_answered_call_is_told_by_its_words() -> None:
    invented = errors(ANSWERED, FIRST, call(), result("Shipped."), result("No result provided"), LAST)
    copied = errors(ANSWERED, FIRST, call(), result("Shipped."), result("Shipped."), LAST)

    assert invented == ["the result of find_order (call_1) is here once more, as 'No result provided'"]
    assert copied == ["the result of find_order (call_1) is here once more"]


def turned(*parts: dict[str, Any], role: str = "user") -> dict[str, Any]:
    return {"role": role, "parts": list(parts)}


def google(*between: dict[str, Any]) -> list[dict[str, Any]]:
    return [turned({"text": FIRST["content"]}), *between, turned({"text": LAST["content"]})]


def google_call(name: str = "find_order") -> dict[str, Any]:
    return turned({"functionCall": {"name": name, "args": {"number": 7}}}, role="model")


def google_result(name: str, response: dict[str, Any]) -> dict[str, Any]:
    return turned({"functionResponse": {"name": name, "response": response}})


def test_a_call_under_another_name_is_told_by_that_where_no_id_tells() -> None:
    shipped = google_result("find_order", {"output": "Shipped."})
    told = errors(ANSWERED, *google(google_call("call_1"), shipped), dialect="gemini")
    other = errors(ANSWERED, *google(google_call(), google_call("look"), shipped), dialect="gemini")

    assert "the call find_order (call_1) is made under another name: 'call_1'" in told
    assert not any("nowhere" in message or "nobody called" in message for message in told)
    assert "nobody called look" in other


def test_an_answer_under_a_name_that_nobody_called_is_told_by_that() -> None:
    told = errors(ANSWERED, *google(google_call(), google_result("call_1", {"output": "Shipped."})), dialect="gemini")

    assert "the answer to find_order (call_1) is named 'call_1', as no call is" in told


def test_of_a_result_that_says_something_else_the_mark_is_not_asked() -> None:
    made_up = google_result("find_order", {"error": "No result provided"})
    early = google_result("find_order", {"output": "Shipped."})
    told = errors(ANSWERED, *google(early, google_call(), made_up), dialect="gemini")
    marked = errors(
        ANSWERED, *google(google_call(), google_result("find_order", {"error": "Shipped."})), dialect="gemini"
    )

    assert not any("is marked otherwise" in message for message in told)
    assert any("is marked otherwise" in message for message in marked)


def test_a_result_in_words_beside_itself_is_not_nobodys() -> None:
    given = turned(
        {"functionResponse": {"name": "find_order", "response": {"output": "Shipped to Bergen."}}},
        {"text": "Shipped to Bergen."},
    )
    said = case(
        "an-order-to-bergen",
        *ASKED,
        says("tool", answers("find_order", "call_1", "Shipped to Bergen.")),
        says("user", "Thanks, jade-31."),
    )
    report = check_formatter({"gemini.chat": lambda conversation: google(google_call(), given)}, cases=[said])
    told = [finding.message for finding in report.findings]

    assert "the result of find_order is told in words, too" in told
    assert not any("nobody said" in message for message in told)


def offered(**properties: Any) -> list[dict[str, Any]]:
    parameters = {"type": "object", "properties": properties}
    return [{"name": "draw", "description": "Draws, heron-63.", "input_schema": parameters}]


def test_a_parameter_is_told_by_its_types_and_by_what_it_refers_to() -> None:
    parameters = {
        "type": "object",
        "properties": {"to": {"type": ["integer", "string"]}, "by": {"$ref": "#/$defs/way"}},
        "$defs": {"way": {"type": "object", "properties": {"x": {"type": "integer", "description": "Far, otter-77."}}}},
    }
    tools = [{"name": "draw", "description": "Draws, heron-63.", "parameters": parameters}]
    given = case("an-offer", says("user", FIRST["content"]), tools=tools)
    payload = {"messages": [FIRST], "tools": offered(to={"type": "object"}, by={"$ref": "#/$defs/way"})}
    report = check_formatter({"anthropic.chat": lambda conversation: payload}, cases=[given])

    assert [finding.message for finding in report.findings if finding.is_error] == [
        "the parameter to of draw: it is object, and was integer or string",
        "the parameter by of draw: what it refers to, '#/$defs/way', is not in the schema",
    ]


def test_media_are_called_what_they_are_and_not_what_their_declaration_makes_of_them() -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}
    given = case("a-picture", says("user", picture), says("assistant", "A chart."), says("user", LAST["content"]))
    rest = turned({"text": "A chart."}, role="model"), turned({"text": LAST["content"]})
    told = [
        errors(given, turned({"inlineData": {"mimeType": declared, "data": PNG}}), *rest, dialect="gemini")
        for declared in ("", "application/octet-stream")
    ]

    assert "the image is declared as nothing, its bytes are image/png" in told[0]
    assert "the image is declared as application/octet-stream, its bytes are image/png" in told[1]


def test_of_a_picture_that_the_model_takes_none_of_a_word_is_enough_and_silence_is_not() -> None:
    """``deepseek-chat`` refuses images, and the dialect has a place for them."""

    def found(word: str) -> set[str]:
        def chat(conversation: Conversation) -> Any:
            told = [
                {"role": m.role, "content": m.text + (word if any(b.type == "image" for b in m.blocks) else "")}
                for m in conversation.messages
            ]
            return {"model": "deepseek-chat", "messages": told}

        report = check_formatter({"deepseek.chat": chat}, cases=["vision/image-by-address"])
        return {finding.id for finding in report.findings if finding.is_error}

    assert found("") == {"fidelity.lost-media"}
    assert found(" (an image, which this model cannot see)") == set()


TWO_RULES = case(
    "two-rules",
    says("system", "Say so, amber-17: so"),
    says("system", "See cobalt-42."),
    says("user", "What is it?"),
)


def test_texts_that_run_into_each_other_are_told_as_that() -> None:
    asked = {"role": "user", "content": "What is it?"}
    [told] = errors(TWO_RULES, {"role": "system", "content": "Say so, amber-17: soSee cobalt-42."}, asked)
    apart = errors(TWO_RULES, {"role": "system", "content": "Say so, amber-17: so. See cobalt-42."}, asked)

    assert told == "nothing stands between 'See cobalt-42.' and what was said before, and two words are one"
    assert apart == []


def test_an_answer_that_says_nothing_is_not_what_was_said_once_more() -> None:
    told = errors(ANSWERED, FIRST, call(), result("Shipped."), result(""), LAST)

    assert "an empty answer to find_order (call_1) stands beside its own" in told
    assert not any("once more" in each for each in told)


def test_base64_in_the_place_of_a_text_is_told_as_that() -> None:
    source = {"type": "base64", "media_type": "text/plain", "data": "RHVlcyBhcmUgcGFpZCBhdCBub29uLg=="}
    given = case("a-note", says("user", "What is due?"), says("user", {"type": "document", "source": source}))
    note = {"type": "document", "source": {**source, "type": "text"}}
    told = errors(
        given, {"role": "user", "content": [{"type": "text", "text": "What is due?"}, note]}, dialect="anthropic"
    )

    name = "the document (text/plain, 32 characters of base64)"
    assert told == [f"the base64 of {name} stands at the place of its text"]


def test_what_is_left_of_a_text_is_not_nobodys() -> None:
    rest = "Now the gate is open, heron-54, and whoever waits there may go in, otter-55."
    blocks = [{"type": "text", "text": f"<think>Not yet, amber-50.</think> {rest}"}]
    blocks.append({"type": "tool_use", "id": "call_1", "name": "find_order", "input": {"number": 7}})
    told = {"type": "tool_result", "id": "call_1", "name": "find_order", "output": "Shipped."}
    given = [FIRST, {"role": "assistant", "content": blocks}, {"role": "tool", "content": [told]}, LAST]

    found = check_payload([FIRST, call() | {"content": rest}, result("Shipped."), LAST], "vllm", {"messages": given})

    assert [finding.id for finding in found] == ["fidelity.altered-text"]


def test_a_text_where_none_is_read_is_told_by_its_place() -> None:
    rest = (call(), result("Shipped."), LAST)
    bare = errors(ANSWERED, {"role": "user", "content": [FIRST["content"]]}, *rest, dialect="mistral")
    under_another_key = errors(ANSWERED, {"role": "user", "text": FIRST["content"]}, *rest)
    gone = errors(ANSWERED, *rest)

    text = "'Where is it, amber-17?'"
    assert f"what user said stands at $[0].content[0], where no text is read: {text}" in bare
    assert f"what user said stands at $[0].text, where no text is read: {text}" in under_another_key
    assert f"what user said is nowhere: {text}" in gone


def test_a_call_in_words_is_told_by_its_place() -> None:
    words = {"role": "assistant", "content": 'I call find_order with {"number": 7}.'}
    told = errors(ANSWERED, FIRST, words, LAST)
    other = errors(ANSWERED, FIRST, {"role": "assistant", "content": "I call find_order."}, LAST)

    assert "the call find_order (call_1) is plain text here" in told
    assert "the call find_order (call_1) is nowhere" in other


RED = "iVBORw0KGgo="
RED_SHOWN = case(
    "a-red-picture",
    says("user", {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": RED}}),
)


def test_a_type_that_says_nothing_is_no_other_kind() -> None:
    untyped = {"inlineData": {"mimeType": "application/octet-stream", "data": RED}}
    told = errors(RED_SHOWN, {"role": "user", "parts": [untyped]}, dialect="gemini")

    assert "'application/octet-stream' says nothing of what it is" in told
    assert any("is declared as application/octet-stream, its bytes are image/png" in each for each in told)
    assert not any("sent as document" in each for each in told)


def test_an_answer_that_has_its_calls_id_for_a_name_is_its_whatever_it_holds() -> None:
    asked = says(
        "assistant",
        calls("count_gulls", "call_1", at="pier"),
        calls("list_boats", "call_2", berth=9),
        calls("get_crew", "call_3", boat="Ida"),
    )
    given = says(
        "tool",
        answers("count_gulls", "call_1", "0"),
        answers("list_boats", "call_2", "[]"),
        answers("get_crew", "call_3", "{}"),
    )
    whole = case("gulls", says("user", "How many, amber-17?"), asked, given, says("user", "Thanks, jade-31."))
    held: list[Any] = [0, [], {}]
    called = [("count_gulls", {"at": "pier"}), ("list_boats", {"berth": 9}), ("get_crew", {"boat": "Ida"})]
    turn = {"role": "model", "parts": [{"functionCall": {"name": name, "args": args}} for name, args in called]}
    named = [{"functionResponse": {"name": f"call_{n}", "response": value}} for n, value in enumerate(held, 1)]
    first = {"role": "user", "parts": [{"text": "How many, amber-17?"}]}
    last = {"role": "user", "parts": [{"text": "Thanks, jade-31."}]}
    told = errors(whole, first, turn, {"role": "user", "parts": named}, last, dialect="gemini")

    for name, id_ in (("count_gulls", "call_1"), ("list_boats", "call_2"), ("get_crew", "call_3")):
        assert f"the answer to {name} ({id_}) is named '{id_}', as no call is" in told
    assert not any(words in message for message in told for words in ("nowhere", "nobody gave", "once more"))


def test_an_id_that_only_a_repair_has_made_is_told_to_nobody() -> None:
    twice = case(
        "one-id",
        says("user", "Both, amber-17?"),
        says("assistant", calls("get_weather", "call_1", city="Oslo"), calls("get_time", "call_1", city="Cairo")),
        says("tool", answers("get_weather", "call_1", "Rain."), answers("get_time", "call_1", "Half past ten.")),
        says("user", "Thanks, jade-31."),
        expect={"demand": "either", "repairs": ["unique-ids"], "why": "an id is a call's own"},
    )
    function = {"name": "get_weather", "arguments": '{"city": "Oslo"}'}
    one = {"role": "assistant", "tool_calls": [{"id": "call_1", "type": "function", "function": function}]}
    first = {"role": "user", "content": "Both, amber-17?"}
    told = errors(twice, first, one, result("Rain."), result("Half past ten."), LAST)

    assert any(message.startswith("the call get_time (call_1") and "nowhere" in message for message in told)
    assert not any("call_1-2" in message for message in told)


def test_a_call_without_an_id_is_called_so() -> None:
    bare = case(
        "no-id",
        says("user", "Where is it, amber-17?"),
        says("assistant", calls("find_order", "", number=7)),
        says("tool", answers("find_order", "", "Shipped.")),
        says("user", "Thanks, jade-31."),
    )
    told = errors(bare, FIRST, call("", '{"number": 8}'), result("Shipped.", ""), LAST)

    assert "the call find_order (of an empty id) has other arguments at number" in told


SPELLED = "First line, jade-31.\n\tSecond, with a no-break\xa0space."
TOLD = case(
    "an-order-of-two-lines",
    says("user", "Where is it, amber-17?"),
    says("assistant", calls("find_order", "call_1", number=7), "First line, cobalt-42.\n\tSecond, said by the model."),
    says("tool", answers("find_order", "call_1", SPELLED)),
    says("user", "Thanks, jade-31."),
)


def test_what_a_tool_said_is_found_where_pythons_code_spells_it() -> None:
    words = {"role": "user", "content": f"It ran: { ({'id': 'call_1', 'result': SPELLED}) }"}
    told = errors(TOLD, FIRST, call(), words, LAST)

    assert "the result of find_order (call_1) is plain text here" in told
    assert any(sentence.startswith("what assistant said is nowhere: 'First line") for sentence in told)
    assert not any("has other characters here" in sentence for sentence in told)

    inside = errors(TOLD, FIRST, call(), result(str(["", SPELLED])), LAST)
    assert any("the result of find_order (call_1) spells in Python's code 'First line" in each for each in inside)


def test_words_that_only_a_repair_makes_a_text_of_are_not_somebodys() -> None:
    nothing_offered = next(each for each in corpus() if each.id == "tools/nothing-offered")
    said = ["What was the weather like, amber-17?", "I used [get_weather].", "It said: Lightning, cobalt-42.", "Go on."]
    turns = [
        {"role": ("user", "assistant")[number % 2], "content": [{"text": text}]}
        for number, text in enumerate([*said, "Thank you, jade-31."])
    ]
    found = errors(nothing_offered, *turns, dialect="bedrock")

    way = "a way is to tell calls and results as text"
    assert found == [f"what the call get_weather (call_1) has is nowhere in any text: 'Oslo' ({way})"]


def test_a_call_where_none_is_read_is_told_by_its_place() -> None:
    old = {"role": "assistant", "content": None, "function_call": call()["tool_calls"][0]["function"]}
    there = errors(ANSWERED, FIRST, old, result("Shipped."), LAST)
    gone = errors(ANSWERED, FIRST, {"role": "assistant", "content": "I look."}, result("Shipped."), LAST)

    assert "the call find_order (call_1) stands at $[1].function_call, where no call is read" in there
    assert "the call find_order (call_1) is nowhere" in gone


def test_a_call_that_stands_once_less_is_not_said_to_stand_unread() -> None:
    dice = next(each for each in corpus() if each.id == "tools/parallel-same-arguments")
    payload = FORMATTERS["openai.chat"](dice.conversation())
    [calling] = [message for message in payload["messages"] if "tool_calls" in message]
    del calling["tool_calls"][1]

    [lost] = [each for each in check_payload(payload, "openai", dice.conversation()) if each.id == "fidelity.lost-call"]

    assert lost.message == "the call roll_dice (call_2) is nowhere: it was made more often than it stands here"


def test_a_picture_under_a_key_that_nobody_reads_is_not_empty() -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}
    given = case("a-picture", says("user", "What is it, amber-17?", picture))
    words = {"type": "text", "text": "What is it, amber-17?"}

    def told(**image: Any) -> list[str]:
        steps = [{"type": "user_input", "content": [words, {"type": "image", **image}]}]
        report = check_formatter({"gemini-interactions.chat": lambda conversation: {"input": steps}}, cases=[given])
        return [finding.message for finding in report.findings if finding.id == "fidelity.altered-media"]

    [unread], [empty] = told(image_data={"data": PNG}), told(mime_type="image/png")
    assert unread.endswith(" stands at $.input[0].content[1].image_data.data, where no image is read")
    assert empty.endswith(" came out empty")


def test_of_alternatives_it_is_said_how_many_there_are() -> None:
    either = {"anyOf": [{"type": "object", "properties": {each: {"type": "string"}}} for each in ("title", "shelf")]}
    parameters = {"type": "object", "properties": {"by": either}}
    tools = [{"name": "draw", "description": "Draws, heron-63.", "parameters": parameters}]
    given = case("an-offer", says("user", FIRST["content"]), tools=tools)

    def told(by: Any) -> list[str]:
        payload = {"messages": [FIRST], "tools": offered(by=by)}
        report = check_formatter({"anthropic.chat": lambda conversation: payload}, cases=[given])
        return [finding.message for finding in report.findings if finding.is_error]

    three = {"anyOf": [*either["anyOf"], {"type": "string"}]}
    assert told(either["anyOf"][0]) == ["the parameter by of draw: its alternatives are gone, and were 2"]
    assert told(three) == ["the parameter by of draw: its alternatives are 3, and were 2"]


def test_of_values_that_are_alternatives_no_more_it_is_said_once() -> None:
    values = {"anyOf": [{"enum": ["low", "high"], "type": "string"}, {"const": "auto"}, {"const": "off"}]}
    tools = [{"name": "draw", "description": "Draws.", "parameters": {"type": "object", "properties": {"by": values}}}]
    given = case("an-offer", says("user", FIRST["content"]), tools=tools)
    by = {"anyOf": [{"type": "STRING", "enum": ["low", "high"]}, {"type": "OBJECT"}, {"type": "STRING"}]}
    parameters = {"type": "OBJECT", "properties": {"by": by}}
    declared = {"functionDeclarations": [{"name": "draw", "description": "Draws.", "parameters": parameters}]}
    payload = {"contents": [turned({"text": FIRST["content"]})], "tools": [declared]}
    report = check_formatter({"gemini.chat": lambda conversation: payload}, cases=[given])

    assert [finding.message for finding in report.findings if finding.is_error] == [
        "the parameter by of draw: its values are not listed any more"
    ]


def test_out_of_order_an_empty_id_is_called_so() -> None:
    bare = case(
        "no-id",
        *(says("user", "Where is it, amber-17?"), says("assistant", calls("find_order", "", number=7))),
        *(says("tool", answers("find_order", "", "Shipped.")), says("assistant", "It is at sea, jade-31.")),
        says("user", "Thanks, pearl-12."),
    )
    said = {"role": "assistant", "content": "It is at sea, jade-31."}, {"role": "user", "content": "Thanks, pearl-12."}
    told = errors(bare, FIRST, call(""), said[0], result("Shipped.", ""), said[1])

    assert any("the result of an empty id" in message for message in told)


def test_what_people_say_is_no_result_in_words() -> None:
    again = case(
        "yes-again",
        *ASKED,
        says("tool", answers("find_order", "call_1", "Yes, so it is.")),
        says("user", "Yes, so it is."),
    )
    yes = {"role": "user", "content": "Yes, so it is."}

    assert "the result of find_order (call_1) is nowhere" in errors(again, FIRST, yes)
    assert "the result of find_order (call_1) is plain text here" in errors(again, FIRST, yes, yes)


def signed(signature: str | None = None) -> dict[str, Any]:
    part = {"functionCall": {"name": "find_order", "args": {"number": 7}}}
    return part if signature is None else {**part, "thoughtSignature": signature}


def test_of_two_equal_calls_the_signed_one_is_known_by_its_signature() -> None:
    sealed = {**calls("find_order", "call_1", number=7), "signature": "c2VhbGVkIGEtMTc="}
    twice = case(
        "one-order-twice",
        says("user", "Where is it, amber-17?"),
        says("assistant", sealed, calls("find_order", "call_2", number=7)),
        says("tool", answers("find_order", "call_2", "Late.")),
        says("tool", answers("find_order", "call_1", "Shipped.")),
        says("user", "Thanks, jade-31."),
    )
    late, shipped = (
        {"functionResponse": {"name": "find_order", "response": {"output": said}}} for said in ("Late.", "Shipped.")
    )
    asked = turned(signed("c2VhbGVkIGEtMTc="), signed(), role="model")

    assert errors(twice, *google(asked, turned(shipped, late)), dialect="gemini") == []
    assert errors(twice, *google(asked, turned(late, shipped)), dialect="gemini") == [
        "the answer to find_order (call_2) is told as that to call_1",
        "the answer to find_order (call_1) is told as that to call_2",
    ]


def test_who_makes_up_a_call_for_an_orphan_has_not_left_it_as_it_was() -> None:
    orphan = case(
        "an-orphan",
        says("user", "Where is it, amber-17?"),
        says("tool", answers("find_order", "call_1", "Shipped.")),
        says("user", "Thanks, jade-31."),
        expect={"demand": "either", "repairs": ["drop-orphan-results"], "why": "every result has its call"},
    )

    assert errors(orphan, FIRST, call(), result("Shipped."), LAST, dialect="openai") == [
        "nobody called find_order (call_1)"
    ]


def test_a_text_that_stands_once_more_is_nobody_elses() -> None:
    lines = "Line {}:\n\t<b>{{x}}</b>  C:\\new, naïve, and so on, and so on"
    two = case(
        "alike", says("user", lines.format(1)), says("assistant", "Well, cobalt-42."), says("user", lines.format(2))
    )
    said = {"role": "user", "content": lines.format(2)}
    told = errors(
        two, {"role": "user", "content": "…"}, {"role": "assistant", "content": "Well, cobalt-42."}, said, said
    )

    assert not any("other characters" in each for each in told)
    assert told[0].startswith("what user said is nowhere: 'Line 1:")


def test_a_call_that_a_repair_leaves_out_is_not_counted_as_once_more() -> None:
    half = case(
        "three-open",
        says("user", "Where is it, amber-17?"),
        says("assistant", *(calls("find_order", f"call_{each}", number=each) for each in (6, 7, 8, 9))),
        says("tool", answers("find_order", "call_9", "Shipped.")),
        says("user", "Thanks, jade-31."),
        expect={"demand": "either", "repairs": ["drop-open-calls"], "why": "nobody answered"},
    )
    asked = turned(
        *({"functionCall": {"name": "find_order", "args": {"number": each}}} for each in (9, 7)), role="model"
    )
    told = errors(half, *google(asked, google_result("find_order", {"output": "Shipped."})), dialect="gemini")

    assert any(each.startswith("the call find_order (call_7) stands here, and nobody answered it") for each in told)
