#!/usr/bin/env python3
"""Runs all tests of an existing build in as many processes as there are processors.

usage: run-tests.py [options of 'swift test' that name the build]

Each process runs one part after the other, and within a part one test after the other: if hundreds of computing tests
ran in parallel, one that awaits a reply could wait for minutes, and durations would say nothing. After 5 minutes
without an event a run is ended, and the tests that have not ended are listed. With a regular expression in the
variable ONLY, only the tests whose names match run.
"""

import collections
import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

# The parts that take longest come first; what no part names is the last one.
PARTS = [
    r"^CommandLineTests\.(RunEnding|EvalRequests)Tests/",
    r"^CommandLineTests\.Eval",
    r"^CommandLineTests\.",
    r"^(CoachEngine|SQLiteUsage)Tests\.",
    r"^(PromptEvals|PromptTemplates|CoachBenchmarks|Eval\w+|CoachTranscripts)Tests\.",
    r"^(CoachServer|Fault|CurlNetwork)Tests\.",
]
SLOWEST = int(os.environ.get("COACHKIT_SLOWEST", "10"))
SECONDS_WITHOUT_NEWS = 300


def selections():
    """The options that select the tests of each part: those that it names and no part before it does."""
    if os.environ.get("ONLY"):
        return [["--filter", os.environ["ONLY"]]]
    before = []
    found = []
    for part in PARTS:
        found.append(["--filter", part, *before])
        before += ["--skip", part]
    return [*found, before]


# What is under way, to be ended with this program.
processes = []


class Run:
    """What a run has told so far, in its stream of events."""

    def __init__(self):
        self.names = {}
        self.started = {}
        self.seconds = {}
        self.failed = set()
        self.skipped = set()
        self.problem = None
        self.last_news = time.monotonic()

    def read(self, line):
        self.last_news = time.monotonic()
        record = json.loads(line)
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                self.names[payload["id"]] = payload["id"].rsplit("/", 1)[0]
            return
        kind, test = payload["kind"], payload.get("testID", "(no test)")
        if kind == "issueRecorded" and not payload["issue"].get("isKnown"):
            # An issue may also belong to a suite, or to the whole run.
            self.failed.add(self.names.get(test, test))
        if test not in self.names:
            return
        if kind == "testStarted":
            self.started[test] = payload["instant"]["absolute"]
        elif kind == "testSkipped":
            self.skipped.add(self.names[test])
        elif kind == "testEnded" and test in self.started:
            self.seconds[self.names[test]] = payload["instant"]["absolute"] - self.started.pop(test)

    def unfinished(self):
        """The tests that have started and not ended."""
        return {self.names[test] for test in self.started}


def follow(path, run, is_over):
    """Reads events while they are written."""
    try:
        with open(path, "rb") as stream:
            rest = b""
            while True:
                last = is_over.is_set()
                rest += stream.read()
                *lines, rest = rest.split(b"\n")
                for line in lines:
                    run.read(line)
                if last:
                    return
                is_over.wait(0.5)
    except Exception as error:  # noqa: BLE001: told by the main thread, which fails then
        run.problem = f"the events of a run cannot be read: {error!r}"


def program(build):
    """The command that runs the tests of a build."""
    if sys.platform == "darwin":
        return ["swift", "test", *build, "--skip-build", "--disable-xctest"]
    # Not through SwiftPM, which links the tools of its plugins again for every run, so that the next build compiles
    # what they generate, and all that depends on it.
    return [".build/debug/coachkitPackageTests.xctest", "--testing-library", "swift-testing"]


def play(options, build, run):
    """Runs tests, collects their events, and returns the exit code."""
    is_over = threading.Event()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "events.jsonl")
        open(path, "w").close()
        command = [*program(build), "--quiet", "--no-parallel", *options]
        command += ["--event-stream-version", "0", "--event-stream-output-path", path]
        # The build needs sets in one order; tests must pass in any.
        environment = {name: value for name, value in os.environ.items() if name != "SWIFT_DETERMINISTIC_HASHING"}
        process = subprocess.Popen(command, start_new_session=True, env=environment)
        processes.append(process)
        reader = threading.Thread(target=follow, args=(path, run, is_over))
        reader.start()
        try:
            code = wait(process, run)
        finally:
            end(process)
            is_over.set()
            reader.join()
    return code


def play_all(choices, build):
    """Runs selections of tests, as many at a time as there are processors; returns the results and exit code of each."""

    def play_next(options):
        run = Run()
        return run, play(options, build, run)

    # SwiftPM keeps the build's database locked, and a second process that finds it locked finds no tests.
    workers = 1 if sys.platform == "darwin" else max(2, os.cpu_count() or 2)
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        try:
            return list(pool.map(play_next, choices))
        except KeyboardInterrupt:
            for process in processes:
                end(process)
            raise


def end(process):
    """Ends a run with all that it has started, which shares its session."""
    subprocess.run(["pkill", "-KILL", "-s", str(process.pid)], check=False)
    process.wait()


def wait(process, run):
    """The exit code; other than 0 for a run that had to be ended."""
    while True:
        try:
            return process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            if time.monotonic() - run.last_news > SECONDS_WITHOUT_NEWS:
                print(f"No event for {SECONDS_WITHOUT_NEWS} s: the run is ended.")
                return 1


def main():
    seconds, failed, unfinished, skipped, codes = {}, set(), set(), set(), []
    start = time.monotonic()
    for run, code in play_all(selections(), sys.argv[1:]):
        if run.problem:
            print(run.problem)
        codes.append(code or (1 if run.problem or not run.seconds else 0))
        seconds.update(run.seconds)
        failed |= run.failed
        skipped |= run.skipped
        unfinished |= run.unfinished()
    print(f"{len(seconds)} tests in {time.monotonic() - start:.0f} s", flush=True)
    print("The slowest:")
    for name, took in collections.Counter(seconds).most_common(SLOWEST):
        print(f"{took:8.1f} s  {name}")
    for name in sorted(failed):
        print(f"failed: {name}")
    for name in sorted(unfinished):
        print(f"did not end: {name}")
    passed = set(seconds) - failed - unfinished
    print(f"{len(passed)} passed, {len(failed | unfinished)} failed, {len(skipped)} skipped")
    sys.exit(next((code for code in codes if code), 1 if failed or unfinished else 0))


def interrupt(_signal, _frame):
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, interrupt)
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
