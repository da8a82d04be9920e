#!/usr/bin/env python3
"""Feeds faulty streams to the vendors' own SDKs and tells what each of them made of them.

The server that plays the faults answers three questions:

    GET /faults                        {"protocols": [...], "faults": [{"name", "title", "protocols"}, ...]}
    GET /<protocol>/<fault>/requests   {"requests": N}, the model calls seen
    GET /ours                          {"<protocol>": {"<fault>": "truncated"}}, or 404

and plays a fault at /<protocol>/<fault>/ followed by the vendor's own path. A fault may also say `cut` (the
protocols in which the reply ends early without a word about it) and `text` (what a whole reply says; by
default, the longest text that any client got for the protocol). Our own outcome is `reply` for a success.

Calls run in other processes, which are killed at a deadline: a client that waits for ever is a finding, not
a reason to wait as well.
"""

import argparse
import collections
import json
import multiprocessing
import os
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
os.environ["NO_PROXY"] = "127.0.0.1,localhost"

import anthropic
import litellm
import ollama
import openai
from google import genai
from google.genai import types as gemini

from typed_server import Server, Verdicts

HANG = "hang"

# Processes are forked from one that has imported the SDKs already, which takes many seconds.
context = multiprocessing.get_context("forkserver")
context.set_forkserver_preload(["anthropic", "litellm", "ollama", "openai", "google.genai"])

PROMPT: Any = [{"role": "user", "content": "Hello"}]


@dataclass(frozen=True)
class Outcome:
    """What a client reported. `error` is the name of an exception, or `hang`."""

    text: str = ""
    finish: str | None = None
    error: str | None = None
    requests: int = 0


@dataclass(frozen=True)
class Fault:
    name: str
    title: str
    protocols: tuple[str, ...]
    cut: tuple[str, ...]
    text: str | None


@dataclass(frozen=True)
class Client:
    """A way to call a model. `call` gets the address of a fault and the time-out, and says text and end."""

    name: str
    protocol: str
    call: Callable[[str, float], tuple[str, str | None]]


def _anthropic(base: str, timeout: float) -> tuple[str, str | None]:
    client = anthropic.Anthropic(base_url=base, api_key="key", timeout=timeout)
    text = ""
    with client.messages.stream(model="claude-opus-5-5", max_tokens=1000, messages=PROMPT) as stream:
        for each in stream.text_stream:
            text += each
        final = stream.get_final_message()
    return text, final.stop_reason


def _chat(base: str, timeout: float) -> tuple[str, str | None]:
    client = openai.OpenAI(base_url=f"{base}/v1", api_key="key", timeout=timeout)
    stream = client.chat.completions.create(model="gpt-4.1", messages=PROMPT, stream=True,
                                            stream_options={"include_usage": True})
    return _of_chunks(stream)


def _of_chunks(stream: Iterable[Any]) -> tuple[str, str | None]:
    text, finish = "", None
    for chunk in stream:
        for choice in chunk.choices or []:
            text += choice.delta.content or ""
            finish = choice.finish_reason or finish
    return text, finish


def _chat_helper(base: str, timeout: float) -> tuple[str, str | None]:
    client = openai.OpenAI(base_url=f"{base}/v1", api_key="key", timeout=timeout)
    with client.chat.completions.stream(model="gpt-4.1", messages=PROMPT) as stream:
        for _ in stream:
            pass
        choice = stream.get_final_completion().choices[0]
    return choice.message.content or "", choice.finish_reason


def _responses(base: str, timeout: float) -> tuple[str, str | None]:
    client = openai.OpenAI(base_url=f"{base}/v1", api_key="key", timeout=timeout)
    text, finish = "", None
    for event in client.responses.create(model="gpt-6-luna", input="Hello", stream=True):
        if event.type == "response.output_text.delta":
            text += event.delta
        if event.type in ("response.completed", "response.incomplete", "response.failed", "error"):
            finish = event.type
    return text, finish


def _responses_helper(base: str, timeout: float) -> tuple[str, str | None]:
    client = openai.OpenAI(base_url=f"{base}/v1", api_key="key", timeout=timeout)
    with client.responses.stream(model="gpt-6-luna", input="Hello") as stream:
        for _ in stream:
            pass
        final = stream.get_final_response()
    return final.output_text, final.status


