"""What a careful author may choose at the other providers, written down before anybody was asked."""

from __future__ import annotations

from typing import Any

from liars.payloads import by, calling, holding, messages, of_type

from right_ways.chosen import CALLS, PICTURES, TALK, asked, chosen, named, options
from right_ways.way import PLAIN, way, ways_of

# Bedrock


@chosen("bedrock", *CALLS)
def choice_of_any_tool(payload: Any) -> Any:
    payload["toolConfig"]["toolChoice"] = {"any": {}}
    return payload


@chosen("bedrock", *CALLS)
def marks_for_the_cache_for_five_minutes(payload: Any) -> Any:
    mark = {"cachePoint": {"type": "default", "ttl": "5m"}}
    payload["toolConfig"]["tools"].append(mark)
    messages(payload)[-1]["content"].append(mark)
    return payload


@chosen("bedrock", *CALLS)
def results_of_json(payload: Any) -> Any:
    for block in holding("toolResult", payload):
        content = block["toolResult"]["content"]
        block["toolResult"]["content"] = [
            {"json": {"result": each["text"]}} if "text" in each else each for each in content
        ]
    return payload


@chosen("bedrock", "audio/pdf-by-value", "audio/pdf-alone")
def papers_with_citations(payload: Any) -> Any:
    for block in holding("document", payload):
        block["document"] |= {"citations": {"enabled": True}, "context": "From the archive."}
    return payload


@chosen("bedrock", *CALLS)
def tools_that_are_not_strict(payload: Any) -> Any:
    for tool in payload["toolConfig"]["tools"]:
        tool["toolSpec"]["strict"] = False
    return payload


BEDROCK_REQUEST = way("bedrock.chat", PLAIN, "tools/single-call")(
    named(
        "a-request-with-everything-in-it",
        options(
            modelId="anthropic.claude-sonnet-4-5-20250929-v1:0", performanceConfig={"latency": "standard"},
            inferenceConfig={"maxTokens": 100, "temperature": 0.2, "stopSequences": ["END"]},
            additionalModelRequestFields={"top_k": 40}, requestMetadata={"team": "a"},
            additionalModelResponseFieldPaths=["/stop_sequence"],
        ),
    )
)  # fmt: skip


# The Responses API


@chosen("openai-responses", *CALLS)
def items_as_they_came(payload: Any) -> Any:
    """Calls and words of the assistant with what the API's answers have beside."""
    for number, item in enumerate(messages(payload)):
        if item.get("type") == "function_call":
            item |= {"id": f"fc_{number:032x}", "status": "completed"}
        elif item.get("role") == "assistant":
            text = item["content"] if isinstance(item["content"], str) else item["content"][0]["text"]
            item |= {
                "type": "message",
                "id": f"msg_{number:032x}",
                "status": "completed",
                "content": [{"type": "output_text", "text": text, "annotations": [], "logprobs": []}],
            }
    return payload  # fmt: skip


@chosen("openai-responses", *TALK)
def messages_with_their_type(payload: Any) -> Any:
    for item in messages(payload):
        item.setdefault("type", "message")
    return payload


@chosen("openai-responses", *CALLS)
def outputs_that_are_complete(payload: Any) -> Any:
    for item in of_type("function_call_output", payload):
        item |= {"status": "completed"}
    return payload


@chosen("openai-responses", *CALLS)
def a_choice_among_some_tools(payload: Any) -> Any:
    tools = [{"type": "function", "name": tool["name"]} for tool in payload["tools"]]
    return payload | {"tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": tools}}


@chosen("openai-responses", *PICTURES)
def pictures_in_high_detail(payload: Any) -> Any:
    for part in of_type("input_image", payload):
        part["detail"] = "high"
    return payload


@chosen("openai-responses", PLAIN, "chat/two-systems-leading")
def the_developer_in_the_input(payload: Any) -> Any:
    told = payload.pop("instructions", None)
    if told:
        messages(payload).insert(0, {"role": "developer", "content": [{"type": "input_text", "text": told}]})
    return payload


RESPONSES_REQUEST = way("openai-responses.chat", PLAIN, "tools/single-call")(
    named(
        "a-request-with-everything-in-it",
        options(
            model="gpt-5", reasoning={"effort": "low", "summary": "auto"}, truncation="auto",
            text={"format": {"type": "text"}, "verbosity": "low"}, store=False, stream=True,
            include=["reasoning.encrypted_content"], parallel_tool_calls=True, prompt_cache_key="chat-1",
            metadata={"trace": "1"}, max_output_tokens=100, service_tier="auto",
        ),
    )
)  # fmt: skip


