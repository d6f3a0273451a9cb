"""Faults that are planted and that no two cases tell yet, each with its reason; the table is to shrink.

Who mends a reason takes its rows away: a fault that is told after all fails the test as stale.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from planted.planted import Planted


@dataclass(frozen=True, slots=True)
class Survivor:
    """`faults` and `dialects` are globs, separated by blanks."""

    faults: str
    dialects: str
    why: str

    def covers(self, fault: Planted, dialect: str) -> bool:
        return any(fnmatchcase(fault.id, glob) for glob in self.faults.split()) and any(
            fnmatchcase(dialect, glob) for glob in self.dialects.split()
        )


def survivor(fault: Planted, dialect: str) -> Survivor | None:
    return next((each for each in SURVIVORS if each.covers(fault, dialect)), None)


SURVIVORS: tuple[Survivor, ...] = (
    Survivor(
        "smolagents-659",
        "dashscope",
        'dashscope.text-model-string is a warning: "input content must be a string." is in the list of errors, and '
        "qwen-max answered a list",
    ),
    Survivor(
        "continue-11994",
        "openai-responses",
        "nothing is said of the order of a turn's texts and calls: half the wires have none, and formatters choose",
    ),
    Survivor("forgecode-2853", "openai-responses", "the provider reads the seal; the summary is for people"),
    Survivor("pydantic-ai-5869", "*", "an unsigned thought has no place there, and telling it is a warning"),
    Survivor("vercel-ai-14740", "*", "nobody is known to refuse older turns without their thoughts: a warning"),
    Survivor(
        "omniroute-11669",
        "gemini",
        "by Google's words the first of parallel calls alone is checked: another's lost signature is a warning",
    ),
    Survivor(
        "ollama-vscode-67",
        "ollama",
        "one server with one template of a model is known to refuse an empty schema",
    ),
    Survivor(
        "ihub-apps-1567", "gemini", "a constraint that is gone is a warning: several providers have no word for it"
    ),
    Survivor(
        "opencodex-5213", "*", "the same words at a lesser place: fidelity.moved-system is a warning, as contracts go"
    ),
    Survivor(
        "hermes-agent-99155",
        "mistral",
        "of the models that refused it sources differ since 2026-05, and newer ones take it: a warning",
    ),
    Survivor("amazon-q-1527", "dashscope-multimodal", "one case alone comes to a last message that is kept alone"),
    Survivor(
        "hermes-agent-111443",
        "openai-responses",
        "servers that speak the format refuse a call_id twice; of OpenAI's own no words are known: a warning",
    ),
    Survivor(
        "langchain-35126",
        "anthropic",
        "whether the API itself, and not what stands before it, refuses a mark within a result is told both ways",
    ),
    Survivor("picoclaw-2714", "openai", "names that are not told are a warning, by contract"),
    Survivor("openclaw-76771", "openai", "a name that is nobody's is no name, which is a warning"),
    Survivor("goose-2465", "*", "a description of over 1,024 characters may end there: long OpenAI took no longer one"),
    Survivor("aisix-578", "bedrock", "who lists no tools leaves them to the caller: a warning"),
    Survivor("spring-ai-3756", "openai", "its words are all there, in quotes of their own: a warning"),
    Survivor("n8n-34827", "openai", "a parameter that is asked for now is a warning: strict modes ask for all of them"),
    Survivor(
        "openclaw-77346 zeroclaw-2460",
        "openai anthropic gemini",
        "a name that is nobody's is no name, which is a warning",
    ),
    Survivor("anvia-285", "mistral", "ids pair a result with its call: a wrong name beside the right id is a warning"),
    Survivor("crewai-2895", "*", "who lists no tools leaves them to the caller: a warning"),
    Survivor("litellm-37541", "gemini", "Google's documents name the placeholder: it costs quality, and is taken"),
    Survivor(
        "omniroute-3632",
        "*",
        "older turns without their thoughts are a warning: DeepSeek answered them when somebody measured",
    ),
    Survivor(
        "harness-sdk-3912",
        "openai-responses",
        "a server that speaks the format refused a file without an ending; of OpenAI's own no words are known",
    ),
    Survivor("hermes-agent-26959", "*", "an unsigned thought has no place there, and telling it is a warning"),
    Survivor("pydantic-ai-7908", "*", "an unsigned thought has no place there, and telling it is a warning"),
    Survivor("adk-python-4303", "*", "words that nobody said are a warning, as contracts go, also behind results"),
    Survivor("pydantic-ai-3610", "*", "an enum without a type says what const said; one report says it is not heeded"),
    Survivor(
        "langchain-google-1995",
        "gemini",
        "Vertex AI refuses it from 3.6 on, ai.google.dev took it when somebody measured: a warning",
    ),
    Survivor(
        "pi-neuralwatt-12",
        "mistral",
        "of the models that refused it sources differ since 2026-05, and newer ones take it: a warning",
    ),
    Survivor("ollamasharp-284", "ollama", "the server reads a result without its tool's name: a warning"),
    Survivor("pi-4464", "*", "an unsigned thought has no place there, and telling it is a warning"),
    Survivor("openclaw-115743", "*", "parts of one turn have nothing between them: who joins them so says the same"),
    Survivor(
        "weave-router-387",
        "gemini",
        "Google's words for a format are of 2025, and one report of newer models has none: a warning",
    ),
    Survivor(
        "opencode-23831",
        "moonshot",
        "one report names turns before the user's last word, and Moonshot's guide says that their reasoning is ignored",
    ),
    Survivor(
        "zed-31736",
        "mistral",
        "of the models that refused it sources differ since 2026-05, and newer ones take it: a warning",
    ),
    Survivor("generative-ai-201", "gemini", "Google's words for it are not known, its answer was an invalid argument"),
    Survivor(
        "gemini-cli-16135",
        "gemini",
        "Vertex AI refuses it from 3.6 on, ai.google.dev took it when somebody measured: a warning",
    ),
    Survivor(
        "prime-agent-290",
        "*",
        "words that nobody said in the place of an empty result are a warning, of a picture that is not there too",
    ),
    Survivor(
        "litellm-19103 smolagents-2229",
        "gemini",
        "gemini.parameters-type and gemini.parameters-properties are warnings there: that empty parameters are refused "
        "is known of Vertex AI and of older servers",
    ),
    Survivor(
        "langchain-google-1733",
        "anthropic",
        "the reference refuses a history that ends with the assistant's word, which the newest models do not take",
    ),
    Survivor(
        "omniroute-9132",
        "*",
        "no case offers so many: it would be golden payloads above all, and OpenAI itself takes no more than 128",
    ),
    Survivor("inspect-ai-2772", "anthropic", "words of nobody's in a turn that calls are a warning, as all such words"),
    Survivor(
        "vscode-copilot-chat-4839",
        "anthropic",
        "anthropic.blank-text is a warning: reports differ on whether white space alone is taken beside other blocks",
    ),
    Survivor(
        "agentscope-java-1377",
        "dashscope",
        "dashscope.cache-control-place is a warning: nothing is refused, and nothing is cached",
    ),
    Survivor("shinychat-321", "openai", "fidelity.renamed-document is a warning: a number is a name as well"),
    Survivor(
        "ai-dial-adapter-bedrock-344",
        "bedrock",
        "bedrock.tool-config is a note where the conversation offers no tools: the caller may add them",
    ),
    Survivor(
        "php-sdk-298",
        "openai",
        "fidelity.added-parameter is a warning: OpenAI's own examples list values without null beside the type null",
    ),
    Survivor(
        "nanobot-748",
        "openrouter",
        "the words are Anthropic's, through a relay: of OpenRouter's own nobody has told what it does with empty parts",
    ),
    Survivor("flowise-3472", "*", "words of nobody and quotes that nobody said are warnings"),
    Survivor("hajimi-290", "*", "system text as a user's turn is a warning, by contract"),
    Survivor(
        "hermes-agent-47590",
        "dashscope",
        "dashscope.tool-content-string is a warning: it depends on the endpoint whether a result may be a list",
    ),
    Survivor(
        "unsloth-9116",
        "openai",
        "openai.tool-call-id-max40 is a warning: an id of 51 signs was taken when a maintainer measured",
    ),
    Survivor(
        "php-mistral-76",
        "mistral",
        "mistral.tools-nonempty is a warning: one report, and words about a key and not about its being empty",
    ),
    Survivor("workbuddy-37", "vllm", "an older server reads reasoning_content: vllm.reasoning-key is a warning"),
    Survivor(
        "vellum-assistant-39495",
        "gemini",
        "Vertex AI refuses it from 3.6 on, ai.google.dev took it when somebody measured: a warning",
    ),
    Survivor("harness-sdk-3024", "bedrock", "who finds nothing said may say so in words of their own"),
    Survivor(
        "opencode-claude-auth-263",
        "*",
        "in an earlier message a thought without its call was taken when somebody measured; of the last one says no",
    ),
    Survivor(
        "litellm-15345",
        "openrouter",
        "of a mark beside the user's role it is told that nothing is cached, and not that anything is refused",
    ),
    Survivor("defog-235", "gemini-interactions", "system text as a user's turn is a warning, by contract"),
    Survivor(
        "mecatl-1481",
        "anthropic",
        "one project met it, and asked again with the text before the call; its words are about something else",
    ),
    Survivor(
        "cc-switch-6834",
        "moonshot",
        "moonshot.parameters-typed is a warning: what it takes has changed from model to model",
    ),
    Survivor("cc-switch-5315", "deepseek", "of null in the place of a schema no words of DeepSeek's are known"),
)
