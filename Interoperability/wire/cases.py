"""Good requests, and bad ones made from them by small changes."""

import copy
from dataclasses import dataclass, field
from typing import Any

from wire.strict import JSON, Path

PIXEL = ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
          "required": ["city", "days"], "additionalProperties": False}
OPEN_SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}
HEADERS = {"content-type": "application/json", "x-api-key": "key", "anthropic-version": "2023-06-01",
           "authorization": "Bearer key", "x-goog-api-key": "key"}


class Absent:
    """Stands for a member that is taken away."""


ABSENT = Absent()
Change = tuple[Path, Any]


@dataclass(frozen=True)
class Case:
    """A request made from a good one. `refused` is the member that must be named, or None if it is good."""

    title: str
    base: str
    changes: tuple[Change, ...] = ()
    refused: str | None = None
    headers: dict[str, str | None] = field(default_factory=dict)
    target: str | None = None


def changed(value: JSON, changes: tuple[Change, ...]) -> JSON:
    """A copy with some members set, added or taken away."""
    value = copy.deepcopy(value)
    for path, new in changes:
        place = value
        for step in path[:-1]:
            place = place[step]
        if new is ABSENT:
            del place[path[-1]]
        elif isinstance(place, list) and path[-1] == len(place):
            place.append(new)
        else:
            place[path[-1]] = new
    return value


