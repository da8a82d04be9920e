"""Anthropic's Messages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from anthropic import types
from anthropic.types.message_count_tokens_params import MessageCountTokensParams
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming, MessageCreateParamsStreaming
from anthropic.types.raw_message_delta_event import Delta
from anthropic.types.shared.error_response import ErrorResponse

from wire import schemas, strict
from wire.service import (Plan, Reply, Request, Route, dump, encoded, estimate, image_faults, is_forged, needs_bearer,
                          needs_json, outside, pieces, plan, server_sent, signature, whole)
from wire.strict import JSON, Path, Violation

VERSION = "2026-10-21"
OLDER_VERSION = "2023-06-01"
MAXIMUM_BREAKPOINTS = 4
MINIMUM_THINKING_BUDGET = 1024
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
TOOL_USE_ID = re.compile(r"[a-zA-Z0-9_-]+")

# Two members are sent as headers, not in the body. The older version of the interface, which this SDK does
# not send any more, still has sampling parameters.
_REMOVED = {each: frozenset({"user_profile_id", "workspace_id"})
            for each in (MessageCreateParamsStreaming, MessageCreateParamsNonStreaming, MessageCountTokensParams)}
_SAMPLING = {"temperature": float, "top_p": float, "top_k": int}
ADJUST = {
    VERSION: strict.Adjustments(removed=_REMOVED),
    OLDER_VERSION: strict.Adjustments(removed=_REMOVED, added={
        each: _SAMPLING for each in (MessageCreateParamsStreaming, MessageCreateParamsNonStreaming)})}

# What families of models refuse. A model that is not listed is not judged.
_OLD = re.compile(r"claude-(haiku|sonnet|opus)-4-5(-\d+)?")
_WITHOUT_EFFORT = re.compile(r"claude-(haiku|sonnet)-4-5(-\d+)?")
_MIDDLE = re.compile(r"claude-(sonnet|opus)-4-6(-\d+)?")
_ALWAYS_FREE = re.compile(r"claude-(sonnet-5-5|opus-5-5|fable-5-1|mythos-5-1)")


def check(request: Request) -> list[Violation]:
    body = request.body
    streams = isinstance(body, dict) and body.get("stream") is True
    hint = MessageCreateParamsStreaming if streams else MessageCreateParamsNonStreaming
    found = _check(request, hint)
    interleaved = "interleaved-thinking" in request.headers.get("anthropic-beta", "")
    return found or _limits(body, interleaved) + _conversation(body) + _for_model(body)


def check_count(request: Request) -> list[Violation]:
    found = _check(request, MessageCountTokensParams)
    return found or _conversation(request.body) + _for_model(request.body)


def check_list(request: Request) -> list[Violation]:
    return _headers(request)


def _check(request: Request, hint: Any) -> list[Violation]:
    version = request.headers.get("anthropic-version", VERSION)
    found = strict.violations(request.body, hint, (), ADJUST.get(version, ADJUST[VERSION]))
    found = _headers(request) + needs_json(request) + found
    return found or _tools(request.body) + _caching(request.body) + _for_version(request.body, version)


def _headers(request: Request) -> list[Violation]:
    """The key goes into x-api-key or, as the newer SDKs do it, into authorization."""
    found: list[Violation] = []
    if not request.headers.get("x-api-key") and needs_bearer(request):
        found.append(Violation(("headers", "x-api-key"), "is required, or an authorization of 'Bearer' and a key"))
    version = request.headers.get("anthropic-version")
    if version not in ADJUST:
        found.append(Violation(("headers", "anthropic-version"), f"{version!r} is not one of {', '.join(ADJUST)}"))
    return found


def _for_version(body: dict[str, Any], version: str) -> list[Violation]:
    """What version 2026-10-21 took away, beside sampling."""
    if version == OLDER_VERSION:
        return []
    found: list[Violation] = []
    for index, message in enumerate(body["messages"]):
        for place, block in enumerate(_list_of_blocks(message)):
            path: Path = ("messages", index, "content", place)
            if message["role"] == "assistant" and block["type"] == "document":
                found.append(Violation((*path, "type"), "document blocks are not allowed in assistant messages"))
            if message["role"] == "user" and block["type"] == "text" and block.get("citations"):
                found.append(Violation((*path, "citations"), "citations are not allowed in user messages"))
    return found


def _limits(body: dict[str, Any], interleaved: bool) -> list[Violation]:
    found = outside(body, (), temperature=(0, 1), top_p=(0, 1), max_tokens=(0, float("inf")),
                    top_k=(0, float("inf")))
    found += [Violation(("stop_sequences", index), "each stop sequence must contain non-whitespace")
              for index, each in enumerate(body.get("stop_sequences") or []) if not each.strip()]
    thinking = body.get("thinking") or {}
    if thinking.get("type") != "enabled":
        return found
    budget = thinking["budget_tokens"]
    if budget < MINIMUM_THINKING_BUDGET:
        found.append(Violation(("thinking", "budget_tokens"), f"must be at least {MINIMUM_THINKING_BUDGET}"))
    if budget >= body["max_tokens"] and not interleaved:
        found.append(Violation(("max_tokens",), "must be greater than thinking.budget_tokens"))
    if body.get("temperature", 1) != 1:
        found.append(Violation(("temperature",), "may only be set to 1 when thinking is enabled"))
    if body.get("top_k") is not None:
        found.append(Violation(("top_k",), "must be unset when thinking is enabled"))
    if body.get("top_p", 1) < 0.95:
        found.append(Violation(("top_p",), "must be at least 0.95 or unset when thinking is enabled"))
    return found


def _for_model(body: dict[str, Any]) -> list[Violation]:
    """What the model named refuses."""
    model, thinking = body["model"], (body.get("thinking") or {}).get("type")
    if not model.startswith("claude-"):
        return []
    found: list[Violation] = []
    old, middle = bool(_OLD.fullmatch(model)), bool(_MIDDLE.fullmatch(model))
    if not (old or middle):
        found += [Violation((name,), f"{model} does not support sampling parameters") for name in _SAMPLING
                  if body.get(name) is not None and (name, body[name]) != ("temperature", 1)]
        if thinking == "enabled":
            found.append(Violation(("thinking", "type"), f"'enabled' is not supported by {model}; use 'adaptive'"))
    if old and thinking == "adaptive":
        found.append(Violation(("thinking", "type"), f"adaptive thinking is not supported by {model}"))
    if _WITHOUT_EFFORT.fullmatch(model) and (body.get("output_config") or {}).get("effort"):
        found.append(Violation(("output_config", "effort"), f"{model} does not support the effort parameter"))
    if not old and [each["role"] for each in body["messages"][-1:]] == ["assistant"]:
        found.append(Violation(("messages", len(body["messages"]) - 1), f"{model} does not support prefill; the "
                               "conversation must end with a user message"))
    if _ALWAYS_FREE.match(model) and (body.get("tool_choice") or {}).get("type") in ("any", "tool"):
        found.append(Violation(("tool_choice", "type"), f"{model} does not support forced tool use"))
    return found


def _tools(body: dict[str, Any]) -> list[Violation]:
    found: list[Violation] = []
    tools, choice = body.get("tools") or [], body.get("tool_choice") or {}
    names = [each.get("name") for each in tools]
    for index, each in enumerate(tools):
        path: Path = ("tools", index)
        if names.index(each.get("name")) != index:
            found.append(Violation((*path, "name"), "tool names must be unique"))
        if "input_schema" in each:
            if not TOOL_NAME.fullmatch(each["name"]):
                found.append(Violation((*path, "name"), f"must match {TOOL_NAME.pattern}"))
            if each.get("strict"):
                found += schemas.anthropic_strict(each["input_schema"], (*path, "input_schema"))
    if choice and not tools:
        found.append(Violation(("tool_choice",), "may only be specified while providing tools"))
    if choice.get("type") == "tool" and choice["name"] not in names:
        found.append(Violation(("tool_choice", "name"), f"tool {choice['name']!r} was not found in the tools"))
    thinking = (body.get("thinking") or {}).get("type")
    if choice.get("type") in ("any", "tool") and thinking in ("enabled", "adaptive"):
        found.append(Violation(("tool_choice", "type"), "thinking may not be enabled when tool_choice forces tool use"))
    output = (body.get("output_config") or {}).get("format")
    if output:
        found += schemas.anthropic_strict(output["schema"], ("output_config", "format", "schema"))
    return found


def _caching(body: dict[str, Any]) -> list[Violation]:
    """At most four breakpoints, in the order in which the prompt is rendered: tools, system, messages."""
    marks = [mark for name in ("tools", "system", "messages") for mark in _marks(body.get(name), (name,))]
    if body.get("cache_control"):
        marks.append((("cache_control",), body["cache_control"]))
    found: list[Violation] = []
    if len(marks) > MAXIMUM_BREAKPOINTS:
        found.append(Violation(marks[MAXIMUM_BREAKPOINTS][0], f"a maximum of {MAXIMUM_BREAKPOINTS} blocks with "
                               f"cache_control may be provided, found {len(marks)}"))
    short = False
    for path, mark in marks:
        if mark.get("ttl") == "1h" and short:
            found.append(Violation((*path, "ttl"), "a ttl='1h' block must not come after a ttl='5m' block"))
        short = short or mark.get("ttl") != "1h"
    return found


def _marks(value: JSON, path: Path) -> list[tuple[Path, dict[str, Any]]]:
    """Every cache_control under a value, but not in schemas and tool input, where it is somebody's data."""
    if isinstance(value, list):
        return [mark for index, each in enumerate(value) for mark in _marks(each, (*path, index))]
    if not isinstance(value, dict):
        return []
    inner = [mark for name in ("content", "source") for mark in _marks(value.get(name), (*path, name))]
    own = value.get("cache_control")
    return inner + ([((*path, "cache_control"), own)] if own else [])