def _gemini(base: str, timeout: float) -> tuple[str, str | None]:
    options = gemini.HttpOptions(base_url=base, api_version="v1beta", timeout=int(timeout * 1000))
    client = genai.Client(api_key="key", http_options=options)
    text, finish = "", None
    for chunk in client.models.generate_content_stream(model="gemini-3.8-flash", contents="Hello"):
        text += chunk.text or ""
        for candidate in chunk.candidates or []:
            finish = candidate.finish_reason.value if candidate.finish_reason else finish
    return text, finish


def _ollama(base: str, timeout: float) -> tuple[str, str | None]:
    text, finish = "", None
    for part in ollama.Client(host=base, timeout=timeout).chat(model="qwen3:8b", messages=PROMPT, stream=True):
        text += part.message.content or ""
        finish = part.done_reason or finish
    return text, finish


def _litellm_chat(base: str, timeout: float) -> tuple[str, str | None]:
    return _of_chunks(litellm.completion(model="openai/gpt-4.1", api_base=f"{base}/v1", api_key="key", messages=PROMPT,
                                         stream=True, timeout=timeout))


def _litellm_anthropic(base: str, timeout: float) -> tuple[str, str | None]:
    return _of_chunks(litellm.completion(model="anthropic/claude-opus-5-5", api_base=base, api_key="key",
                                         messages=PROMPT, max_tokens=1000, stream=True, timeout=timeout))


CLIENTS = [
    Client("anthropic", "anthropic", _anthropic),
    Client("litellm (anthropic)", "anthropic", _litellm_anthropic),
    Client("openai chat", "openai-chat", _chat),
    Client("openai chat, stream()", "openai-chat", _chat_helper),
    Client("litellm (chat)", "openai-chat", _litellm_chat),
    Client("openai responses", "openai-responses", _responses),
    Client("openai responses, stream()", "openai-responses", _responses_helper),
    Client("google-genai", "gemini", _gemini),
    Client("ollama", "ollama", _ollama),
]


