"""Leads a person from discovery to the sixth session with a real model, and kills the chat at random moments: nothing may
be lost or doubled.

usage: check-sessions.py TOOL [SEED]
Prints a line for every step, and ends with 1 when a message, a session or a decision is missing or there twice.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time

SESSIONS = [
    [f"This is answer {number} about the allotment and the {thing}." for number, thing in enumerate(
        "beans fence shed neighbour water path bench gate compost ladder pear frost seeds hedge roof tools map".split())],
    ["I painted the shed on Monday, the blue one that my uncle left me.", "He would have laughed at the colour."],
    ["The pear tree has buds, and I told nobody yet.", "It feels like mine when nobody knows."],
    ["My neighbour asked for half of the path again.", "I said yes before he had finished."],
    ["I measured the path twice and wrote the numbers down.", "They say that he is wrong."],
    ["I showed him the numbers today.", "He laughed, and then he moved the stones."],
]


def midday_zone():
    """A time zone in which it is about midday now, so that no session ends because a day does."""
    ahead = 12 - int(time.time()) // 3600 % 24
    return f"Etc/GMT{-ahead:+d}" if ahead else "Etc/GMT"


class Chat:
    """One run of the tool, which may be killed."""

    def __init__(self, tool, state):
        command = [tool, "chat", "--model", "local", "--state", state, "--json", "--max-tokens", "60",
                   "--no-second-opinion", "--time-zone", midday_zone()]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.killer = None

    def kill_after(self, seconds):
        self.killer = threading.Timer(seconds, self.process.kill)
        self.killer.start()

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            return True
        except (BrokenPipeError, OSError):
            return False

    def wait_for(self, *kinds):
        """The next event of one of these kinds; None when the process is dead."""
        for line in self.process.stdout:
            try:
                event = json.loads(line)
            except ValueError:
                return None  # cut by the kill
            if event["event"] in kinds:
                return event
        return None

    def stop(self):
        if self.killer:
            self.killer.cancel()
        self.process.kill()
        self.process.wait()


def stored(state):
    if not os.path.exists(state):
        return None
    with open(state) as file:
        return json.load(file)  # a half-written file would end the check


def said(kept):
    return [m["text"] for m in kept["conversation"].get("messages", []) if m["role"] == "person"]


def count(kept):
    return len(kept["record"].get("sessions", {}).get("records", []))


def main():
    tool = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    chance = random.Random(seed)
    state = os.path.join(tempfile.mkdtemp(), "state.json")
    kills, problems = 0, []
    for number, session in enumerate(SESSIONS):
        while count(stored(state)) <= number if stored(state) else True:
            chat = Chat(tool, state)
            if chance.random() < 0.5:
                kills += 1
                chat.kill_after(chance.uniform(0.2, 12))
            alive = chat.wait_for("resumed", "done") is not None
            while alive:
                kept = stored(state)
                if number > 0 and "trial" not in kept["access"]:
                    alive = chat.send("/trial") and chat.wait_for("done") is not None
                    continue
                done = said(kept)
                missing = [text for text in session if text not in done]
                if missing:
                    line = "/again" if kept.get("unanswered") == missing[0] else missing[0]
                    alive = chat.send(line) and chat.wait_for("done", "refused") is not None
                elif count(kept) <= number:
                    # Discovery closes by itself when it is complete.
                    alive = chat.send("/end") and chat.wait_for("session_closed", "note") is not None
                else:
                    break
            chat.stop()
            check(stored(state), number, problems)
            if problems:
                break
        kept = stored(state)
        print(f"session {number + 1}: {count(kept)} closed, {len(said(kept))} messages, {kills} kills so far", flush=True)
        if problems:
            break
    kept = stored(state)
    expected = [text for session in SESSIONS for text in session]
    if said(kept) != expected:
        problems.append(f"{len(said(kept))} messages of {len(expected)} in order")
    remembered = [m["text"] for s in kept["record"]["memory"]["sessions"] for m in s["messages"]
                  if m["role"] == "person"]
    if remembered != expected:
        problems.append(f"{len(remembered)} messages of {len(expected)} are remembered")
    if count(kept) != len(SESSIONS):
        problems.append(f"{count(kept)} sessions of {len(SESSIONS)}")
    for problem in problems:
        print("PROBLEM:", problem)
    print(f"{len(SESSIONS)} sessions, {len(expected)} messages, {kills} kills: "
          f"{'nothing was lost or doubled' if not problems else 'see above'}")
    sys.exit(1 if problems else 0)


def check(kept, number, problems):
    """What must hold after every kill."""
    if kept is None:
        return
    for what, ids in [
        ("message", said(kept)),
        ("session", [s["id"] for s in kept["record"].get("sessions", {}).get("records", [])]),
        ("signal", [s["id"] for s in kept["record"].get("signals", {}).get("signals", [])]),
        ("remembered message", [m["id"] for s in kept["record"].get("memory", {}).get("sessions", [])
                                for m in s["messages"]]),
    ]:
        if len(ids) != len(set(ids)):
            problems.append(f"session {number + 1}: a {what} is there twice")


main()
