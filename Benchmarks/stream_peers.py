"""Measures other clients on the streams of a running stream-server.

usage: stream_peers.py --server http://127.0.0.1:PORT [--streams 100] [--events 200]
                       [--pause-us 0] [--batch 1] [--peers httpx,openai] [--repeat 1]

Each client runs in a process of its own and writes one JSON line. Its processor time, user and
system, is what it takes for all streams at once after it has warmed up on a few; imports, start-up
and warm-up do not count. The time to the first event is the median of single streams, one after the
other on a warm connection, from sending the request to the first piece of text.

A client that does not bring every event ends the program with an error.
"""

import argparse
import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import asynccontextmanager
from pathlib import Path

WARM_UP_STREAMS = 5
FIRST_EVENT_RUNS = 30
FIRST_EVENT_EVENTS = 5
# Events of an OpenAI reply that bring no text: the role before it; finish, usage and [DONE] after.
BEFORE_TEXT = 1
BESIDE_TEXT = 4

MODEL = "loopback-1"
MESSAGES = [{"role": "user", "content": "What would a good enough week look like?"}]
BODY = {
    "model": MODEL,
    "stream": True,
    "stream_options": {"include_usage": True},
    "messages": MESSAGES,
}

clock = time.perf_counter


# Clients in Python. Each imports its library, makes a client for a server, and yields a function
# that runs one stream and returns the number of texts and the time when the first one came.


@asynccontextmanager
async def httpx_lines(server: str):
    import httpx

    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(limits=limits, timeout=None, trust_env=False) as client:

        async def stream(headers: dict[str, str]):
            seen, first = 0, 0.0
            url = server + "/v1/chat/completions"
            async with client.stream("POST", url, json=BODY, headers=headers) as response:
                async for line in response.aiter_lines():
                    if line.startswith("data:"):
                        if seen == BEFORE_TEXT:
                            first = clock()
                        seen += 1
            return seen - BESIDE_TEXT, first

        yield stream


@asynccontextmanager
async def aiohttp_lines(server: str):
    import aiohttp

    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def stream(headers: dict[str, str]):
            seen, first = 0, 0.0
            url = server + "/v1/chat/completions"
            async with session.post(url, json=BODY, headers=headers) as response:
                async for line in response.content:
                    if line.startswith(b"data:"):
                        if seen == BEFORE_TEXT:
                            first = clock()
                        seen += 1
            return seen - BESIDE_TEXT, first

        yield stream


async def count_chunks(reply):
    """The texts in a stream of typed OpenAI chunks."""
    events, first = 0, 0.0
    async for chunk in reply:
        if chunk.choices and chunk.choices[0].delta.content:
            first = first or clock()
            events += 1
    return events, first


@asynccontextmanager
async def openai_sdk(server: str):
    from openai import AsyncOpenAI

    async with AsyncOpenAI(base_url=server + "/v1", api_key="none", max_retries=0) as client:

        async def stream(headers: dict[str, str]):
            return await count_chunks(
                await client.chat.completions.create(**BODY, extra_headers=headers)
            )

        yield stream


@asynccontextmanager
async def litellm_sdk(server: str):
    import litellm

    request = BODY | {
        "model": "openai/" + MODEL,
        "api_base": server + "/v1",
        "api_key": "none",
        "max_retries": 0,
    }

    async def stream(headers: dict[str, str]):
        return await count_chunks(await litellm.acompletion(**request, extra_headers=headers))

    yield stream


async def count_deltas(events):
    """The texts in a stream of typed Anthropic events."""
    texts, first = 0, 0.0
    async for event in events:
        if event.type == "content_block_delta":
            first = first or clock()
            texts += 1
    return texts, first


@asynccontextmanager
async def anthropic_raw(server: str):
    """The events as they come, decoded into types."""
    from anthropic import AsyncAnthropic

    request = {"model": MODEL, "max_tokens": 1024, "messages": MESSAGES, "stream": True}
    async with AsyncAnthropic(base_url=server, api_key="none", max_retries=0) as client:

        async def stream(headers: dict[str, str]):
            return await count_deltas(
                await client.messages.create(**request, extra_headers=headers)
            )

        yield stream