def _conversation(body: dict[str, Any]) -> list[Violation]:
    messages = body["messages"]
    if not messages:
        return [Violation(("messages",), "at least one message is required")]
    found = [fault for index, each in enumerate(messages) for fault in _message(messages, index, each)]
    found += _blocks(body["system"], ("system",)) if isinstance(body.get("system"), list) else []
    uses = [(path, block["id"]) for path, block in _all_blocks(messages) if block["type"] == "tool_use"]
    ids = [each for _, each in uses]
    found += [Violation((*path, "id"), "tool_use ids must be unique") for index, (path, each) in enumerate(uses)
              if ids.index(each) != index]
    if (body.get("thinking") or {}).get("type") == "enabled":
        found += _thinking_first(messages)
    return found


def _message(messages: list[dict[str, Any]], index: int, message: dict[str, Any]) -> list[Violation]:
    path: Path = ("messages", index)
    role, content, final = message["role"], message["content"], index == len(messages) - 1
    found: list[Violation] = []
    if not content and not (final and role == "assistant"):
        found.append(Violation((*path, "content"), "all messages must have non-empty content except for the optional "
                               "final assistant message"))
    if role == "system" and (index == 0 or messages[index - 1]["role"] != "user"):
        found.append(Violation((*path, "role"), "a system message must come right after a user message; the first "
                               "instructions belong in the top-level system member"))
    blocks = _list_of_blocks(message)
    found += _blocks(content, (*path, "content")) if isinstance(content, list) else []
    last = content if isinstance(content, str) else blocks[-1].get("text", "") if blocks else ""
    if role == "assistant" and final and last != last.rstrip():
        found.append(Violation((*path, "content"), "final assistant content cannot end with trailing whitespace"))
    for place, block in enumerate(blocks):
        at = (*path, "content", place)
        if block["type"] == "tool_use" and role != "assistant":
            found.append(Violation((*at, "type"), "tool_use blocks can only be in assistant messages"))
        if block["type"] == "tool_result" and role != "user":
            found.append(Violation((*at, "type"), "tool_result blocks can only be in user messages"))
    return found + _pairing(messages, index)


