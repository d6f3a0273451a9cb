"""Contents for Gemini, as somebody might write them in an afternoon. Five things are wrong."""


def text_of(output):
    if isinstance(output, str):
        return output
    return "\n".join(block.text for block in output or () if block.type == "text")


def part_of(block):
    if block.type == "text":
        return {"text": block.text}
    if block.type == "tool_use":
        return {"functionCall": {"name": block.name, "args": block.input}}
    if block.type == "tool_result":
        return {"functionResponse": {"name": block.id, "response": text_of(block.output)}}
    if block.type == "image" and block.source.type == "base64":
        return {"inlineData": {"mimeType": "image/png", "data": block.source.data}}
    raise NotImplementedError(f"no place for {block.type}")


def chat(conversation):
    contents, system = [], ""
    for message in conversation.messages:
        if message.role == "system":
            system = message.text
            continue
        role = "assistant" if message.role == "assistant" else "user"
        for block in message.blocks:
            if block.type != "thinking":
                contents.append({"role": role, "parts": [part_of(block)]})
    payload = {"contents": contents}
    if system:
        payload["systemInstruction"] = {"parts": [{"text": system}]}
    return payload


FORMATTERS = {"gemini.chat": chat}
CAPABILITIES = {"gemini.chat": {"blocks": ["tool", "image"]}}