BASES: dict[str, tuple[str, str, JSON]] = {
    "anthropic": ("POST", "/some/prefix/v1/messages", {
        "model": "claude-haiku-4-5", "max_tokens": 4096, "stream": True, "temperature": 1,
        "system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral", "ttl": "1h"}}],
        "thinking": {"type": "enabled", "budget_tokens": 2048}, "stop_sequences": ["END"],
        "metadata": {"user_id": "someone"},
        "tools": [{"name": "weather", "description": "Tells the weather.", "input_schema": OPEN_SCHEMA,
                   "cache_control": {"type": "ephemeral", "ttl": "1h"}}],
        "tool_choice": {"type": "auto", "disable_parallel_tool_use": True},
        "messages": [
            {"role": "user", "content": [
                {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}},
                {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}},
                {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "A text."},
                 "title": "Title", "citations": {"enabled": True}},
                {"type": "text", "text": "What is the weather?", "cache_control": {"type": "ephemeral"}}]},
            {"role": "assistant", "content": [
                {"type": "thinking", "thinking": "Let me ask.", "signature": "somebody's"},
                {"type": "text", "text": "I ask."},
                {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {"city": "Turku"}}]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "toolu_1", "is_error": False, "content": [
                    {"type": "text", "text": "Rain."},
                    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}]},
                {"type": "text", "text": "And tomorrow?"}]}]}),
    "anthropic-plain": ("POST", "/v1/messages", {
        "model": "claude-opus-5-5", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}]}),
    "anthropic-schema": ("POST", "/v1/messages", {
        "model": "claude-opus-5-5", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}],
        "output_config": {"effort": "low", "format": {"type": "json_schema", "schema": SCHEMA}}}),
    "anthropic-count": ("POST", "/v1/messages/count_tokens", {
        "model": "claude-opus-5-5", "messages": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]}),
    "anthropic-models": ("GET", "/v1/models", None),
    "chat": ("POST", "/v1/chat/completions", {
        "model": "gpt-4.1", "stream": True, "stream_options": {"include_usage": True}, "temperature": 0.5, "top_p": 0.9,
        "max_completion_tokens": 100, "seed": 1, "stop": ["END"], "n": 1, "user": "someone", "metadata": {"a": "b"},
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": [
                {"type": "text", "text": "What is the weather?"},
                {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}", "detail": "low"}},
                {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}]},
            {"role": "assistant", "content": None, "tool_calls": [
                {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]},
            {"role": "tool", "tool_call_id": "call_1", "content": "Rain."}],
        "tools": [{"type": "function", "function": {"name": "weather", "description": "Tells.", "strict": True,
                                                    "parameters": SCHEMA}}],
        "tool_choice": "auto", "parallel_tool_calls": False,
        "response_format": {"type": "json_schema",
                            "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA}}}),
    "embeddings": ("POST", "/v1/embeddings", {"model": "text-embedding-3-small", "input": ["a", "b"], "dimensions": 4,
                                              "encoding_format": "float"}),
    "openai-models": ("GET", "/v1/models", None),
    "responses": ("POST", "/v1/responses", {
        "model": "gpt-6-luna", "stream": True, "instructions": "Be brief.", "max_output_tokens": 100, "store": False,
        "include": ["reasoning.encrypted_content"], "reasoning": {"effort": "low", "summary": "auto"},
        "input": [
            {"role": "user", "content": [
                {"type": "input_text", "text": "What is the weather?"},
                {"type": "input_image", "detail": "auto", "image_url": f"data:image/png;base64,{PIXEL}"}]},
            {"type": "reasoning", "id": "rs_1", "encrypted_content": "secret",
             "summary": [{"type": "summary_text", "text": "Let me ask."}]},
            {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "weather", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "call_1", "output": "Rain."},
            {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
             "content": [{"type": "output_text", "text": "It rains.", "annotations": []}]},
            {"role": "user", "content": "And tomorrow?"}],
        "tools": [{"type": "function", "name": "weather", "description": "Tells.", "strict": True, "parameters": SCHEMA}],
        "tool_choice": "auto", "parallel_tool_calls": False,
        "text": {"verbosity": "low",
                 "format": {"type": "json_schema", "name": "answer", "strict": True, "schema": SCHEMA}}}),
    "input-tokens": ("POST", "/v1/responses/input_tokens", {"model": "gpt-6-luna", "input": "Hello"}),
    "gemini": ("POST", "/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse", {
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
        "contents": [
            {"role": "user", "parts": [
                {"text": "What is the weather?"}, {"inlineData": {"mimeType": "image/png", "data": PIXEL}},
                {"fileData": {"mimeType": "image/png", "fileUri": "https://example.com/a.png"}}]},
            {"role": "model", "parts": [
                {"text": "Let me ask.", "thought": True},
                {"functionCall": {"id": "1", "name": "weather", "args": {"city": "Turku"}}, "thoughtSignature": "c2ln"}]},
            {"role": "user", "parts": [
                {"functionResponse": {"id": "1", "name": "weather", "response": {"result": "Rain."}}}]}],
        "tools": [{"functionDeclarations": [
            {"name": "weather", "description": "Tells.",
             "parameters": {"type": "OBJECT", "properties": {"city": {"type": "STRING"}}, "required": ["city"]}},
            {"name": "other", "parametersJsonSchema": OPEN_SCHEMA}]}],
        "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["weather"]}},
        "safetySettings": [{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}],
        "generationConfig": {"temperature": 0.5, "topP": 0.9, "topK": 40, "maxOutputTokens": 100, "stopSequences": ["END"],
                             "responseMimeType": "application/json", "responseJsonSchema": SCHEMA, "seed": 1,
                             "thinkingConfig": {"includeThoughts": True, "thinkingBudget": 100}}}),
    "gemini-count": ("POST", "/v1beta/models/gemini-3.8-flash:countTokens", {
        "generateContentRequest": {"model": "models/gemini-3.8-flash", "contents": [{"parts": [{"text": "Hello"}]}]}}),
    "gemini-embed": ("POST", "/v1beta/models/gemini-embedding-001:embedContent", {
        "content": {"parts": [{"text": "Hello"}]}, "outputDimensionality": 4}),
    "gemini-batch": ("POST", "/v1beta/models/gemini-embedding-001:batchEmbedContents", {
        "requests": [{"model": "models/gemini-embedding-001", "content": {"parts": [{"text": "Hello"}]}}]}),
    "gemini-models": ("GET", "/v1beta/models", None),
    "ollama": ("POST", "/api/chat", {
        "model": "qwen3:8b", "stream": True, "think": True, "keep_alive": "5m", "format": SCHEMA,
        "options": {"temperature": 0.5, "num_predict": 100, "seed": 1, "stop": ["END"], "min_p": 0.1, "num_ctx": 4096},
        "messages": [
            {"role": "system", "content": "Be brief."}, {"role": "user", "content": "What is this?", "images": [PIXEL]},
            {"role": "assistant", "content": "", "thinking": "Let me ask.", "tool_calls": [
                {"function": {"name": "weather", "arguments": {"city": "Turku"}}}]},
            {"role": "tool", "tool_name": "weather", "content": "Rain."}],
        "tools": [{"type": "function", "function": {"name": "weather", "description": "Tells.", "parameters": SCHEMA}}]}),
    "ollama-embed": ("POST", "/api/embed", {"model": "nomic-embed-text", "input": ["a", "b"], "truncate": True}),
    "ollama-models": ("GET", "/api/tags", None),
}

# Members that hold somebody's own data: what is in them is not the vendor's to name.
OPEN_MEMBERS = {"input_schema", "schema", "parametersJsonSchema", "responseJsonSchema", "args", "arguments", "response",
                "metadata"}
OPEN_PLACES = {("anthropic", "input"), ("chat", "parameters"), ("responses", "parameters"), ("ollama", "parameters"),
               ("ollama", "format")}