def _pairing(messages: list[dict[str, Any]], index: int) -> list[Violation]:
    """Results answer the calls of the message before, all of them, and come first in theirs."""
    path: Path = ("messages", index)
    blocks = _list_of_blocks(messages[index])
    found: list[Violation] = []
    called = _called(messages[index - 1]) if index else []
    results = [(place, each) for place, each in enumerate(blocks) if each["type"] == "tool_result"]
    for order, (place, each) in enumerate(results):
        if each["tool_use_id"] not in called:
            found.append(Violation((*path, "content", place), f"unexpected tool_use_id {each['tool_use_id']!r}: each "
                                   "tool_result must have a corresponding tool_use in the previous message"))
        if place != order:
            found.append(Violation((*path, "content", place), "tool_result blocks must come first in the content"))
    following = messages[index + 1] if index + 1 < len(messages) else None
    answered = [each.get("tool_use_id") for each in _list_of_blocks(following)] if following else []
    missing = [each for each in _called(messages[index]) if each not in answered] if following else []
    if missing:
        found.append(Violation(path, f"tool_use ids were found without tool_result blocks immediately after: "
                               f"{', '.join(missing)}"))
    return found


def _called(message: dict[str, Any]) -> list[str]:
    return [each["id"] for each in _list_of_blocks(message) if each["type"] == "tool_use"]


