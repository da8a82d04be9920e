#!/usr/bin/env python3
"""Records streamed replies of real servers, byte for byte, as fixtures for the stream parsers.

usage: record-streams.py [--llama URL] [--litellm URL] [--key KEY] [--only WORD] [FOLDER]

  --llama    a llama.cpp server             (default http://127.0.0.1:18081; "none" leaves it out)
  --litellm  a LiteLLM proxy in front of it (default http://127.0.0.1:14000; "none" leaves it out)
  --key      the proxy's key                (default sk-local)
  --only     record only the files whose path contains this word
  FOLDER     where the fixtures live        (default Tests/Models/ModelProvidersTests/Fixtures)

The model is the one Scripts/local-model.sh fetches (SmolLM2-135M-Instruct). Its own template knows
neither tools nor thinking, so serve it with the one that lies beside the fixtures:

  llama-server -m SmolLM2-135M-Instruct.Q4_1.gguf --alias SmolLM2-135M-Instruct.Q4_1.gguf \\
    --port 18081 --ctx-size 2048 --parallel 1 --jinja \\
    --chat-template-file Tests/Models/ModelProvidersTests/Fixtures/recording.jinja

The proxy reaches it in two ways: as an OpenAI server (Messages and Responses both go
out as Responses), and as a vLLM server (Messages go out as Chat Completions):

  pip install 'litellm[proxy]==1.106.2'
  litellm --config proxy.yaml --host 127.0.0.1 --port 14000

  # proxy.yaml
  model_list:
    - model_name: local
      litellm_params: {model: openai/SmolLM2-135M-Instruct, api_base: "http://127.0.0.1:18081/v1", api_key: none}
    - model_name: local-chat
      litellm_params: {model: hosted_vllm/SmolLM2-135M-Instruct, api_base: "http://127.0.0.1:18081/v1", api_key: none}
  litellm_settings: {drop_params: true, num_retries: 0}
  general_settings: {master_key: sk-local}

A file holds the response body as it came, less the chunked transfer coding. A reply that is not
HTTP 200, or is larger than a fixture should be, is reported and not written.
"""

import argparse
import http.client
import json
import pathlib
import sys
import urllib.parse

LARGEST = 16_000  # bytes
SYSTEM = "You are a friendly coach. Answer in one short sentence."
TOOL = {
    "name": "set_reminder",
    "description": "Sets a reminder.",
    "schema": {
        "type": "object",
        "properties": {"hour": {"type": "integer"}, "habit": {"type": "string", "enum": ["walk", "sleep"]}},
        "required": ["hour", "habit"],
        "additionalProperties": False,
    },
}
SCHEMA = {
    "type": "object",
    "properties": {"step": {"type": "string", "enum": ["Walk"]}},
    "required": ["step"],
    "additionalProperties": False,
}

# What is asked, in no protocol's words: the turns (user first, then alternating) and the options.
SCENES = {
    "text": {"turns": ["Say hello."], "limit": 32},
    "turns": {
        "system": SYSTEM,
        "turns": ["I walked today.", "Well done! How far?", "Two kilometres."],
        "limit": 14,
    },
    "length": {"turns": ["Tell me about habits."], "limit": 6},
    "thinking": {"turns": ["Think: walk or run?"], "limit": 24},
    "tool": {"turns": ["Remind me to walk at 7."], "limit": 80, "tool": TOOL},
    "schema": {"turns": ["Name one small step."], "limit": 32, "schema": SCHEMA},
    "unicode": {
        "turns": ["Repeat: 水 ☕ naïve", "水 ☕ naïve", "Repeat: 頑張って 🌱 café", "頑張って 🌱 café", "Repeat: 歩こう 👟 déjà"],
        "limit": 30,
    },
}


KINDS = {"user": "input_text", "assistant": "output_text"}  # what the Responses API calls a text part


def dialogue(scene, model="assistant"):
    return [("user" if place % 2 == 0 else model, text) for place, text in enumerate(scene["turns"])]


