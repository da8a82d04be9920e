#!/usr/bin/env python3
"""Kills evaluations at random moments, resumes them, and compares the results with those of an uninterrupted run.

usage: kill-evals.py --tool COACHKIT --server EVAL_SERVER --cases FOLDER [--kills 50] [--seed 1]

After each kill -9 the database must be intact. What it contains by then, finished samples and stored calls, must not be
requested again; except for times, the results of the resumed run must equal those of the uninterrupted one.
"""

import argparse
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

from eval_results import results

SUITE = """name: killed
description: Does a run that was killed come to the same end?
transcripts: transcripts
replay: conversation
samples: %(samples)d
model: compatible:loopback-1
parameters: {seed: 1}
variants: [{id: a, prompt: bench@v1}, {id: b, prompt: bench@v1, parameters: {temperature: 0.5}}]
graders: [one-question, no-advice]
concurrency: {compatible: 20}
"""
OPEN = build_opener(ProxyHandler({})).open


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True, type=Path)
    parser.add_argument("--server", required=True, type=Path)
    parser.add_argument("--cases", required=True, type=Path)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Server:
    """A server that records its complete responses."""

    def __init__(self, program: Path, folder: Path):
        self.log = folder / f"server-{time.time_ns()}.log"
        command = [program.resolve(), "--delay-ms", "5", "--log", self.log]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.url = "http://127.0.0.1:" + re.search(r"(\d+)\s*$", self.process.stdout.readline())[1]

    def stats(self) -> dict:
        return json.load(OPEN(f"{self.url}/stats"))

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def command(tool: Path, url: str, out: str, *rest: str) -> list:
    options = ["--out", out, "--base-url", f"{url}/v1", "--concurrency", "20", "--prompts", "Prompts"]
    return [tool.resolve(), "eval", *rest, *options, "--people", "people", "--yes", "--no-page"]


def start(arguments: list, cases: Path) -> subprocess.Popen:
    environment = os.environ | {"NO_PROXY": "*"}
    return subprocess.Popen(
        arguments, cwd=cases, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    )


def finish(process: subprocess.Popen) -> None:
    errors = process.stderr.read().decode()
    if process.wait() != 0:
        sys.exit(f"a run ended with {process.returncode}: {errors[-2000:]}")


def ask(out: str, query: str, otherwise):
    """The first value of an answer of the database; `otherwise` if the kill came before its tables were created."""
    path = Path(f"{out}/evals.sqlite")
    if not path.exists():
        return otherwise
    try:
        row = sqlite3.connect(path).execute(query).fetchone()
    except sqlite3.OperationalError as error:
        if "no such" not in str(error):
            raise
        return otherwise
    return row[0] if row else otherwise


def kept(out: str) -> tuple[int, int]:
    """How many replies the database holds: in finished samples, and by themselves."""
    if ask(out, "PRAGMA integrity_check", "ok") != "ok":
        sys.exit("the database is broken")
    finished = ask(out, "SELECT coalesce(sum(turns), 0) FROM sample", 0)
    return finished, ask(out, "SELECT count(*) FROM keptCall", 0)


def is_complete(out: str) -> bool:
    """Whether the kill came after the last sample, while the report was being shown."""
    return ask(out, "SELECT status FROM run", None) == "complete"


def killed_run(
    options: argparse.Namespace, server: Server, out: str, calls: int, seconds: float, draw: random.Random
) -> tuple[int, int]:
    """Starts a run, kills it one to four times, and completes it; returns the kills and the repeated replies."""
    cases = options.cases.resolve()
    arguments = command(options.tool, server.url, out, "run", "killed.yaml")
    kills = 0
    for _ in range(draw.randint(1, 4)):
        process = start(arguments, cases)
        try:
            process.wait(draw.uniform(0.02, seconds * 0.9))
            break
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        kills += 1
        # Replies that came are either kept, or were on their way when it was killed: at most one a worker.
        time.sleep(0.05)
        finished, by_themselves = kept(out)
        stats = server.stats()
        lost = stats["ok"] - stats["repeated_answers"] - finished - by_themselves
        if lost > 20 * (kills + 1):
            sys.exit(f"{lost} replies were answered and are not kept")
        if is_complete(out):
            break
        if ask(out, "SELECT count(*) FROM run", 0):
            arguments = command(options.tool, server.url, out, "resume")
    before = server.stats()
    finished, by_themselves = kept(out)
    if process.returncode != 0 and not is_complete(out):
        finish(start(arguments, cases))
        after = server.stats()["ok"] - before["ok"]
        if after != calls - finished - by_themselves:
            sys.exit(f"{after} calls were made, and {calls - finished - by_themselves} were missing")
    return kills, server.stats()["repeated_answers"]


def main() -> None:
    options = read_options()
    draw = random.Random(options.seed)
    cases = options.cases.resolve()
    (cases / "killed.yaml").write_text(SUITE % {"samples": 3})
    with tempfile.TemporaryDirectory(dir=cases) as folder:
        whole = f"{folder}/whole"
        started = time.monotonic()
        with Server(options.server, Path(folder)) as server:
            finish(start(command(options.tool, server.url, whole, "run", "killed.yaml"), cases))
            seconds = time.monotonic() - started
            calls = server.stats()["ok"]
        expected = results(f"{whole}/evals.sqlite")
        print(f"uninterrupted run: {len(expected)} samples, {calls} calls, {seconds:.1f} s", flush=True)
        kills, runs, repeated = 0, 0, 0
        while kills < options.kills:
            runs += 1
            out = f"{folder}/run-{runs}"
            with Server(options.server, Path(folder)) as server:
                more, again = killed_run(options, server, out, calls, seconds, draw)
            kills += more
            repeated += again
            if results(f"{out}/evals.sqlite") != expected:
                sys.exit(f"run {runs} has other results than the uninterrupted run")
        print(
            f"{kills} kills in {runs} runs: every database intact, all results equal, no stored reply requested again;"
            f" {repeated} replies were in transit when the run was killed, and were requested again"
        )


if __name__ == "__main__":
    main()
