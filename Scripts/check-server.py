#!/usr/bin/env python3
"""Breaks what the server depends on, and checks its answers, its counts of messages and what it leaves open.

usage: check-server.py COACHKIT [--rounds 3] [--attack PROGRAM] [--only NAME]

Real processes on this machine: the server with a file of SQLite, or with the PostgreSQL of COACHKIT_POSTGRES (with-postgres.sh),
and a provider in front of which streams are cut, held up and refused. After each fault people repeat what was not
answered, with the same id, until it is: then each of them must have been counted exactly once for each message. PROGRAM is 'attack', whose hostile
texts are sent as bodies and as what people write.
"""

import argparse
import base64
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
CLIENT, OPERATOR = "client-key-for-tests", "operator-key-for-tests"
PIECES = 40
# How long to look for what must happen. Only a check that fails takes as long.
DEADLINE = 90.0


def until(is_true, what: str):
    """Waits for a condition, and returns its value."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        if value := is_true():
            return value
        time.sleep(0.02)
    sys.exit(f"failed: {what}")


def expect(value, expected, what: str) -> None:
    if value != expected:
        sys.exit(f"failed: {what}: {value!r} instead of {expected!r}")


class Provider:
    """A model server whose `mode` says what becomes of the next calls: whole, brief, slow, error, cut, endless."""

    def __init__(self):
        self.mode, self.calls, self.open, self.cancelled = "whole", 0, 0, 0
        self.roles = []
        self.lock = threading.Lock()
        provider = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                provider.roles = [message["role"] for message in body["messages"]]
                with provider.lock:
                    provider.calls += 1
                    provider.open += 1
                try:
                    self.answer(provider.mode)
                except OSError:
                    self.close_connection = True
                    with provider.lock:
                        provider.cancelled += 1
                finally:
                    with provider.lock:
                        provider.open -= 1

            def answer(self, mode):
                if mode == "error":
                    body = b'{"error":{"message":"overloaded","type":"server_error"}}'
                    self.send_response(500)
                    self.send_header("content-length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                    return
                if mode == "slow":
                    # Until the caller has gone.
                    self.connection.recv(1)
                    raise OSError("cancelled")
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.send_header("transfer-encoding", "chunked")
                self.end_headers()
                count = {"endless": 10**9, "cut": PIECES // 2, "brief": 1}.get(mode, PIECES)
                for number in range(count):
                    self.event({"content": f"Sentence {number} is here.\n\n" * (200 if mode == "endless" else 1)})
                    if mode != "endless":
                        time.sleep(0.01)
                if mode == "cut":
                    self.connection.shutdown(socket.SHUT_RDWR)
                    self.close_connection = True
                    return
                self.event({}, "stop")
                self.chunk(b"data: [DONE]\n\n")
                self.wfile.write(b"0\r\n\r\n")

            def event(self, delta, reason=None):
                choice = {"index": 0, "delta": delta, "finish_reason": reason}
                self.chunk(b"data: " + json.dumps({"id": "x", "choices": [choice]}).encode() + b"\n\n")

            def chunk(self, data):
                self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 1024

            def handle_error(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"


class Server:
    def __init__(self, tool: Path, folder: Path, provider_url: str, store: dict, **settings):
        self.folder = folder
        # Through env: a program that libfaketime starts in directly does not find its arguments.
        self.command = ["env", str(tool), "serve"]
        self.environment = os.environ | {
            "COACHKIT_LISTEN_PORT": "0",
            "COACHKIT_API_KEYS": f"app=client:{CLIENT},ops=operator:{OPERATOR}",
            "COACHKIT_LOCAL_URL": provider_url,
            "COACHKIT_MODELS_FIRST_TOKEN_SECONDS": "3",
            "COACHKIT_LIMITS_WRITE_SECONDS": "2",
            **store, **settings,
        }
        self.environment.pop("COACHKIT_POSTGRES", None)
        self.start()

    def start(self):
        self.log = Path(tempfile.mkstemp(dir=self.folder, suffix=".log")[1])
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=PROJECT, env=self.environment)
        self.port = int(until(self.ready, f"the server did not start, see {self.log}")[1])
        return self

    def ready(self):
        if self.process.poll() is not None:
            sys.exit("the server ended:\n" + self.log.read_text(errors="replace")[-3000:])
        return re.search(r"coachkit serves http://[^:]+:(\d+)", self.log.read_text(errors="replace"))

    def stop(self):
        self.process.terminate()
        expect(self.process.wait(60), 0, "the exit code after SIGTERM")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def get(self, path: str) -> tuple[int, bytes]:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", headers={"authorization": f"Bearer {OPERATOR}"})
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def running_turns(self) -> int:
        return int(float(re.search(rb"^coachkit_server_turns_running (\S+)", self.get("/metrics")[1], re.M)[1]))

    def open_files(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def send(self, body: dict) -> socket.socket:
        """Sends a turn and returns the connection, from which nothing was read."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        data = json.dumps(body).encode()
        connection.sendall(
            b"POST /v1/turns HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer " + CLIENT.encode()
            + b"\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(data) + data)
        return connection

    def post(self, path: str, body: bytes) -> int:
        """The status of any body, sent by an operator."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("POST", path, body, {
            "authorization": f"Bearer {OPERATOR}", "content-type": "application/json"})
        response = connection.getresponse()
        response.read()
        connection.close()
        return response.status

    def turn(self, body: dict) -> dict:
        """What the stream of a turn brought, by the names of events; `status` if there was none, `lost` if it broke off."""
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            connection.request("POST", "/v1/turns", json.dumps(body), {
                "authorization": f"Bearer {CLIENT}", "content-type": "application/json"})
            response = connection.getresponse()
            if response.status != 200:
                return {"status": response.status}
            events = {}
            for line in response.read().split(b"\n"):
                if line.startswith(b"data:"):
                    event = json.loads(line[5:])
                    events.setdefault(event["event"], []).append(event)
            return events
        except (OSError, http.client.HTTPException):
            return {"lost": True}
        finally:
            connection.close()


def request(person: str, number: int, message: str = "I want my evenings back.") -> dict:
    started = int(time.time()) - 60
    return {
        "id": f"{person}-{number}", "person": {"id": person, "language": "en", "sessions": 1},
        "access": {"trial": {"started_at": started}, "updated_at": started},
        "conversation": {"id": f"c-{person}"}, "message": message,
    }


def is_answered(events: dict) -> bool:
    """Whether the person has the whole answer, now or before."""
    if "refused" in events:
        return events["refused"][0]["reason"] == "answered"
    return "done" in events and "failed" not in events and not events["done"][0]["is_partial"]


class Counts:
    """Reads what a store has counted for people."""

    def __init__(self, store: dict):
        self.store = store

    def used(self) -> dict[str, int]:
        return {person: sum(ledger.get("counters", {}).get("message", {}).get("counts", {}).values())
                for person, ledger in self.ledgers()}

    def ledgers(self):
        if path := self.store.get("COACHKIT_STORE_PATH"):
            with sqlite3.connect(path) as database:
                for person, ledger in database.execute("SELECT person, ledger FROM usage"):
                    yield bytes(person).decode(), json.loads(bytes(ledger))
        else:
            out = subprocess.run(
                ["psql", "-At", "-F", "\t", self.store["COACHKIT_STORE_URL"],
                 "-c", "SELECT convert_from(person, 'UTF8'), convert_from(ledger, 'UTF8') FROM coachkit_usage"],
                capture_output=True, text=True, check=True).stdout
            for line in out.splitlines():
                person, ledger = line.split("\t")
                yield person, json.loads(ledger)

    def check(self, expected: dict[str, int], what: str) -> None:
        used = self.used()
        wrong = {person: used.get(person, 0) for person in expected if used.get(person, 0) != expected[person]}
        if wrong:
            sys.exit(f"failed: counts after {what}: {wrong}, instead of {({p: expected[p] for p in wrong})}")


class Checks:
    def __init__(self, tool: Path, rounds: int, attack: Path | None, folder: Path):
        self.tool, self.rounds, self.attack, self.folder = tool, rounds, attack, folder
        self.provider = Provider()
        self.chance = random.Random(7)

    def sqlite(self, name: str) -> dict:
        return {"COACHKIT_STORE_PATH": str(self.folder / f"{name}.sqlite")}

    def server(self, store: dict, **settings) -> Server:
        return Server(self.tool, self.folder, self.provider.url, store, **settings)

    def until_answered(self, server: Server, body: dict) -> dict:
        return until(lambda: is_answered(server.turn(body)), f"{body['id']} was never answered")

    def all_at_rest(self, server: Server, what: str) -> None:
        until(lambda: self.provider.open == 0, f"calls of the model stay open after {what}")
        until(lambda: server.running_turns() == 0, f"turns stay open after {what}")

    # What becomes of a person's message

    def provider_fails(self) -> None:
        """The provider refuses, is silent, cuts the stream."""
        store = self.sqlite("provider")
        server, counts = self.server(store), Counts(store)
        people = {}
        for mode in ("error", "slow", "cut"):
            self.provider.mode = mode
            bodies = [request(f"{mode}-{number}", 1) for number in range(5 * self.rounds)]
            with ThreadPoolExecutor(len(bodies)) as pool:
                for body, events in zip(bodies, pool.map(server.turn, bodies)):
                    expect("failed" in events, True, f"the turn says that it failed in front of '{mode}' ({events})")
                    expect(bool(events["failed"][0]["text"]), True, f"there are words for the person in front of '{mode}'")
                    # Only who has read something of an answer is counted.
                    people[body["person"]["id"]] = int("text" in events)
            self.all_at_rest(server, f"'{mode}'")
            counts.check(people, f"'{mode}'")
            self.provider.mode = "whole"
            for body in bodies:
                self.until_answered(server, body)
                people[body["person"]["id"]] = 1
            counts.check(people, f"'{mode}' and a repetition")
        server.stop()
        # A port that nobody listens on.
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        server = Server(self.tool, self.folder, f"http://127.0.0.1:{port}/v1", store)
        body = request("down", 1)
        expect("failed" in server.turn(body), True, "the turn says that it failed without a provider")
        expect(server.get("/healthz")[0], 200, "the health of a server without a provider")
        counts.check({"down": 0}, "a turn without a provider")
        crisis = server.turn(request("hurt", 1, message="I want to kill myself tonight."))
        expect("crisis_detected" in crisis and "failed" not in crisis, True, "help without a provider")
        server.stop()
        print(f"A provider that is down, refuses, is silent or cuts streams: {len(people)} people, counts exact.")

    def client_leaves(self) -> None:
        """People close their connections, orderly and not, and some never read."""
        store = self.sqlite("client")
        server, counts = self.server(store), Counts(store)
        server.turn(request("first", 1))
        files = server.open_files()
        people = {}
        calls = self.provider.calls
        for number in range(40 * self.rounds):
            body = request(f"leaver-{number}", 1)
            connection = server.send(body)
            seen = self.chance.random() < 0.7
            if seen:
                read = b""
                while b'"event":"text"' not in read:
                    read += connection.recv(4096)
            if self.chance.random() < 0.5:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
            people[body["person"]["id"]] = (body, seen)
        self.all_at_rest(server, "clients that left")
        used = counts.used()
        for person, (_, seen) in people.items():
            # Who saw nothing may have been written to all the same.
            expect(used.get(person, 0) in ((1,) if seen else (0, 1)), True, f"the count of {person}, who left")
        with ThreadPoolExecutor(20) as pool:
            list(pool.map(lambda left: self.until_answered(server, left[0]), people.values()))
        counts.check({person: 1 for person in people}, "clients that left and came back")

        self.provider.mode = "endless"
        silent = [server.send(request(f"silent-{number}", 1)) for number in range(10)]
        self.all_at_rest(server, "clients that do not read")
        self.provider.mode = "whole"
        for connection in silent:
            connection.close()
        until(lambda: server.open_files() <= files + 8, f"files stay open: {server.open_files()} instead of {files}")
        server.stop()
        print(f"Clients that left or did not read: {len(people)} and {len(silent)}, {self.provider.calls - calls} calls, counts exact, "
              f"{self.provider.cancelled} calls cancelled, nothing left open.")

    def killed(self) -> None:
        """The server is killed while it streams, and started again."""
        store = self.sqlite("killed")
        server, counts = self.server(store), Counts(store)
        people = {}
        lost = 0
        for turn in range(self.rounds):
            bodies = [request(f"k{turn}-{number}", 1) for number in range(40)]
            with ThreadPoolExecutor(len(bodies)) as pool:
                pending = [pool.submit(server.turn, body) for body in bodies]
                time.sleep(self.chance.uniform(0.3, 1.0))
                server.kill()
                lost += sum(not is_answered(answer.result()) for answer in pending)
            server.start()
            # A killed request may be repeated when its lease, of half a minute, has run out.
            with ThreadPoolExecutor(len(bodies)) as pool:
                list(pool.map(lambda body: self.until_answered(server, body), bodies))
            people |= {body["person"]["id"]: 1 for body in bodies}
            counts.check(people, "a kill")
        server.stop()
        print(f"kill -9 during streams, {self.rounds} times: {lost} of {len(people)} streams broke off; counts exact.")

    # What becomes of the store

    def disk_full(self) -> None:
        """The file system of the store is full for a while."""
        mount = self.folder / "small"
        mount.mkdir()
        if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", mount]).returncode:
            print("A full disk: skipped, since only root may mount a small one.")
            return
        try:
            store = {"COACHKIT_STORE_PATH": str(mount / "usage.sqlite")}
            server, counts = self.server(store), Counts(store)
            people = {}
            for number in range(20):
                self.until_answered(server, request(f"before-{number}", 1))
                people[f"before-{number}"] = 1
            expect(server.get("/readyz")[0], 200, "readiness while there is room")
            calls = self.provider.calls
            with (mount / "filler").open("wb", buffering=0) as filler:
                with_room = 4096
                while with_room:
                    try:
                        filler.write(bytes(with_room))
                    except OSError:
                        with_room = 0
            until(lambda: server.get("/readyz")[0] == 503, "a server whose disk is full is not ready")
            refused = []
            for number in range(20):
                body = request(f"full-{number}", 1)
                if not is_answered(server.turn(body)):
                    refused.append(body)
                people[body["person"]["id"]] = 1
            expect(bool(refused), True, "a turn that cannot be counted is not admitted")
            asked = self.provider.calls - calls
            expect(asked <= 20 - len(refused), True, "a turn that is not admitted costs no call")
            crisis = server.turn(request("hurt", 1, message="I want to kill myself tonight."))
            expect("crisis_detected" in crisis and "failed" not in crisis, True, "help while the disk is full")
            (mount / "filler").unlink()
            until(lambda: server.get("/readyz")[0] == 200, "a server whose disk has room again is ready")
            for body in refused:
                self.until_answered(server, body)
            counts.check(people, "a full disk")
            server.stop()
        finally:
            subprocess.run(["umount", "-l", mount])
        print(f"A full disk: {len(refused)} of 20 turns not admitted, help in a crisis given, counts exact afterwards.")

    def clock_set_back(self) -> None:
        """The clock is set back by two hours, and then right again."""
        library = next(iter(Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)
        if library is None:
            print("A clock that is set back: skipped, install libfaketime.")
            return
        stamp = self.folder / "clock"
        stamp.write_text("+0")
        store = self.sqlite("clock")
        server, counts = self.server(
            store, LD_PRELOAD=str(library), FAKETIME_TIMESTAMP_FILE=str(stamp), FAKETIME_NO_CACHE="1",
            FAKETIME_DONT_FAKE_MONOTONIC="1"), Counts(store)
        first, second, third = (request("traveller", number) for number in (1, 2, 3))
        self.until_answered(server, first)
        stamp.write_text("-7200")
        expect(server.turn(first).get("refused", [{}])[0].get("reason"), "answered", "a request before the clock was set back")
        expect(is_answered(server.turn(second)), True, "a message after the clock was set back")
        counts.check({"traveller": 2}, "the clock was set back")
        stamp.write_text("+0")
        expect(server.turn(second).get("refused", [{}])[0].get("reason"), "answered", "the request after the clock is right")
        expect(is_answered(server.turn(third)), True, "a message after the clock is right")
        counts.check({"traveller": 3}, "the clock was right again")
        times = re.findall(r'"time":"([^"]+)"', server.log.read_text())
        expect(times != sorted(times), True, "the server saw that its clock went back")
        server.stop()
        print("A clock set back by two hours and forth again: requests recognised, counts exact.")

    def database_restarts(self) -> None:
        """Two servers share a database that is restarted, again and again, while people write."""
        url, restart = os.environ.get("COACHKIT_POSTGRES"), os.environ.get("COACHKIT_POSTGRES_RESTART")
        if not url or not restart:
            print("A database that is restarted: skipped, run this with Scripts/with-postgres.sh.")
            return
        store = {"COACHKIT_STORE_URL": url, "COACHKIT_STORE_KIND": "postgres"}
        servers, counts = [self.server(store), self.server(store)], Counts(store)
        messages, people = 5 * self.rounds, [f"db-{number}" for number in range(20)]
        failures = []

        def write(person: str) -> None:
            for number in range(messages):
                body = request(person, number)
                body["access"]["trial"]["started_at"] = body["access"]["updated_at"] = started
                # Each attempt goes to either server, as a proxy would send it.
                def attempt():
                    answer = self.chance.choice(servers).turn(body)
                    if not is_answered(answer):
                        failures.append(answer)
                    return is_answered(answer)
                until(attempt, f"{body['id']} was never answered")

        started = int(time.time()) - 60
        restarts = 0
        with ThreadPoolExecutor(len(people)) as pool:
            pending = [pool.submit(write, person) for person in people]
            while not all(task.done() for task in pending):
                subprocess.run([restart], check=True)
                restarts += 1
                time.sleep(0.5)
            for task in pending:
                task.result()
        counts.check({person: messages for person in people}, "restarts of the database")
        for server in servers:
            expect(server.get("/readyz")[0], 200, "readiness after restarts of the database")
            server.stop()
        print(f"A database that was restarted {restarts} times under two servers: {len(people) * messages} messages, "
              f"{len(failures)} attempts failed, counts exact.")

    # What becomes of the log

    def log_blocked(self) -> None:
        """Nobody reads the pipe of the log."""
        server = Server.__new__(Server)
        server.folder, server.command = self.folder, [str(self.tool), "serve"]
        reading, writing = os.pipe()
        environment = os.environ | {
            "COACHKIT_LISTEN_PORT": "0", "COACHKIT_API_KEYS": f"app=client:{CLIENT},ops=operator:{OPERATOR}",
            "COACHKIT_LOCAL_URL": self.provider.url}
        server.process = subprocess.Popen(
            server.command, stdout=writing, stderr=writing, stdin=subprocess.DEVNULL, cwd=PROJECT, env=environment)
        os.close(writing)
        read = b""
        while not (found := re.search(rb"coachkit serves http://[^:]+:(\d+)", read)):
            read += os.read(reading, 4096)
        server.port = int(found[1])
        # More lines than any pipe takes.
        for _ in range(2000):
            expect(server.get("/v1/domains")[0], 200, "a request while the log is blocked")
        expect(is_answered(server.turn(request("reader", 1))), True, "a turn while the log is blocked")
        server.stop()
        os.close(reading)
        print("A log that nobody reads: 2000 requests and a turn were answered.")


    # What strangers write

    def attacked(self) -> None:
        """Hostile texts come as bodies, and as what people write."""
        if self.attack is None:
            print("Hostile texts: skipped, name the program with --attack.")
            return
        lines = subprocess.run(
            [self.attack, "texts", "--cases", str(10 * self.rounds)], capture_output=True, text=True, check=True).stdout
        server = self.server(self.sqlite("attacked"))
        document = json.loads(server.get("/openapi.json")[1])
        paths = [path.replace("{name}", "nudge").replace("{flow}", "coach")
                 for path, operations in document["paths"].items() if "post" in operations and path != "/v1/reload"]
        self.provider.mode = "brief"
        server.turn(request("calm", 1))
        roles, statuses, answered = self.provider.roles, {}, 0
        for number, line in enumerate(lines.split()):
            raw = base64.b64decode(line)
            status = server.post(paths[number % len(paths)], raw)
            statuses[status] = statuses.get(status, 0) + 1
            expect(status < 500, True, f"the status of a hostile body (text {number})")
            text = raw.decode("utf-8", "replace")
            body = request(f"attacker-{number}", 1, message=text)
            calls = self.provider.calls
            events = server.turn(body)
            expect("lost" in events, False, f"a turn with a hostile message breaks off (text {number})")
            expect(events.get("status", 400) < 500, True, f"the status of a hostile message (text {number})")
            if self.provider.calls > calls:
                expect(self.provider.roles, roles, f"the roles of a call with a hostile message (text {number})")
                answered += 1
            body = request(f"attacker-{number}", 2)
            body["conversation"]["messages"] = [{"role": "coach", "text": "Welcome."}, {"role": "person", "text": text[:4000]}]
            expect(server.turn(body).get("status", 400) < 500, True, f"the status of a hostile history (text {number})")
        expect(server.process.poll(), None, "the server lives")
        self.all_at_rest(server, "hostile texts")
        self.until_answered(server, request("calm", 2))
        server.stop()
        print(f"Hostile texts: {sum(statuses.values())} as bodies ({', '.join(f'{n} of {s}' for s, n in sorted(statuses.items()))}), "
              f"as many as messages, of which {answered} reached the model, with the roles of any other message.")


CHECKS = ("provider_fails", "client_leaves", "killed", "disk_full", "clock_set_back", "database_restarts", "log_blocked",
          "attacked")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("tool", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--attack", type=Path)
    parser.add_argument("--only", choices=CHECKS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        checks = Checks(options.tool.resolve(), options.rounds, options.attack, Path(folder))
        for name in [options.only] if options.only else CHECKS:
            checks.provider.mode = "whole"
            getattr(checks, name)()


if __name__ == "__main__":
    main()
