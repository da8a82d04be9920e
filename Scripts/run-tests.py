#!/usr/bin/env python3
"""Runs all tests of a build that is there, one after the other, in a few processes.

usage: run-tests.py [options of 'swift test' that name the build]

Beside each other, hundreds of tests that compute would keep one that waits for a reply waiting for minutes, and nobody
could say which of them takes long. Those that open sockets go last, with the machine to themselves. A test that waits
for what never comes shows as a run without news; it is named, and ended.
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

SOCKETS = (
    r"^(CurlTransport|Fault|Interoperability|LanguageModelConformance)Tests\."
    r"|^CommandLineTests\.(AskCommand|CallOptions|DoctorCommand)Tests/"
)
# About half of the time that all take.
HALF = r"^(CommandLine|PromptEvals)Tests\."
# What runs at the same time, with its options.
ROUNDS = [
    [
        ["--filter", HALF, "--skip", SOCKETS],
        ["--skip", HALF, "--skip", SOCKETS],
    ],
    [["--filter", SOCKETS]],
]
SLOWEST = int(os.environ.get("COACHKIT_SLOWEST", "10"))
SECONDS_WITHOUT_NEWS = 900


class Run:
    """What a run has told so far, in its stream of events."""

    def __init__(self):
        self.names = {}
        self.begun = {}
        self.seconds = {}
        self.failed = set()
        self.last_news = time.monotonic()

    def read(self, line):
        self.last_news = time.monotonic()
        record = json.loads(line)
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                self.names[payload["id"]] = payload["id"].rsplit("/", 1)[0]
            return
        kind, test = payload["kind"], payload.get("testID")
        if test not in self.names:
            return
        if kind == "testStarted":
            self.begun[test] = payload["instant"]["absolute"]
        elif kind == "issueRecorded" and not payload["issue"]["isKnown"]:
            self.failed.add(test)
        elif kind == "testEnded" and test in self.begun:
            self.seconds[test] = payload["instant"]["absolute"] - self.begun.pop(test)


def follow(path, run, is_over):
    """Reads events while they are written."""
    with open(path, encoding="utf-8") as stream:
        rest = ""
        while True:
            last = is_over.is_set()
            rest += stream.read()
            *lines, rest = rest.split("\n")
            for line in lines:
                run.read(line)
            if last:
                return
            is_over.wait(0.5)


def play(options, build):
    """Runs tests; returns what they told, and the exit code."""
    run, is_over = Run(), threading.Event()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "events.jsonl")
        open(path, "w").close()
        command = ["swift", "test", *build, "--skip-build", "--disable-xctest", "--quiet"]
        command += ["--no-parallel", "--ignore-lock", *options]
        command += ["--event-stream-version", "0", "--event-stream-output-path", path]
        process = subprocess.Popen(command, start_new_session=True)
        reader = threading.Thread(target=follow, args=(path, run, is_over))
        reader.start()
        try:
            code = wait(process, run)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            is_over.set()
            reader.join()
    return run, code


def wait(process, run):
    """The exit code; other than 0 for a run that had to be ended."""
    while True:
        try:
            return process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            if time.monotonic() - run.last_news > SECONDS_WITHOUT_NEWS:
                print(f"No news for {SECONDS_WITHOUT_NEWS} s. What has begun and not ended:")
                for test in run.begun:
                    print("  " + run.names[test])
                return 1


def main():
    seconds, failed, codes = collections.Counter(), 0, []
    for options in ROUNDS:
        begun = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor() as pool:
            ended = list(pool.map(lambda each: play(each, sys.argv[1:]), options))
        for run, code in ended:
            codes.append(code)
            failed += len(run.failed)
            for test, took in run.seconds.items():
                seconds[run.names[test]] += took
        count = sum(len(run.seconds) for run, _ in ended)
        print(f"{count} tests in {time.monotonic() - begun:.0f} s", flush=True)
    print("The slowest:")
    for name, took in seconds.most_common(SLOWEST):
        print(f"{took:8.1f} s  {name}")
    print(f"{len(seconds) - failed} passed, {failed} failed")
    sys.exit(next((code for code in codes if code), 0))


if __name__ == "__main__":
    main()