class FaultServer:
    """What the server tells about itself."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")

    def _get(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self.address}{path}", timeout=10) as reply:
            return json.load(reply)

    def faults(self) -> list[Fault]:
        return [Fault(each["name"], each["title"], tuple(each["protocols"]),
                      tuple(each.get("cut", [])), each.get("text"))
                for each in self._get("/faults")["faults"]]

    def requests(self, protocol: str, fault: str) -> int:
        return int(self._get(f"/{protocol}/{fault}/requests")["requests"])

    def ours(self) -> dict[str, dict[str, str]] | None:
        try:
            found: dict[str, dict[str, str]] = self._get("/ours")
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise
        return found


def _serve(index: int, practice: str, timeout: float, pipe: Connection) -> None:
    """Makes calls as told. What the SDK prints is of no use.

    The first call of an SDK takes seconds, for what it loads only then: it goes to a server without faults.
    """
    sys.stdout = sys.stderr = open(os.devnull, "w")
    litellm.suppress_debug_info = True
    pipe.send(_call(CLIENTS[index], practice, 60))
    while True:
        pipe.send(_call(CLIENTS[index], pipe.recv(), timeout))


def _call(client: Client, base: str, timeout: float) -> Outcome:
    try:
        return Outcome(*client.call(base, timeout))
    except Exception as error:  # Whatever an SDK raises is its report.
        return Outcome(error=type(error).__name__)


class Worker:
    """A process that makes the calls of one client."""

    def __init__(self, client: Client, practice: str, timeout: float, deadline: float) -> None:
        self._client, self._practice, self._timeout, self._deadline = client, practice, timeout, deadline
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def _started(self) -> Connection:
        if self._pipe is None:
            self._pipe, far = context.Pipe()
            self._process = context.Process(target=_serve, daemon=True, args=(
                CLIENTS.index(self._client), self._practice, self._timeout, far))
            self._process.start()
            far.close()
            practised: Outcome = self._pipe.recv()
            if practised.error:
                raise RuntimeError(f"{self._client.name} fails without any fault: {practised.error}")
        return self._pipe

    def call(self, base: str) -> Outcome:
        pipe = self._started()
        pipe.send(base)
        try:
            if pipe.poll(self._deadline):
                outcome: Outcome = pipe.recv()
                return outcome
            self.stop()
            return Outcome(error=HANG)
        except EOFError:
            self.stop()
            return Outcome(error="crash")

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.join()
        self._process = self._pipe = None


Results = dict[tuple[str, str], Outcome]


def play_all(server: FaultServer, faults: list[Fault], timeout: float, deadline: float, workers: int) -> Results:
    """Clients that share a protocol take turns at a fault, so that their requests can be told apart."""
    practice = Server(0, Verdicts(None))
    threading.Thread(target=practice.serve_forever, daemon=True).start()
    turns = {(client.protocol, fault.name): threading.Lock() for client in CLIENTS for fault in faults}
    found: Results = {}

    def work(client: Client, waiting: collections.deque[Fault]) -> None:
        worker = Worker(client, f"http://127.0.0.1:{practice.server_port}", timeout, deadline)
        while waiting:
            try:
                fault = waiting.popleft()
            except IndexError:  # Another worker was quicker.
                break
            with turns[client.protocol, fault.name]:
                before = server.requests(client.protocol, fault.name)
                outcome = worker.call(f"{server.address}/{client.protocol}/{fault.name}")
                seen = server.requests(client.protocol, fault.name) - before
            found[client.name, fault.name] = replace(outcome, requests=seen)
            if sys.stderr.isatty():
                print(f"\r{len(found)} calls", end="", file=sys.stderr, flush=True)
        worker.stop()

    with ThreadPoolExecutor(workers * len(CLIENTS)) as pool:
        jobs = []
        for index, client in enumerate(CLIENTS):
            own = [fault for fault in faults if client.protocol in fault.protocols]
            start = index * len(own) // len(CLIENTS)
            waiting = collections.deque(own[start:] + own[:start])
            jobs += [pool.submit(work, client, waiting) for _ in range(workers)]
        for job in jobs:
            job.result()
    practice.shutdown()
    return found


def _whole_texts(results: Results) -> dict[str, str]:
    """Per protocol, the longest text that any client got."""
    return {protocol: max((results[key].text for client in CLIENTS if client.protocol == protocol
                           for key in results if key[0] == client.name), key=len, default="")
            for protocol in {client.protocol for client in CLIENTS}}


def _cell(outcome: Outcome | None, whole: str) -> str:
    if outcome is None:
        return "–"
    times = f" ×{outcome.requests}" if outcome.requests > 1 else ""
    if outcome.error:
        return outcome.error + times
    extent = "complete" if outcome.text == whole else "partial" if outcome.text else "empty"
    return f"success ({extent}, {outcome.finish or 'no end'}){times}"


def table(faults: list[Fault], results: Results, ours: dict[str, dict[str, str]] | None) -> str:
    wholes = _whole_texts(results)
    names = [client.name for client in CLIENTS] + (["ours"] if ours is not None else [])
    lines = ["| fault | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for fault in faults:
        cells = [_cell(results.get((client.name, fault.name)), fault.text or wholes[client.protocol])
                 for client in CLIENTS]
        if ours is not None:
            cells.append(_ours_cell(fault, ours))
        lines.append(f"| {fault.title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _ours_cell(fault: Fault, ours: dict[str, dict[str, str]]) -> str:
    """What the protocols came to, each word once: they have different numbers of events."""
    reported = [ours[protocol][fault.name] for protocol in fault.protocols if fault.name in ours.get(protocol, {})]
    return " / ".join(dict.fromkeys(each.removesuffix(" + words") for each in reported)) or "–"


def summary(faults: list[Fault], results: Results, ours: dict[str, dict[str, str]] | None) -> str:
    """A success after another request is a recovery, and no mistake."""
    lines: list[str] = []
    for client in CLIENTS:
        cut = [results[client.name, fault.name] for fault in faults
               if client.protocol in fault.cut and (client.name, fault.name) in results]
        wrong = [each for each in cut if each.error is None and each.requests <= 1]
        lines.append(f"- {client.name}: reported success for {len(wrong)} of {len(cut)} replies that were cut")
    if ours is not None:
        told = [ours[protocol][fault.name] for fault in faults for protocol in fault.cut
                if fault.name in ours.get(protocol, {})]
        wrong_words = [each for each in told if each.startswith("reply")]
        lines.append(f"- ours: reported success for {len(wrong_words)} of {len(told)} replies that were cut")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, help="the address of the server that plays the faults")
    parser.add_argument("--timeout", type=float, default=5, help="the SDKs' own time-out, in seconds")
    parser.add_argument("--deadline", type=float, default=20, help="after how many seconds a call counts as hanging")
    parser.add_argument("--workers", type=int, default=2, help="how many calls of each client run at once")
    options = parser.parse_args()
    server = FaultServer(options.server)
    faults = server.faults()
    results = play_all(server, faults, options.timeout, options.deadline, options.workers)
    ours = server.ours()
    print(table(faults, results, ours))
    print()
    print(summary(faults, results, ours))
    return 0


if __name__ == "__main__":
    sys.exit(main())