@asynccontextmanager
async def anthropic_accumulating(server: str):
    """The stream that also puts the message together, with its usage."""
    from anthropic import AsyncAnthropic

    request = {"model": MODEL, "max_tokens": 1024, "messages": MESSAGES}
    async with AsyncAnthropic(base_url=server, api_key="none", max_retries=0) as client:

        async def stream(headers: dict[str, str]):
            async with client.messages.stream(**request, extra_headers=headers) as events:
                return await count_deltas(events)

        yield stream


# The name that the option takes, the name that is shown, the client.
PYTHON_PEERS = {
    "httpx": ("httpx lines", httpx_lines),
    "aiohttp": ("aiohttp lines, uvloop", aiohttp_lines),
    "openai": ("openai SDK", openai_sdk),
    "anthropic": ("anthropic SDK, raw stream", anthropic_raw),
    "anthropic-message": ("anthropic SDK, messages.stream", anthropic_accumulating),
    "litellm": ("litellm SDK", litellm_sdk),
}
PEERS = ["curl", *PYTHON_PEERS]


# Measuring


def headers_for(options, events: int, pause_us: int) -> dict[str, str]:
    return {"x-events": str(events), "x-pause-us": str(pause_us), "x-batch": str(options.batch)}


def processor_seconds(usage) -> float:
    return usage.ru_utime + usage.ru_stime


def report(options, name: str, cpu: float, wall: float, memory: float, first: float) -> None:
    events = options.streams * options.events
    row = {
        "name": name,
        "scenario": "paced" if options.pause_us > 0 else "burst",
        "batch": options.batch,
        "cpu_us_per_event": round(cpu * 1e6 / events, 3),
        "events": events,
        "wall_s": round(wall, 3),
        "max_rss_mib": round(memory, 1),
        "ttfe_ms_p50": round(first * 1e3, 3),
    }
    print(json.dumps(row), flush=True)


def expect(name: str, found: int, expected: int) -> None:
    if found != expected:
        sys.exit(f"{name} brought {found} events instead of {expected}")


async def time_to_first_event(options, name: str, stream) -> float:
    headers = headers_for(options, FIRST_EVENT_EVENTS, options.pause_us)
    times = []
    for _ in range(FIRST_EVENT_RUNS):
        sent = clock()
        events, first = await stream(headers)
        expect(name, events, FIRST_EVENT_EVENTS)
        times.append(first - sent)
    return statistics.median(times)


async def measure_python(options, name: str, peer) -> None:
    async with peer(options.server) as stream:
        warm = headers_for(options, options.events, 0)
        await asyncio.gather(*(stream(warm) for _ in range(WARM_UP_STREAMS)))

        headers = headers_for(options, options.events, options.pause_us)
        before, start = resource.getrusage(resource.RUSAGE_SELF), clock()
        results = await asyncio.gather(*(stream(headers) for _ in range(options.streams)))
        after, wall = resource.getrusage(resource.RUSAGE_SELF), clock() - start
        for events, _ in results:
            expect(name, events, options.events)
        first = await time_to_first_event(options, name, stream)

    cpu = processor_seconds(after) - processor_seconds(before)
    report(options, name, cpu, wall, after.ru_maxrss / 1024, first)


