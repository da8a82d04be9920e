#!/usr/bin/env python3
"""Runs every task whose reply is JSON many times on the local model, and counts the replies that have its form.

usage: task_structure.py <coachkit> [runs] [task ...]

The local model is too small for the content, so the rules of the contracts are not checked; the schema is. Ends with 1 if
a reply did not have its form.
"""

import json
import pathlib
import subprocess
import sys

INPUTS = pathlib.Path("Evals/inputs")
# What a file of inputs does not have, since it describes a person.
PEOPLE = {"paywall": ["--person", "ines"]}


def run(tool, task, number):
    """Returns the problems of a reply; none if it has its form."""
    command = [tool, "task", "run", task, "--input", INPUTS / f"{task}.yaml", "--model", "local", "--skip-rules"]
    command += ["--json", "--seed", str(number), "--timeout", "600", *PEOPLE.get(task, [])]
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode == 0:
        found = json.loads(ended.stdout)
        # A reply that needed a second attempt did not have its form at once.
        return found["sent_back"]
    if not ended.stdout:
        return [ended.stderr.strip()]
    found = json.loads(ended.stdout)
    return found["problems"] or [found["message"]]


def main():
    tool, *rest = sys.argv[1:]
    runs = int(rest[0]) if rest else 50
    listed = json.loads(subprocess.run([tool, "task", "list", "--json"], capture_output=True, check=True).stdout)
    tasks = rest[1:] or [task["task"] for task in listed if task["reply"] == "json"]
    failed = False
    for task in tasks:
        problems = [found for number in range(runs) if (found := run(tool, task, number))]
        failed = failed or bool(problems)
        print(f"{task:24} {runs - len(problems)} of {runs}", flush=True)
        for found in problems[:3]:
            print(f"  {found[0]}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
