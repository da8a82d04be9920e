#!/usr/bin/env python3
"""Checks that what the router, the screen and the guardrails know was not copied from the data they are measured with.

usage: check-own-words.py DATA

DATA is the folder of data sets (router/, sad/, vera_mh/, xstest/, annomi/). The domain files may share no run of 5 words
with a text of the router's data; the phrases of the screen, the guardrails and the personas, and the project's own cases
for measuring, no run of 8 words with any text. Prints where a run stands, never the text of the data, and ends with 1
when there is one.
"""
import csv
import glob
import json
import os
import re
import sys
import unicodedata

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def words(text):
    folded = unicodedata.normalize("NFD", text.lower().replace("’", "'"))
    folded = "".join(c for c in folded if not unicodedata.combining(c)).replace("'", "")
    return re.findall(r"[^\W_]+", folded)


def runs(text, length):
    found = words(text)
    return {tuple(found[i : i + length]) for i in range(len(found) - length + 1)}


def data_texts(folder):
    for path in sorted(glob.glob(f"{folder}/**/*.csv", recursive=True)):
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                for name in ("text", "sentence", "prompt", "utterance_text"):
                    if row.get(name):
                        yield row[name]
    for path in sorted(glob.glob(f"{folder}/**/*.jsonl", recursive=True)):
        with open(path, encoding="utf-8") as file:
            for line in file:
                for turn in json.loads(line).get("turns", []):
                    if turn.get("role") == "user":
                        yield turn["text"]


def check(paths, folder, length):
    known = set()
    for text in data_texts(folder):
        known |= runs(text, length)
    if not known:
        sys.exit(f"there are no texts in {folder}")
    shared = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                # A list of words is cut at its commas: its neighbours say nothing together.
                for part in re.split(r"[,|()\[\]]", line) if "- \"" not in line else [line]:
                    for run in runs(part, length) & known:
                        shared += 1
                        name = os.path.relpath(path, ROOT)
                        print(f"{name}:{number}: shares the run '{' '.join(run)}'")
    return shared


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    data = sys.argv[1]
    domains = sorted(glob.glob(f"{ROOT}/DomainConfigs/*.yaml"))
    safety = sorted(
        path for module in ("CoachSafety", "PersonaReview")
        for path in glob.glob(f"{ROOT}/Sources/{module}/**/*.yaml", recursive=True))
    own = sorted(glob.glob(f"{ROOT}/Evals/routing/*")) + sorted(glob.glob(f"{ROOT}/Evals/safety/*"))
    shared = check(domains, f"{data}/router", 5)
    print(f"{len(domains)} domain files: {shared} runs of 5 words shared with the router's data")
    other = check(safety + own, data, 8)
    print(f"{len(safety) + len(own)} other files: {other} runs of 8 words shared with any data")
    sys.exit(1 if shared or other else 0)


main()
