"""What OpenAI's two interfaces share."""

import re
from typing import Any

from wire import schemas, strict
from wire.service import Reply, image_faults, whole
from wire.strict import JSON, Path, Violation

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
MAXIMUM_METADATA = 16
_DATA_URL = re.compile(r"data:(image/(?:png|jpeg|jpg|gif|webp));base64,(.*)", re.DOTALL)
_REASONING = re.compile(r"o\d|gpt-[5-9]")
_ALWAYS_REASONING = re.compile(r"o\d|gpt-5(-mini|-nano)?(-\d{4}-\d\d-\d\d)?$")


def image_url(url: str, path: Path) -> list[Violation]:
    """A web address, or a data URL of a type that is supported."""
    if re.match(r"https?://[^/]", url):
        return []
    data = _DATA_URL.fullmatch(url)
    if not data:
        return [Violation(path, "must be an http(s) URL or a base64 data URL of a png, jpeg, gif or webp image")]
    if not strict.is_base64(data[2]):
        return [Violation(path, "the data URL is not valid base64")]
    return image_faults(data[1].replace("jpg", "jpeg"), data[2], path)


def function(name: str, parameters: JSON, is_strict: bool | None, path: Path) -> list[Violation]:
    found = [] if NAME.fullmatch(name) else [Violation((*path, "name"), f"must match {NAME.pattern}")]
    if is_strict and parameters is not None:
        return found + schemas.openai_strict(parameters, (*path, "parameters"))
    if parameters and parameters.get("type") != "object":
        found.append(Violation((*path, "parameters"), "schema must be of type 'object'"))
    return found


def json_schema(described: dict[str, Any], path: Path) -> list[Violation]:
    """A response format's name, schema and strictness, which lie side by side."""
    found = [] if NAME.fullmatch(described["name"]) else [Violation((*path, "name"), f"must match {NAME.pattern}")]
    if described.get("strict"):
        found += schemas.openai_strict(described.get("schema"), (*path, "schema"))
    return found


def word_json(texts: list[str], path: Path) -> list[Violation]:
    if any("json" in each.lower() for each in texts):
        return []
    return [Violation(path, "must contain the word 'json' in some form, to use the format 'json_object'")]


def for_reasoning(body: dict[str, Any], effort: str | None) -> list[Violation]:
    """Sampling is fixed while a model reasons."""
    model = body.get("model") or ""
    reasons = _ALWAYS_REASONING.match(model) or (_REASONING.match(model) and effort not in (None, "none"))
    names = ("temperature", "top_p", "presence_penalty", "frequency_penalty", "logit_bias") if reasons else ()
    neutral = {"temperature": 1, "top_p": 1, "presence_penalty": 0, "frequency_penalty": 0}
    return [Violation((name,), f"is not supported with {model} while it reasons") for name in names
            if body.get(name) is not None and body[name] != neutral.get(name)]


def takes_max_tokens(model: str) -> bool:
    """Reasoning models know `max_completion_tokens` only."""
    return not _REASONING.match(model)


def metadata(body: dict[str, Any]) -> list[Violation]:
    if len(body.get("metadata") or {}) <= MAXIMUM_METADATA:
        return []
    return [Violation(("metadata",), f"may have at most {MAXIMUM_METADATA} members")]


def refuse(reasons: list[Violation], status: int) -> Reply:
    unauthorized = any(each.path == ("headers", "authorization") for each in reasons)
    error = {"message": "; ".join(f"{each.bracketed()}: {each.reason}" for each in reasons),
             "type": "invalid_request_error", "param": reasons[0].bracketed(),
             "code": "invalid_api_key" if unauthorized else None}
    return whole({"error": error}, 401 if unauthorized else status, {"x-request-id": "req_typed_server"})
