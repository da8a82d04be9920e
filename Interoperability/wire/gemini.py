"""The Gemini API, in its REST form.

The SDK has no type for a whole request body: it flattens `generationConfig` into one configuration object
and leaves out what only its other platform knows while it converts. The bodies are declared here from the
SDK's own types, and the SDK's converters are asked whether this platform takes each part.

The service takes every member in camel case, as documented, and in snake case, which the SDK itself sends
for whatever lies deep enough.
"""

import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from google.genai import models as converters
from google.genai import types
from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from wire import strict
from wire.service import (Plan, Reply, Request, Route, encoded, estimate, image_faults, needs_json, outside, plan,
                          pieces, server_sent, signature, whole)
from wire.strict import JSON, Path, Violation

FUNCTION_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}")
MAXIMUM_STOPS = 5
_DATA = ("text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult",
         "toolCall", "toolResponse")
_OTHER_PLATFORM = ("audioTimestamp", "routingConfig", "modelSelectionConfig")
_SIGNS_CALLS = re.compile(r"gemini-([3-9]|\d\d)")

# The service reads the types of a schema in either case; its own examples use both.
ADJUST = strict.Adjustments(caseless=frozenset({types.Type}))


class _Wire(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, arbitrary_types_allowed=True)


class GenerationConfig(types.GenerationConfig):
    """The SDK keeps `imageConfig` in its flattened configuration only."""

    image_config: types.ImageConfig | None = None


class GenerateContentRequest(_Wire):
    contents: list[types.Content]
    system_instruction: types.Content | None = None
    tools: list[types.Tool] | None = None
    tool_config: types.ToolConfig | None = None
    safety_settings: list[types.SafetySetting] | None = None
    generation_config: GenerationConfig | None = None
    cached_content: str | None = None
    service_tier: types.ServiceTier | None = None
    store: bool | None = None


class NamedGenerateContentRequest(GenerateContentRequest):
    model: str


class CountTokensRequest(_Wire):
    contents: list[types.Content] | None = None
    generate_content_request: NamedGenerateContentRequest | None = None


class EmbedContentRequest(_Wire):
    content: types.Content
    model: str | None = None
    task_type: str | None = None
    title: str | None = None
    output_dimensionality: int | None = None


class NamedEmbedContentRequest(EmbedContentRequest):
    model: str


class BatchEmbedContentsRequest(_Wire):
    requests: list[NamedEmbedContentRequest]


def check(request: Request) -> list[Violation]:
    body, found = _check(request, GenerateContentRequest)
    if request.groups["verb"] == "streamGenerateContent" and request.query.get("alt") != "sse":
        found.append(Violation(("query", "alt"), "must be 'sse' for a stream of events"))
    return found or _generate(body, request.groups["model"], ())


def check_count(request: Request) -> list[Violation]:
    body, found = _check(request, CountTokensRequest)
    if found:
        return found
    model = request.groups["model"]
    if ("contents" in body) == ("generateContentRequest" in body):
        return [Violation(("contents",), "either contents or generateContentRequest must be set")]
    nested = body.get("generateContentRequest")
    if nested:
        return _generate(nested, model, ("generateContentRequest",)) + _same_model(nested, model, ("generateContentRequest",))
    return _contents(body["contents"], ("contents",), model)


def check_embed(request: Request) -> list[Violation]:
    body, found = _check(request, EmbedContentRequest)
    return found or _embed(body, request.groups["model"], ())


def check_batch(request: Request) -> list[Violation]:
    body, found = _check(request, BatchEmbedContentsRequest)
    return found or [fault for index, each in enumerate(body["requests"])
                     for fault in _embed(each, request.groups["model"], ("requests", index))]


def _check(request: Request, hint: Any) -> tuple[JSON, list[Violation]]:
    """The body in camel case, and what is wrong with it."""
    body = strict.canonical(request.body, hint)
    return body, _key(request) + needs_json(request) + strict.violations(body, hint, (), ADJUST)


def _key(request: Request) -> list[Violation]:
    """A key in the address works, too, but ends up in logs."""
    if request.headers.get("x-goog-api-key"):
        return []
    return [Violation(("headers", "x-goog-api-key"), "is required")]


