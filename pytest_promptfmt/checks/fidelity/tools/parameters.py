"""The parameters of a tool on offer, compared as what their schemas ask for, however these are spelled.

Where a place is `narrow`, what it has no word for may be gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.tools.normal_schema import (
    IN_PLACE_APPLICATORS,
    NormalSchema,
    normal_schema,
)
from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.conversation import Tool
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import ToolPart


def compare_parameters(tool: Tool, part: ToolPart) -> Iterator[Finding]:
    """What is lost, altered or added of a tool's parameters."""
    if equal(tool.parameters, part.parameters):
        return
    given, found = normal_schema(tool.parameters, tool.parameters), normal_schema(part.parameters, part.parameters)
    if part.parameters is not None or given.properties or given.options or given.values or given.rest:
        place = _Place(tool, part, part.schema_path)
        if given.options and not found.options:
            yield from _compare_spread(given, found, place)
        else:
            yield from _compare(given, found, place)


def _compare_spread(given: NormalSchema, found: NormalSchema, place: _Place) -> Iterator[Finding]:
    """Alternatives at the root are one table of parameters, which is right: many providers take none there."""
    table = _alternatives_joined(given)
    yield from _compare(table, found, place)
    for name in sorted(found.required & {*table.properties} - table.required - given.properties.keys()):
        if not found.down(found.properties.get(name)).nullable:  # as in strict mode
            inside = place.at(name, "properties", name)
            yield inside.found("altered-parameter", "it is required of all now, and was of one alternative")


def _alternatives_joined(whole: NormalSchema) -> NormalSchema:
    """The one table of parameters that alternatives at the root become where a provider takes none there.

    It has the parameters of each; required is what all of them require.
    """
    branches = [whole.down(option) for option in whole.options]
    properties: dict[str, Any] = {}
    for name in dict.fromkeys(name for branch in branches for name in branch.properties):
        schemas: list[Any] = []
        for branch in branches:
            if name in branch.properties and branch.properties[name] not in schemas:
                schemas.append(branch.properties[name])
        properties[name] = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
    required = frozenset.intersection(*(branch.required for branch in branches))
    return replace(whole, properties={**properties, **whole.properties}, required=whole.required | required, options=())


def says(found: str | None, given: str, longest: int | None = None) -> bool:
    """Is all of a description there? What is longer than the provider takes may end early, but not much too early."""
    wanted, said = " ".join(given.split()), " ".join((found or "").split())
    if wanted in said:
        return True
    cut_to_fit = longest is not None and len(wanted) > longest > len(said) - 3 > longest * _MOST
    return cut_to_fit and wanted.startswith(said.rstrip(".…"))


_MOST = 0.88
"""Of what is taken; who cuts earlier has not cut to fit."""


def description_loss(what: str, given: str, found: str | None, path: str) -> Finding:
    now = f"says {cut(found)}" if found else "has lost its description"
    return loss("tool-description", path, f"{what} {now}", expected=given, actual=found)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in a tool's schema one is, on both sides; `name` is the parameter's, dotted, empty at the root."""

    tool: Tool
    part: ToolPart
    path: str
    name: str = ""
    wanted: bool = True

    def at(self, name: str, *keys: str | int, wanted: bool = True) -> _Place:
        dotted = f"{self.name}.{name}" if self.name and name else self.name or name
        return _Place(self.tool, self.part, jsonpath.join(self.path, keys), dotted, wanted)

    def found(self, slug: str, message: str, **data: Any) -> Finding:
        whose = f"the parameter {self.name} of {self.tool.name}" if self.name else f"the parameters of {self.tool.name}"
        return loss(slug, self.path, f"{whose}: {message}", **data)


def _compare(given: NormalSchema, found: NormalSchema, place: _Place) -> Iterator[Finding]:
    if given.again or found.again or place.path.count(".") > _DEEPEST:
        return
    if found.nowhere and not given.nowhere:
        yield place.found("altered-parameter", f"what it refers to, {found.nowhere!r}, is not in the schema")
        return
    if place.name and not _is_described(given.description, found, place.part.longest):
        what = f"the parameter {place.name} of {place.tool.name}"
        yield description_loss(what, given.description, found.description, f"{place.path}.description")
    yield from _compare_types(given, found, place)
    yield from _compare_enum(given, found, place)
    yield from _compare_shape(given, found, place)
    yield from _compare_properties(given, found, place)
    yield from _compare_required(given, found, place)
    yield from _compare_held(given, found, place)
    yield from _compare_options(given, found, place)
    yield from _compare_rest(given, found, place)


_DEEPEST = 60


def _is_described(given: str, found: NormalSchema, longest: int | None) -> bool:
    """By its description, or that of what it points to; or by each alternative's, alone, as Vertex wants them."""
    options = [found.down(option).description for option in found.options]
    said = any(says(text, given, longest) for text in (found.description, *found.beside))
    return said or (bool(options) and all(says(option, given, longest) for option in options))


