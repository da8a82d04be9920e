"""Calls through the vendors' own SDKs, each of which says whether it understood the reply."""

import json
from collections.abc import Callable
from typing import Any

import anthropic
import ollama
import openai
from google import genai
from google.genai import types as gemini
from pydantic import BaseModel

from wire.cases import OPEN_SCHEMA, PIXEL, SCHEMA
from wire.service import ANSWER, THOUGHT

Call = tuple[str, Callable[[], bool]]

CALLS_TOOL = "Please use the tool."
SAMPLE = {"city": "sample"}


class Trip(BaseModel):
    """For the SDKs' own ways to ask for a schema."""

    city: str
    days: int


def calls(origin: str) -> list[Call]:
    return [*_anthropic(origin), *_openai(origin), *_responses(origin), *_gemini(origin), *_ollama(origin)]


def _anthropic(origin: str) -> list[Call]:
    client = anthropic.Anthropic(base_url=f"{origin}/a/prefix", api_key="key", max_retries=0)
    tool: Any = {"name": "weather", "description": "Tells.", "input_schema": OPEN_SCHEMA,
                 "cache_control": {"type": "ephemeral", "ttl": "1h"}}
    system: Any = [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral", "ttl": "1h"}}]
    image: Any = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}
    linked: Any = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}
    model = "claude-opus-5-5"

    def text() -> bool:
        with client.messages.stream(model=model, max_tokens=100, system=system, messages=[
                {"role": "user", "content": [image, linked, {"type": "text", "text": "Hello"}]}]) as stream:
            said = "".join(stream.text_stream)
            final = stream.get_final_message()
        return said == ANSWER and final.stop_reason == "end_turn" and (final.usage.cache_creation_input_tokens or 0) > 0

    def loop() -> bool:
        messages: Any = [{"role": "user", "content": CALLS_TOOL}]
        for _ in range(2):
            with client.messages.stream(model=model, max_tokens=100, tools=[tool], thinking={"type": "adaptive"},
                                        messages=messages) as stream:
                final = stream.get_final_message()
            use = final.content[-1]
            if use.type != "tool_use" or use.input != SAMPLE or final.content[0].type != "thinking":
                return False
            messages += [final.to_param(), {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": use.id, "content": [{"type": "text", "text": "Rain."}, image]},
                {"type": "text", "text": "Another tool, please."}]}]
        messages[-1]["content"].pop()
        whole = client.messages.create(model=model, max_tokens=100, tools=[tool], messages=messages)
        return whole.content[-1].type == "text" and whole.stop_reason == "end_turn"

    def reasoning() -> bool:
        with client.messages.stream(model="claude-haiku-4-5", max_tokens=4096, messages=[
                {"role": "user", "content": "Hello"}], thinking={"type": "enabled", "budget_tokens": 1024}) as stream:
            final = stream.get_final_message()
        return final.content[0].type == "thinking" and final.content[0].thinking == THOUGHT

    def schema() -> bool:
        final = client.messages.parse(model=model, max_tokens=100, output_format=Trip,
                                      messages=[{"role": "user", "content": "Hello"}])
        return isinstance(final.parsed_output, Trip)

    def counted() -> bool:
        return client.messages.count_tokens(model=model, messages=[{"role": "user", "content": "Hello"}]).input_tokens > 0

    def refused() -> bool:
        try:
            client.messages.create(model=model, max_tokens=100, messages=[])
        except anthropic.BadRequestError as error:
            return "messages" in str(error)
        return False

    return [("anthropic text and images", text), ("anthropic tool loop with thinking", loop),
            ("anthropic manual thinking", reasoning), ("anthropic schema", schema), ("anthropic count", counted),
            ("anthropic models", lambda: len(list(client.models.list())) == 2), ("anthropic refusal", refused)]


