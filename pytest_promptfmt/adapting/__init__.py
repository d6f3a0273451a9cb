"""The toolbox for adapters: what most frameworks need to be dressed, in public.

`chat_messages` writes messages like OpenAI's; what libraries spell differently is a field of `ChatForm`. For message
classes of a library's own there are `turns`, and their blocks in pieces (`said_in`, `spelled`, …). `inline_or_url`,
`data_of` and `MediaFiles` give media as the library wants them, `tools_of` the tools on offer, `capture` what a client
would have sent. `targets` makes an implementation of a table.
"""

from __future__ import annotations

from typing import NoReturn

from pytest_promptfmt.adapting.blocks import (
    Said,
    Thought,
    anthropic_block,
    arguments_of,
    content_of,
    item_id,
    one_text,
    only_text,
    openai_call,
    output_of,
    reasoning_item,
    said_in,
    speaker,
    spelled,
)
from pytest_promptfmt.adapting.chat import ChatForm, chat_messages, openai_part, thoughts_as, thoughts_in_blocks
from pytest_promptfmt.adapting.files import MediaFiles
from pytest_promptfmt.adapting.media import (
    Data,
    Inline,
    data_of,
    guessed_type,
    inline,
    inline_or_url,
    local_path,
    uri_or_url,
)
from pytest_promptfmt.adapting.offer import Shape, tools_of
from pytest_promptfmt.adapting.table import Library, Made, Target, imported, made, target, targets
from pytest_promptfmt.adapting.turn import call_names, leading_system, named_results, of_results, thinks_as, turns
from pytest_promptfmt.adapting.wire import Captured, Connects, capture, capture_async, sends, sends_async
from pytest_promptfmt.common.did_you_mean import did_you_mean, no_name

__all__ = [
    "Captured",
    "ChatForm",
    "Connects",
    "Data",
    "Inline",
    "Library",
    "Made",
    "MediaFiles",
    "Said",
    "Shape",
    "Target",
    "Thought",
    "anthropic_block",
    "arguments_of",
    "call_names",
    "capture",
    "capture_async",
    "chat_messages",
    "content_of",
    "data_of",
    "guessed_type",
    "imported",
    "inline",
    "inline_or_url",
    "item_id",
    "leading_system",
    "local_path",
    "made",
    "named_results",
    "of_results",
    "one_text",
    "only_text",
    "openai_call",
    "openai_part",
    "output_of",
    "reasoning_item",
    "said_in",
    "sends",
    "sends_async",
    "speaker",
    "spelled",
    "target",
    "targets",
    "thinks_as",
    "thoughts_as",
    "thoughts_in_blocks",
    "tools_of",
    "turns",
    "uri_or_url",
]


def __getattr__(name: str) -> NoReturn:
    raise no_name(__name__, name, did_you_mean(name, __all__, "")) from None