def _same_model(body: dict[str, Any], model: str, path: Path) -> list[Violation]:
    if body.get("model") in (None, f"models/{model}"):
        return []
    return [Violation((*path, "model"), f"must be 'models/{model}', as in the path")]


def _embed(body: dict[str, Any], model: str, path: Path) -> list[Violation]:
    found = _contents([body["content"]], (*path, "content"), model, single=True) + _same_model(body, model, path)
    return found + outside(body, path, outputDimensionality=(1, float("inf")))


def _generate(body: dict[str, Any], model: str, path: Path) -> list[Violation]:
    found = _contents(body["contents"], (*path, "contents"), model) + _tools(body, path)
    found += _config(body.get("generationConfig") or {}, (*path, "generationConfig"))
    if body.get("systemInstruction") is not None:
        at = (*path, "systemInstruction")
        found += [Violation((*at, "parts", index), "only text is supported")
                  for index, each in enumerate(body["systemInstruction"].get("parts") or []) if "text" not in each]
        found += [] if body["systemInstruction"].get("parts") else [Violation((*at, "parts"), "must not be empty")]
    for index, each in enumerate(body.get("safetySettings") or []):
        found += [Violation((*path, "safetySettings", index, name), "is required")
                  for name in ("category", "threshold") if not each.get(name)]
    return found + _other_platform(body, path)


def _other_platform(body: dict[str, Any], path: Path) -> list[Violation]:
    """What the SDK itself refuses to send to this platform."""
    parts: list[tuple[str, type[BaseModel], Callable[..., Any]]] = [
        ("contents", types.Content, converters._Content_to_mldev),
        ("tools", types.Tool, converters._Tool_to_mldev),
        ("safetySettings", types.SafetySetting, converters._SafetySetting_to_mldev)]
    found = [Violation((*path, "generationConfig", name), "is not supported in the Gemini API")
             for name in _OTHER_PLATFORM if name in (body.get("generationConfig") or {})]
    for name, kind, convert in parts:
        for index, each in enumerate(body.get(name) or []):
            found += _converted(each, kind, convert, (*path, name, index))
    if body.get("toolConfig"):
        found += _converted(body["toolConfig"], types.ToolConfig, converters._ToolConfig_to_mldev, (*path, "toolConfig"))
    return found


def _converted(value: JSON, kind: type[BaseModel], convert: Callable[..., Any], path: Path) -> list[Violation]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            convert(kind.model_validate(value))
    except ValueError as error:
        return [Violation(path, str(error).partition("\n")[0])]
    return []


def _contents(contents: list[dict[str, Any]], path: Path, model: str, single: bool = False) -> list[Violation]:
    found = [] if contents else [Violation(path, "must not be empty")]
    before: dict[str, Any] | None = None
    for index, content in enumerate(contents):
        at = path if single else (*path, index)
        if content.get("role", "user") not in ("user", "model"):
            found.append(Violation((*at, "role"), "please use a valid role: user, model"))
        if not content.get("parts"):
            found.append(Violation((*at, "parts"), "must not be empty"))
        found += [fault for place, each in enumerate(content.get("parts") or [])
                  for fault in _part(each, (*at, "parts", place))]
        found += _turn(before, content, at)
        before = content
    return found + (_signatures(contents, path) if _SIGNS_CALLS.match(model) else [])


def _part(part: dict[str, Any], path: Path) -> list[Violation]:
    data = [name for name in _DATA if part.get(name) is not None]
    if len(data) != 1:
        return [Violation(path, f"required oneof field 'data' must have one initialized field, found {data or 'none'}")]
    found: list[Violation] = []
    wanted = {"inlineData": ("mimeType", "data"), "fileData": ("fileUri",), "functionCall": ("name",),
              "functionResponse": ("name", "response")}
    found += [Violation((*path, data[0], name), "is required") for name in wanted.get(data[0], ())
              if part[data[0]].get(name) is None]
    inline = part.get("inlineData") or {}
    if not found and (inline.get("mimeType") or "").startswith("image/"):
        found += image_faults(inline["mimeType"], inline["data"], (*path, "inlineData", "mimeType"))
    return found


