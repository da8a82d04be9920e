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
import json
import os
import random
import re
import socket
import struct
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from server_faults import PIECES, Counts, MutedServer, Provider, Server, expect, is_answered, request, until


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
        # As many at once as later, so that the connections that are kept for further calls are there.
        with ThreadPoolExecutor(20) as pool:
            list(pool.map(lambda number: server.turn(request(f"first-{number}", 1)), range(20)))
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
        until(lambda: server.open_files() <= files + 4, f"more than {files} files stay open")
        server.stop()
        print(f"Clients that left or did not read: {len(people)} and {len(silent)}, {self.provider.calls - calls} calls, counts exact, "
              f"{self.provider.cancelled} calls cancelled, nothing left open.")

    def come_back(self) -> None:
        """People lose their connections at any byte and come back, often to the other of two servers that share a store."""
        url = os.environ.get("COACHKIT_POSTGRES")
        store = {"COACHKIT_STORE_URL": url, "COACHKIT_STORE_KIND": "postgres"} if url else self.sqlite("resumed")
        servers = [self.server(store, COACHKIT_TURNS_LEAVING_GRACE_SECONDS="60") for _ in range(2)]
        counts, count = Counts(store), 100 * self.rounds
        elsewhere, visits = [], []
        whole = "\n\n".join(f"Sentence {number} is here." for number in range(PIECES))

        def read(number: int) -> None:
            chance, body = random.Random(number), request(f"back-{number}", 1)
            events, is_whole, path, method = [], False, "/v1/turns", "POST"
            server = chance.choice(servers)
            while not is_whole:
                visits.append(number)
                after = events[-1][0] if events else 0
                status, more, is_whole = server.read_turn(
                    method, path, body if method == "POST" else None, after, chance.randrange(1, 6000))
                if status == 421:
                    elsewhere.append(number)
                    server, is_whole = servers[1 - servers.index(server)], False
                    continue
                expect(status, 200, f"the status for {body['id']}, who came back")
                events += more
                path, method = f"/v1/turns/{body['id']}?person=back-{number}", "GET"
                server = chance.choice(servers)
            ids = [identifier for identifier, _ in events]
            expect(ids, list(range(1, len(ids) + 1)), f"the ids of the events that {body['id']} got")
            kinds = [json.loads(data) for _, data in events]
            text = "".join(event["text"] for event in kinds if event["event"] == "text")
            expect(kinds[-1]["event"], "done", f"the last event of {body['id']}")
            expect(kinds[-1].get("is_partial"), False, f"whether the turn {body['id']} was cut")
            expect(text, whole, f"the text that {body['id']} read in pieces")

        with ThreadPoolExecutor(count) as pool:
            list(pool.map(read, range(count)))
        counts.check({f"back-{number}": 1 for number in range(count)}, "connections that were lost")
        for server in servers:
            server.stop()
        print(f"Connections that were lost at any byte: {count} people read their turns in {len(visits)} pieces from two servers"
              f"{' on PostgreSQL' if url else ''}, {len(elsewhere)} times the other one's; every event exactly once.")

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
        server = MutedServer(self.tool, self.folder, self.provider.url, {})
        # More lines than any pipe takes.
        for _ in range(2000):
            expect(server.get("/v1/domains")[0], 200, "a request while the log is blocked")
        expect(is_answered(server.turn(request("reader", 1))), True, "a turn while the log is blocked")
        server.stop()
        os.close(server.reading)
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


CHECKS = ("provider_fails", "client_leaves", "come_back", "killed", "disk_full", "clock_set_back", "database_restarts",
          "log_blocked", "attacked")


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