def _openai(origin: str) -> list[Call]:
    client = openai.OpenAI(base_url=f"{origin}/v1", api_key="key", max_retries=0)
    tool: Any = {"type": "function", "function": {"name": "weather", "parameters": SCHEMA, "strict": True}}
    data = f"data:image/png;base64,{PIXEL}"

    def text() -> bool:
        stream = client.chat.completions.create(
            model="gpt-4.1", stream=True, stream_options={"include_usage": True}, temperature=0.5, messages=[
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": [
                    {"type": "text", "text": "Hello"}, {"type": "image_url", "image_url": {"url": data}},
                    {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}]}])
        chunks = list(stream)
        said = "".join(each.choices[0].delta.content or "" for each in chunks if each.choices)
        return said == ANSWER and chunks[-1].usage is not None and chunks[-2].choices[0].finish_reason == "stop"

    def loop() -> bool:
        messages: Any = [{"role": "user", "content": CALLS_TOOL}]
        with client.chat.completions.stream(model="gpt-4.1", messages=messages, tools=[tool]) as stream:
            message = stream.get_final_completion().choices[0].message
        use = (message.tool_calls or [])[0]
        if json.loads(use.function.arguments) != {"city": "sample", "days": 1}:
            return False
        messages += [{"role": "assistant", "tool_calls": [
            {"id": use.id, "type": "function",
             "function": {"name": use.function.name, "arguments": use.function.arguments}}]},
            {"role": "tool", "tool_call_id": use.id, "content": "Rain."}]
        final = client.chat.completions.create(model="gpt-4.1", messages=messages, tools=[tool])
        return final.choices[0].message.content == ANSWER

    def schema() -> bool:
        final = client.chat.completions.parse(model="gpt-6-luna", reasoning_effort="low", response_format=Trip,
                                              messages=[{"role": "user", "content": "Hello"}])
        usage = final.usage and final.usage.completion_tokens_details
        return isinstance(final.choices[0].message.parsed, Trip) and bool(usage and usage.reasoning_tokens)

    def embedded() -> bool:
        made = client.embeddings.create(model="text-embedding-3-small", input=["a", "b"], dimensions=4)
        return [len(each.embedding) for each in made.data] == [4, 4]

    def refused() -> bool:
        try:
            client.chat.completions.create(model="gpt-4.1", messages=[{"role": "user", "content": "Hello"}], temperature=9)
        except openai.BadRequestError as error:
            return error.param == "temperature"
        return False

    return [("openai text and images", text), ("openai tool loop", loop), ("openai schema and reasoning", schema),
            ("openai embeddings", embedded), ("openai models", lambda: len(list(client.models.list())) == 2),
            ("openai refusal", refused)]


def _responses(origin: str) -> list[Call]:
    client = openai.OpenAI(base_url=f"{origin}/openai/v1", api_key="key", max_retries=0)
    tool: Any = {"type": "function", "name": "weather", "parameters": SCHEMA, "strict": True}
    image: Any = {"type": "input_image", "detail": "auto", "image_url": f"data:image/png;base64,{PIXEL}"}
    linked: Any = {"type": "input_image", "detail": "auto", "image_url": "https://example.com/a.png"}

    def text() -> bool:
        with client.responses.stream(model="gpt-6-luna", instructions="Be brief.", input=[
                {"role": "user", "content": [{"type": "input_text", "text": "Hello"}, image, linked]}]) as stream:
            said = "".join(each.delta for each in stream if each.type == "response.output_text.delta")
            final = stream.get_final_response()
        return said == ANSWER and final.status == "completed" and final.output_text == ANSWER

    def loop() -> bool:
        given: Any = [{"role": "user", "content": CALLS_TOOL}]
        with client.responses.stream(model="gpt-6-luna", input=given, tools=[tool], store=False,
                                     reasoning={"effort": "low", "summary": "auto"},
                                     include=["reasoning.encrypted_content"]) as stream:
            final = stream.get_final_response()
        reasoning, use = final.output
        if reasoning.type != "reasoning" or use.type != "function_call" or reasoning.summary[0].text != THOUGHT:
            return False
        given += [reasoning.model_dump(exclude_unset=True), {
            "type": "function_call", "id": use.id, "call_id": use.call_id, "name": use.name, "arguments": use.arguments},
            {"type": "function_call_output", "call_id": use.call_id, "output": "Rain."}]
        return client.responses.create(model="gpt-6-luna", input=given, tools=[tool]).output_text == ANSWER

    def schema() -> bool:
        final = client.responses.parse(model="gpt-6-luna", input="Hello", text_format=Trip)
        return isinstance(final.output_parsed, Trip)

    def counted() -> bool:
        return client.responses.input_tokens.count(model="gpt-6-luna", input="Hello").input_tokens > 0

    return [("responses text and images", text), ("responses tool loop with reasoning", loop),
            ("responses schema", schema), ("responses count", counted)]