def _of(content: dict[str, Any] | None, name: str) -> list[dict[str, Any]]:
    return [each[name] for each in (content or {}).get("parts") or [] if each.get(name) is not None]


def _turn(before: dict[str, Any] | None, content: dict[str, Any], path: Path) -> list[Violation]:
    """Calls follow a user's turn or results; results follow calls, as many, and of the same names."""
    found: list[Violation] = []
    calls, responses = _of(content, "functionCall"), _of(content, "functionResponse")
    called = _of(before, "functionCall")
    if calls and (before is None or before.get("role") == "model"):
        found.append(Violation(path, "please ensure that function call turn comes immediately after a user turn or after "
                               "a function response turn"))
    if calls and content.get("role") != "model":
        found.append(Violation((*path, "role"), "a function call belongs in a turn of the role 'model'"))
    if responses and not called:
        found.append(Violation(path, "please ensure that function response turn comes immediately after a function call "
                               "turn"))
    elif len(responses) != len(called):
        found.append(Violation(path, "please ensure that the number of function response parts is equal to the number of "
                               "function call parts of the function call turn"))
    elif sorted(map(str, _names(responses))) != sorted(map(str, _names(called))):
        found.append(Violation(path, f"the responses are of {_names(responses)}, the calls were of {_names(called)}"))
    ids = [each["id"] for each in called if each.get("id")]
    found += [Violation((*path, "parts"), f"function response id {each['id']!r} answers no call") for each in responses
              if each.get("id") and each["id"] not in ids]
    return found


def _names(parts: list[dict[str, Any]]) -> list[str]:
    return [each.get("name", "") for each in parts]


def _signatures(contents: list[dict[str, Any]], path: Path) -> list[Violation]:
    """Since Gemini 3, the first call of each step of the current turn must bring its thought signature back."""
    starts = [index for index, each in enumerate(contents)
              if each.get("role", "user") == "user" and not _of(each, "functionResponse")]
    found: list[Violation] = []
    for index in range(starts[-1] if starts else 0, len(contents)):
        parts = contents[index].get("parts") or []
        first = next((place for place, each in enumerate(parts) if each.get("functionCall")), None)
        if first is not None and not parts[first].get("thoughtSignature"):
            found.append(Violation((*path, index, "parts", first), "function call is missing a thought_signature"))
    return found


def _tools(body: dict[str, Any], path: Path) -> list[Violation]:
    found: list[Violation] = []
    names: list[str] = []
    for index, tool in enumerate(body.get("tools") or []):
        for place, each in enumerate(tool.get("functionDeclarations") or []):
            at = (*path, "tools", index, "functionDeclarations", place)
            if not FUNCTION_NAME.fullmatch(each.get("name") or ""):
                found.append(Violation((*at, "name"), f"must match {FUNCTION_NAME.pattern}"))
            if each.get("name") in names:
                found.append(Violation((*at, "name"), "duplicate function declaration"))
            if each.get("parameters") is not None and each.get("parametersJsonSchema") is not None:
                found.append(Violation((*at, "parametersJsonSchema"), "may not be set together with parameters"))
            if each.get("parameters") is not None:
                found += _schema(each["parameters"], (*at, "parameters"))
            names.append(each.get("name") or "")
    calling = (body.get("toolConfig") or {}).get("functionCallingConfig") or {}
    allowed = calling.get("allowedFunctionNames")
    at = (*path, "toolConfig", "functionCallingConfig", "allowedFunctionNames")
    if allowed and calling.get("mode") not in ("ANY", "VALIDATED"):
        found.append(Violation(at, "may only be set when the mode is ANY or VALIDATED"))
    return found + [Violation(at, f"{each!r} is not among the declarations") for each in allowed or [] if each not in names]


