"""A server of CoachKit, a provider in front of it that fails as it is told, people who write, and what was counted for them.

check-server.py uses them.
"""

import http.client
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
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
            "COACHKIT_MODELS_PATIENCE_SECONDS": "3",
            "COACHKIT_LIMITS_WRITE_SECONDS": "2",
            # Who leaves here does not come back.
            "COACHKIT_TURNS_LEAVING_GRACE_SECONDS": "0",
            **store, **settings,
        }
        self.environment.pop("COACHKIT_POSTGRES", None)
        self.start()

    def start(self):
        self.log = Path(tempfile.mkstemp(dir=self.folder, suffix=".log")[1])
        with self.log.open("wb") as log:
            self.launch(log)
        self.port = int(until(self.ready, f"the server did not start, see {self.log}")[1])
        return self

    def launch(self, log) -> None:
        self.process = subprocess.Popen(
            self.command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=PROJECT, env=self.environment)

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

    def read_turn(self, method: str, path: str, body: dict | None, after: int, length: int) -> tuple[int, list[tuple[int, str]], bool]:
        """The status, the whole events among the first bytes of a turn's stream with their ids, and whether they are its last."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"authorization": f"Bearer {CLIENT}", "content-type": "application/json"}
        if after:
            headers["last-event-id"] = str(after)
        connection.request(method, path, json.dumps(body) if body else None, headers)
        response = connection.getresponse()
        data = response.read(length)
        connection.close()
        events = []
        for block in data.decode("utf-8", "ignore").split("\n\n")[:-1] if response.status == 200 else []:
            fields = dict(line.split(":", 1) for line in block.split("\n") if line.find(":") > 0)
            if "id" in fields:
                events.append((int(fields["id"]), fields["data"]))
        return response.status, events, len(data) < length

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


class MutedServer(Server):
    """A server whose log goes into a pipe that nobody reads."""

    def start(self):
        self.reading, writing = os.pipe()
        self.launch(writing)
        os.close(writing)
        read = b""
        while not (found := re.search(rb"coachkit serves http://[^:]+:(\d+)", read)):
            read += os.read(self.reading, 4096)
        self.port = int(found[1])
        return self


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
