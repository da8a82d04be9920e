#!/usr/bin/env python3
"""Runs every task whose reply is JSON many times on the local model, and counts the replies that have its form.

usage: task_structure.py <coachkit> [runs] [task ...]

A run takes the inputs of the next case of the task, and samples at a temperature of 1, so that no two replies are the same.
The local model is too small for the content, so the rules of the contracts are not checked; the schema is. Ends with 1 if
a reply did not have its form.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

CASES = pathlib.Path("Evals/cases")


def inputs(task):
    """Returns the inputs of the task's cases, as YAML."""
    found = []
    for case in re.split(r"^- id: ", (CASES / f"{task}.yaml").read_text(), flags=re.M)[1:]:
        own = re.search(r"^  inputs:\n((?: {4}.*\n|\n)*)", case, flags=re.M)
        shared = re.search(r"^  from: (.*)", case, flags=re.M)
        text = (CASES / shared.group(1)).read_text() if shared else ""
        found.append(text + re.sub(r"^    ", "", own.group(1), flags=re.M) if own else text)
    return found


def run(tool, task, number, text):
    """Returns the problems of a reply; none if it has its form."""
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(text)
        file.flush()
        command = [tool, "task", "run", task, "--input", file.name, "--model", "local", "--skip-rules", "--json"]
        command += ["--seed", str(number), "--temperature", "1", "--timeout", "600"]
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
        texts = inputs(task)
        problems = [found for number in range(runs) if (found := run(tool, task, number, texts[number % len(texts)]))]
        failed = failed or bool(problems)
        print(f"{task:24} {runs - len(problems)} of {runs}", flush=True)
        for found in problems[:3]:
            print(f"  {found[0]}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
