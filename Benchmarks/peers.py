"""Measures jinja2 on the template that the Swift engines rendered, and prints one table of all.

usage: peers.py RESULTS [PART OF A NAME]     (Scripts/bench.sh runs it)
"""

import json
import os
import sys
import time
from pathlib import Path

import jinja2

HERE = Path(__file__).resolve().parent
OURS = "render (warm, with provenance)"
REFERENCE = "reference template: "
# What the project promises, in microseconds; None for figures that are only shown.
GOALS = {OURS: 15.0, "assemble coaching for the rich person": 60.0}
RATIOS = {"jinja2": 5.0, "swift-mustache": 15.0}


def measure(work) -> float:
    """The best of several measurements of processor time, in microseconds a call."""
    calls, start = 0, time.process_time()
    while time.process_time() - start < 0.25:
        work()
        calls += 1
    times = []
    for _ in range(9):
        start = time.process_time()
        for _ in range(calls):
            work()
        times.append((time.process_time() - start) / calls * 1e6)
    return min(times)


def reference_jinja() -> float | None:
    shared = os.environ.get("COACHKIT_SHARED")
    if not shared:
        return None
    folder = Path(shared) / "tools/template-bench"
    data = json.loads((folder / "data.json").read_text())
    environment = jinja2.Environment(autoescape=False, keep_trailing_newline=True)
    template = environment.from_string((folder / "prompt.jinja").read_text())
    return measure(lambda: template.render(data))


def jinja() -> float:
    data = json.loads((HERE / "templates/coaching.json").read_text())
    environment = jinja2.Environment(
        autoescape=False, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    template = environment.from_string((HERE / "templates/coaching.jinja").read_text())
    expected = (HERE.parent / ".coachkit/bench-expected.txt").read_text()
    if template.render(data).strip() != expected.strip():
        sys.exit("jinja2 writes another text than the Swift engines: the templates have drifted apart")
    return measure(lambda: template.render(data))


def main() -> None:
    rows = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    if wanted in "jinja2":
        rows.append({"name": "jinja2", "best": jinja()})
        reference = reference_jinja()
        if reference:
            rows.append({"name": REFERENCE + "jinja2", "best": reference})
    best = {row["name"]: row["best"] for row in rows}
    width = max((len(row["name"]) for row in rows), default=0)
    missed = []
    for row in rows:
        notes = []
        if "bytes" in row:
            notes.append(f"{row['bytes'] / 1024:.1f} KB, {row['best'] / (row['bytes'] / 1024):.2f} µs/KB")
        if "segments" in row:
            notes.append(f"{row['segments']} segments")
        goal = GOALS.get(row["name"])
        if goal:
            notes.append(f"goal {goal:.0f} µs")
            if row["best"] > goal:
                missed.append(row["name"])
        least = RATIOS.get(row["name"].removeprefix(REFERENCE))
        ours = best.get(REFERENCE + "render" if row["name"].startswith(REFERENCE) else OURS)
        if least and ours:
            ratio = row["best"] / ours
            notes.append(f"{ratio:.1f} times as long as ours, goal {least:.0f}")
            if ratio < least:
                missed.append(row["name"])
        print(f"{row['name']:<{width}}  {row['best']:>10.2f} µs   {'; '.join(notes)}")
    print("processor time of one call, the best of nine measurements")
    if missed:
        sys.exit("missed: " + ", ".join(missed))


if __name__ == "__main__":
    main()