def chat(scene, model):
    messages = [{"role": role, "content": text} for role, text in dialogue(scene)]
    if "system" in scene:
        messages.insert(0, {"role": "system", "content": scene["system"]})
    body = {
        "model": model,
        "messages": messages,
        "max_tokens": scene["limit"],
        "temperature": 0,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if tool := scene.get("tool"):
        function = {"name": tool["name"], "description": tool["description"], "parameters": tool["schema"]}
        body |= {"tools": [{"type": "function", "function": function}], "tool_choice": "required"}
    if schema := scene.get("schema"):
        form = {"name": "reply", "strict": True, "schema": schema}
        body["response_format"] = {"type": "json_schema", "json_schema": form}
    return "/v1/chat/completions", body


def responses(scene, model):
    body = {
        "model": model,
        "input": [
            {"type": "message", "role": role, "content": [{"type": KINDS[role], "text": text}]}
            for role, text in dialogue(scene)
        ],
        "max_output_tokens": scene["limit"],
        "temperature": 0,
        "stream": True,
    }
    if "system" in scene:
        body["instructions"] = scene["system"]
    if tool := scene.get("tool"):
        function = {"name": tool["name"], "description": tool["description"], "parameters": tool["schema"]}
        body |= {"tools": [{"type": "function", "strict": True, **function}], "tool_choice": "required"}
    if schema := scene.get("schema"):
        body["text"] = {"format": {"type": "json_schema", "name": "reply", "strict": True, "schema": schema}}
    return "/v1/responses", body


def messages(scene, model):
    body = {
        "model": model,
        "messages": [{"role": role, "content": text} for role, text in dialogue(scene)],
        "max_tokens": scene["limit"],
        "temperature": 0,
        "stream": True,
    }
    if "system" in scene:
        body["system"] = scene["system"]
    if tool := scene.get("tool"):
        function = {"name": tool["name"], "description": tool["description"], "input_schema": tool["schema"]}
        body |= {"tools": [function], "tool_choice": {"type": "any"}}
    if schema := scene.get("schema"):
        body["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
    return "/v1/messages", body


def gemini(scene, model):
    settings = {"maxOutputTokens": scene["limit"], "temperature": 0}
    body = {
        "contents": [{"role": role, "parts": [{"text": text}]} for role, text in dialogue(scene, "model")],
        "generationConfig": settings,
    }
    if "system" in scene:
        body["systemInstruction"] = {"parts": [{"text": scene["system"]}]}
    if tool := scene.get("tool"):
        function = {"name": tool["name"], "description": tool["description"], "parametersJsonSchema": tool["schema"]}
        body["tools"] = [{"functionDeclarations": [function]}]
        body["toolConfig"] = {"functionCallingConfig": {"mode": "ANY"}}
    if schema := scene.get("schema"):
        settings |= {"responseMimeType": "application/json", "responseJsonSchema": schema}
    return f"/v1beta/models/{model}:streamGenerateContent?alt=sse", body


# What is recorded of each server, and what the server calls the model (none: ask it).
EVERY = {"openai-chat": chat, "openai-responses": responses, "anthropic": messages}
RECORDINGS = [
    ("llama", None, EVERY),
    ("litellm", "local", EVERY | {"gemini": gemini}),
    ("litellm-chat", "local-chat", {"anthropic": messages}),
]


def ask(base, path, headers, body=None):
    """One request; the status and the body's very bytes."""
    address = urllib.parse.urlsplit(base)
    secure = address.scheme == "https"
    connect = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    connection = connect(address.netloc, timeout=120)
    try:
        sent = None if body is None else json.dumps(body)
        headers = headers | {"content-type": "application/json", "anthropic-version": "2023-06-01"}
        connection.request("GET" if body is None else "POST", address.path + path, sent, headers)
        reply = connection.getresponse()
        return reply.status, reply.read()
    finally:
        connection.close()


def record(base, headers, path, body, file):
    """Whether one reply was fit to be written."""
    status, reply = ask(base, path, headers, body)
    if status != 200 or len(reply) > LARGEST:
        print(f"not written: {file}: HTTP {status}, {len(reply)} bytes: {reply[:300]!r}", file=sys.stderr)
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(reply)
    print(f"{len(reply):6} {file}")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llama", default="http://127.0.0.1:18081")
    parser.add_argument("--litellm", default="http://127.0.0.1:14000")
    parser.add_argument("--key", default="sk-local")
    parser.add_argument("--only", default="")
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default="Tests/Models/ModelProvidersTests/Fixtures")
    options = parser.parse_args()
    written = []
    for server, model, protocols in RECORDINGS:
        base = options.llama if server == "llama" else options.litellm
        if base == "none":
            continue
        headers = {"authorization": "Bearer " + options.key}
        if model is None:
            model = json.loads(ask(base, "/v1/models", headers)[1])["data"][0]["id"]
        for protocol, write in protocols.items():
            for name, scene in SCENES.items():
                file = options.folder / protocol / f"recorded-{server}-{name}.sse"
                if options.only in str(file):
                    written.append(record(base, headers, *write(scene, model), file))
    sys.exit(0 if written and all(written) else 1)


if __name__ == "__main__":
    main()
