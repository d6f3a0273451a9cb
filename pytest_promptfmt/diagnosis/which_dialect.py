"""Whose request it is: the dialect, found by address, by shape and by the model's name, and how sure that is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pytest_promptfmt.capture import Captured
from pytest_promptfmt.diagnosis.shapes import SHAPES, features
from pytest_promptfmt.payload.request import named_model

Sureness: TypeAlias = Literal["given", "certain", "likely", "a guess"]


@dataclass(frozen=True, slots=True)
class Whose:
    """`grounds` are what it was found by, `others` the dialects that it may be instead, the next best first."""

    dialect: str
    sureness: Sureness
    grounds: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


_CHAT, _RESPONSES, _CLAUDE = r"/chat/completions$", r"/responses$", r"/messages(/count_tokens|/batches)?$"
_INVOKED_CLAUDE = r"/model/[^/]*anthropic\.[^/]*/invoke(-with-response-stream)?$"
_OPENAI = r"\.(openai|cognitiveservices|services\.ai)\.azure\.com$|(^|\.)openai\.com$|^openai\.azure\.com$"
_GOOGLE = r"(^|[.-])aiplatform\.googleapis\.com$|^generativelanguage\.googleapis\.com$"
_ALIBABA = r"(^|\.)dashscope[\w-]*\.aliyuncs\.com$|\.maas\.aliyuncs\.com$"
_HOSTS: tuple[tuple[str, str, str], ...] = (
    (r"(^|\.)anthropic\.com$", _CHAT, "openai"),
    (r"(^|\.)anthropic\.com$", "", "anthropic"),
    (_OPENAI, _RESPONSES, "openai-responses"),
    (r"\.services\.ai\.azure\.com$", _CLAUDE, "anthropic"),
    (_OPENAI, _CHAT, "openai"),
    (r"(^|[.-])aiplatform\.googleapis\.com$", r"/publishers/anthropic/", "anthropic"),
    (_GOOGLE, _CHAT, "openai"),
    (_GOOGLE, r"/interactions$", "gemini-interactions"),
    (_GOOGLE, r":\w*([gG]enerateContent|countTokens)$", "gemini"),
    (r"^bedrock-runtime\.", r"/(converse(-stream)?|count-tokens)$", "bedrock"),
    (r"^bedrock-runtime\.", _INVOKED_CLAUDE, "anthropic"),
    (r"^bedrock-runtime\.", r"/invoke(-with-response-stream)?$", "bedrock"),
    (
        r"(^|\.)deepseek\.com$|^open\.bigmodel\.cn$|(^|\.)z\.ai$|\.aliyuncs\.com$",
        r"/anthropic/|" + _CLAUDE,
        "anthropic",
    ),
    (r"(^|\.)deepseek\.com$|^open\.bigmodel\.cn$|(^|\.)z\.ai$|(^|\.)mistral\.ai$", _RESPONSES, "openai-responses"),
    (r"(^|\.)deepseek\.com$", "", "deepseek"),
    (r"^open\.bigmodel\.cn$|(^|\.)z\.ai$", "", "zhipu"),
    (_ALIBABA, r"/multimodal-generation/", "dashscope-multimodal"),
    (_ALIBABA, r"/text-generation/|" + _CHAT, "dashscope"),
    (r"(^|\.)mistral\.ai$", "", "mistral"),
    (r"(^|\.)cohere\.(com|ai)$", r"/v[12]/(chat|generate)$", "cohere"),
    (r"(^|\.)cohere\.(com|ai)$", _CHAT, "openai"),
    (r"(^|\.)api\.groq\.com$", _CHAT, "groq"),
    (r"(^|\.)openrouter\.ai$", _CHAT, "openrouter"),
    (r"(^|\.)api\.x\.ai$", _CHAT, "xai"),
    (r"(^|\.)api\.(moonshot\.(ai|cn)|kimi\.com)$", _CHAT, "moonshot"),
    (r"(^|\.)api\.minimax(\.io|i\.com)$", _CHAT, "minimax"),
    (r"(^|\.)api\.siliconflow\.(cn|com)$", _CHAT, "siliconflow"),
    (r":11434$|(^|\.)ollama\.com$", r"/api/chat$", "ollama"),
    (r":11434$|(^|\.)ollama\.com$", r"/api/generate$", "ollama-generate"),
    (r":11434$|(^|\.)ollama\.com$", _CHAT, "vllm"),
)
"""Host and path, and who is asked there: the first that fits. Ollama's copy of OpenAI's format is judged as vLLM's."""
_GATEWAYS: tuple[tuple[str, str], ...] = (
    (
        r"(^|\.)(cerebras\.ai|fireworks\.ai|together\.(xyz|ai)|perplexity\.ai|sambanova\.ai|deepinfra\.com|"
        r"huggingface\.co|integrate\.api\.nvidia\.com|novita\.ai|nebius\.(ai|com)|baseten\.co|hyperbolic\.xyz|"
        r"featherless\.ai|friendli\.ai|scaleway\.ai|api\.cloudflare\.com|api-inference\.modelscope\.cn|opencode\.ai|"
        r"cloud\.databricks\.com|azuredatabricks\.net|ml\.cloud\.ibm\.com)$",
        "vllm",
    ),
    (
        r"(^|\.)(models\.github\.ai|models\.inference\.ai\.azure\.com|githubcopilot\.com|zenmux\.ai|requesty\.ai|"
        r"api\.poe\.com|ai-gateway\.vercel\.sh)$",
        "openai",
    ),
)
"""Hosts of others' models that speak OpenAI's format: those of open weights are judged as vLLM's, as a server of one's
own is, and their own refusals stand among those of addresses."""
_HOSTED_CHAT = _CHAT + r"|/serving-endpoints/[^/]+/invocations$|/ml/v1/text/chat(_stream)?$|/ai/run/@cf/"
_PATHS: tuple[tuple[str, str], ...] = (
    (r"(^|/)v1/messages(/count_tokens|/batches)?$", "anthropic"),
    (r":(stream)?[gG]enerateContent$", "gemini"),
    (r"(^|/)v1(alpha|beta)?/interactions$", "gemini-interactions"),
    (r"/model/[^/]+/converse(-stream)?$", "bedrock"),
    (_INVOKED_CLAUDE, "anthropic"),
    (r"/multimodal-generation/generation$", "dashscope-multimodal"),
    (r"/text-generation/generation$", "dashscope"),
    (r"/api/chat$", "ollama"),
    (r"/api/generate$", "ollama-generate"),
    (r"(^|/)responses$", "openai-responses"),
)
_MODELS: tuple[tuple[str, Mapping[str, int]], ...] = (
    (
        r"^((us|eu|apac|jp|au|global)\.)?(anthropic|amazon|meta|mistral|deepseek|cohere|ai21|writer|qwen|moonshot|zai)\.|^arn:aws:bedrock",
        {"bedrock": 5},
    ),
    (r"^claude", {"anthropic": 3}),
    (r"^(models/)?(gemini|gemma-\d+-\d+b-it|learnlm)", {"gemini": 3}),
    (r"^(gpt-(?!oss)|chatgpt|o[1345](-|$)|codex|ft:gpt)", {"openai": 3, "openai-responses": 3}),
    (r"^deepseek-(chat|reasoner|v\d|flash|coder)", {"deepseek": 4}),
    (r"^(glm-|chatglm|codegeex)[^:/]*$", {"zhipu": 4}),
    (r"^(mistral|open-mistral|open-mixtral|codestral|pixtral|magistral|ministral|devstral)-[^:/]*$", {"mistral": 4}),
    (r"^(command-|c4ai-)[^:/]*$", {"cohere": 4}),
    (r"^(kimi-|moonshot-v1|k3(-|\.|$))[^:/]*$", {"moonshot": 4}),
    (r"^grok-[^:/]*$", {"xai": 4}),
    (r"^minimax-[^:/]*$", {"minimax": 4}),
    (r"^qwen[\w.]*-(vl|omni|audio)[^:/]*$|^qvq", {"dashscope-multimodal": 3, "dashscope": 3}),
    (r"^(qwen|qwq)[^:/]*$", {"dashscope": 4, "dashscope-multimodal": 2}),
    (r"^[\w./-]+:[\w.-]+$", {"ollama": 4, "ollama-generate": 4}),
    (r"^[\w.-]+/[\w.-]+$", {"vllm": 3}),
    (r"^(llama|phi|mixtral|gemma|qwen|gpt-oss)", {"ollama": 2, "vllm": 2, "ollama-generate": 2}),
)
"""The name of a model, and who serves models of such names."""
_SURE, _CLEAR = 4, 2
_OWN_HOST = re.compile(r"^(localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|[\w-]+(:\d+)?$)")
_OPEN = frozenset({"vllm", "ollama", "ollama-generate", "dashscope", "dashscope-multimodal"})
_WEIGHTS = _OPEN | {"deepseek", "zhipu", "moonshot", "minimax", "mistral", "groq"}
"""Whose models have open weights; in capitals (``DeepSeek-V4-Flash``) they are called as their files are."""
_DATED = re.compile(r"^deepseek-.*-\d{4}$")
"""DeepSeek's weights have a date, and its API's models have none."""
_UNDATED = re.compile(r"^(devstral|mistral|magistral|ministral|codestral)-(?!.*-(\d{4}|latest)$)")
"""Mistral's API calls its models by a date or as the latest; what has neither is called as its weights are."""
_OPEN_WEIGHTS = re.compile(r"/|(?<!\d)\d+(\.\d+)?b\b|-(chat|instruct|it)\b|^qwen\d+(\.\d+)?$|^[a-z]+$")
"""At such a server models of such names are one's own, be they otherwise called like a provider's."""
_SERVED = re.compile(r":(1234|8000|8001|8080|8081|30000)$")
"""The ports of servers of models: LM Studio's, vLLM's, llama.cpp's, SGLang's."""
_PROXY = re.compile(r":(4000|3000|3001|8317|8787)$")
"""The ports of gateways, where a name that is nobody's may stand for anyone's model."""
_OF_OTHER_FORMS = frozenset(
    {"anthropic", "bedrock", "cohere", "gemini", "gemini-interactions", "ollama", "ollama-generate", "openai-responses"}
)
"""Those whose own API is not asked at ``/chat/completions``, be their models behind that address."""
_PLAIN_CHAT = ("anthropic", "deepseek", "mistral", "ollama", "vllm", "zhipu", "dashscope")
"""Who else takes roles with plain texts."""


