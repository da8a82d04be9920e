"""JSON schemas: what the vendors allow in a strict one, and an instance that conforms to one."""

from collections.abc import Iterator
from typing import Any

from wire.strict import JSON, Path, Violation

_BRANCHES = ("anyOf", "oneOf", "allOf", "prefixItems")
_TABLES = ("properties", "$defs", "definitions", "patternProperties", "dependentSchemas")
_SINGLE = ("items", "not", "if", "then", "else", "additionalProperties", "contains", "propertyNames")

OPENAI_UNSUPPORTED = ("allOf", "oneOf", "not", "dependentRequired", "dependentSchemas", "if", "then", "else")
OPENAI_MAXIMUM_DEPTH = 10
ANTHROPIC_UNSUPPORTED = ("oneOf", "not", "if", "then", "else", "minimum", "maximum", "exclusiveMinimum",
                         "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "maxItems", "uniqueItems",
                         "minProperties", "maxProperties", "patternProperties")
ANTHROPIC_FORMATS = ("date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid")


def subschemas(schema: JSON, path: Path = ()) -> Iterator[tuple[Path, dict[str, JSON]]]:
    """The schema and every schema in it."""
    if not isinstance(schema, dict):
        return
    yield path, schema
    for name in _BRANCHES:
        for index, each in enumerate(schema.get(name) or []):
            yield from subschemas(each, (*path, name, index))
    for name in _TABLES:
        for key, each in (schema.get(name) or {}).items():
            yield from subschemas(each, (*path, name, key))
    for name in _SINGLE:
        yield from subschemas(schema.get(name), (*path, name))


def openai_strict(schema: JSON, path: Path) -> list[Violation]:
    """OpenAI's rules for a schema that is sent with `strict: true`."""
    found: list[Violation] = []
    if not isinstance(schema, dict) or schema.get("type") != "object" or "anyOf" in schema:
        found.append(Violation(path, "the root of a strict schema must have type 'object' and no anyOf"))
    for place, each in subschemas(schema):
        at = path + place
        found += [Violation((*at, name), "is not permitted in a strict schema")
                  for name in OPENAI_UNSUPPORTED if name in each]
        if not _is_object(each):
            continue
        if each.get("additionalProperties") is not False:
            found.append(Violation(at, "'additionalProperties' is required to be supplied and to be false"))
        missing = sorted(set(each.get("properties") or {}) - set(each.get("required") or []))
        if missing:
            found.append(Violation(at, "'required' is required to be supplied and to be an array including every "
                                       f"key in properties; missing {', '.join(missing)}"))
        if place.count("properties") > OPENAI_MAXIMUM_DEPTH:
            found.append(Violation(at, f"is nested deeper than {OPENAI_MAXIMUM_DEPTH} levels"))
    return found + _dangling(schema, path)


def anthropic_strict(schema: JSON, path: Path) -> list[Violation]:
    """Anthropic's rules for `output_config.format.schema` and for the schema of a strict tool."""
    found: list[Violation] = []
    for place, each in subschemas(schema):
        at = path + place
        found += [Violation((*at, name), "is not supported in a structured output")
                  for name in ANTHROPIC_UNSUPPORTED if name in each]
        if _is_object(each) and each.get("additionalProperties") is not False:
            found.append(Violation(at, "for 'object' type, 'additionalProperties' must be explicitly set to false"))
        if each.get("minItems") not in (None, 0, 1):
            found.append(Violation((*at, "minItems"), "only 0 and 1 are supported"))
        if "format" in each and each["format"] not in ANTHROPIC_FORMATS:
            found.append(Violation((*at, "format"), f"{each['format']!r} is not a supported format"))
    return found + _dangling(schema, path)


def _is_object(schema: dict[str, JSON]) -> bool:
    kind = schema.get("type")
    return kind == "object" or (isinstance(kind, list) and "object" in kind)


def _dangling(schema: JSON, path: Path) -> list[Violation]:
    """References that lead nowhere, or out of the document."""
    return [Violation((*path, *place, "$ref"), f"{each['$ref']!r} leads to no definition")
            for place, each in subschemas(schema) if "$ref" in each and _resolve(each["$ref"], schema) is None]


def _resolve(reference: JSON, root: JSON) -> JSON:
    if not isinstance(reference, str) or not reference.startswith("#"):
        return None
    place = root
    for step in reference.removeprefix("#").split("/")[1:]:
        place = place.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(place, dict) else None
    return place


def instance(schema: JSON, root: JSON = None, depth: int = 0) -> JSON:
    """A small value that conforms to the schema: JSON Schema, or the OpenAPI form that Gemini takes."""
    root = schema if root is None else root
    if not isinstance(schema, dict):
        return {}
    if "$ref" in schema:
        return instance(_resolve(schema["$ref"], root) or {}, root, depth + 1)
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][0]
    for name in ("anyOf", "oneOf"):
        if schema.get(name):
            return instance(_shallowest(schema[name], depth), root, depth + 1)
    if schema.get("allOf"):
        merged: dict[str, Any] = {}
        for part in schema["allOf"]:
            value = instance(part, root, depth + 1)
            merged |= value if isinstance(value, dict) else {}
        return merged
    return _of_type(schema, root, depth)


def _shallowest(branches: list[JSON], depth: int) -> JSON:
    """The first branch, but `null` when a recursive schema has to be ended."""
    ends = [each for each in branches if isinstance(each, dict) and each.get("type") == "null"]
    return ends[0] if ends and depth > 6 else branches[0]


def _of_type(schema: dict[str, Any], root: JSON, depth: int) -> JSON:
    kind = schema.get("type", "object" if "properties" in schema else "string")
    kind = (kind[0] if isinstance(kind, list) else kind).lower()
    if kind == "object":
        properties = schema.get("properties") or {}
        wanted = properties if depth < 6 else {name: properties[name] for name in schema.get("required") or []}
        return {name: instance(each, root, depth + 1) for name, each in wanted.items()}
    if kind == "array":
        count = max(int(schema.get("minItems") or 0), 1 if depth < 6 else 0)
        return [instance(schema.get("items") or {"type": "string"}, root, depth + 1) for _ in range(count)]
    if kind in ("integer", "number"):
        return _number(schema, whole=kind == "integer")
    return {"boolean": True, "null": None}.get(kind, _text(schema))


def _number(schema: dict[str, Any], whole: bool) -> int | float:
    step = schema.get("multipleOf") or 1
    low = schema.get("minimum", schema["exclusiveMinimum"] + step if "exclusiveMinimum" in schema else None)
    high = schema.get("maximum", schema["exclusiveMaximum"] - step if "exclusiveMaximum" in schema else None)
    if not whole and low is not None and high is not None:
        return float((schema.get("minimum", low - step) + schema.get("maximum", high + step)) / 2)
    value = low if low is not None else min(step, high) if high is not None else step
    return int(-(-value // step) * step) if whole else float(value)


def _text(schema: dict[str, Any]) -> str:
    samples = {"date-time": "2026-01-02T03:04:05Z", "date": "2026-01-02", "time": "03:04:05Z", "duration": "P1D",
               "email": "someone@example.com", "hostname": "example.com", "uri": "https://example.com/",
               "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "uuid": "123e4567-e89b-12d3-a456-426614174000"}
    text = samples.get(schema.get("format", ""), "sample")
    text = text.ljust(int(schema.get("minLength") or 0), "x")
    return text[: int(schema["maxLength"])] if schema.get("maxLength") else text