def _schema(schema: dict[str, Any], path: Path) -> list[Violation]:
    """Gemini's own schemas: an OpenAPI subset whose nodes have a type, and whose arrays have items."""
    found: list[Violation] = []
    kind = (schema.get("type") or "").upper()
    if not kind and not schema.get("anyOf") and not schema.get("ref"):
        found.append(Violation((*path, "type"), "must be specified"))
    if kind == "OBJECT" and schema.get("properties") == {}:
        found.append(Violation((*path, "properties"), "should be non-empty for OBJECT type"))
    if kind == "ARRAY" and not schema.get("items"):
        found.append(Violation((*path, "items"), "missing field"))
    if schema.get("enum") and kind not in ("STRING", "INTEGER", "NUMBER"):
        found.append(Violation((*path, "enum"), "only allowed for STRING type"))
    found += [Violation((*path, "required"), f"property {each!r} is not defined") for each in schema.get("required") or []
              if each not in (schema.get("properties") or {})]
    for name, each in (schema.get("properties") or {}).items():
        found += _schema(each, (*path, "properties", name))
    for index, each in enumerate(schema.get("anyOf") or []):
        found += _schema(each, (*path, "anyOf", index))
    return found + (_schema(schema["items"], (*path, "items")) if schema.get("items") else [])


def _config(config: dict[str, Any], path: Path) -> list[Violation]:
    found = outside(config, path, temperature=(0, 2), topP=(0, 1), maxOutputTokens=(1, float("inf")),
                    candidateCount=(1, 8))
    schemas = [name for name in ("responseSchema", "responseJsonSchema") if config.get(name) is not None]
    if len(schemas) == 2:
        found.append(Violation((*path, schemas[1]), "may not be set together with responseSchema"))
    if schemas and config.get("responseMimeType") not in ("application/json", "text/x.enum"):
        found.append(Violation((*path, "responseMimeType"), f"must be 'application/json' when {schemas[0]} is set"))
    if config.get("responseSchema") is not None:
        found += _schema(config["responseSchema"], (*path, "responseSchema"))
    if len(config.get("stopSequences") or []) > MAXIMUM_STOPS:
        found.append(Violation((*path, "stopSequences"), f"may hold at most {MAXIMUM_STOPS} sequences"))
    thinking = config.get("thinkingConfig") or {}
    if thinking.get("thinkingBudget") is not None and thinking.get("thinkingLevel") is not None:
        found.append(Violation((*path, "thinkingConfig", "thinkingLevel"), "you can only set one of thinking budget and "
                               "thinking level"))
    return found


def answer(request: Request) -> Reply:
    body, model = strict.canonical(request.body, GenerateContentRequest), request.groups["model"]
    chunks = list(_chunks(_plan(body), body, model))
    if request.groups["verb"] == "streamGenerateContent":
        return server_sent((None, _dump(each)) for each in chunks)
    parts = [part for each in chunks for part in each.parts or []]
    return whole(_dump(_chunk(parts, model, chunks[-1].usage_metadata, types.FinishReason.STOP)))


def _dump(value: BaseModel) -> JSON:
    return value.model_dump(mode="json", by_alias=True, exclude_none=True)


def _plan(body: dict[str, Any]) -> Plan:
    last = body["contents"][-1]
    declared = [each for tool in body.get("tools") or [] for each in tool.get("functionDeclarations") or []]
    tools = [(each["name"], each.get("parametersJsonSchema") or each.get("parameters")) for each in declared]
    calling = (body.get("toolConfig") or {}).get("functionCallingConfig") or {}
    forced = (calling.get("allowedFunctionNames") or [each[0] for each in tools] or [None])[0]
    config = body.get("generationConfig") or {}
    schema = config.get("responseJsonSchema") or config.get("responseSchema")
    if schema is None and config.get("responseMimeType") == "application/json":
        schema = {"type": "object"}
    asked = " ".join(each.get("text", "") for each in last["parts"]) if last.get("role", "user") == "user" else ""
    return plan(asked, [] if calling.get("mode") == "NONE" else tools, forced if calling.get("mode") == "ANY" else None,
                schema, bool((config.get("thinkingConfig") or {}).get("includeThoughts")))