def whose(captured: Captured, spoken: Mapping[str, int] | None = None) -> Whose:
    """The dialect of a request; `spoken` are those whose provider's words the answer to it has, by how well they fit.

    What has no feature of any dialect is taken for OpenAI's, as the form that most servers take.
    """
    host, path, model = captured.host, captured.path, named_model(captured.body) or captured.model
    shape = features(captured.body)
    scores, grounds = _shape_scores(shape)
    by_model = next((fits for pattern, fits in _MODELS if re.search(pattern, model.lower())), {})
    for dialect, score in by_model.items():
        scores[dialect] += score
    if _OWN_HOST.search(host) and re.search(_CHAT, path) and _of_ones_own(host, model, by_model):
        scores["vllm"] += _SURE + 1
        scores.pop("groq", None)  # which nobody runs himself, and llama.cpp has its reasoning_format
    for dialect, score in (spoken or {}).items():
        scores[dialect] += score
    if re.search(_CHAT, path):
        scores = Counter({dialect: score for dialect, score in scores.items() if dialect not in _OF_OTHER_FORMS})
    ranked = [dialect for dialect, _ in sorted(scores.items(), key=lambda item: -item[1])]
    for where, how, dialect in _HOSTS:
        if host and re.search(where, host) and re.search(how, path):
            dialect = _in_its_form(dialect, path, shape)
            return Whose(dialect, "certain", (f"the address {host}{path}",))
    for where, dialect in _GATEWAYS:
        if host and re.search(where, host) and re.search(_HOSTED_CHAT, path):
            return Whose(dialect, "likely", (f"the address {host}{path}",), _others(ranked, dialect))
    why = [*grounds, *([f"the model {model}"] if by_model else []), *(["the answer's words"] if spoken else [])]
    for pattern, dialect in _PATHS:
        if path and re.search(pattern, path):
            return Whose(dialect, "likely", (f"the path {path}", *why), _others(ranked, dialect))
    if not scores:
        alike = _PLAIN_CHAT if "message.key:content" in shape else ()
        return Whose("openai", "a guess", ("no feature of any dialect",), alike)
    best = ranked[0]
    margin = scores[best] - (scores[ranked[1]] if len(ranked) > 1 else 0)
    sure = scores[best] >= _SURE and margin >= _CLEAR
    return Whose(best, "likely" if sure else "a guess", tuple(why), _others(ranked, best))


