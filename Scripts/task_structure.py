#!/usr/bin/env python3
"""Runs every task whose reply is JSON many times on the local model, and counts the replies that have its form.

usage: task_structure.py <coachkit> [runs] [task ...]

A run takes the inputs of the next case of the task, and samples at a temperature of 1, so that no two replies are the same.
What such a model writes is as long as the schema allows, so the token limits of prompts do not apply.
The local model is too small for the content, so the rules of the contracts are not checked; the schema is. A reply without
its form is sent back as the prompt says; how many were fine at once is counted, too. Ends with 1 if a run brought no value.
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
        text = re.sub(r"^    ", "", own.group(1), flags=re.M) if own else ""
        shared = re.search(r"^  from: (.*)", case, flags=re.M)
        if shared:
            members = re.split(r"^(?=\w+:)", (CASES / shared.group(1)).read_text(), flags=re.M)
            # The case's own inputs override those of the file.
            names = re.findall(r"^\w+:", text, flags=re.M)
            text += "".join(member for member in members if not member.startswith(tuple(names)))
        found.append(text)
    return found


def run(tool, task, number, text):
    """Returns whether there was a value, and the problems on the way to it."""
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(text)
        file.flush()
        command = [tool, "task", "run", task, "--input", file.name, "--model", "local", "--skip-rules", "--json"]
        command += ["--seed", str(number), "--temperature", "1", "--max-tokens", "6000", "--timeout", "600"]
        ended = subprocess.run(command, capture_output=True, text=True)
    if not ended.stdout:
        return False, [ended.stderr.strip()]
    found = json.loads(ended.stdout)
    if ended.returncode == 0:
        return True, found["sent_back"]
    return False, found["problems"] or [found["message"]]


def main():
    tool, *rest = sys.argv[1:]
    runs = int(rest[0]) if rest else 50
    listed = json.loads(subprocess.run([tool, "task", "list", "--json"], capture_output=True, check=True).stdout)
    tasks = rest[1:] or [task["task"] for task in listed if task["reply"] == "json"]
    failed = False
    for task in tasks:
        texts = inputs(task)
        ended = [run(tool, task, number, texts[number % len(texts)]) for number in range(runs)]
        values = sum(has_value for has_value, _ in ended)
        failed = failed or values < runs
        at_once = sum(not problems for _, problems in ended)
        print(f"{task:30} {values} of {runs}, {at_once} at once", flush=True)
        for problems in [problems for _, problems in ended if problems][:3]:
            print(f"  {problems[0]}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