# Mistral


@chosen("mistral", *CALLS)
def nothing_said_is_an_empty_string(payload: Any) -> Any:
    for message in calling(payload):
        message["content"] = message.get("content") or ""
    return payload


@chosen("mistral", *PICTURES)
def pictures_by_a_string(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        url = part["image_url"]
        part["image_url"] = url["url"] if isinstance(url, dict) else url
    return payload


@chosen("mistral", "audio/pdf-by-value", "audio/pdf-by-address")
def papers_under_a_name(payload: Any) -> Any:
    for part in of_type("document_url", payload):
        part["document_name"] = "paper.pdf"
    return payload


@chosen("mistral", *CALLS)
def any_tool_it_likes(payload: Any) -> Any:
    return payload | {"tool_choice": "any", "parallel_tool_calls": False, "safe_prompt": False, "random_seed": 1}


# DashScope


@chosen(("dashscope", "dashscope-multimodal"), *CALLS)
def parameters_of_every_kind(payload: Any) -> Any:
    payload["model"] = "qwen-plus" if "vl" not in str(payload.get("model")) else payload["model"]
    payload["parameters"] |= {
        "result_format": "message",
        "incremental_output": True,
        "temperature": 0.2,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
    }
    return payload  # fmt: skip


@chosen("dashscope", *CALLS)
def results_without_their_tools_name(payload: Any) -> Any:
    for message in by("tool", payload):
        message.pop("name", None)
    return payload


@chosen("dashscope-multimodal", *TALK, *CALLS)
def words_in_parts(payload: Any) -> Any:
    for message in messages(payload):
        if isinstance(message["content"], str) and message["role"] != "tool":
            message["content"] = [{"text": message["content"]}] if message["content"] else []
    return payload


# Ollama


@chosen("ollama", *CALLS)
def calls_with_their_index(payload: Any) -> Any:
    for message in calling(payload):
        for index, call in enumerate(message["tool_calls"]):
            call["function"]["index"] = index
    return payload


@chosen("ollama", *CALLS)
def calls_typed_as_functions(payload: Any) -> Any:
    for message in calling(payload):
        for call in message["tool_calls"]:
            call["type"] = "function"
    return payload


@chosen("ollama", *CALLS)
def results_by_name_alone(payload: Any) -> Any:
    for message in by("tool", payload):
        message.pop("tool_call_id", None)
    for message in calling(payload):
        for call in message["tool_calls"]:
            call.pop("id", None)
    return payload


@chosen("ollama", *CALLS, *TALK)
def a_word_on_how_to_run(payload: Any) -> Any:
    return asked(payload) | {
        "think": False,
        "keep_alive": "5m",
        "options": {"num_ctx": 8192, "seed": 1},
        "stream": False,
    }


# vLLM


@chosen("vllm", PLAIN, *CALLS)
def a_word_for_the_template(payload: Any) -> Any:
    return asked(payload) | {"chat_template_kwargs": {"enable_thinking": False}, "add_generation_prompt": True}


@chosen("vllm", "chat/assistant-last")
def the_last_words_are_gone_on_from(payload: Any) -> Any:
    return asked(payload) | {"add_generation_prompt": False, "continue_final_message": True}


@chosen("vllm", *PICTURES)
def pictures_with_an_id(payload: Any) -> Any:
    for number, part in enumerate(of_type("image_url", payload)):
        part["uuid"] = f"picture-{number}"
    return payload


# Cohere


@chosen("cohere", *CALLS)
def results_as_blocks_of_documents(payload: Any) -> Any:
    for message in by("tool", payload):
        if isinstance(message["content"], str):
            message["content"] = [{"type": "document", "document": {"id": "1", "data": {"result": message["content"]}}}]
    return payload


@chosen("cohere", *CALLS)
def no_thinking_and_a_safe_mode(payload: Any) -> Any:
    return payload | {
        "model": "command-a-reasoning-08-2025",
        "thinking": {"type": "disabled"},
        "citation_options": {"mode": "OFF"},
    }


WAYS = ways_of(globals())
