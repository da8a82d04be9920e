"""Measures the server beside LiteLLM's proxy, in front of one provider on this machine, and prints a table.

usage: server.py PROGRAMS TOOL PROXY [PART…]     (Scripts/bench.sh runs it)

PROGRAMS is the folder with stream-server and turn-load, TOOL the coachkit of a release build, PROXY the program of
LiteLLM. The parts are cost, load, capacity, memory and several; all without any. The last needs nginx, and PostgreSQL as
Scripts/with-postgres.sh starts it.

Provider, servers and clients share the machine's cores. A turn is that of a person with a short conversation: request
id, counts in SQLite, screen, prompt, tags, rules for replies. The proxy gets messages and passes the reply on; it stores
nothing. Replies have 60 pieces of text: as fast as the sockets take them, or one every 20 ms, as models write.
"""

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import ExitStack, contextmanager
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
TICKS = os.sysconf("SC_CLK_TCK")
PIECES = 60
PAUSE_US = 20_000
KEY = secrets.token_hex(16)

COST_RATIO_GOAL = 10.0
ADDED_MS_GOALS = {"p50": 2.0, "p99": 15.0}
STREAMS_GOAL = 500
TURNS_FOR_MEMORY = 50_000
# Allocator and SQLite fill their caches first; then there must be no growth from one fifth of the turns to the next.
MEMORY_GROWTH_GOAL = 1.03

TURN = {
    "id": "r-@N@",
    "person": {"id": "p-@N@", "language": "en", "sessions": 3},
    "access": {"updated_at": 0},
    "conversation": {
        "id": "c-@N@",
        "messages": [
            {"role": "person", "text": "I never get to what matters to me."},
            {"role": "coach", "text": "What would matter, if the week left room for it?"},
            {"role": "person", "text": "Playing the piano, and time with my daughter."},
        ],
    },
    "message": "I want my evenings back.",
}
CHAT = {
    "model": "loopback-1",
    "stream": True,
    "stream_options": {"include_usage": True},
    "messages": [
        {"role": "system", "content": "You are a coach who asks one question at a time."},
        *(
            {"role": "user" if m["role"] == "person" else "assistant", "content": m["text"]}
            for m in TURN["conversation"]["messages"]
        ),
        {"role": "user", "content": TURN["message"]},
    ],
}


def processor_seconds(process: int) -> float:
    """What a process has taken, and those that it started."""
    total = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if path.parent.name == str(process):
            total += sum(map(int, fields[11:15]))
        elif fields[1] == str(process):
            total += sum(map(int, fields[11:13]))
    return total / TICKS