CLOSED_PLACES = {("anthropic", "metadata")}


def is_open(base: str, path: Path) -> bool:
    """Whether a member of a good request holds, or is in, data of any form."""
    named = {step for step in path if isinstance(step, str)}
    if any((base, step) in CLOSED_PLACES for step in named):
        return False
    return bool(named & OPEN_MEMBERS) or any((base, step) in OPEN_PLACES for step in named)


def _case(title: str, base: str, *changes: Change, refused: str | None = None, target: str | None = None,
          **headers: str | None) -> Case:
    return Case(title, base, changes, refused, {name.replace("_", "-"): each for name, each in headers.items()}, target)


_HOUR = {"type": "ephemeral", "ttl": "1h"}
_OUTPUT = {"type": "function_call_output", "call_id": "call_1", "output": "Rain."}
_ANY_OF = {"type": "object", "anyOf": [SCHEMA], "properties": {}, "additionalProperties": False}
_BOUNDED = changed(SCHEMA, ((("properties", "days", "minimum"), 1),))
_NESTED = changed(SCHEMA, ((("properties", "city"), OPEN_SCHEMA),))

GOOD = [_case(f"{name} as it is", name) for name in BASES] + [
    _case("adaptive thinking", "anthropic-plain", (("thinking",), {"type": "adaptive", "display": "summarized"})),
    _case("a system message right after the user's", "anthropic-plain",
          (("messages", 1), {"role": "system", "content": "From now on, be brief."})),
    _case("two user messages in a row", "anthropic-plain", (("messages", 1), {"role": "user", "content": "Again"})),
    _case("automatic caching", "anthropic-plain", (("cache_control",), {"type": "ephemeral"})),
    _case("a budget above the maximum, interleaved", "anthropic", (("max_tokens",), 2000),
          anthropic_beta="interleaved-thinking-2025-05-14"),
    _case("temperature 1 for a model without sampling", "anthropic-plain", (("temperature",), 1)),
    _case("temperature for an older model", "anthropic-plain", (("model",), "claude-haiku-4-5"), (("temperature",), 0)),
    _case("prefill for an older model", "anthropic-plain", (("model",), "claude-haiku-4-5"),
          (("messages", 1), {"role": "assistant", "content": "Well,"})),
    _case("no strictness, an open schema", "chat",
          (("tools", 0, "function"), {"name": "weather", "parameters": OPEN_SCHEMA})),
    _case("a developer's message", "chat", (("messages", 0, "role"), "developer")),
    _case("a plain embedding input", "embeddings", (("input",), "a")),
    _case("tokens as embedding input", "embeddings", (("input",), [[1, 2], [3]])),
    _case("an output without its call, continued", "responses", (("input",), [_OUTPUT]),
          (("previous_response_id",), "resp_1")),
    _case("an assistant's plain text", "responses", (("input", 5), {"role": "assistant", "content": "Hello"})),
    _case("the key as a bearer", "anthropic-plain", x_api_key=None),
    _case("the newer version", "anthropic", (("temperature",), ABSENT), anthropic_version="2026-10-21"),
    _case("names in snake case", "gemini", (("system_instruction",), {"parts": [{"text": "Hello"}]}),
          (("systemInstruction",), ABSENT),
          (("contents", 0, "parts", 1), {"inline_data": {"mime_type": "image/png", "data": PIXEL}})),
    _case("a schema in lower case", "gemini",
          (("tools", 0, "functionDeclarations", 0, "parameters", "type"), "object")),
    _case("contents to count", "gemini-count", (("contents",), [{"parts": [{"text": "Hello"}]}]),
          (("generateContentRequest",), ABSENT)),
    _case("an older Gemini without signatures", "gemini", (("contents", 1, "parts", 1, "thoughtSignature"), ABSENT),
          target="/v1beta/models/gemini-2.5-flash:generateContent"),
    _case("JSON of any form", "ollama", (("format",), "json")),
    _case("a level of thinking", "ollama", (("think",), "high")),
]