def _compare_properties(given: NormalSchema, found: NormalSchema, place: _Place) -> Iterator[Finding]:
    for name, schema in given.properties.items():
        inside = place.at(name, "properties", name, wanted=name in given.required)
        if name in found.properties:
            yield from _compare(given.down(schema), found.down(found.properties[name]), inside)
        else:
            yield inside.found("lost-parameter", "it is missing")
    described = {*given.properties}.union(*(given.down(option).properties for option in given.options))
    for name in found.properties:
        if name not in described:
            yield place.at(name, "properties", name).found("added-parameter", "nobody described it")


def _compare_required(given: NormalSchema, found: NormalSchema, place: _Place) -> Iterator[Finding]:
    for name in sorted(found.required - {*found.properties, *given.properties} - given.required):
        yield place.found("altered-parameter", f"{name} is required, and nobody described it")
    for name in sorted(given.required & {*found.properties} - found.required):
        yield place.at(name, "properties", name).found("altered-parameter", "it is no longer required")
    all_of_it = {*found.properties} <= found.required  # as in strict mode, where null stands for what is not given
    for name in sorted(found.required & {*given.properties} - given.required):
        if not (all_of_it and found.down(found.properties.get(name)).nullable):
            yield place.at(name, "properties", name).found("added-parameter", "it is required now")


def _compare_held(given: NormalSchema, found: NormalSchema, place: _Place) -> Iterator[Finding]:
    """What a list holds, and what a table of any keys does."""
    for kind, ours, theirs in (("items", given.items, found.items), ("values", given.values, found.values)):
        if ours is not None and theirs is not None:
            inside = place.at("", "items" if kind == "items" else "additionalProperties")
            if kind == "items" and given.numbered and not found.numbered:  # of a tuple one schema is left
                if not any(_compare(given.down(given.anywhere), found.down(theirs), inside)):
                    continue
            yield from _compare(given.down(ours), found.down(theirs), inside)
        elif isinstance(ours, dict) and ours and (kind == "items" or not (place.part.narrow or found.closed)):
            held = kind == "items" or not given.properties  # a list, or a table of any keys
            slug = "altered-parameter" if held else "loosened-parameter"
            yield place.found(slug, f"nothing is said of its {kind} any more", expected=ours)


