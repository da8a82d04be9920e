"""Prints the streaming figures as a table, beside the peers' of the same run.

usage: streams.py FIGURES

Each line of the file is one measurement; of several of one client in one scenario the least and the
greatest are shown. Fails when a goal is missed by the least.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

OURS = ("coachkit (openai-chat)", "coachkit (anthropic)")
# Processor time for an event in microseconds. One event in one write is as dear as its system calls, which
# the floor, C on the same library, shows; there our own share is what can be held against a goal.
GOALS = {("burst", 64): 5.0, ("paced", 1): 25.0}
SHARE_GOAL = 5.0
MEMORY_GOAL_KIB = 64
FIRST_EVENT_GOAL_MS = 1.0
FLOOR = "libcurl (C)"
TITLES = {
    ("burst", 1): "as fast as it goes, one event in a write",
    ("burst", 64): "as fast as it goes, 64 events in a write",
    ("paced", 1): "one event every 10 ms",
}


def main() -> None:
    rows = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    missed = []
    groups = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if "scenario" in row:
            groups[row["scenario"], row["batch"]][row["name"]].append(row)
    for scenario, clients in groups.items():
        print(f"100 streams of 200 events, {TITLES.get(scenario, scenario)}:")
        floor = min((row["cpu_us_per_event"] for row in clients.get(FLOOR, [])), default=0)
        width = max(map(len, clients))
        for name, runs in sorted(clients.items(), key=lambda item: min(r["cpu_us_per_event"] for r in item[1])):
            costs = [run["cpu_us_per_event"] for run in runs]
            first = min(run["ttfe_ms_p50"] for run in runs)
            memory = min(run["max_rss_mib"] for run in runs)
            note = ""
            if name in OURS:
                goal = GOALS.get(scenario)
                note = f"  goal {goal:.0f}" if goal else f"  floor + {min(costs) - floor:.1f}"
                if (min(costs) > goal) if goal else (min(costs) - floor > SHARE_GOAL):
                    missed.append(f"{name}, {TITLES.get(scenario)}")
            print(
                f"  {name:<{width}}  {min(costs):7.2f} to {max(costs):7.2f} µs/event"
                f"  first event {first:6.2f} ms  {memory:5.0f} MiB{note}"
            )
    burst = groups.get(("burst", 1), {})
    if burst.get(FLOOR):
        floor = min(run["ttfe_ms_p50"] for run in burst[FLOOR])
        for name in OURS:
            added = min((run["ttfe_ms_p50"] for run in burst.get(name, [])), default=0) - floor
            print(f"first event, added by {name}: {added:.2f} ms, goal {FIRST_EVENT_GOAL_MS:.0f}")
            if added > FIRST_EVENT_GOAL_MS:
                missed.append(f"first event of {name}")
    for row in rows:
        if "kib_per_stream" in row:
            print(f"memory of an open stream: {row['kib_per_stream']:.0f} KiB, goal {MEMORY_GOAL_KIB}")
            if row["kib_per_stream"] > MEMORY_GOAL_KIB:
                missed.append("memory of an open stream")
    print("processor time of the client, user and system, without its start")
    if missed:
        sys.exit("missed: " + "; ".join(missed))


if __name__ == "__main__":
    main()
