"""OpenAI's Responses."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from openai.types import responses
from openai.types.responses.input_token_count_params import InputTokenCountParams
from openai.types.responses.input_token_count_response import InputTokenCountResponse
from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming, ResponseCreateParamsStreaming
from openai.types.responses.response_reasoning_item import Summary
from openai.types.responses.response_reasoning_summary_part_added_event import Part as AddedPart
from openai.types.responses.response_reasoning_summary_part_done_event import Part as DonePart
from openai.types.responses.response_usage import InputTokensDetails, OutputTokensDetails, ResponseUsage

from wire import openai_common as common
from wire import strict
from wire.service import (Plan, Reply, Request, Route, dump, encoded, estimate, needs_bearer, needs_json, outside, pieces,
                          plan, server_sent, signature, whole)
from wire.strict import JSON, Path, Violation

MINIMUM_OUTPUT_TOKENS = 16
MAXIMUM_CALL_ID = 64
CREATED = 1_767_225_600.0

# The service tells what an item is by the start of its identifier.
PREFIXES = {"function_call": "fc", "reasoning": "rs", "message": "msg"}


def check(request: Request) -> list[Violation]:
    body = request.body
    streams = isinstance(body, dict) and body.get("stream") is True
    hint = ResponseCreateParamsStreaming if streams else ResponseCreateParamsNonStreaming
    found = needs_bearer(request) + needs_json(request) + strict.violations(body, hint)
    return found or _limits(body) + _common(body) + common.metadata(body)


def check_count(request: Request) -> list[Violation]:
    found = needs_bearer(request) + needs_json(request) + strict.violations(request.body, InputTokenCountParams)
    return found or _common(request.body)


def _limits(body: dict[str, Any]) -> list[Violation]:
    found = outside(body, (), temperature=(0, 2), top_p=(0, 1), top_logprobs=(0, 20),
                    max_output_tokens=(MINIMUM_OUTPUT_TOKENS, float("inf")))
    found += common.for_reasoning(body, (body.get("reasoning") or {}).get("effort"))
    if not (body.get("model") or body.get("prompt")):
        found.append(Violation(("model",), "is required unless a prompt names one"))
    if all(body.get(name) is None for name in ("input", "prompt", "previous_response_id", "conversation")):
        found.append(Violation(("input",), "one of input, previous_response_id, prompt or conversation is required"))
    if body.get("stream_options") is not None and not body.get("stream"):
        found.append(Violation(("stream_options",), "is only allowed when stream is enabled"))
    return found


def _common(body: dict[str, Any]) -> list[Violation]:
    found = _tools(body)
    if body.get("previous_response_id") and body.get("conversation"):
        found.append(Violation(("conversation",), "may not be set together with previous_response_id"))
    asked = (body.get("text") or {}).get("format") or {}
    if asked.get("type") == "json_schema":
        found += common.json_schema(asked, ("text", "format"))
    items = body.get("input")
    if asked.get("type") == "json_object":
        texts = [items] if isinstance(items, str) else [_text(each) for each in items or []]
        found += common.word_json([*texts, body.get("instructions") or ""], ("input",))
    if isinstance(items, list):
        found += _items(items, continues=bool(body.get("previous_response_id") or body.get("conversation")))
    return found


def _tools(body: dict[str, Any]) -> list[Violation]:
    found: list[Violation] = []
    functions = [(index, each) for index, each in enumerate(body.get("tools") or []) if each["type"] == "function"]
    for index, each in functions:
        found += common.function(each["name"], each["parameters"], each["strict"], ("tools", index))
    choice = body.get("tool_choice")
    if isinstance(choice, dict) and choice["type"] == "function":
        if choice["name"] not in [each["name"] for _, each in functions]:
            found.append(Violation(("tool_choice", "name"), f"{choice['name']!r} is not among the tools"))
    if choice in ("required",) and not body.get("tools"):
        found.append(Violation(("tool_choice",), "must be 'none' or 'auto' without tools"))
    return found


def _items(items: list[dict[str, Any]], continues: bool) -> list[Violation]:
    found: list[Violation] = []
    calls = [each["call_id"] for each in items if each.get("type") == "function_call"]
    outputs = [each["call_id"] for each in items if each.get("type") == "function_call_output"]
    for index, item in enumerate(items):
        path, kind = ("input", index), item.get("type")
        found += _identifier(item, path)
        if kind == "function_call" and item["call_id"] not in outputs:
            found.append(Violation(path, f"no tool output found for function call {item['call_id']}"))
        if kind == "function_call_output" and item["call_id"] not in calls and not continues:
            found.append(Violation(path, f"no tool call found for function call output with call_id {item['call_id']}"))
        if kind == "reasoning" and (index + 1 == len(items) or not _is_from_model(items[index + 1])):
            found.append(Violation(path, "item of type 'reasoning' was provided without its required following item"))
        found += _content(item, path)
    return found


def _identifier(item: dict[str, Any], path: Path) -> list[Violation]:
    prefix, found = PREFIXES.get(item.get("type") or "", ""), []
    if item.get("id") and not item["id"].startswith(prefix):
        found.append(Violation((*path, "id"), f"expected an ID that begins with '{prefix}'"))
    if len(item.get("call_id") or "") > MAXIMUM_CALL_ID:
        found.append(Violation((*path, "call_id"), f"may have at most {MAXIMUM_CALL_ID} characters"))
    return found


def _is_from_model(item: dict[str, Any]) -> bool:
    return item.get("role") == "assistant" or item.get("type") in ("function_call", "reasoning", "custom_tool_call",
                                                                   "web_search_call", "file_search_call")


def _content(item: dict[str, Any], path: Path) -> list[Violation]:
    found: list[Violation] = []
    content = item.get("content") or item.get("output")
    for index, each in enumerate(content if isinstance(content, list) else []):
        at = (*path, "content" if "content" in item else "output", index)
        if each["type"] == "input_image":
            if bool(each.get("image_url")) == bool(each.get("file_id")):
                found.append(Violation(at, "needs either image_url or file_id"))
            if each.get("image_url"):
                found += common.image_url(each["image_url"], (*at, "image_url"))
        if item.get("role") == "assistant" and each["type"].startswith("input_"):
            found.append(Violation((*at, "type"), f"{each['type']!r} is not allowed for an assistant: only output_text "
                                   "and refusal"))
    return found


def _text(item: dict[str, Any]) -> str:
    content = item.get("content") or ""
    return content if isinstance(content, str) else " ".join(each.get("text", "") for each in content)


def answer(request: Request) -> Reply:
    body = request.body
    decided = _plan(body)
    if body.get("stream"):
        return server_sent((each["type"], each) for each in _events(decided, body))
    return whole(dump(_response(body, "completed", _outputs(decided, body), decided)))


def _plan(body: dict[str, Any]) -> Plan:
    items, choice = body.get("input") or "", body.get("tool_choice")
    last = {"role": "user", "content": items} if isinstance(items, str) else items[-1]
    tools = [(each["name"], each["parameters"]) for each in body.get("tools") or [] if each["type"] == "function"]
    forced = choice.get("name") if isinstance(choice, dict) else None
    forced = tools[0][0] if choice == "required" and tools else forced
    asked = (body.get("text") or {}).get("format") or {}
    schema = asked["schema"] if asked.get("type") == "json_schema" else None
    schema = {"type": "object"} if asked.get("type") == "json_object" else schema
    reasoning = body.get("reasoning") or {}
    return plan(_text(last) if last.get("role") == "user" else "", [] if choice == "none" else tools, forced, schema,
                reasoning.get("effort") not in (None, "none") or reasoning.get("summary") is not None)


def _response(body: dict[str, Any], status: Any, output: list[Any], decided: Plan | None = None) -> responses.Response:
    """The service echoes what was asked for."""
    usage = None
    if decided:
        given = sum(estimate(body.get(name)) for name in ("instructions", "tools", "input"))
        usage = ResponseUsage(
            input_tokens=given, output_tokens=decided.tokens, total_tokens=given + decided.tokens,
            input_tokens_details=InputTokensDetails(cached_tokens=0, cache_write_tokens=0),
            output_tokens_details=OutputTokensDetails(reasoning_tokens=decided.thought_tokens))
    return responses.Response.model_validate({
        "id": "resp_TypedServer", "object": "response", "created_at": CREATED, "status": status, "error": None,
        "incomplete_details": None, "instructions": body.get("instructions"), "metadata": body.get("metadata") or {},
        "model": body.get("model") or "gpt-6-luna", "output": [dump(each) for each in output],
        "parallel_tool_calls": body.get("parallel_tool_calls", True), "temperature": body.get("temperature", 1.0),
        "tool_choice": body.get("tool_choice", "auto"), "tools": body.get("tools") or [], "top_p": body.get("top_p", 1.0),
        "max_output_tokens": body.get("max_output_tokens"), "previous_response_id": body.get("previous_response_id"),
        "reasoning": body.get("reasoning") or {"effort": None, "summary": None}, "store": body.get("store", True),
        "text": body.get("text") or {"format": {"type": "text"}}, "truncation": body.get("truncation", "disabled"),
        "usage": usage})


def _outputs(decided: Plan, body: dict[str, Any]) -> list[Any]:
    outputs: list[Any] = []
    turn = len(body["input"]) if isinstance(body.get("input"), list) else 1
    if decided.thought:
        outputs.append(responses.ResponseReasoningItem(
            id=f"rs_typed{turn}", type="reasoning", summary=[Summary(text=decided.thought, type="summary_text")],
            encrypted_content=signature(decided.thought)))
    if decided.text:
        text = responses.ResponseOutputText(type="output_text", text=decided.text, annotations=[], logprobs=[])
        outputs.append(responses.ResponseOutputMessage(id=f"msg_typed{turn}", type="message", role="assistant",
                                                       status="completed", content=[text]))
    if decided.tool:
        outputs.append(responses.ResponseFunctionToolCall(
            id=f"fc_typed{turn}", type="function_call", call_id=f"call_typed{turn}", name=decided.tool, status="completed",
            arguments=encoded(decided.arguments).decode()))
    return outputs


def _events(decided: Plan, body: dict[str, Any]) -> Iterator[JSON]:
    outputs = _outputs(decided, body)
    number = 0
    for event in _unnumbered(decided, outputs, body):
        yield dump(event.model_copy(update={"sequence_number": number}))
        number += 1


def _unnumbered(decided: Plan, outputs: list[Any], body: dict[str, Any]) -> Iterator[Any]:
    yield responses.ResponseCreatedEvent(type="response.created", sequence_number=0,
                                         response=_response(body, "in_progress", []))
    yield responses.ResponseInProgressEvent(type="response.in_progress", sequence_number=0,
                                            response=_response(body, "in_progress", []))
    filled: dict[str, Callable[[Any, int], Iterator[Any]]] = {
        "reasoning": _reasoning, "message": _message, "function_call": _call}
    for index, item in enumerate(outputs):
        empty = {"reasoning": {"summary": []}, "message": {"content": [], "status": "in_progress"},
                 "function_call": {"arguments": "", "status": "in_progress"}}[item.type]
        yield responses.ResponseOutputItemAddedEvent(type="response.output_item.added", output_index=index,
                                                     sequence_number=0, item=item.model_copy(update=empty))
        yield from filled[item.type](item, index)
        yield responses.ResponseOutputItemDoneEvent(type="response.output_item.done", output_index=index,
                                                    sequence_number=0, item=item)
    yield responses.ResponseCompletedEvent(type="response.completed", sequence_number=0,
                                           response=_response(body, "completed", outputs, decided))


def _reasoning(item: responses.ResponseReasoningItem, index: int) -> Iterator[Any]:
    text = item.summary[0].text
    yield responses.ResponseReasoningSummaryPartAddedEvent(
        type="response.reasoning_summary_part.added", item_id=item.id, output_index=index, summary_index=0,
        sequence_number=0, part=AddedPart(type="summary_text", text=""))
    for each in pieces(text):
        yield responses.ResponseReasoningSummaryTextDeltaEvent(
            type="response.reasoning_summary_text.delta", item_id=item.id, output_index=index, summary_index=0,
            sequence_number=0, delta=each)
    yield responses.ResponseReasoningSummaryTextDoneEvent(
        type="response.reasoning_summary_text.done", item_id=item.id, output_index=index, summary_index=0,
        sequence_number=0, text=text)
    yield responses.ResponseReasoningSummaryPartDoneEvent(
        type="response.reasoning_summary_part.done", item_id=item.id, output_index=index, summary_index=0,
        sequence_number=0, part=DonePart(type="summary_text", text=text))


def _message(item: Any, index: int) -> Iterator[Any]:
    part = item.content[0]
    yield responses.ResponseContentPartAddedEvent(
        type="response.content_part.added", item_id=item.id, output_index=index, content_index=0, sequence_number=0,
        part=part.model_copy(update={"text": ""}))
    for each in pieces(part.text):
        yield responses.ResponseTextDeltaEvent(
            type="response.output_text.delta", item_id=item.id, output_index=index, content_index=0, sequence_number=0,
            delta=each, logprobs=[])
    yield responses.ResponseTextDoneEvent(
        type="response.output_text.done", item_id=item.id, output_index=index, content_index=0, sequence_number=0,
        text=part.text, logprobs=[])
    yield responses.ResponseContentPartDoneEvent(
        type="response.content_part.done", item_id=item.id, output_index=index, content_index=0, sequence_number=0,
        part=part)


def _call(item: Any, index: int) -> Iterator[Any]:
    for each in pieces(item.arguments):
        yield responses.ResponseFunctionCallArgumentsDeltaEvent(
            type="response.function_call_arguments.delta", item_id=item.id, output_index=index, sequence_number=0,
            delta=each)
    yield responses.ResponseFunctionCallArgumentsDoneEvent(
        type="response.function_call_arguments.done", item_id=item.id, output_index=index, sequence_number=0,
        name=item.name, arguments=item.arguments)


def answer_count(request: Request) -> Reply:
    tokens = sum(estimate(request.body.get(name)) for name in ("instructions", "tools", "input"))
    return whole(dump(InputTokenCountResponse(input_tokens=tokens, object="response.input_tokens")))


ROUTES = [
    Route("openai.responses", "POST", re.compile(r"/v1/responses$"), check, answer, common.refuse),
    Route("openai.input_tokens", "POST", re.compile(r"/v1/responses/input_tokens$"), check_count, answer_count,
          common.refuse),
]