def _compare_types(given: NormalSchema, found: NormalSchema, place: _Place) -> Iterator[Finding]:
    data = {"expected": sorted(given.types), "actual": sorted(found.types)}
    if _alike(given.types, found.types) or (not given.types and (place.part.narrow or not place.name)):
        pass
    elif given.enum and not found.enum and given.types <= found.types | _integers(found.types):
        pass  # told by its values, whose types are those of what was listed
    elif given.options or found.options:
        pass  # told by their number
    elif not given.types and len(found.types) == 1 and found.types == given.bounded:
        pass  # said for those who ask for a type everywhere
    elif place.part.narrow and found.enum is not None and given.enum is not None and found.types == {"string"}:
        pass  # Gemini's enums are strings
    elif place.part.narrow and found.types and found.types < given.types:
        yield place.found("loosened-parameter", "of its types some are left", **data)
    elif place.name or found.types:
        now, before = (" or ".join(sorted(each.types)) or "of any type" for each in (found, given))
        yield place.found("altered-parameter", f"it is {now}, and was {before}", **data)
    if given.nullable and not found.nullable:
        yield place.found("altered-parameter" if place.wanted else "loosened-parameter", "null is not taken any more")
    elif given.nullable and given.takes_null and not found.takes_null and not place.part.narrow:
        yield place.found("added-parameter", "null is no value of it any more, in JSON Schema's words")
    elif found.nullable and not given.nullable and place.wanted:
        yield place.found("loosened-parameter", "null is taken now")


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Of one type, or of one more that is a kind of another: an integer is a number."""
    return one | _integers(one) == other | _integers(other)


def _integers(types: frozenset[str]) -> frozenset[str]:
    return frozenset({"integer"}) if "number" in types else frozenset()


def _compare_shape(given: NormalSchema, found: NormalSchema, place: _Place) -> Iterator[Finding]:
    """What is taken is a table of parameters, an object of any keys, or a list of so many things, and stays that."""
    if found.broken and not given.broken:
        yield place.found("altered-parameter", "its properties are no object")
    elif place.name and given.takes_any_key and found.closed and not found.properties:
        yield place.found("altered-parameter", "it took any key, and takes none any more")
    if given.numbered and not given.items and not found.numbered and not found.items:
        yield place.found("altered-parameter", "nothing is said of its items any more")


def _compare_enum(given: NormalSchema, found: NormalSchema, place: _Place) -> Iterator[Finding]:
    if given.enum is None:
        if found.enum is not None:
            yield place.found("added-parameter", "its values are listed now", actual=list(found.enum))
        return
    narrow = place.part.narrow
    if found.enum is None and narrow and not all(isinstance(value, str) for value in given.enum):
        return
    ours, theirs = (_values(enum, as_text=narrow) for enum in (given.enum, found.enum or ()))
    if ours != theirs and not (narrow and ours - theirs == {""}):  # of an empty text Gemini's enums take none
        message = "other values are listed" if found.enum else "its values are not listed any more"
        yield place.found(
            "altered-parameter", message, expected=list(given.enum), actual=found.enum and list(found.enum)
        )


def _values(enum: Iterable[Any], *, as_text: bool) -> set[str]:
    """Without the difference of 1 and 1.0, which JSON Schema does not make."""
    whole = (int(value) if isinstance(value, float) and value.is_integer() else value for value in enum)
    return {str(value) if as_text else repr(value) for value in whole}


def _compare_options(given: NormalSchema, found: NormalSchema, place: _Place) -> Iterator[Finding]:
    wanted, told = _options(given, found), _options(found, given)
    if len(wanted) == len(told):
        for i, (ours, theirs) in enumerate(zip(wanted, told, strict=True)):
            both = _beneath(given.down(ours), found.down(theirs), given.types)
            yield from _compare(*both, place.at("", "anyOf", i))
    elif given.options and place.part.narrow and not found.options and (found.types or found.enum):
        if found.enum is None and not given.has_alternative(found.types):
            now = " or ".join(sorted(found.types))
            yield place.found("altered-parameter", f"it is {now}, as none of its alternatives was")
        elif found.is_emptied(given):
            yield place.found("lost-parameter", "of its alternatives one is left, and of that no parameter")
        else:
            yield place.found("loosened-parameter", "of its alternatives one is left")
    elif given.options and not found.options and not (found.types or found.enum):
        yield place.found("altered-parameter", "none of its alternatives is left")
    elif given.options or given.enum is None or found.enum is not None:  # else told by the values
        before, left = len(given.options), len(found.options)
        message = f"its alternatives are {left or 'gone'}, and were {before or 'none'}"
        yield place.found("altered-parameter", message, expected=before, actual=left)


def _beneath(given: NormalSchema, found: NormalSchema, whole: frozenset[str]) -> tuple[NormalSchema, NormalSchema]:
    """Both without a type, where one of them says none, and the other that of the `whole` that they are asked of."""
    if (given.types or found.types) == whole and not (given.types and found.types):
        return replace(given, types=frozenset()), replace(found, types=frozenset())
    return given, found


def _options(one: NormalSchema, other: NormalSchema) -> tuple[Any, ...]:
    """The alternatives; where they are types alone, and more is said of each on the other side, in its order."""
    theirs = [other.down(option).types for option in other.options]
    if one.options or not theirs or one.types != frozenset().union(*theirs) or any(len(types) != 1 for types in theirs):
        return one.options
    return tuple({"type": next(iter(types))} for types in theirs) if len(theirs) == len(one.types) else ()


def _compare_rest(given: NormalSchema, found: NormalSchema, place: _Place) -> Iterator[Finding]:
    for key, value in given.rest.items():
        ours, theirs = given.held(key), found.held(key)
        if key not in found.rest:
            if not place.part.narrow:
                yield place.found("loosened-parameter", f"{key} is gone", expected=value)
        elif ours is not None and theirs is not None and ours.keys() == theirs.keys():
            for path, schema in ours.items():
                both = given.down(schema), found.down(theirs[path])
                both = _beneath(*both, given.types) if key in IN_PLACE_APPLICATORS else both
                yield from _compare(*both, place.at("", key, *path))
        elif not equal(value, found.rest[key]):
            yield place.found("altered-parameter", f"{key} is another", expected=value, actual=found.rest[key])
    for key in found.rest:
        if key not in given.rest and not place.part.narrow:
            yield place.found("added-parameter", f"{key} is new", actual=found.rest[key])
