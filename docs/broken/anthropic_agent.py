"""Messages for Anthropic, as somebody might write them in an afternoon. Five things are wrong."""


def block_of(block):
    if block.type == "text":
        return {"type": "text", "text": block.text}
    if block.type == "tool_use":
        return {"type": "tool_use", "id": block.id, "name": block.name, "input": str(block.input)}
    if block.type == "tool_result":
        output = block.output if isinstance(block.output, str) else [block_of(each) for each in block.output or ()]
        return {"type": "tool_result", "id": block.id, "content": output}
    if block.type == "image":
        source = block.source
        if source.type == "base64":
            data = f"data:{source.media_type};base64,{source.data}"
            return {"type": "image", "source": {"type": "base64", "media_type": source.media_type, "data": data}}
        if source.url.startswith("https:"):
            return {"type": "image", "source": {"type": "url", "url": source.url}}
    raise NotImplementedError(f"no place for {block.type}")


def chat(conversation):
    messages = []
    for message in conversation.messages:
        if message.role == "system":
            messages.append({"role": "system", "content": message.text})
            continue
        content = [block_of(block) for block in message.blocks if block.type != "thinking"]
        role = "assistant" if message.role == "assistant" else "user"
        messages.append({"role": role, "content": content})
    tools = [
        {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
        for tool in conversation.tools
    ]
    return {"messages": messages, "tools": tools} if tools else {"messages": messages}


FORMATTERS = {"anthropic.chat": chat}
CAPABILITIES = {"anthropic.chat": {"blocks": ["tool", "image"]}}