class Target:
    """Something that answers requests with streams."""

    def __init__(self, port, path, body, first, sentence, end, process=None, key=KEY):
        self.port, self.path, self.body, self.process, self.key = port, path, body, process, key
        # What is in the reply's first bytes, in the first event by which the first sentence is whole, and at its end.
        self.first, self.sentence, self.end = first, sentence, end
        self.requests = 0

    def run(self, programs: Path, requests: int, mark: str, **options) -> dict:
        command = [programs / "turn-load", self.port, self.path, self.body, "--requests", requests]
        options = {"text": mark, "end": self.end, "key": self.key, "first_number": self.requests} | options
        self.requests += requests
        for name, value in options.items():
            command += ["--" + name.replace("_", "-"), value]
        result = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        if result.returncode:
            sys.exit(f"port {self.port} did not answer everything: {result.stdout}{result.stderr}")
        return json.loads(result.stdout)

    def processor_seconds(self) -> float:
        return processor_seconds(self.process.pid)

    def memory_mib(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


@contextmanager
def process(command, **environment):
    log = tempfile.NamedTemporaryFile("w+", suffix=".log")
    child = subprocess.Popen(
        list(map(str, command)), stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=PROJECT, env=os.environ | environment
    )
    try:
        yield child, Path(log.name)
    finally:
        child.send_signal(signal.SIGTERM)
        try:
            child.wait(10)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        log.close()


def wait_for(child, log: Path, pattern: str, seconds: float = 60) -> re.Match:
    """The line in which a program says that it is ready."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and child.poll() is None:
        if found := re.search(pattern, log.read_text(errors="replace")):
            return found
        time.sleep(0.05)
    sys.exit(f"{child.args[0]} did not start:\n{log.read_text(errors='replace')[-2000:]}")


def answers(url: str) -> bool:
    try:
        return urllib.request.urlopen(url, timeout=5).status == 200
    except OSError:
        return False


@contextmanager
def provider(programs: Path, folder: Path, pause_us: int):
    body = folder / "chat.json"
    body.write_text(json.dumps(CHAT, separators=(",", ":")))
    with process([programs / "stream-server", 0, PIECES, pause_us]) as (child, log):
        port = int(wait_for(child, log, r"listening on (\d+)")[1])
        # The piece after the first question mark: only then is it known that the sentence is over.
        marks = {"first": "data:", "sentence": r'"content":"\n\n"', "end": "[DONE]"}
        yield Target(port, "/v1/chat/completions", body, process=child, **marks)


@contextmanager
def coachkit(tool: Path, folder: Path, provider: Target, database: str | None = None):
    body = folder / "turn.json"
    body.write_text(json.dumps(TURN, separators=(",", ":")))
    for old in folder.glob("counts.sqlite*"):
        old.unlink()
    settings = {
        "COACHKIT_LISTEN_PORT": "0",
        "COACHKIT_API_KEYS": f"app=client:{KEY}",
        "COACHKIT_LOCAL_URL": f"http://127.0.0.1:{provider.port}/v1",
        "COACHKIT_MODELS_COACHING": "local",
    }
    settings |= {"COACHKIT_STORE_URL": database} if database else {"COACHKIT_STORE_PATH": str(folder / "counts.sqlite")}
    with process([tool, "serve"], **settings) as (child, log):
        port = int(wait_for(child, log, r"coachkit serves http://[^:]+:(\d+)")[1])
        marks = {"first": "data:", "sentence": '"event":"text"', "end": '"event":"done"'}
        yield Target(port, "/v1/turns", body, process=child, **marks)


@contextmanager
def litellm(program: Path, folder: Path, provider: Target):
    config = folder / "litellm.yaml"
    upstream = {"model": "openai/loopback-1", "api_base": f"http://127.0.0.1:{provider.port}/v1", "api_key": "none"}
    config.write_text(json.dumps({"model_list": [{"model_name": "loopback-1", "litellm_params": upstream}]}))
    port, key = free_port(), "sk-" + KEY
    settings = {
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        "LITELLM_LOG": "ERROR",
        "LITELLM_MASTER_KEY": key,
        "NO_DOCS": "True",
    }
    command = [program, "--config", config, "--host", "127.0.0.1", "--port", port, "--telemetry", "False"]
    with process(command, **settings) as (child, log):
        deadline = time.monotonic() + 120
        while not answers(f"http://127.0.0.1:{port}/health/liveliness"):
            if child.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"LiteLLM's proxy did not start:\n{log.read_text()[-2000:]}")
            time.sleep(0.5)
        marks = {"first": "data:", "sentence": r'"content":"\n\n"', "end": "[DONE]"}
        yield Target(port, provider.path, provider.body, process=child, key=key, **marks)


@contextmanager
def nginx(folder: Path, servers: list[Target]):
    """nginx with the example's configuration in front of servers on this machine."""
    port = free_port()
    text = (PROJECT / "Deployment/nginx.conf").read_text()
    text = re.sub(r"^ +server 10\.0\.0\.11.*\n", "", text, flags=re.M)
    addresses = "".join(f"server 127.0.0.1:{server.port} max_fails=2 fail_timeout=5s;\n" for server in servers)
    for old, new in [
        ("    server 10.0.0.12:8080 max_fails=2 fail_timeout=5s;\n", addresses),
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("pid /run/nginx.pid;", f"pid {folder}/nginx.pid;"),
        ("# 10.0.1.0/24 1;", "127.0.0.0/8 1;"),
        ("access_log /dev/stdout requests;", f"access_log {folder}/access.log requests;"),
    ]:
        if old not in text:
            sys.exit(f"Deployment/nginx.conf no longer contains: {old}")
        text = text.replace(old, new)
    (folder / "nginx.conf").write_text(text)
    with process(["nginx", "-c", folder / "nginx.conf", "-g", "daemon off;"]) as (child, _):
        deadline = time.monotonic() + 10
        while not answers(f"http://127.0.0.1:{port}/healthz"):
            if child.poll() is not None or time.monotonic() > deadline:
                sys.exit("nginx did not start")
            time.sleep(0.05)
        first = servers[0]
        yield Target(port, first.path, first.body, first.first, first.sentence, first.end, process=child)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Bench:
    def __init__(self, programs: Path, tool: Path, proxy: Path, folder: Path):
        self.programs, self.tool, self.proxy, self.folder = programs, tool, proxy, folder
        self.missed = []

    def check(self, is_met: bool, what: str) -> None:
        if not is_met:
            self.missed.append(what)

    def milliseconds_a_turn(self, target: Target, turns: int, mark: str, **options) -> tuple[float, dict]:
        before = target.processor_seconds()
        result = target.run(self.programs, turns, mark, **options)
        return (target.processor_seconds() - before) * 1e3 / turns, result

    def cost(self) -> None:
        print(f"Processor time of a turn whose reply has {PIECES} pieces, user and system:")
        for title, pause, turns, options, goal in [
            ("as fast as it goes, 8 at once", 0, (1500, 200), {"at_once": 8}, COST_RATIO_GOAL),
            # At the few turns a second that the proxy bears, every piece wakes an idle core: shown, without a goal.
            ("a piece every 20 ms, 10 turns a second", PAUSE_US, (100, 100), {"rate": 10}, None),
        ]:
            with ExitStack() as stack:
                mock = stack.enter_context(provider(self.programs, self.folder, pause))
                ours = stack.enter_context(coachkit(self.tool, self.folder, mock))
                theirs = stack.enter_context(litellm(self.proxy, self.folder, mock))
                for target in (ours, theirs):
                    target.run(self.programs, 50, target.sentence, at_once=8)
                costs = {ours: [], theirs: []}
                rates = {ours: [], theirs: []}
                for _ in range(3):
                    for target, count in zip(costs, turns):
                        cost, result = self.milliseconds_a_turn(target, count, target.sentence, **options)
                        costs[target].append(cost)
                        rates[target].append(result["per_second"])
            ratio = min(costs[theirs]) / min(costs[ours])
            print(f"  {title}:")
            for name, target in (("coachkit", ours), ("LiteLLM's proxy", theirs)):
                least, most = min(costs[target]), max(costs[target])
                print(f"    {name:<16} {least:7.2f} to {most:7.2f} ms/turn  {max(rates[target]):7.1f} turns/s")
            print(f"    ratio            {ratio:7.1f}" + (f", goal {goal:.0f}" if goal else ""))
            if goal:
                self.check(ratio >= goal, f"processor time of a turn, {title}")

    def load(self) -> None:
        with ExitStack() as stack:
            mock = stack.enter_context(provider(self.programs, self.folder, PAUSE_US))
            ours = stack.enter_context(coachkit(self.tool, self.folder, mock))
            ours.run(self.programs, 200, ours.sentence, at_once=20)
            before = ours.processor_seconds()
            time.sleep(5)
            idle = (ours.processor_seconds() - before) / 5
            print(f"A server that waits takes {idle:.2%} of a core and {ours.memory_mib():.0f} MiB.")
            result = ours.run(self.programs, 4 * STREAMS_GOAL, ours.sentence, at_once=STREAMS_GOAL)
            print(
                f"{STREAMS_GOAL} streams at once, a piece every 20 ms: all {result['complete']} replies whole,"
                f" {result['per_second']:.0f} turns/s, first sentence after {result['first_ms']['p50']:.0f} ms"
                f" (p99 {result['first_ms']['p99']:.0f}), {ours.memory_mib():.0f} MiB"
            )

    def capacity(self) -> None:
        with ExitStack() as stack:
            mock = stack.enter_context(provider(self.programs, self.folder, PAUSE_US))
            ours = stack.enter_context(coachkit(self.tool, self.folder, mock))
            ours.run(self.programs, 200, ours.sentence, at_once=20)
            best = 0.0
            for at_once in (250, 500, 1000):
                result = ours.run(self.programs, 3 * at_once, ours.sentence, at_once=at_once)
                best = max(best, result["per_second"])
            print(f"Saturation, a piece every 20 ms: {best:.0f} turns/s")
            for title, mark, has_goal in (("first byte", "first", True), ("first sentence", "sentence", False)):
                for part in (0.5, 0.25):
                    has_goal = has_goal and part == 0.5
                    rate = best * part
                    direct, added = [], []
                    # One after the other, so that both meet the machine in the same state.
                    for _ in range(3):
                        turns = int(rate * 6)
                        direct.append(mock.run(self.programs, turns, getattr(mock, mark), rate=rate)["first_ms"])
                        cost, result = self.milliseconds_a_turn(ours, turns, getattr(ours, mark), rate=rate)
                        result = result["first_ms"]
                        added.append({q: result[q] - direct[-1][q] for q in ADDED_MS_GOALS})
                    values = {q: sorted(run[q] for run in added)[1] for q in ADDED_MS_GOALS}
                    text = ", ".join(
                        f"{q} {values[q]:.1f} ms" + (f" (goal {goal:.0f})" if has_goal else "")
                        for q, goal in ADDED_MS_GOALS.items()
                    )
                    print(f"  added to the {title} at {part:.0%} of it: {text}; {cost:.1f} ms of processor time a turn")
                    if has_goal:
                        for q, goal in ADDED_MS_GOALS.items():
                            self.check(values[q] <= goal, f"{q} of the latency added to the {title}")

    def memory(self) -> None:
        with ExitStack() as stack:
            mock = stack.enter_context(provider(self.programs, self.folder, 0))
            ours = stack.enter_context(coachkit(self.tool, self.folder, mock))
            sizes = []
            for _ in range(5):
                ours.run(self.programs, TURNS_FOR_MEMORY // 5, ours.sentence, at_once=32)
                sizes.append(ours.memory_mib())
            growth = sizes[-1] / sizes[-2]
            shown = ", ".join(f"{size:.0f}" for size in sizes)
            print(
                f"Memory over {TURNS_FOR_MEMORY} turns of as many people, 32 at once: {shown} MiB after each fifth;"
                f" last to fourth {growth:.3f}, goal {MEMORY_GROWTH_GOAL}"
            )
            self.check(growth <= MEMORY_GROWTH_GOAL, "memory over many turns")


    def several(self) -> None:
        database = os.environ.get("COACHKIT_POSTGRES")
        if not database:
            print("Several servers: skipped, run this with Scripts/with-postgres.sh.")
            return
        postgres = int((Path(os.environ["COACHKIT_POSTGRES_RESTART"]).parent / "data/postmaster.pid").read_text().split()[0])
        print("Processor time of a turn with PostgreSQL, as fast as it goes, 32 at once:")
        with ExitStack() as stack:
            mock = stack.enter_context(provider(self.programs, self.folder, 0))
            servers = [stack.enter_context(coachkit(self.tool, self.folder, mock, database)) for _ in range(2)]
            proxy = stack.enter_context(nginx(self.folder, servers))
            for title, target, turns in (("one server", servers[0], 3000), ("nginx before two", proxy, 3000)):
                target.run(self.programs, 300, target.sentence, at_once=32, first_number=proxy.requests + servers[0].requests)
                parts = {"servers": [server.process.pid for server in servers], "PostgreSQL": [postgres], "nginx": [proxy.process.pid]}
                before = {part: sum(map(processor_seconds, ids)) for part, ids in parts.items()}
                shares = [server.processor_seconds() for server in servers]
                result = target.run(
                    self.programs, turns, target.sentence, at_once=32, first_number=proxy.requests + servers[0].requests)
                cost = {part: (sum(map(processor_seconds, ids)) - before[part]) * 1e3 / turns for part, ids in parts.items()}
                shares = [server.processor_seconds() - share for server, share in zip(servers, shares)]
                shown = ", ".join(f"{part} {value:.2f} ms" for part, value in cost.items() if value >= 0.01)
                print(
                    f"  {title:<17} {shown}; {result['per_second']:.0f} turns/s;"
                    f" share of the first server {shares[0] / sum(shares):.0%}"
                )
        with ExitStack() as stack:
            mock = stack.enter_context(provider(self.programs, self.folder, PAUSE_US))
            servers = [stack.enter_context(coachkit(self.tool, self.folder, mock, database)) for _ in range(2)]
            proxy = stack.enter_context(nginx(self.folder, servers))
            number = 1_000_000
            result = proxy.run(self.programs, 4 * STREAMS_GOAL, proxy.sentence, at_once=STREAMS_GOAL, first_number=number)
            print(
                f"{STREAMS_GOAL} streams at once through nginx, a piece every 20 ms: all {result['complete']} replies whole,"
                f" {result['per_second']:.0f} turns/s"
            )


PARTS = ("cost", "load", "capacity", "memory", "several")


def main() -> None:
    programs, tool, proxy = map(Path, sys.argv[1:4])
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(programs.resolve(), tool.resolve(), proxy.resolve(), Path(folder))
        for part in sys.argv[4:] or PARTS:
            getattr(bench, part)()
    if bench.missed:
        sys.exit("missed: " + "; ".join(bench.missed))


if __name__ == "__main__":
    main()