def is_ones_own(host: str) -> bool:
    """Is it an address of one's own machine or network?"""
    return bool(host and _OWN_HOST.search(host))


def _of_ones_own(host: str, model: str, by_model: Mapping[str, int]) -> bool:
    """Does a server of one's own have the model, and not a gateway to its provider?"""
    if (by_model.keys() <= _OPEN or model.lower().startswith("gemma")) and _OPEN_WEIGHTS.search(model.lower()):
        return True
    if not by_model and not _PROXY.search(host):
        return True
    of_file = model != model.lower() or bool(_DATED.search(model) or _UNDATED.search(model))
    return bool(_SERVED.search(host)) and (not by_model or (by_model.keys() <= _WEIGHTS and of_file))


def _others(ranked: list[str], best: str) -> tuple[str, ...]:
    return tuple(each for each in ranked if each != best)[:6]


def _in_its_form(dialect: str, path: str, shape: frozenset[str]) -> str:
    """DashScope's two APIs share an address for those who speak to it as to OpenAI; InvokeModel takes any form."""
    if dialect == "bedrock" and "top:anthropic_version" in shape:
        return "anthropic"
    if dialect == "dashscope" and re.search(_CHAT, path) and "block.key:image" in shape:
        return "dashscope-multimodal"
    return dialect


def _shape_scores(shape: frozenset[str]) -> tuple[Counter[str], list[str]]:
    scores: Counter[str] = Counter()
    telling: list[tuple[int, str]] = []
    for feature in sorted(shape & SHAPES.keys()):
        fits = SHAPES[feature]
        for dialect, score in fits.items():
            scores[dialect] += score
        telling.append((max(fits.values()), feature))
    grounds = [feature for _, feature in sorted(telling, key=lambda each: -each[0])[:3]]
    return scores, [f"the shape ({', '.join(f.partition(':')[2] for f in grounds)})"] if grounds else []
