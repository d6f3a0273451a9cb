"""Messages for OpenAI, as somebody might write them in an afternoon. Five things are wrong."""

import base64
from pathlib import Path


def text_of(output):
    if isinstance(output, str):
        return output
    return "\n".join(block.text for block in output or () if block.type == "text")


def image_part(image):
    source = image.source
    if source.type == "base64":
        url = source.data
    elif source.url.startswith("file:") or "://" not in source.url:
        data = base64.b64encode(Path(source.url.removeprefix("file://")).read_bytes()).decode()
        url = f"data:image/png;base64,{data}"
    else:
        url = source.url
    return {"type": "image_url", "image_url": {"url": url}}


def tool_call(call):
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.input}}


def chat(conversation):
    messages = []
    for message in conversation.messages:
        parts, calls = [], []
        for block in message.blocks:
            if block.type == "text":
                parts.append({"type": "text", "text": block.text.strip()})
            elif block.type == "image":
                parts.append(image_part(block))
            elif block.type == "tool_use":
                calls.append(tool_call(block))
            elif block.type == "tool_result":
                messages.append({"role": "tool", "content": text_of(block.output)})
            elif block.type != "thinking":
                raise NotImplementedError(f"no place for {block.type}")
        if calls:
            messages.append({"role": "assistant", "tool_calls": calls})
        elif parts:
            messages.append({"role": message.role, "content": parts})
    return {"messages": messages}


FORMATTERS = {"openai.chat": chat}
CAPABILITIES = {"openai.chat": {"blocks": ["tool", "image"]}}