def _blocks(blocks: list[dict[str, Any]], path: Path) -> list[Violation]:
    found: list[Violation] = []
    for index, block in enumerate(blocks):
        at, kind = (*path, index), block["type"]
        if kind == "text" and not block["text"].strip():
            found.append(Violation((*at, "text"), "text content blocks must be non-empty"))
        if kind in ("image", "document"):
            found += _source(block["source"], (*at, "source"))
        if kind == "tool_use" and not TOOL_USE_ID.fullmatch(block["id"]):
            found.append(Violation((*at, "id"), f"must match {TOOL_USE_ID.pattern}"))
        if kind == "thinking" and is_forged(block["thinking"], block["signature"]):
            found.append(Violation((*at, "signature"), "invalid signature in thinking block: it was not sent back "
                                   "unchanged"))
        if kind == "tool_result" and isinstance(block.get("content"), list):
            found += _blocks(block["content"], (*at, "content"))
    return found


def _source(source: dict[str, Any], path: Path) -> list[Violation]:
    if source["type"] == "base64":
        if not strict.is_base64(source["data"]):
            return [Violation((*path, "data"), "is not valid base64")]
        return image_faults(source["media_type"], source["data"], path) if "image" in source["media_type"] else []
    if source["type"] == "url" and not source["url"].startswith("https://"):
        return [Violation((*path, "url"), "only HTTPS URLs are supported")]
    return []


def _thinking_first(messages: list[dict[str, Any]]) -> list[Violation]:
    """With manual thinking, the assistant's message of an unfinished tool loop starts with its thinking."""
    final = next((index for index in range(len(messages) - 1, -1, -1) if messages[index]["role"] == "assistant"), None)
    if final is None or not _called(messages[final]):
        return []
    first = _list_of_blocks(messages[final])[0]["type"]
    if first in ("thinking", "redacted_thinking"):
        return []
    return [Violation(("messages", final, "content", 0, "type"), f"expected thinking or redacted_thinking, but found "
                      f"{first}: when thinking is enabled, a final assistant message must start with a thinking block")]


def _list_of_blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    return message["content"] if isinstance(message["content"], list) else []


def _all_blocks(messages: list[dict[str, Any]]) -> Iterator[tuple[Path, dict[str, Any]]]:
    for index, each in enumerate(messages):
        for place, block in enumerate(_list_of_blocks(each)):
            yield ("messages", index, "content", place), block


def answer(request: Request) -> Reply:
    body = request.body
    decided = _plan(body)
    start = types.Message(
        id="msg_01TypedServer", type="message", role="assistant", model=body["model"], content=[], stop_reason=None,
        stop_sequence=None, usage=_usage(body, 1))
    contents = _contents(decided, f"toolu_typed{len(body['messages'])}")
    if body.get("stream"):
        return server_sent((each["type"], each) for each in _events(start, contents, decided, body))
    full = start.model_copy(update={"content": [each.end for each in contents],
                                    "stop_reason": _stop(decided), "usage": _usage(body, decided.tokens)})
    return whole(dump(full))


def _plan(body: dict[str, Any]) -> Plan:
    last = body["messages"][-1]
    blocks = [last["content"]] if isinstance(last["content"], str) else [each.get("text", "") for each in last["content"]]
    tools = [(each["name"], each.get("input_schema")) for each in body.get("tools") or [] if "input_schema" in each]
    choice = body.get("tool_choice") or {}
    forced = choice.get("name") or (tools[0][0] if choice.get("type") == "any" and tools else None)
    output = (body.get("output_config") or {}).get("format")
    thinks = (body.get("thinking") or {}).get("type") in ("enabled", "adaptive")
    return plan(" ".join(blocks), [] if choice.get("type") == "none" else tools, forced,
                output["schema"] if output else None, thinks)


@dataclass(frozen=True)
class _Content:
    """A block as it starts, the deltas that fill it, and the block as it ends."""

    start: types.ContentBlock
    deltas: list[types.RawContentBlockDelta]
    end: types.ContentBlock


