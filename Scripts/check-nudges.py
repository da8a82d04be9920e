#!/usr/bin/env python3
"""Plans a day of nudges for many invented people, kills the plan and goes on with it, and checks who was chosen.

usage: check-nudges.py COACHKIT [--people 100000] [--kills 8] [--records 400] [--seed 1]

The rules are written here a second time and applied to everybody. Prints the time and the largest memory of a plan without
interruption, for all people and for a fifth of them.
"""

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path

TODAY = date(2026, 11, 26)
CAP = 1000
LIMITS = {"daily": (1, 7), "few_times_a_week": (2, 3), "weekly": (7, 1)}

MEMORY = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
"""


def day(ago: int) -> str:
    return str(TODAY - timedelta(days=ago))


def candidate(number: int, chance: random.Random) -> dict:
    """One of the people, of whom a third has nothing to be said about."""
    return {
        "v": 1, "id": f"person-{number}", "is_allowed": chance.random() < 0.6,
        "frequency": chance.choice(list(LIMITS)),
        "quiet_days": sorted(chance.sample(range(1, 8), chance.choice([0, 0, 1, 3]))),
        "session_days": [day(chance.randrange(30)) for _ in range(chance.randrange(5))],
        "events": [
            {"key": f"e{chance.randrange(9)}", "day": day(chance.randrange(-20, 20))}
            for _ in range(chance.choice([0, 0, 0, 1, 2]))
        ],
        "themes": [f"t{chance.randrange(9)}" for _ in range(chance.choice([0, 0, 1, 3]))],
        "sent": [
            {"day": day(chance.randrange(40)), "key": chance.choice(["e1", "e2", "t1", "t2"])}
            for _ in range(chance.choice([0, 1, 4]))
        ],
    }


def occasion(person: dict) -> int | None:
    """The rank of what there is to say: 0 for an event, 1 for a theme, 2 for re-engagement; None for nothing."""
    passed = [(TODAY - date.fromisoformat(sent["day"])).days for sent in person["sent"]]
    minimum, in_week = LIMITS[person["frequency"]]
    if (
        not person["is_allowed"] or TODAY.isoweekday() in person["quiet_days"]
        or str(TODAY) in person["session_days"]
        or any(days < minimum for days in passed) or sum(days < 7 for days in passed) >= in_week
    ):
        return None
    sent = {nudge["key"] for nudge in person["sent"]}
    for event in person["events"]:
        if abs((TODAY - date.fromisoformat(event["day"])).days) <= 1 and event["key"] not in sent:
            return 0
    last = max((date.fromisoformat(seen) for seen in person["session_days"]), default=None)
    is_quiet = last is not None and (TODAY - last).days >= 3
    rest = 10 if is_quiet else 21
    recent = {
        nudge["key"] for nudge, days in zip(person["sent"], passed) if days < rest
    }
    if any(theme not in recent for theme in person["themes"]):
        return 1
    return 2 if is_quiet else None


class Plan:
    """The command, with a log of its own."""

    def __init__(self, tool: Path, people: Path, log: Path, *options: str):
        self.log = log
        self.command = [
            tool, "nudges", "plan", "--people", people, "--date", str(TODAY), "--plan", log, *options,
        ]

    def start(self) -> subprocess.Popen:
        return subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def finish(self) -> tuple[float, int]:
        """Runs to the end; returns the seconds and the largest memory in MB."""
        begin = time.monotonic()
        # A process inherits the figure of the one that starts it, and this one is large.
        small = [sys.executable, "-c", MEMORY, *self.command]
        ended = subprocess.run(small, capture_output=True, text=True)
        if ended.returncode != 0:
            sys.exit(f"the plan did not end well: {ended.stderr}")
        return time.monotonic() - begin, int(ended.stdout.split()[-1]) // 1024

    def kill(self, after: float, chance: random.Random) -> bool:
        """Kills a run at a random moment of the first seconds; returns whether it was still running."""
        process = self.start()
        time.sleep(chance.uniform(0, after))
        is_running = process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.communicate()
        return is_running

    def lines(self) -> list[dict]:
        found = []
        for line in self.log.read_bytes().splitlines():
            try:
                found.append(json.loads(line))
            except ValueError:
                continue  # cut by a kill
        return found


def check_choice(people: list[dict], plan: Plan) -> None:
    """Checks who was chosen against the rules above."""
    chosen = [line["person"] for line in plan.lines() if line.get("outcome") == "chosen"]
    decided = {line["person"] for line in plan.lines() if "person" in line}
    ranks = {person["id"]: occasion(person) for person in people}
    eligible = sorted(rank for rank in ranks.values() if rank is not None)
    for demand, is_met in {
        "nobody is chosen twice": len(chosen) == len(set(chosen)),
        "the cap is kept and used": len(chosen) == min(CAP, len(eligible)),
        "everybody is decided about": decided == ranks.keys(),
        "only people with an occasion are chosen": all(ranks[name] is not None for name in chosen),
        "events come before themes, themes before re-engagement":
            sorted(ranks[name] for name in chosen if ranks[name] is not None) == eligible[: len(chosen)],
    }.items():
        if not is_met:
            sys.exit(f"not so: {demand}")


def check_records(tool: Path, folder: Path, count: int, kills: int, chance: random.Random) -> None:
    """Kills a plan that writes texts into records, until everybody has got one attempt."""
    people = folder / "records"
    people.mkdir()
    for number in range(count):
        record = {
            "v": 1, "id": f"p{number}", "language": "en", "profile": {"salt": "s"},
            "offers": {"check_in": {"answer": "accepted", "sessions": 1, "day": day(9)}},
            "events": [
                {"text": "the first day at the nursery", "day": day(0), "conversation": "c", "message": "m"}
            ],
        }
        (people / f"p{number}.json").write_text(json.dumps(record))
    script = folder / "replies.yaml"
    script.write_text("loop:\n  - The nursery opens at eight. What will you take with you?\n")
    plan = Plan(tool, people, folder / "records.jsonl", "--model", f"scripted:{script}")
    whole = Plan(tool, people, folder / "dry.jsonl", "--dry-run").finish()[0]
    killed = sum(plan.kill(whole * 2, chance) for _ in range(kills))
    plan.finish()
    lines = plan.lines()
    claimed = [line["person"] for line in lines if line.get("outcome") == "claimed"]
    sent = [line["person"] for line in lines if line.get("outcome") == "sent"]
    attempts = [
        len(json.loads((people / f"p{number}.json").read_text()).get("nudges", {}).get("entries", []))
        for number in range(count)
    ]
    if len(claimed) != len(set(claimed)) or len(sent) != len(set(sent)) or max(attempts) > 1:
        sys.exit("somebody was nudged twice")
    if len(claimed) != count:
        sys.exit(f"{count - len(claimed)} of {count} people were never considered")
    lost = len(claimed) - len(sent)
    if lost > killed:
        sys.exit(f"{killed} kills lost {lost} texts")
    print(f"records    {count} people, killed {killed} times: {len(sent)} texts, {lost} lost, nobody twice")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("tool", type=Path)
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--records", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tool = options.tool.resolve()
    chance = random.Random(options.seed)
    people = [candidate(number, chance) for number in range(options.people)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for count in (options.people // 5, options.people):
            path = folder / f"{count}.jsonl"
            path.write_text("".join(json.dumps(person) + "\n" for person in people[:count]))
            plan = Plan(tool, path, folder / f"plan-{count}.jsonl", "--cap", str(CAP))
            seconds, memory = plan.finish()
            check_choice(people[:count], plan)
            print(f"plan       {count} people in {seconds:.1f} s, {memory} MB, every rule kept")
        plan = Plan(tool, path, folder / "killed.jsonl", "--cap", str(CAP))
        killed = sum(plan.kill(seconds, chance) for _ in range(options.kills))
        plan.finish()
        check_choice(people, plan)
        print(f"killed     {killed} times, then finished: every rule kept, nobody chosen twice")
        check_records(tool, folder, options.records, options.kills, chance)


main()
