#!/usr/bin/env python3
"""Checks the messages that the crisis screen is fitted to, and those that it is measured with.

usage: check-messages.py [--remove]

Prints how many messages there are by language and kind, how often the second labelling agrees with the first, and
which training messages resemble one that is for measuring, or an earlier one: half of the longer one's runs of three
words are in the other. With --remove, those are removed from the training messages.
"""

import collections
import csv
import json
import os
import re
import sys
import unicodedata

SAFETY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Evals", "safety")
TRAINING = "training.jsonl"
MEASURED = ["unseen-writers.jsonl", "fresh-messages.jsonl", "hard-sentences.jsonl"]
SHARED = 0.5


def read(name):
    with open(os.path.join(SAFETY, name), encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def words(text):
    text = unicodedata.normalize("NFD", text.lower())
    text = "".join(letter for letter in text if not unicodedata.combining(letter))
    return re.findall(r"\w+", text.replace("'", "").replace("’", ""))


def runs(text):
    """The runs of three words; all words of a shorter text are one run."""
    found = words(text)
    if len(found) < 3:
        return {tuple(found)}
    return set(zip(found, found[1:], found[2:]))


class Seen:
    """The texts seen so far, by their runs of words."""

    def __init__(self):
        self.runs = []
        self.places = collections.defaultdict(list)

    def add(self, name, own):
        for run in own:
            self.places[run].append(len(self.runs))
        self.runs.append((name, len(own)))

    def resembled(self, own):
        counts = collections.Counter(place for run in own for place in self.places.get(run, ()))
        for place, shared in counts.items():
            name, length = self.runs[place]
            if shared >= SHARED * max(length, len(own)):
                return name
        return None


def counts(name, messages):
    print(f"{name}: {len(messages)} messages")
    for field in ("language", "kind", "writer"):
        found = collections.Counter(message.get(field) for message in messages)
        if None in found or (field == "writer" and len(found) < 2):
            continue
        if field == "writer":
            print(f"  writers: {len(found)}")
        else:
            print("  " + ", ".join(f"{key} {count}" for key, count in sorted(found.items())))


def agreement():
    """How often the second labelling agrees: on danger, and on its category."""
    first = {message["id"]: message.get("category") or "none" for message in read("unseen-writers.jsonl")}
    with open(os.path.join(SAFETY, "second-labels.csv"), encoding="utf-8") as rows:
        pairs = [(first[row["id"]], row["label"]) for row in csv.DictReader(rows) if row["id"] in first]
    unclear = sum(second == "unclear" for _, second in pairs)
    decided = [pair for pair in pairs if pair[1] != "unclear"]
    same = sum(one == two for one, two in decided) / len(decided)
    danger = [(one != "none", two != "none") for one, two in decided]
    agreed = sum(one == two for one, two in danger) / len(danger)
    shares = [sum(pair[side] for pair in danger) / len(danger) for side in (0, 1)]
    chance = shares[0] * shares[1] + (1 - shares[0]) * (1 - shares[1])
    print(
        f"second labels: {len(pairs)}, of which {unclear} unclear; the others agree on danger in {agreed:.1%}"
        f" (Cohen's kappa {(agreed - chance) / (1 - chance):.3f}), on its category in {same:.1%}"
    )


def main():
    training = read(TRAINING)
    counts(TRAINING, training)
    for name in MEASURED:
        counts(name, read(name))
    agreement()
    seen = Seen()
    for name in MEASURED:
        for message in read(name):
            seen.add(f"{name} {message['id']}", runs(message["text"]))
    kept, repeated = [], collections.Counter()
    for message in training:
        own = runs(message["text"])
        other = seen.resembled(own)
        if other:
            repeated[other.split()[0]] += 1
            continue
        seen.add(f"{TRAINING} {message['id']}", own)
        kept.append(message)
    for name, count in sorted(repeated.items()):
        print(f"{count} training messages resemble one of {name}")
    if "--remove" in sys.argv[1:] and repeated:
        with open(os.path.join(SAFETY, TRAINING), "w", encoding="utf-8") as file:
            for message in kept:
                file.write(json.dumps(message, ensure_ascii=False) + "\n")
        print(f"removed them: {len(kept)} are left")
    elif repeated:
        sys.exit("remove them with --remove")


main()