def _gemini(origin: str) -> list[Call]:
    client = genai.Client(api_key="key", http_options=gemini.HttpOptions(base_url=origin, api_version="v1beta"))
    model: Any = "gemini-3.8-flash"
    image = gemini.Part.from_bytes(data=b"\x89PNG\r\n\x1a\n", mime_type="image/png")
    linked = gemini.Part.from_uri(file_uri="https://example.com/a.png", mime_type="image/png")
    tool = gemini.Tool(function_declarations=[
        gemini.FunctionDeclaration(name="weather", description="Tells.", parameters_json_schema=OPEN_SCHEMA)])

    def text() -> bool:
        config = gemini.GenerateContentConfig(system_instruction="Be brief.", temperature=0.5, max_output_tokens=100)
        chunks = list(client.models.generate_content_stream(model=model, contents=["Hello", image, linked], config=config))
        usage = chunks[-1].usage_metadata
        return "".join(each.text or "" for each in chunks) == ANSWER and bool(usage and usage.total_token_count)

    def loop() -> bool:
        config = gemini.GenerateContentConfig(tools=[tool], thinking_config=gemini.ThinkingConfig(include_thoughts=True))
        asked = gemini.Content(role="user", parts=[gemini.Part(text=CALLS_TOOL)])
        parts = [part for each in client.models.generate_content_stream(model=model, contents=[asked], config=config)
                 for part in each.parts or []]
        use = parts[-1].function_call
        if use is None or use.args != SAMPLE or not parts[0].thought:
            return False
        response = gemini.FunctionResponse(id=use.id, name=use.name, response={"result": "Rain."})
        history = [asked, gemini.Content(role="model", parts=[parts[-1]]),
                   gemini.Content(role="user", parts=[gemini.Part(function_response=response)])]
        return client.models.generate_content(model=model, contents=history, config=config).text == ANSWER

    def schema() -> bool:
        config = gemini.GenerateContentConfig(response_mime_type="application/json", response_schema=Trip)
        return isinstance(client.models.generate_content(model=model, contents="Hello", config=config).parsed, Trip)

    def counted() -> bool:
        return (client.models.count_tokens(model=model, contents="Hello").total_tokens or 0) > 0

    def embedded() -> bool:
        config = gemini.EmbedContentConfig(output_dimensionality=4)
        made = client.models.embed_content(model="gemini-embedding-001", contents=["a", "b"], config=config)
        return [len(each.values or []) for each in made.embeddings or []] == [4, 4]

    return [("gemini text and images", text), ("gemini tool loop with thoughts", loop), ("gemini schema", schema),
            ("gemini count", counted), ("gemini embeddings", embedded),
            ("gemini models", lambda: len(list(client.models.list())) == 2)]


def _ollama(origin: str) -> list[Call]:
    client = ollama.Client(host=f"{origin}/ollama")
    tool: Any = {"type": "function", "function": {"name": "weather", "description": "Tells.", "parameters": OPEN_SCHEMA}}

    def text() -> bool:
        chunks = list(client.chat(model="qwen3:8b", stream=True, options={"temperature": 0.5}, messages=[
            {"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello", "images": [PIXEL]}]))
        return "".join(each.message.content or "" for each in chunks) == ANSWER and chunks[-1].done_reason == "stop"

    def loop() -> bool:
        messages: Any = [{"role": "user", "content": CALLS_TOOL}]
        said = [each.message for each in client.chat(model="qwen3:8b", stream=True, messages=messages, tools=[tool],
                                                     think=True)]
        use = next(call for each in said for call in each.tool_calls or [])
        if use.function.arguments != SAMPLE or "".join(each.thinking or "" for each in said) != THOUGHT:
            return False
        messages += [{"role": "assistant", "tool_calls": [use]},
                     {"role": "tool", "tool_name": "weather", "content": "Rain."}]
        return client.chat(model="qwen3:8b", messages=messages, tools=[tool]).message.content == ANSWER

    def schema() -> bool:
        final = client.chat(model="qwen3:8b", messages=[{"role": "user", "content": "Hello"}],
                            format=Trip.model_json_schema())
        return bool(Trip.model_validate_json(final.message.content or ""))

    return [("ollama text and image", text), ("ollama tool loop with thinking", loop), ("ollama schema", schema),
            ("ollama embeddings", lambda: len(client.embed(model="nomic-embed-text", input=["a", "b"]).embeddings) == 2),
            ("ollama models", lambda: len(client.list().models) == 1)]
