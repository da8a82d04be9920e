"""Ollama's own interface."""

import re
from collections.abc import Iterator
from typing import Any

from ollama import _types as types

from wire import strict
from wire.service import Plan, Reply, Request, Route, dump, encoded, estimate, needs_json, outside, pieces, plan, whole
from wire.strict import JSON, Violation

ROLES = ("system", "user", "assistant", "tool")
EFFORTS = ("low", "medium", "high", "max")
DURATION = re.compile(r"-?(\d+(\.\d*)?(ns|us|µs|ms|s|m|h))+|-?\d+")
CREATED = "2026-01-01T00:00:00.000000Z"

# The server documents a few members that the Python types do not name. Images are plain base64 on the
# wire, and the parameters of a tool are a JSON schema.
ADJUST = strict.Adjustments(
    added={types.Options: {"min_p": float},
           types.Message: {"tool_call_id": str},
           types.Message.ToolCall: {"id": str},
           types.Message.ToolCall.Function: {"index": int}},
    replaced={types.Image: bytes, types.Tool.Function.Parameters: dict[str, Any]})


def check(request: Request) -> list[Violation]:
    body = request.body
    found = needs_json(request) + strict.violations(body, types.ChatRequest, (), ADJUST)
    if found:
        return found
    for index, each in enumerate(body.get("messages") or []):
        path = ("messages", index)
        if each["role"] not in ROLES:
            found.append(Violation((*path, "role"), f"{each['role']!r} is not one of {', '.join(ROLES)}"))
        if not any(each.get(name) for name in ("content", "images", "tool_calls", "thinking")) and each["role"] != "tool":
            found.append(Violation((*path, "content"), "the message says nothing"))
    for index, each in enumerate(body.get("tools") or []):
        described = each.get("function") or {}
        if not described.get("name"):
            found.append(Violation(("tools", index, "function", "name"), "is required"))
        if (described.get("parameters") or {"type": "object"}).get("type") != "object":
            found.append(Violation(("tools", index, "function", "parameters", "type"), "must be 'object'"))
    if isinstance(body.get("think"), str) and body["think"] not in EFFORTS:
        found.append(Violation(("think",), f"must be a boolean or one of {', '.join(EFFORTS)}"))
    return found + _keep_alive(body) + outside(body, (), top_logprobs=(0, 20))


def check_embed(request: Request) -> list[Violation]:
    found = needs_json(request) + strict.violations(request.body, types.EmbedRequest, (), ADJUST)
    return found or _keep_alive(request.body)


def _keep_alive(body: dict[str, Any]) -> list[Violation]:
    value = body.get("keep_alive")
    if isinstance(value, str) and not DURATION.fullmatch(value):
        return [Violation(("keep_alive",), f"time: invalid duration {value!r}")]
    return []


def answer(request: Request) -> Reply:
    """A stream unless it is declined: the opposite of the other services."""
    body = request.body
    decided = _plan(body)
    if body.get("stream", True):
        return Reply("application/x-ndjson", _lines(decided, body), streamed=True)
    message: dict[str, Any] = {"role": "assistant", "content": decided.text}
    if decided.thought:
        message["thinking"] = decided.thought
    if decided.tool:
        message["tool_calls"] = _calls(decided)
    return whole(_response(body, message) | _counts(decided, body))


def _plan(body: dict[str, Any]) -> Plan:
    last = (body.get("messages") or [{"role": "user", "content": ""}])[-1]
    tools = [(each["function"]["name"], each["function"].get("parameters")) for each in body.get("tools") or []]
    schema = {"json": {"type": "object"}, "": None}.get(body["format"]) if isinstance(body.get("format"), str) \
        else body.get("format")
    return plan(last.get("content") or "" if last["role"] == "user" else "", tools, None, schema, bool(body.get("think")))


def _lines(decided: Plan, body: dict[str, Any]) -> Iterator[bytes]:
    for each in pieces(decided.thought or ""):
        yield encoded(_response(body, {"role": "assistant", "content": "", "thinking": each})) + b"\n"
    for each in pieces(decided.text):
        yield encoded(_response(body, {"role": "assistant", "content": each})) + b"\n"
    if decided.tool:
        yield encoded(_response(body, {"role": "assistant", "content": "", "tool_calls": _calls(decided)})) + b"\n"
    yield encoded(_response(body, {"role": "assistant", "content": ""}) | _counts(decided, body)) + b"\n"


def _calls(decided: Plan) -> list[JSON]:
    function = types.Message.ToolCall.Function(name=decided.tool or "", arguments=decided.arguments)
    return [dump(types.Message.ToolCall(function=function))]


def _response(body: dict[str, Any], message: dict[str, Any]) -> JSON:
    return dump(types.ChatResponse(model=body["model"], created_at=CREATED, done=False,
                                   message=types.Message(**message)))


def _counts(decided: Plan, body: dict[str, Any]) -> JSON:
    return {"done": True, "done_reason": "stop", "total_duration": 2_000_000, "load_duration": 1_000_000,
            "prompt_eval_count": estimate(body.get("messages")), "prompt_eval_duration": 400_000,
            "eval_count": decided.tokens, "eval_duration": 600_000}


def answer_embed(request: Request) -> Reply:
    given = request.body["input"]
    size = request.body.get("dimensions") or 8
    vectors = [[1 / (step + 1) for step in range(size)] for _ in (given if isinstance(given, list) else [given])]
    return whole(dump(types.EmbedResponse(model=request.body["model"], embeddings=vectors, total_duration=1_000_000,
                                          load_duration=500_000, prompt_eval_count=estimate(given))))


def answer_list(request: Request) -> Reply:
    details = types.ModelDetails(format="gguf", family="qwen3", families=["qwen3"], parameter_size="8.2B",
                                 quantization_level="Q4_K_M", parent_model="")
    model = types.ListResponse.Model.model_validate({
        "model": "qwen3:8b", "modified_at": CREATED, "digest": "0" * 64, "size": 5_200_000_000, "details": details})
    listed = dump(types.ListResponse(models=[model]))
    return whole({"models": [{"name": each["model"], **each} for each in listed["models"]]})


def refuse(reasons: list[Violation], status: int) -> Reply:
    return whole({"error": "; ".join(f"{each.dotted()}: {each.reason}" for each in reasons)}, status)


ROUTES = [
    Route("ollama.chat", "POST", re.compile(r"/api/chat$"), check, answer, refuse),
    Route("ollama.embed", "POST", re.compile(r"/api/embed$"), check_embed, answer_embed, refuse),
    Route("ollama.models", "GET", re.compile(r"/api/tags$"), lambda request: [], answer_list, refuse),
]
