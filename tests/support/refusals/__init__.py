"""Requests that break the tables of single providers' refusals: `(dialect, path, refused, taken)`, and `ALL` of them.

`refused` is told at `path`, a JSON path into the request; `taken` differs in that alone, and nothing is told of it.
"""

from __future__ import annotations

from support.refusals import anthropic, anthropic_schemas, anthropic_tools, bedrock, dashscope, google, zhipu

ALL = (
    *anthropic.TABLE,
    *anthropic_schemas.TABLE,
    *anthropic_tools.TABLE,
    *bedrock.TABLE,
    *dashscope.TABLE,
    *google.TABLE,
    *zhipu.TABLE,
)
