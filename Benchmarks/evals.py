"""Measures evaluations beside Inspect's, on the same server, the same conversations and the same grader.

usage: evals.py --tool COACHKIT --server EVAL_SERVER --cases FOLDER [--rounds 3] [--large]

Both keep every sample in a durable log. Seconds are those of the run itself, without starting the process;
processor time and memory are the whole process'. Prints a table, and says which goals are missed.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
LEAST_RATE = 3_000
LEAST_RATIO = 15
MOST_MEMORY = 80
LONGEST_OPENING = 1
TURNS = {"single": 1, "conversation": 8}


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True, type=Path)
    parser.add_argument("--server", required=True, type=Path)
    parser.add_argument("--cases", required=True, type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--large", action="store_true", help="also 100,000 samples of ours, for the memory")
    options = parser.parse_args()
    options.cases = options.cases.resolve()
    return options


class Server:
    def __init__(self, program: Path):
        self.process = subprocess.Popen([program.resolve()], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.url = "http://127.0.0.1:" + re.search(r"(\d+)\s*$", line)[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def ours(tool: Path, cases: Path, url: str, kind: str, concurrency: int) -> dict:
    with tempfile.TemporaryDirectory(dir=cases) as out:
        return run_ours(tool, cases, url, kind, concurrency, out)


def run_ours(tool: Path, cases: Path, url: str, kind: str, concurrency: int, out: str) -> dict:
    command = [tool.resolve(), "eval", "run", f"{kind}.yaml", "--out", out, "--base-url", f"{url}/v1"]
    command += ["--concurrency", str(concurrency), "--prompts", "Prompts", "--people", "people", "--yes", "--no-page"]
    environment = os.environ | {"NO_PROXY": "*"}
    started = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=cases, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    whole = time.perf_counter() - started
    took = re.search(r"took\s+(.*) samples, (.*) calls in ([\d.]+) s", errors)
    if status != 0 or not took:
        sys.exit(f"coachkit ended with {status}: {errors}")
    generations = int(re.sub(r"\D", "", took[2]))
    seconds = float(took[3])
    return {
        "name": "coachkit",
        "generations": generations,
        "seconds": seconds,
        "whole_seconds": whole,
        "cpu_seconds": usage.ru_utime + usage.ru_stime,
        "generations_per_second": generations / seconds,
        "max_rss_mib": usage.ru_maxrss / 1024,
        "log_bytes": sum(path.stat().st_size for path in Path(out).glob("evals.sqlite*")),
    }


def timed(tool: Path, cases: Path, *words: str) -> float:
    started = time.perf_counter()
    subprocess.run([tool.resolve(), "eval", *words], cwd=cases, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def inspect(cases: Path, url: str, kind: str, concurrency: int, settings: str) -> dict:
    command = [sys.executable, HERE / "inspect_peer.py", "--server", url, "--transcripts", cases / f"{kind}.jsonl"]
    command += ["--turns", str(TURNS[kind]), "--concurrency", str(concurrency), "--settings", settings]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1])


def middle(rows: list[dict], key: str) -> float:
    return statistics.median(row[key] for row in rows)


def show(title: str, rows: list[dict]) -> None:
    print(
        f"  {title:<22} {middle(rows, 'generations_per_second'):>9,.0f} generations/s"
        f"  {1000 * middle(rows, 'cpu_seconds') / rows[0]['generations']:>7.3f} CPU-ms each"
        f"  {max(row['max_rss_mib'] for row in rows):>6.0f} MiB  {middle(rows, 'log_bytes') / 1e6:>6.1f} MB of log",
        flush=True,
    )


def large(options: argparse.Namespace, url: str) -> list[str]:
    missed = []
    print("100,000 samples, 100 at once, twice into one file", flush=True)
    with tempfile.TemporaryDirectory(dir=options.cases) as out:
        rows = [run_ours(options.tool, options.cases, url, "large", 100, out) for _ in range(2)]
        show("coachkit", rows)
        memory = max(row["max_rss_mib"] for row in rows)
        if memory >= MOST_MEMORY:
            missed.append(f"{memory:.0f} MiB at 100,000 samples, and less than {MOST_MEMORY} are wanted")
        opened = min(timed(options.tool, options.cases, "list", "--out", out) for _ in range(3))
        shown = min(timed(options.tool, options.cases, "show", "--out", out) for _ in range(3))
        print(f"  200,000 samples are opened and listed in {opened:.2f} s; a report of 100,000 is there in {shown:.2f} s")
        if opened >= LONGEST_OPENING:
            missed.append(f"{opened:.2f} s to open 200,000 samples, and less than {LONGEST_OPENING} are wanted")
    return missed


def main() -> None:
    options = read_options()
    missed = []
    with Server(options.server) as server:
        # The first run of a program reads it from the disk.
        ours(options.tool, options.cases, server.url, "single", 20)
        inspect(options.cases, server.url, "single", 20, "default")
        for kind in TURNS:
            for concurrency in (20, 100):
                print(f"{kind}, {concurrency} at once, {options.rounds} rounds", flush=True)
                rows = {name: [] for name in ("coachkit", "default", "fastest")}
                for _ in range(options.rounds):
                    rows["coachkit"].append(ours(options.tool, options.cases, server.url, kind, concurrency))
                    for settings in ("default", "fastest"):
                        rows[settings].append(inspect(options.cases, server.url, kind, concurrency, settings))
                show("coachkit", rows["coachkit"])
                show("inspect-ai", rows["default"])
                show("inspect-ai, fastest", rows["fastest"])
                rate = middle(rows["coachkit"], "generations_per_second")
                ratios = {name: rate / middle(rows[name], "generations_per_second") for name in ("default", "fastest")}
                print(f"  {ratios['default']:.0f} times Inspect as it comes, {ratios['fastest']:.0f} times its fastest", flush=True)
                if rate < LEAST_RATE:
                    missed.append(f"{kind}, {concurrency}: {rate:,.0f} generations/s, and {LEAST_RATE:,} are wanted")
                if ratios["default"] < LEAST_RATIO:
                    missed.append(f"{kind}, {concurrency}: {ratios['default']:.1f} times Inspect, and {LEAST_RATIO} are wanted")
        if options.large:
            missed += large(options, server.url)
    for line in missed:
        print(f"missed: {line}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