def _contents(decided: Plan, identifier: str) -> list[_Content]:
    found: list[_Content] = []
    if decided.thought:
        signed = signature(decided.thought)
        found.append(_Content(
            types.ThinkingBlock(type="thinking", thinking="", signature=""),
            [*(types.ThinkingDelta(type="thinking_delta", thinking=each) for each in pieces(decided.thought)),
             types.SignatureDelta(type="signature_delta", signature=signed)],
            types.ThinkingBlock(type="thinking", thinking=decided.thought, signature=signed)))
    if decided.text:
        found.append(_Content(
            types.TextBlock(type="text", text=""),
            [types.TextDelta(type="text_delta", text=each) for each in pieces(decided.text)],
            types.TextBlock(type="text", text=decided.text)))
    if decided.tool:
        use = types.ToolUseBlock(type="tool_use", id=identifier, name=decided.tool, input={})
        written = ["", *pieces(encoded(decided.arguments).decode())]
        found.append(_Content(
            use, [types.InputJSONDelta(type="input_json_delta", partial_json=each) for each in written],
            use.model_copy(update={"input": decided.arguments})))
    return found


def _events(start: types.Message, contents: list[_Content], decided: Plan, body: dict[str, Any]) -> Iterator[JSON]:
    yield dump(types.RawMessageStartEvent(type="message_start", message=start))
    yield {"type": "ping"}
    for index, content in enumerate(contents):
        yield dump(types.RawContentBlockStartEvent(type="content_block_start", index=index,
                                                   content_block=content.start))
        for each in content.deltas:
            yield dump(types.RawContentBlockDeltaEvent(type="content_block_delta", index=index, delta=each))
        yield dump(types.RawContentBlockStopEvent(type="content_block_stop", index=index))
    total = _usage(body, decided.tokens)
    usage = types.MessageDeltaUsage(
        input_tokens=total.input_tokens, output_tokens=total.output_tokens,
        cache_creation_input_tokens=total.cache_creation_input_tokens,
        cache_read_input_tokens=total.cache_read_input_tokens,
        output_tokens_details=types.OutputTokensDetails(thinking_tokens=decided.thought_tokens))
    yield dump(types.RawMessageDeltaEvent(type="message_delta", usage=usage,
                                          delta=Delta(stop_reason=_stop(decided), stop_sequence=None)))
    yield dump(types.RawMessageStopEvent(type="message_stop"))


def _stop(decided: Plan) -> types.StopReason:
    return "tool_use" if decided.tool else "end_turn"


def _usage(body: dict[str, Any], output: int) -> types.Usage:
    cached = estimate(body.get("system")) if _marks(body.get("system"), ()) else 0
    return types.Usage(
        input_tokens=_input_tokens(body) - cached, output_tokens=output, cache_creation_input_tokens=cached,
        cache_read_input_tokens=0, service_tier="standard",
        cache_creation=types.CacheCreation(ephemeral_5m_input_tokens=cached, ephemeral_1h_input_tokens=0))


def _input_tokens(body: dict[str, Any]) -> int:
    return sum(estimate(body.get(name)) for name in ("system", "tools", "messages"))


def answer_count(request: Request) -> Reply:
    return whole(dump(types.MessageTokensCount(input_tokens=_input_tokens(request.body))))


def answer_list(request: Request) -> Reply:
    created = datetime(2026, 1, 1, tzinfo=timezone.utc)
    models = [types.ModelInfo(id=each, created_at=created, display_name=each, lifecycle="active", type="model",
                              max_input_tokens=200_000, max_tokens=64_000)
              for each in ("claude-opus-5-5", "claude-haiku-4-5")]
    return whole({"data": [dump(each) for each in models], "has_more": False, "first_id": models[0].id,
                  "last_id": models[-1].id})


def refuse(reasons: list[Violation], status: int) -> Reply:
    unauthorized = any(each.path == ("headers", "x-api-key") for each in reasons)
    kind = "authentication_error" if unauthorized else "not_found_error" if status == 404 else "invalid_request_error"
    message = "; ".join(f"{each.dotted()}: {each.reason}" for each in reasons)
    error = ErrorResponse.model_validate(
        {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_01TypedServer"})
    return whole(dump(error), 401 if unauthorized else status, {"request-id": "req_01TypedServer"})


ROUTES = [
    Route("anthropic.messages", "POST", re.compile(r"/v1/messages$"), check, answer, refuse),
    Route("anthropic.count_tokens", "POST", re.compile(r"/v1/messages/count_tokens$"), check_count, answer_count, refuse),
    Route("anthropic.models", "GET", re.compile(r"/v1/models$"), check_list, answer_list, refuse,
          claims=lambda request: "anthropic-version" in request.headers),
]
