"""What an answer says that a model cannot do, or takes so many of: the parts of the request that ask it for that.

A provider has a noun for what it refuses (``tool use``, ``image input``, ``structured outputs``), and nouns are few.
Each stands for the places of a request where that is asked for, in whatever dialect.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.common.json.leaves import nodes
from pytest_promptfmt.diagnosis.answer.answer import Answer
from pytest_promptfmt.payload.finding import Finding

_IMAGE, _MEDIA = r"images?|pictures?|photos?|vision|visual", r"multi-?modal|media"
_NOUNS: Mapping[str, tuple[str, str]] = {
    "tools": (
        r"tools?(?:[ -](?:use|usage|calls?|calling))?|function[ -]?call(?:ing|s)?|functions?",
        r"\$\.(tools|functions|toolConfig|tool_config)",
    ),
    "tool_choice": (r"tool[ _]choice|forced tool|force(?:d|s|) (?:a )?tool",
                    r"\$\.(tool_choice|toolConfig\.toolChoice)"),
    "parallel": (r"parallel[ _](?:tool|function)[ _]call(?:s|ing)?", r"\$\.parallel_tool_calls"),
    "images": (rf"(?:{_IMAGE}|{_MEDIA})(?:[ _-](?:inputs?|urls?|content|understanding|parts?|blocks?))*", "image"),
    "audio": (r"audio|speech|sound", "audio"),
    "video": (r"videos?", "video"),
    "documents": (r"documents?|pdfs?|files?", "document"),
    "stream": (r"stream(?:ing|ed)?(?: mode)?", r"\$\.stream"),
    "system": (
        r"(?:system|developer)(?:[ _](?:prompts?|messages?|roles?|instructions?|turns?))",
        r"\$\.(system|systemInstruction|system_instruction|instructions)",
    ),
    "format": (
        r"json[ _](?:mode|schema|object|output)s?|structured[ _]outputs?|response[ _]?(?:format|schema)s?|"
        r"output[ _]format",
        r"\$\.(response_format|text\.format|output_format|output_config\.format|format)",
    ),
    "thinking": (
        r"(?:extended |adaptive )?(?:thinking|reasoning)(?:[ _](?:effort|mode|parameters?|tokens?|budget))?|"
        r"think\b|effort",
        r"\$\.(thinking|reasoning|reasoning_effort|think|enable_thinking|output_config\.effort"
        r"|additionalModelRequestFields\.thinking|generationConfig\.thinkingConfig)",
    ),
    "cache": (r"prompt[ _]caching|cach(?:e|ing)[ _]?(?:control|points?|breakpoints?)?s?",
              r".*\.(cache_control|cachePoint)"),
    "logprobs": (r"log ?probs|log probabilities|top_logprobs", r"\$\.(logprobs|top_logprobs)"),
    "stop": (r"stop(?:[ _](?:sequences?|words?|tokens?|strings?))",
             r"\$\.(stop|stop_sequences|inferenceConfig\.stopSequences)"),
    "search": (r"(?:web|live)[ _]?search(?:[ _]options)?", r"\$\.(web_search_options|search_parameters)"),
}  # fmt: skip
"""The provider's nouns for each ability, and where a request asks for it: a pattern of paths, or a kind of part."""
_NOT = r"(?:does not|doesn[’']?t|do not|don't|did not|cannot|can't|can not|not able to|unable to|no longer)"
_DOES = r"(?:currently |yet |natively )?(?:support|accept|take|handle|process|allow|have|use|read|see)s?"
_ISNT = (
    r"(?:(?:is|are|was|were)(?: currently| yet)? (?:not(?: yet| currently)? (?:supported|available|enabled|"
    r"allowed|accepted)"
    r"|unsupported|unavailable|disabled|deprecated|discontinued)|not supported|isn[’']?t supported|"
    r"aren[’']?t supported)"
)
_FEW = r"(?:(?:is|are) only (?:supported|available|allowed|enabled) (?:by|for|with|in|on) )"
_NONE = r"no (?:endpoints?|providers?|models?)[^.\n]{0,40}? support(?:s|ing)?"
_KINDS: Mapping[str, re.Pattern[str]] = {
    "image": re.compile(r"image(?:_url)?|input_image"),
    "audio": re.compile(r"(?:input_)?audio"),
    "video": re.compile(r"video(?:_url)?|input_video"),
    "document": re.compile(r"document|file|input_file"),
}
_MIME: Mapping[str, str] = {"image": "image/", "audio": "audio/", "video": "video/", "document": "application/pdf"}
_HELD = ("inlineData", "inline_data", "fileData", "file_data")
_LENGTH = 60
_NEAR = rf"(?:(?!\b(?:when|with|if|in|for|while|by|on)\b)[^.;\n]){{0,{_LENGTH}}}?"
_COUNT = (
    r"(?:maximum of|max(?:imum)?(?: number of \w+)?(?: is|:)?|at most|no more than|up to|more than|limit of|only) "
    r"(?P<most>\d{1,4})"
)