_ANTHROPIC = [
    _case("no key", "anthropic", x_api_key=None, authorization=None, refused="headers.x-api-key"),
    _case("no version", "anthropic", anthropic_version=None, refused="headers.anthropic-version"),
    _case("another version", "anthropic", anthropic_version="2024-01-01", refused="headers.anthropic-version"),
    _case("text instead of JSON", "anthropic", content_type="text/plain", refused="headers.content-type"),
    _case("no max_tokens", "anthropic-plain", (("max_tokens",), ABSENT), refused="max_tokens"),
    _case("a fraction of a token", "anthropic-plain", (("max_tokens",), 1.5), refused="max_tokens"),
    _case("a count as text", "anthropic-plain", (("max_tokens",), "100"), refused="max_tokens"),
    _case("a count as truth", "anthropic-plain", (("max_tokens",), True), refused="max_tokens"),
    _case("a header's member in the body", "anthropic-plain", (("user_profile_id",), "u"), refused="user_profile_id"),
    _case("another role", "anthropic-plain", (("messages", 0, "role"), "tool"), refused="messages.0.role"),
    _case("no messages", "anthropic-plain", (("messages",), []), refused="messages"),
    _case("empty content", "anthropic-plain", (("messages", 0, "content"), ""), refused="messages.0.content"),
    _case("empty text", "anthropic", (("messages", 2, "content", 1, "text"), ""), refused="messages.2.content.1.text"),
    _case("an unknown block", "anthropic", (("messages", 0, "content", 3, "type"), "input_text"),
          refused="messages.0.content.3.type"),
    _case("another vendor's image", "anthropic", (("messages", 0, "content", 0), {
        "type": "image_url", "image_url": {"url": "https://example.com/a.png"}}), refused="messages.0.content.0.type"),
    _case("an unknown media type", "anthropic", (("messages", 0, "content", 0, "source", "media_type"), "image/bmp"),
          refused="messages.0.content.0.source.media_type"),
    _case("another image than declared", "anthropic", (
        ("messages", 0, "content", 0, "source", "media_type"), "image/jpeg"), refused="messages.0.content.0.source"),
    _case("a data URL as base64", "anthropic", (
        ("messages", 0, "content", 0, "source", "data"), f"data:image/png;base64,{PIXEL}"),
        refused="messages.0.content.0.source.data"),
    _case("an unsafe URL", "anthropic", (("messages", 0, "content", 1, "source", "url"), "http://example.com/a.png"),
          refused="messages.0.content.1.source.url"),
    _case("a result for another call", "anthropic", (("messages", 2, "content", 0, "tool_use_id"), "toolu_2"),
          refused="messages.2.content.0"),
    _case("a call without a result", "anthropic", (("messages", 2, "content"), [{"type": "text", "text": "Well?"}]),
          refused="messages.1"),
    _case("a result after text", "anthropic", (("messages", 2, "content"), [
        {"type": "text", "text": "Here:"}, {"type": "tool_result", "tool_use_id": "toolu_1", "content": "Rain."}]),
        refused="messages.2.content.1"),
    _case("a call by the user", "anthropic-plain", (("messages", 0, "content"), [
        {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}}]), refused="messages.0.content.0.type"),
    _case("arguments as text", "anthropic", (("messages", 1, "content", 2, "input"), "{}"),
          refused="messages.1.content.2.input"),
    _case("an identifier with a colon", "anthropic", (("messages", 1, "content", 2, "id"), "a:b"),
          (("messages", 2, "content", 0, "tool_use_id"), "a:b"), refused="messages.1.content.2.id"),
    _case("the same identifier twice", "anthropic", (("messages", 1, "content", 3), {
        "type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}}), refused="messages.1.content.3.id"),
    _case("calls without the thinking before them", "anthropic", (("messages", 1, "content", 0), ABSENT),
          refused="messages.1.content.0.type"),
    _case("thinking without its signature", "anthropic", (("messages", 1, "content", 0, "signature"), ABSENT),
          refused="messages.1.content.0.signature"),
    _case("a mark on thinking", "anthropic", (("messages", 1, "content", 0, "cache_control"), _HOUR),
          refused="messages.1.content.0.cache_control"),
    _case("thinking that was changed", "anthropic", (
        ("messages", 1, "content", 0, "signature"), "dHlwZWQforged"), refused="messages.1.content.0.signature"),
    _case("a small budget", "anthropic", (("thinking", "budget_tokens"), 1000), refused="thinking.budget_tokens"),
    _case("a budget above the maximum", "anthropic", (("max_tokens",), 2048), refused="max_tokens"),
    _case("temperature with thinking", "anthropic", (("temperature",), 0.5), refused="temperature"),
    _case("top_k with thinking", "anthropic", (("top_k",), 5), refused="top_k"),
    _case("a forced tool with thinking", "anthropic", (("tool_choice",), {"type": "any"}), refused="tool_choice.type"),
    _case("an unknown tool", "anthropic", (("thinking",), {"type": "disabled"}),
          (("tool_choice",), {"type": "tool", "name": "other"}), refused="tool_choice.name"),
    _case("another vendor's choice", "anthropic", (("tool_choice",), "auto"), refused="tool_choice"),
    _case("a choice without tools", "anthropic-plain", (("tool_choice",), {"type": "auto"}), refused="tool_choice"),
    _case("a tool's name with a dot", "anthropic", (("tools", 0, "name"), "a.b"), refused="tools.0.name"),
    _case("a schema without a type", "anthropic", (("tools", 0, "input_schema", "type"), ABSENT),
          refused="tools.0.input_schema.type"),
    _case("a strict tool with an open schema", "anthropic", (("tools", 0, "strict"), True),
          refused="tools.0.input_schema"),
    _case("another vendor's tool", "anthropic", (("tools", 0), {
        "type": "function", "function": {"name": "weather"}}), refused="tools.0.type"),
    _case("five marks", "anthropic", (("messages", 2, "content", 0, "cache_control"), {"type": "ephemeral"}),
          (("messages", 2, "content", 1, "cache_control"), {"type": "ephemeral"}),
          refused="messages.2.content.1.cache_control"),
    _case("a mark in a result, counted", "anthropic", (("cache_control",), {"type": "ephemeral"}),
          (("messages", 2, "content", 0, "content", 0, "cache_control"), {"type": "ephemeral"}), refused="cache_control"),
    _case("an hour after five minutes", "anthropic", (("tools", 0, "cache_control"), {"type": "ephemeral"}),
          refused="system.0.cache_control.ttl"),
    _case("a day", "anthropic", (("system", 0, "cache_control", "ttl"), "24h"), refused="system.0.cache_control.ttl"),
    _case("a blank stop sequence", "anthropic", (("stop_sequences",), ["\n"]), refused="stop_sequences.0"),
    _case("a system message first", "anthropic-plain", (("messages", 0, "role"), "system"), refused="messages.0.role"),
    _case("an open output schema", "anthropic-schema", (
        ("output_config", "format", "schema", "additionalProperties"), ABSENT), refused="output_config.format.schema"),
    _case("a nested open output schema", "anthropic-schema", (("output_config", "format", "schema"), _NESTED),
          refused="output_config.format.schema.properties.city"),
    _case("a bounded output schema", "anthropic-schema", (("output_config", "format", "schema"), _BOUNDED),
          refused="output_config.format.schema.properties.days.minimum"),
    _case("sampling for a newer model", "anthropic-plain", (("temperature",), 0.5), refused="temperature"),
    _case("manual thinking for a newer model", "anthropic", (("model",), "claude-opus-4-8"), refused="thinking.type"),
    _case("adaptive thinking for an older model", "anthropic", (("thinking",), {"type": "adaptive"}),
          refused="thinking.type"),
    _case("prefill for a newer model", "anthropic-plain", (("messages", 1), {"role": "assistant", "content": "Well,"}),
          refused="messages.1"),
    _case("prefill with a blank at its end", "anthropic-plain", (("model",), "claude-haiku-4-5"),
          (("messages", 1), {"role": "assistant", "content": "Well, "}), refused="messages.1.content"),
    _case("max_tokens to count", "anthropic-count", (("max_tokens",), 5), refused="max_tokens"),
    _case("models without a key", "anthropic-models", x_api_key=None, authorization=None, refused="headers.x-api-key"),
    _case("sampling in the newer version", "anthropic", anthropic_version="2026-10-21", refused="temperature"),
    _case("the assistant's document in the newer version", "anthropic-plain", (("model",), "claude-haiku-4-5"), (
        ("messages", 1), {"role": "assistant", "content": [
            {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "A text."}}]}),
        anthropic_version="2026-10-21", refused="messages.1.content.0.type"),
]

_OPENAI = [
    _case("no key", "chat", authorization=None, refused="headers.authorization"),
    _case("a bare key", "chat", authorization="key", refused="headers.authorization"),
    _case("text instead of JSON", "chat", content_type=None, refused="headers.content-type"),
    _case("usage without a stream", "chat", (("stream",), False), refused="stream_options"),
    _case("both maxima", "chat", (("max_tokens",), 5), refused="max_tokens"),
    _case("the old maximum for a reasoning model", "chat", (("model",), "gpt-6-luna"), (("max_tokens",), 5),
          (("max_completion_tokens",), ABSENT), refused="max_tokens"),
    _case("temperature while reasoning", "chat", (("model",), "gpt-6-luna"), (("reasoning_effort",), "low"),
          refused="temperature"),
    _case("temperature for a model that always reasons", "chat", (("model",), "o3"), refused="temperature"),
    _case("five stops", "chat", (("stop",), list("abcde")), refused="stop"),
    _case("a high temperature", "chat", (("temperature",), 2.5), refused="temperature"),
    _case("Anthropic's system", "chat", (("system",), "Be brief."), refused="system"),
    _case("Anthropic's image", "chat", (("messages", 1, "content", 1), {
        "type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}),
        refused="messages.1.content.1.type"),
    _case("an image's URL as text", "chat", (("messages", 1, "content", 1, "image_url"), "https://example.com/a.png"),
          refused="messages.1.content.1.image_url"),
    _case("bare base64", "chat", (("messages", 1, "content", 1, "image_url", "url"), PIXEL),
          refused="messages.1.content.1.image_url.url"),
    _case("another image than declared", "chat", (
        ("messages", 1, "content", 1, "image_url", "url"), f"data:image/gif;base64,{PIXEL}"),
        refused="messages.1.content.1.image_url.url"),
    _case("a result for another call", "chat", (("messages", 3, "tool_call_id"), "call_2"),
          refused="messages.3.tool_call_id"),
    _case("a call without a result", "chat", (("messages", 3), {"role": "user", "content": "Well?"}),
          refused="messages.3"),
    _case("a call at the end", "chat", (("messages", 3), ABSENT), refused="messages.3"),
    _case("arguments as an object", "chat", (("messages", 2, "tool_calls", 0, "function", "arguments"), {}),
          refused="messages.2.tool_calls.0.function.arguments"),
    _case("no calls in an array", "chat", (("messages", 3), ABSENT), (("messages", 2), {
        "role": "assistant", "content": "Hi", "tool_calls": []}), refused="messages.2.tool_calls"),
    _case("a name on a result", "chat", (("messages", 3, "name"), "weather"), refused="messages.3.name"),
    _case("an image in a result", "chat", (("messages", 3, "content"), [
        {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}]), refused="messages.3.content.0.type"),
    _case("no tools in an array", "chat", (("tools",), []), refused="tools"),
    _case("a choice without tools", "chat", (("tools",), ABSENT), refused="tool_choice"),
    _case("an unknown tool", "chat", (("tool_choice",), {"type": "function", "function": {"name": "other"}}),
          refused="tool_choice.function.name"),
    _case("a tool of the other interface", "chat", (("tools", 0), {
        "type": "function", "name": "weather", "parameters": SCHEMA, "strict": True}), refused="tools.0.function"),
    _case("a tool's name with a blank", "chat", (("tools", 0, "function", "name"), "the weather"),
          refused="tools.0.function.name"),
    _case("a strict tool with an open schema", "chat", (("tools", 0, "function", "parameters"), OPEN_SCHEMA),
          refused="tools.0.function.parameters"),
    _case("a strict schema with an optional member", "chat", (
        ("response_format", "json_schema", "schema", "required"), ["city"]),
        refused="response_format.json_schema.schema"),
    _case("a strict schema that is open inside", "chat", (("response_format", "json_schema", "schema"), _NESTED),
          refused="response_format.json_schema.schema.properties.city"),
    _case("a strict schema of alternatives", "chat", (("response_format", "json_schema", "schema"), _ANY_OF),
          refused="response_format.json_schema.schema"),
    _case("a format without a name", "chat", (("response_format", "json_schema", "name"), ABSENT),
          refused="response_format.json_schema.name"),
    _case("JSON that nobody speaks of", "chat", (("response_format",), {"type": "json_object"}), refused="messages"),
    _case("an empty input", "embeddings", (("input",), ""), refused="input"),
    _case("an unknown encoding", "embeddings", (("encoding_format",), "binary"), refused="encoding_format"),
]

_RESPONSES = [
    _case("messages", "responses", (("messages",), []), refused="messages"),
    _case("few tokens", "responses", (("max_output_tokens",), 8), refused="max_output_tokens"),
    _case("temperature while reasoning", "responses", (("temperature",), 0.5), refused="temperature"),
    _case("a chat's text part", "responses", (("input", 0, "content", 0, "type"), "text"),
          refused="input.0.content.0.type"),
    _case("an image without detail", "responses", (("input", 0, "content", 1, "detail"), ABSENT),
          refused="input.0.content.1.detail"),
    _case("an image's URL as an object", "responses", (("input", 0, "content", 1, "image_url"), {"url": "https://a.b"}),
          refused="input.0.content.1.image_url"),
    _case("an image without a source", "responses", (("input", 0, "content", 1, "image_url"), ABSENT),
          refused="input.0.content.1"),
    _case("an output without its call", "responses", (("input", 2), ABSENT), refused="input.2"),
    _case("a call without its output", "responses", (("input", 3), ABSENT), refused="input.2"),
    _case("reasoning alone", "responses", (("input", 2), ABSENT), (("input", 2), ABSENT), (("input", 2), ABSENT),
          refused="input.1"),
    _case("reasoning without a summary", "responses", (("input", 1, "summary"), ABSENT), refused="input.1.summary"),
    _case("a call's identifier of another kind", "responses", (("input", 2, "id"), "call_1"), refused="input.2.id"),
    _case("a tool's message", "responses", (("input", 3), {"role": "tool", "tool_call_id": "call_1", "content": "Rain."}),
          refused="input.3.role"),
    _case("an assistant's input_text", "responses", (("input", 5), {
        "role": "assistant", "content": [{"type": "input_text", "text": "Hi"}]}), refused="input.5.content.0.type"),
    _case("output text without annotations", "responses", (("input", 4, "content", 0, "annotations"), ABSENT),
          refused="input.4.content.0.annotations"),
    _case("a tool of the other interface", "responses", (("tools", 0), {
        "type": "function", "function": {"name": "weather", "parameters": SCHEMA}}), refused="tools.0.function"),
    _case("a tool that leaves strictness open", "responses", (("tools", 0, "strict"), ABSENT), refused="tools.0.strict"),
    _case("an open strict format", "responses", (("text", "format", "schema", "additionalProperties"), ABSENT),
          refused="text.format.schema"),
    _case("a format of the other interface", "responses", (("response_format",), {"type": "text"}),
          refused="response_format"),
    _case("usage asked for", "responses", (("stream_options",), {"include_usage": True}),
          refused="stream_options.include_usage"),
    _case("no input", "responses", (("input",), ABSENT), refused="input"),
    _case("two histories", "responses", (("previous_response_id",), "resp_1"), (("conversation",), "conv_1"),
          refused="conversation"),
    _case("a stream to count", "input-tokens", (("stream",), True), refused="stream"),
]

_PARAMETERS = ("tools", 0, "functionDeclarations", 0, "parameters")
_GEMINI = [
    _case("no key", "gemini", x_goog_api_key=None, refused="headers.x-goog-api-key"),
    _case("a stream that is not of events", "gemini", refused="query.alt",
          target="/v1beta/models/gemini-3.8-flash:streamGenerateContent"),
    _case("the assistant's role", "gemini", (("contents", 1, "role"), "assistant"), refused="contents.1.role"),
    _case("no contents", "gemini", (("contents",), []), refused="contents"),
    _case("no parts", "gemini", (("contents", 0, "parts"), []), refused="contents.0.parts"),
    _case("an empty part", "gemini", (("contents", 0, "parts", 0), {}), refused="contents.0.parts.0"),
    _case("a part of two kinds", "gemini", (("contents", 0, "parts", 1, "text"), "Hello"), refused="contents.0.parts.1"),
    _case("data without a type", "gemini", (("contents", 0, "parts", 1, "inlineData", "mimeType"), ABSENT),
          refused="contents.0.parts.1.inlineData.mimeType"),
    _case("data that is not base64", "gemini", (("contents", 0, "parts", 1, "inlineData", "data"), "!"),
          refused="contents.0.parts.1.inlineData.data"),
    _case("another image than declared", "gemini", (
        ("contents", 0, "parts", 1, "inlineData", "mimeType"), "image/webp"),
        refused="contents.0.parts.1.inlineData.mimeType"),
    _case("a display name, for the other platform only", "gemini", (
        ("contents", 1, "parts", 1, "functionCall", "willContinue"), True),
        refused="contents.1"),
    _case("a call without its signature", "gemini", (("contents", 1, "parts", 1, "thoughtSignature"), ABSENT),
          refused="contents.1.parts.1"),
    _case("arguments as text", "gemini", (("contents", 1, "parts", 1, "functionCall", "args"), "{}"),
          refused="contents.1.parts.1.functionCall.args"),
    _case("a response as text", "gemini", (("contents", 2, "parts", 0, "functionResponse", "response"), "Rain."),
          refused="contents.2.parts.0.functionResponse.response"),
    _case("a response of another name", "gemini", (("contents", 2, "parts", 0, "functionResponse", "name"), "other"),
          refused="contents.2"),
    _case("two responses to one call", "gemini", (("contents", 2, "parts", 1), {
        "functionResponse": {"id": "1", "name": "weather", "response": {}}}), refused="contents.2"),
    _case("a response without a call", "gemini", (("contents", 1), ABSENT), refused="contents.1"),
    _case("a call after the model's turn", "gemini", (("contents", 0, "role"), "model"), refused="contents.1"),
    _case("a mode in lower case", "gemini", (("toolConfig", "functionCallingConfig", "mode"), "any"),
          refused="toolConfig.functionCallingConfig.mode"),
    _case("names without the mode for them", "gemini", (("toolConfig", "functionCallingConfig", "mode"), "AUTO"),
          refused="toolConfig.functionCallingConfig.allowedFunctionNames"),
    _case("an unknown function allowed", "gemini", (
        ("toolConfig", "functionCallingConfig", "allowedFunctionNames"), ["nothing"]),
        refused="toolConfig.functionCallingConfig.allowedFunctionNames"),
    _case("a function's name with a blank", "gemini", (("tools", 0, "functionDeclarations", 1, "name"), "an other"),
          refused="tools.0.functionDeclarations.1.name"),
    _case("JSON Schema in Gemini's schema", "gemini", ((*_PARAMETERS, "$schema"), "https://json-schema.org/"),
          refused="tools.0.functionDeclarations.0.parameters.$schema"),
    _case("several types in Gemini's schema", "gemini", ((*_PARAMETERS, "type"), ["OBJECT", "NULL"]),
          refused="tools.0.functionDeclarations.0.parameters.type"),
    _case("an object without properties", "gemini", ((*_PARAMETERS, "properties"), {}),
          refused="tools.0.functionDeclarations.0.parameters.properties"),
    _case("both kinds of schema", "gemini", (
        ("tools", 0, "functionDeclarations", 0, "parametersJsonSchema"), OPEN_SCHEMA),
        refused="tools.0.functionDeclarations.0.parametersJsonSchema"),
    _case("another platform's tool", "gemini", (("tools", 1), {"enterpriseWebSearch": {}}), refused="tools.1"),
    _case("a schema without its media type", "gemini", (("generationConfig", "responseMimeType"), ABSENT),
          refused="generationConfig.responseMimeType"),
    _case("a level and a budget of thinking", "gemini", (("generationConfig", "thinkingConfig", "thinkingLevel"), "LOW"),
          refused="generationConfig.thinkingConfig.thinkingLevel"),
    _case("a setting in the wrong place", "gemini", (("temperature",), 1), refused="temperature"),
    _case("six stops", "gemini", (("generationConfig", "stopSequences"), list("abcdef")),
          refused="generationConfig.stopSequences"),
    _case("a setting for another platform", "gemini", (("generationConfig", "audioTimestamp"), True),
          refused="generationConfig.audioTimestamp"),
    _case("another model than in the path", "gemini-batch", (("requests", 0, "model"), "models/other"),
          refused="requests.0.model"),
    _case("a batch without models", "gemini-batch", (("requests", 0, "model"), ABSENT), refused="requests.0.model"),
    _case("contents twice", "gemini-count", (("contents",), []), refused="contents"),
]

_OLLAMA = [
    _case("no model", "ollama", (("model",), ABSENT), refused="model"),
    _case("text instead of JSON", "ollama", content_type="text/plain", refused="headers.content-type"),
    _case("a setting in the wrong place", "ollama", (("temperature",), 1), refused="temperature"),
    _case("an unknown option", "ollama", (("options", "max_tokens"), 5), refused="options.max_tokens"),
    _case("an option as text", "ollama", (("options", "seed"), "1"), refused="options.seed"),
    _case("content in parts", "ollama", (("messages", 1, "content"), [{"type": "text", "text": "Hi"}]),
          refused="messages.1.content"),
    _case("a data URL", "ollama", (("messages", 1, "images", 0), f"data:image/png;base64,{PIXEL}"),
          refused="messages.1.images.0"),
    _case("arguments as text", "ollama", (("messages", 2, "tool_calls", 0, "function", "arguments"), "{}"),
          refused="messages.2.tool_calls.0.function.arguments"),
    _case("a call's type", "ollama", (("messages", 2, "tool_calls", 0, "type"), "function"),
          refused="messages.2.tool_calls.0.type"),
    _case("another role", "ollama", (("messages", 1, "role"), "human"), refused="messages.1.role"),
    _case("a choice of tools", "ollama", (("tool_choice",), "auto"), refused="tool_choice"),
    _case("another vendor's format", "ollama", (("format",), "json_object"), refused="format"),
    _case("a duration without a unit", "ollama", (("keep_alive",), "5 minutes"), refused="keep_alive"),
    _case("an unknown level of thinking", "ollama", (("think",), "hard"), refused="think"),
    _case("a number to embed", "ollama-embed", (("input",), 5), refused="input"),
]

BAD = [*_ANTHROPIC, *_OPENAI, *_RESPONSES, *_GEMINI, *_OLLAMA]
