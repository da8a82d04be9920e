"""OpenAI's Chat Completions, embeddings and list of models."""

import base64
import re
import struct
from collections.abc import Iterator
from typing import Any

from openai import types
from openai.types import chat
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming, CompletionCreateParamsStreaming
from openai.types.chat.chat_completion_chunk import (ChatCompletionChunk, Choice, ChoiceDelta, ChoiceDeltaToolCall,
                                                     ChoiceDeltaToolCallFunction)
from openai.types.chat.chat_completion_message_function_tool_call import Function
from openai.types.completion_usage import CompletionTokensDetails, PromptTokensDetails
from openai.types.create_embedding_response import Usage
from openai.types.embedding_create_params import EmbeddingCreateParams

from wire import openai_common as common
from wire import strict
from wire.service import (Plan, Reply, Request, Route, dump, encoded, estimate, needs_bearer, needs_json, outside, pieces,
                          plan, server_sent, whole)
from wire.strict import Path, Violation

MAXIMUM_STOPS = 4
MAXIMUM_INPUTS = 2048
IDENTIFIER = "chatcmpl-TypedServer"
CREATED = 1_767_225_600


def check(request: Request) -> list[Violation]:
    body = request.body
    streams = isinstance(body, dict) and body.get("stream") is True
    hint = CompletionCreateParamsStreaming if streams else CompletionCreateParamsNonStreaming
    found = needs_bearer(request) + needs_json(request) + strict.violations(body, hint)
    return found or _limits(body) + _tools(body) + _format(body) + _messages(body["messages"]) + common.metadata(body)


def _limits(body: dict[str, Any]) -> list[Violation]:
    found = outside(body, (), temperature=(0, 2), top_p=(0, 1), presence_penalty=(-2, 2), frequency_penalty=(-2, 2),
                    top_logprobs=(0, 20), n=(1, 128), max_tokens=(1, float("inf")),
                    max_completion_tokens=(1, float("inf")))
    found += common.for_reasoning(body, body.get("reasoning_effort"))
    if body.get("max_tokens") is not None and body.get("max_completion_tokens") is not None:
        found.append(Violation(("max_tokens",), "may not be set together with max_completion_tokens"))
    if body.get("max_tokens") is not None and not common.takes_max_tokens(body["model"]):
        found.append(Violation(("max_tokens",), f"is not supported with {body['model']}; use max_completion_tokens"))
    if body.get("stream_options") is not None and not body.get("stream"):
        found.append(Violation(("stream_options",), "is only allowed when stream is enabled"))
    if body.get("top_logprobs") is not None and not body.get("logprobs"):
        found.append(Violation(("top_logprobs",), "needs logprobs to be true"))
    if isinstance(body.get("stop"), list) and len(body["stop"]) > MAXIMUM_STOPS:
        found.append(Violation(("stop",), f"may hold at most {MAXIMUM_STOPS} sequences"))
    return found


def _tools(body: dict[str, Any]) -> list[Violation]:
    tools, choice = body.get("tools"), body.get("tool_choice")
    found: list[Violation] = []
    for index, each in enumerate(tools or []):
        if each["type"] == "function":
            described = each["function"]
            found += common.function(described["name"], described.get("parameters"), described.get("strict"),
                                     ("tools", index, "function"))
    if tools == []:
        found.append(Violation(("tools",), "is too short: an empty array is not allowed"))
    found += [Violation((name,), "is only allowed when tools are specified")
              for name in ("tool_choice", "parallel_tool_calls") if name in body and not tools]
    if isinstance(choice, dict) and choice["type"] == "function" and choice["function"]["name"] not in _names(body):
        found.append(Violation(("tool_choice", "function", "name"), f"{choice['function']['name']!r} is not among the tools"))
    return found


def _names(body: dict[str, Any]) -> list[str]:
    return [each["function"]["name"] for each in body.get("tools") or [] if each["type"] == "function"]


def _format(body: dict[str, Any]) -> list[Violation]:
    asked = body.get("response_format") or {}
    if asked.get("type") == "json_schema":
        return common.json_schema(asked["json_schema"], ("response_format", "json_schema"))
    if asked.get("type") == "json_object":
        return common.word_json([_text(each) for each in body["messages"]], ("messages",))
    return []