class Curl:
    """The command line tool: one process for all streams, which writes each event to /dev/null."""

    def __init__(self, options, folder: Path):
        self.options = options
        self.folder = folder
        self.url = options.server + "/v1/chat/completions"
        self.body = folder / "body.json"
        self.body.write_text(json.dumps(BODY))

    def run(self, streams: int, headers: dict[str, str], options: list[str]):
        """What it used, the most memory in MiB, and for each stream its size and its time."""
        config, output = self.folder / "config", self.folder / "output"
        transfer = f'url = "{self.url}"\noutput = "/dev/null"\n'
        config.write_text(transfer * streams)
        headers = headers | {"Content-Type": "application/json"}
        command = ["curl", "--silent", "--show-error", "--no-progress-meter", "--fail"]
        command += ["--no-buffer", "--noproxy", "*"]
        command += ["--write-out", "%{size_download} %{time_starttransfer}\n"]
        command += ["--config", str(config), "--data-binary", f"@{self.body}", *options]
        for name, value in headers.items():
            command += ["--header", f"{name}: {value}"]
        with output.open("w") as file:
            process = subprocess.Popen(command, stdout=file)
            status, usage, memory = self.wait(process.pid)
        if status:
            sys.exit(f"curl ended with {os.waitstatus_to_exitcode(status)}")
        rows = [line.split() for line in output.read_text().splitlines()]
        expect("curl", len(rows), streams)
        return usage, memory, [(int(size), float(first)) for size, first in rows]

    @staticmethod
    def wait(process: int):
        # A child's `ru_maxrss` begins with what its parent used, so look while it is running.
        memory = 0.0
        while True:
            try:
                for line in Path(f"/proc/{process}/status").read_text().splitlines():
                    if line.startswith("VmHWM:"):
                        memory = int(line.split()[1]) / 1024
            except OSError:
                pass
            ended, status, usage = os.wait4(process, os.WNOHANG)
            if ended:
                return status, usage, memory
            time.sleep(0.005)

    def size_of_reply(self, headers: dict[str, str]) -> int:
        """The bytes of a complete reply: the tool says how many came and not which."""
        headers = headers | {"Content-Type": "application/json"}
        request = urllib.request.Request(self.url, self.body.read_bytes(), headers)
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with direct.open(request) as response:
            data = response.read()
        texts = sum(line.startswith(b"data:") for line in data.splitlines()) - BESIDE_TEXT
        expect("a plain request", texts, int(headers["x-events"]))
        return len(data)

    def measure(self) -> None:
        options = self.options
        parallel = ["--parallel", "--parallel-immediate", "--parallel-max", str(options.streams)]
        if options.streams > 300:
            sys.exit("curl runs at most 300 transfers at once")
        headers = headers_for(options, options.events, options.pause_us)
        size = self.size_of_reply(headers | {"x-pause-us": "0"})
        # Its start-up is known from runs that stream next to nothing.
        tiny = headers_for(options, 1, 0)
        start_ups = [self.run(WARM_UP_STREAMS, tiny, parallel)[0] for _ in range(5)]
        start_up = min(processor_seconds(usage) for usage in start_ups)

        start = clock()
        usage, memory, rows = self.run(options.streams, headers, parallel)
        wall = clock() - start
        for found, _ in rows:
            expect("curl (bytes for events)", found, size)

        short = headers_for(options, FIRST_EVENT_EVENTS, options.pause_us)
        _, _, rows = self.run(FIRST_EVENT_RUNS, short, [])
        # It knows the first byte only, which the server sends at once with the first text behind it.
        first = statistics.median(first for _, first in rows)
        report(options, "curl", processor_seconds(usage) - start_up, wall, memory, first)


def measure(options, peer: str) -> None:
    if peer == "curl":
        with tempfile.TemporaryDirectory() as folder:
            Curl(options, Path(folder)).measure()
        return
    work = measure_python(options, *PYTHON_PEERS[peer])
    if peer == "aiohttp":
        import uvloop

        uvloop.run(work)
    else:
        asyncio.run(work)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures other clients on streams.")
    parser.add_argument("--server", required=True)
    parser.add_argument("--streams", type=int, default=100)
    parser.add_argument("--events", type=int, default=200)
    parser.add_argument("--pause-us", type=int, default=0)
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--peers", default=",".join(PEERS), help="some of " + ",".join(PEERS))
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--only", choices=PEERS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.server = options.server.rstrip("/")
    if options.only:
        measure(options, options.only)
        return
    peers = options.peers.split(",")
    for peer in peers:
        if peer not in PEERS:
            parser.error(f"there is no peer '{peer}', only {', '.join(PEERS)}")
    # Nothing may leave the machine: no proxy, and no price list fetched at import.
    environment = os.environ | {"NO_PROXY": "*", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    for _ in range(options.repeat):
        for peer in peers:
            command = [sys.executable, __file__, *sys.argv[1:], "--only", peer]
            if subprocess.run(command, check=False, env=environment).returncode:
                sys.exit(f"{peer} could not be measured")


if __name__ == "__main__":
    main()