def unable(answer: Answer, body: Any) -> Iterator[Finding]:
    """The parts that ask for what the answer says is not to be had, the first of each kind."""
    for ability in _refused(answer.text):
        for path in [*asking(body, ability)][:1]:
            yield answer.finding("model-ability", path, "it asks for what the provider says is not to be had here")


def too_many(answer: Answer, body: Any) -> Iterator[Finding]:
    """The first of more parts of a kind than the answer takes, or the list of tools that has more."""
    for ability, (noun, where) in _NOUNS.items():
        if where in _KINDS or ability in ("tools", "cache"):
            what = rf"(?:{noun})(?:\(s\))?\b"
            before = rf"\b{_COUNT} (?:[\w()-]+ ){{0,2}}?{what}"
            after = rf"\b\d+ {what}[^.\n]{{0,60}}?\b(?:maximum|max|limit)(?: number)? (?:is|of) (?P<most>\d{{1,4}})"
            exceeded = rf"too many (?:\w+ (?:and|or) )?{what}[^.\n]{{0,60}}?> ?(?P<most>\d{{1,4}})"
            for pattern in (before, after, exceeded):
                for found in re.finditer(pattern, answer.text, re.IGNORECASE):
                    yield from _beyond(answer, body, ability, int(found["most"]))


def _beyond(answer: Answer, body: Any, ability: str, most: int) -> Iterator[Finding]:
    there = [*asking(body, ability)]
    offered = body.get(there[0].removeprefix("$.")) if ability == "tools" and there and isinstance(body, dict) else None
    number = len(offered) if isinstance(offered, list) else len(there)
    if number > most:
        path = there[0] if isinstance(offered, list) else there[most]
        yield answer.finding("stated-value", path, f"{number} of them, and the provider takes {most}")


def _refused(text: str) -> Iterator[str]:
    for ability, (noun, _) in _NOUNS.items():
        what = rf"(?<![\w.])['\"`]?(?:{noun})['\"`]?(?!\w)(?! (?:blocks?|results?|ids?)\b)"
        before = rf"(?:{_NOT} {_DOES}|{_NONE}|not compatible with|incompatible with){_NEAR}{what}"
        after = rf"{what}[^.;:,\n_]{{0,{_LENGTH}}}?(?:{_ISNT}|{_FEW}|{_NOT} be (?:used|set|enabled|provided|processed))"
        if re.search(before, text, re.IGNORECASE) or re.search(after, text, re.IGNORECASE):
            yield ability


def spoken_abilities(sentence: str) -> Iterator[str]:
    """The abilities that a sentence has a noun for."""
    for ability, (noun, _) in _NOUNS.items():
        if re.search(rf"(?<![\w.])(?:{noun})(?!\w)", sentence, re.IGNORECASE):
            yield ability


def asking(body: Any, ability: str) -> Iterator[str]:
    """The places of a request that ask for an ability."""
    where = _NOUNS[ability][1]
    if where in _KINDS:
        in_list = re.compile(rf".*\.{where}s\[\d+\]")
        yield from (
            p for p, node in nodes(body) if _is_part(node, where) or (isinstance(node, str) and in_list.match(p))
        )
        return
    for path, node in nodes(body):
        if re.fullmatch(where, path) and node not in (None, False, [], {}, "none"):
            yield path
        elif ability == "system" and isinstance(node, dict) and node.get("role") in ("system", "developer"):
            yield f"{path}.role"


def _is_part(node: Any, kind: str) -> bool:
    if not isinstance(node, dict):
        return False
    type_ = node.get("type")
    if isinstance(type_, str):
        return bool(_KINDS[kind].fullmatch(type_)) and len(node) > 1
    held: dict[str, Any] = next((node[key] for key in _HELD if isinstance(node.get(key), dict)), {})
    mime = str(held.get("mimeType") or held.get("mime_type") or "")
    there = node.get(kind)
    return mime.startswith(_MIME[kind]) or isinstance(there, str) or (isinstance(there, dict) and "source" in there)
