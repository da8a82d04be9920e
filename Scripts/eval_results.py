#!/usr/bin/env python3
"""Says whether the last two complete runs of a database have the same samples: replies, tokens and grades.

usage: eval_results.py DATABASE
"""

import json
import sqlite3
import sys


def results(database: str, run: str | None = None) -> dict[str, dict]:
    """Every sample of a run, the last one by default, without what depends on the clock."""
    query = """
        SELECT content FROM sampleText JOIN sample ON sample.id = sampleText.id
        JOIN run ON run.number = sample.run WHERE run.id = coalesce(?, (SELECT id FROM run ORDER BY number DESC))
    """
    found = {}
    for (content,) in sqlite3.connect(database).execute(query, (run,)):
        sample = json.loads(content)
        sample.pop("started")
        for turn in sample["turns"]:
            turn.pop("seconds", None)
            turn.pop("first_seconds", None)
        found[f"{sample['side']}/{sample['transcript']}#{sample['attempt']}"] = sample
    return found


def main() -> None:
    database = sys.argv[1]
    rows = sqlite3.connect(database).execute("SELECT id FROM run WHERE status = 'complete' ORDER BY number DESC LIMIT 2")
    runs = [row[0] for row in rows]
    if len(runs) < 2:
        sys.exit("there are no two complete runs to compare")
    first, second = (results(database, run) for run in runs)
    if first != second:
        sys.exit(f"the runs differ: coachkit eval compare {runs[1]} {runs[0]}")
    print(f"  identical: {len(first)} samples, every reply, token count and grade")


if __name__ == "__main__":
    main()