def _chunks(decided: Plan, body: dict[str, Any], model: str) -> Iterator[types.GenerateContentResponse]:
    """Thoughts, then text or a call; each chunk brings the counts so far, and the last one the end."""
    parts = [types.Part(text=each, thought=True) for each in pieces(decided.thought or "")]
    parts += [types.Part(text=each) for each in pieces(decided.text)]
    if decided.tool:
        call = types.FunctionCall(name=decided.tool, args=decided.arguments, id=f"call_typed{len(body['contents'])}")
        signed = signature(encoded(decided.arguments).decode()).encode()
        parts.append(types.Part(function_call=call, thought_signature=signed))
    given = sum(estimate(body.get(name)) for name in ("systemInstruction", "tools", "contents"))
    for index, each in enumerate(parts):
        final = index == len(parts) - 1
        output = decided.tokens - decided.thought_tokens if final else 0
        usage = types.GenerateContentResponseUsageMetadata(
            prompt_token_count=given, candidates_token_count=output, total_token_count=given + output + decided.thought_tokens,
            thoughts_token_count=decided.thought_tokens or None)
        yield _chunk([each], model, usage, types.FinishReason.STOP if final else None)


def _chunk(parts: list[types.Part], model: str, usage: types.GenerateContentResponseUsageMetadata | None,
           finish: types.FinishReason | None) -> types.GenerateContentResponse:
    candidate = types.Candidate(content=types.Content(role="model", parts=parts), finish_reason=finish, index=0)
    return types.GenerateContentResponse(candidates=[candidate], model_version=model, response_id="typed-server",
                                         usage_metadata=usage)


def answer_count(request: Request) -> Reply:
    return whole(_dump(types.CountTokensResponse(total_tokens=estimate(request.body))))


def answer_embed(request: Request) -> Reply:
    return whole({"embedding": _dump(_embedding(strict.canonical(request.body, EmbedContentRequest)))})


def answer_batch(request: Request) -> Reply:
    body = strict.canonical(request.body, BatchEmbedContentsRequest)
    return whole({"embeddings": [_dump(_embedding(each)) for each in body["requests"]]})


def _embedding(body: dict[str, Any]) -> types.ContentEmbedding:
    return types.ContentEmbedding(values=[1 / (step + 1) for step in range(body.get("outputDimensionality") or 8)])


def answer_list(request: Request) -> Reply:
    """The service says `supportedGenerationMethods` where the SDK's type says `supported_actions`."""
    models = [types.Model(name=f"models/{each}", display_name=each, version="001", input_token_limit=1_048_576,
                          output_token_limit=65_536) for each in ("gemini-3.8-flash", "gemini-embedding-001")]
    methods = [["generateContent", "countTokens"], ["embedContent"]]
    return whole({"models": [_dump(each) | {"supportedGenerationMethods": verbs}
                             for each, verbs in zip(models, methods, strict=True)]})


def refuse(reasons: list[Violation], status: int) -> Reply:
    message = "; ".join(f"{each.bracketed()}: {each.reason}" for each in reasons)
    unauthorized = any(each.path == ("headers", "x-goog-api-key") for each in reasons)
    code = 403 if unauthorized else status
    kind = {403: "PERMISSION_DENIED", 404: "NOT_FOUND"}.get(code, "INVALID_ARGUMENT")
    return whole({"error": {"code": code, "message": message, "status": kind}}, code)


def _route(name: str, verbs: str, checks: Callable[[Request], list[Violation]],
           answers: Callable[[Request], Reply]) -> Route:
    pattern = re.compile(rf"/v1beta/models/(?P<model>[^/:]+):(?P<verb>{verbs})$")
    return Route(f"gemini.{name}", "POST", pattern, checks, answers, refuse)


ROUTES = [
    _route("generate", "streamGenerateContent|generateContent", check, answer),
    _route("count", "countTokens", check_count, answer_count),
    _route("embed", "embedContent", check_embed, answer_embed),
    _route("batch_embed", "batchEmbedContents", check_batch, answer_batch),
    Route("gemini.models", "GET", re.compile(r"/v1beta/models$"), _key, answer_list, refuse),
]
