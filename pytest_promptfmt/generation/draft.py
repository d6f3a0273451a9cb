"""A generated conversation as it is being built: its blocks, spelled as the answers to the questions say."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pytest_promptfmt.corpus.case_files import bytes_of_recipe
from pytest_promptfmt.generation.features import FEATURES, Choice
from pytest_promptfmt.generation.words import FILES, LOOSE_TYPES, MEDIA_TYPES, NAMES, OUTPUTS, TEXTS, TITLES, Tags

_PLAINEST = {feature.name: feature.answers[0] for feature in FEATURES}


@dataclass(slots=True)
class Draft:
    """What is being built of a `choice`."""

    choice: Choice
    messages: list[dict[str, Any]] = field(default_factory=list)
    files: dict[str, str | None] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)
    tags: Tags = field(default_factory=Tags)
    shown: dict[str, int] = field(default_factory=dict)
    turns: dict[str, int] = field(default_factory=dict)

    def answer(self, feature: str) -> str:
        """The answer to a question, which matters from now on."""
        self.read.add(feature)
        return self.choice.get(feature, _PLAINEST[feature])

    def text(self, place: str = "") -> dict[str, Any]:
        """A text block; it is of the class asked for where that is asked for this place."""
        odd = place and self.answer("where") in (place, "everywhere")
        return {"type": "text", "text": self.tags.put(TEXTS[self.answer("text") if odd else "plain"])}

    def say(self, role: str, *blocks: dict[str, Any]) -> None:
        """A message of the next speaker of this role."""
        name = role
        if role in ("user", "assistant"):
            names = self.answer("names")
            if names != "roles":
                speakers = NAMES[names][role == "assistant"]
                name = speakers[self.turns.get(role, 0) % len(speakers)]
                self.turns[role] = self.turns.get(role, 0) + 1
        self.messages.append({"name": name, "role": role, "content": list(blocks)})

    def answered(self) -> None:
        """Lets the assistant speak where a user was last, so that two of one role meet only where that is asked for."""
        if self.messages and self.messages[-1]["role"] == "user":
            self.say("assistant", self.text())

    def media(self, kind: str) -> dict[str, Any]:
        """The next picture, recording, clip or page."""
        recipes = FILES[self.answer("file")].get(kind) or FILES["usual"][kind]
        number = self.shown[kind] = self.shown.get(kind, -1) + 1
        usual = FILES["usual"][kind]
        recipe = recipes[number] if number < len(recipes) else usual[number % len(usual)]
        ending = recipe.partition("[")[0].rpartition(".")[2] if "." in recipe else "png"
        titles = TITLES.get(self.answer("file"), TITLES["usual"])
        title = titles[number % len(titles)] if kind == "document" else kind
        name, type_ = f"{title} {number}.{ending}", MEDIA_TYPES[ending]
        source: dict[str, Any] = {"type": "url"}
        match self.answer("source"):
            case "base64":
                source = {"type": "base64", "media_type": type_, "data": _base64(recipe)}
            case "loose type":
                source = {"type": "base64", "media_type": LOOSE_TYPES.get(type_, type_), "data": _base64(recipe)}
            case "data URI" | "named URI" as how:
                called = ";name=mine" if how == "named URI" else ""
                source["url"] = f"data:{type_}{called};base64,{_base64(recipe)}"
            case "address" | "query" | "bare address" as how:
                ends = {"query": f".{ending}?size=2&key=a%2Fb", "bare address": ""}.get(how, f".{ending}")
                source["url"] = f"https://example.com/{kind}/{self.tags.put('{tag}')}{ends}"
            case "missing":
                source["url"] = f"{{FILES}}/not there.{ending}"
            case "broken":
                source = {"type": "base64", "media_type": type_, "data": "%%% no base64 %%%"}
            case as_file:
                self.files[name] = recipe
                file_url = as_file == "file URL"
                source["url"] = f"file://{{FILES}}/{name.replace(' ', '%20')}" if file_url else f"{{FILES}}/{name}"
        return {"type": kind, "source": source}

    def block(self, kind: str, place: str = "") -> dict[str, Any]:
        """One block that is no call."""
        match kind:
            case "text":
                return self.text(place)
            case "blank":
                return {"type": "text", "text": ""}
            case "thinking":
                return self.thought("signed")[0]
            case "redacted":
                return self.thought("redacted")[0]
            case _:
                return self.media(kind)

    def thought(self, kind: str) -> list[dict[str, Any]]:
        """Thoughts of a kind, each with a signature of its own."""
        match kind:
            case "none":
                return []
            case "two":
                return self.thought("signed") + self.thought("signed")
            case "signed and redacted":
                return self.thought("signed") + self.thought("redacted")
            case "redacted":
                return [{"type": "redacted_thinking", "data": self.signature()}]
            case "unsigned":
                return [{"type": "thinking", "thinking": self.tags.put("I think of {tag}.")}]
            case _:
                words = {"empty": "", "edges": "\n I think of {tag}. \n"}.get(kind, "I think of {tag}.")
                words = self.tags.put(words)
                return [{"type": "thinking", "thinking": words, "signature": self.signature()}]

    def signature(self) -> str:
        """What only the provider can read."""
        return b64encode(self.tags.put("sealed {tag}").encode()).decode()

    def output(self, feature: str) -> Any:
        """What a tool said; the text of the plainest is of the class asked for."""
        kind = self.answer(feature)
        if kind == "text":
            return self.text("output")["text"]
        output = self.tags.put(OUTPUTS[kind])
        return (
            [self.media(next(iter(item))) if "type" not in item else item for item in output]
            if output and isinstance(output, list)
            else output
        )


@cache
def _base64(recipe: str) -> str:
    return b64encode(bytes_of_recipe(recipe)).decode()