def _messages(messages: list[dict[str, Any]]) -> list[Violation]:
    found = [] if messages else [Violation(("messages",), "is too short: at least one message is required")]
    waiting: list[str] = []
    for index, message in enumerate(messages):
        path: Path = ("messages", index)
        if message["role"] == "tool":
            if message["tool_call_id"] not in waiting:
                found.append(Violation((*path, "tool_call_id"), "messages with role 'tool' must be a response to a "
                                       "preceding message with 'tool_calls'"))
            waiting = [each for each in waiting if each != message["tool_call_id"]]
            continue
        if waiting:
            found.append(_unanswered(path, waiting))
        waiting = [each["id"] for each in message.get("tool_calls") or []]
        found += _message(message, path)
    return found + ([_unanswered(("messages", len(messages)), waiting)] if waiting else [])


def _unanswered(path: Path, waiting: list[str]) -> Violation:
    return Violation(path, "an assistant message with 'tool_calls' must be followed by tool messages responding to each "
                     f"'tool_call_id'; missing {', '.join(waiting)}")


def _message(message: dict[str, Any], path: Path) -> list[Violation]:
    found: list[Violation] = []
    if message["role"] == "assistant" and message.get("tool_calls") == []:
        found.append(Violation((*path, "tool_calls"), "is too short: an empty array is not allowed"))
    spoken = any(message.get(name) for name in ("tool_calls", "function_call", "refusal", "audio"))
    if message["role"] == "assistant" and message.get("content") is None and not spoken:
        found.append(Violation((*path, "content"), "is required unless tool_calls is specified"))
    if message.get("content") == []:
        found.append(Violation((*path, "content"), "is too short: an empty array is not allowed"))
    for index, each in enumerate(message["content"] if isinstance(message.get("content"), list) else []):
        if each["type"] == "image_url":
            found += common.image_url(each["image_url"]["url"], (*path, "content", index, "image_url", "url"))
    return found


def _text(message: dict[str, Any]) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else " ".join(each.get("text", "") for each in content)


def answer(request: Request) -> Reply:
    body = request.body
    decided = _plan(body)
    if body.get("stream"):
        return server_sent(((None, each) for each in _chunks(decided, body)), last=b"[DONE]")
    calls = [chat.ChatCompletionMessageFunctionToolCall(
        id=_call_id(body), type="function",
        function=Function(name=decided.tool, arguments=encoded(decided.arguments).decode()))] if decided.tool else None
    message = chat.ChatCompletionMessage(role="assistant", content=decided.text or None, refusal=None)
    if calls:
        message = message.model_copy(update={"tool_calls": calls})
    choice = chat.chat_completion.Choice(index=0, finish_reason=_finish(decided), message=message, logprobs=None)
    return whole(dump(chat.ChatCompletion(id=IDENTIFIER, object="chat.completion", created=CREATED, model=body["model"],
                                          choices=[choice], usage=_usage(decided, body))))


def _plan(body: dict[str, Any]) -> Plan:
    last, choice = body["messages"][-1], body.get("tool_choice")
    tools = [(each["function"]["name"], each["function"].get("parameters"))
             for each in body.get("tools") or [] if each["type"] == "function"]
    forced = choice["function"]["name"] if isinstance(choice, dict) and choice["type"] == "function" else None
    forced = tools[0][0] if choice == "required" and tools else forced
    asked = body.get("response_format") or {}
    schema = {"json_schema": asked.get("json_schema", {}).get("schema"), "json_object": {"type": "object"}}
    return plan(_text(last) if last["role"] == "user" else "", [] if choice == "none" else tools, forced,
                schema.get(asked.get("type", "text")), body.get("reasoning_effort") not in (None, "none"))


def _chunks(decided: Plan, body: dict[str, Any]) -> Iterator[Any]:
    """Reasoning itself is not shown in this interface: it is only counted."""
    counted = bool((body.get("stream_options") or {}).get("include_usage"))

    def chunk(choices: list[Choice], usage: types.CompletionUsage | None = None) -> Any:
        made = ChatCompletionChunk(id=IDENTIFIER, object="chat.completion.chunk", created=CREATED, model=body["model"],
                                   service_tier="default", choices=choices)
        return dump(made) | ({"usage": dump(usage) if usage else None} if counted else {})

    def part(delta: ChoiceDelta, finish: Any = None) -> Any:
        return chunk([Choice(index=0, delta=delta, logprobs=None, finish_reason=finish)])

    if decided.tool:
        start = ChoiceDeltaToolCallFunction(name=decided.tool, arguments="")
        yield part(ChoiceDelta(role="assistant", content=None, refusal=None, tool_calls=[
            ChoiceDeltaToolCall(index=0, id=_call_id(body), type="function", function=start)]))
        for each in pieces(encoded(decided.arguments).decode()):
            yield part(ChoiceDelta(tool_calls=[
                ChoiceDeltaToolCall(index=0, function=ChoiceDeltaToolCallFunction(arguments=each))]))
    else:
        yield part(ChoiceDelta(role="assistant", content="", refusal=None))
        for each in pieces(decided.text):
            yield part(ChoiceDelta(content=each))
    yield part(ChoiceDelta(), _finish(decided))
    if counted:
        yield chunk([], _usage(decided, body))


def _call_id(body: dict[str, Any]) -> str:
    """Another one in each turn."""
    return f"call_typed{len(body['messages'])}"


def _finish(decided: Plan) -> Any:
    return "tool_calls" if decided.tool else "stop"


def _usage(decided: Plan, body: dict[str, Any]) -> types.CompletionUsage:
    given = estimate(body["messages"]) + estimate(body.get("tools"))
    return types.CompletionUsage(
        prompt_tokens=given, completion_tokens=decided.tokens, total_tokens=given + decided.tokens,
        prompt_tokens_details=PromptTokensDetails(cached_tokens=0, audio_tokens=0),
        completion_tokens_details=CompletionTokensDetails(reasoning_tokens=decided.thought_tokens, audio_tokens=0,
                                                          accepted_prediction_tokens=0, rejected_prediction_tokens=0))


def check_embeddings(request: Request) -> list[Violation]:
    found = needs_bearer(request) + needs_json(request) + strict.violations(request.body, EmbeddingCreateParams)
    if found:
        return found
    given = request.body["input"]
    if not given or (isinstance(given, list) and any(each == "" or each == [] for each in given)):
        found.append(Violation(("input",), "may not be empty or hold empty strings"))
    if isinstance(given, list) and len(given) > MAXIMUM_INPUTS:
        found.append(Violation(("input",), f"may hold at most {MAXIMUM_INPUTS} elements"))
    return found + outside(request.body, (), dimensions=(1, float("inf")))


def answer_embeddings(request: Request) -> Reply:
    body = request.body
    single = isinstance(body["input"], str) or isinstance(body["input"][0], int)
    inputs = [body["input"]] if single else body["input"]
    data = []
    for index, each in enumerate(inputs):
        vector = [1 / (index + step + 1) for step in range(body.get("dimensions") or 8)]
        made = dump(types.Embedding(index=index, object="embedding", embedding=vector))
        if body.get("encoding_format") == "base64":
            made["embedding"] = base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()
        data.append(made)
    tokens = estimate(inputs)
    usage = dump(Usage(prompt_tokens=tokens, total_tokens=tokens))
    return whole({"object": "list", "data": data, "model": body["model"], "usage": usage})


def answer_list(request: Request) -> Reply:
    models = [types.Model(id=each, created=CREATED, object="model", owned_by="openai") for each in ("gpt-6-luna", "gpt-4.1")]
    return whole({"object": "list", "data": [dump(each) for each in models]})


ROUTES = [
    Route("openai.chat", "POST", re.compile(r"/v1/chat/completions$"), check, answer, common.refuse),
    Route("openai.embeddings", "POST", re.compile(r"/v1/embeddings$"), check_embeddings, answer_embeddings, common.refuse),
    Route("openai.models", "GET", re.compile(r"/v1/models$"), needs_bearer, answer_list, common.refuse),
]
