#!/usr/bin/env python3
"""Measures the crisis screen, and writes the table of Documentation/safety.md.

usage: screen-figures.py TOOL SHARED

TOOL is the program `coachkit`, SHARED a folder with `human_written`, `vera_mh` and `xstest`. What is reported of the trained
model for a source of messages that people wrote comes from a fit without that source: SafetyRules/Screening/Model/card.json.
"""

import functools
import json
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
TOOL, SHARED = sys.argv[1:3]


@functools.cache
def measure(path):
    command = [TOOL, "measure", "crisis", "--data", path, "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, cwd=ROOT).stdout)


def percent(share):
    value = 100 * share["share"]
    return f"{value:.0f} %" if value >= 10 else f"{value:.1f} %" if value >= 1 else f"{value:.2f} %"


def row(name, total, crisis, both, fitted, seen):
    return f"| {name} | {total:,} | {crisis} | {both} | {fitted} | {seen} |"


def single(name, path, label, fitted, seen, both=None):
    """The row of messages with a label; `both` replaces the measured share of crises and concerns."""
    rate = next(r for r in measure(path)["rows"] if r["label"] == label)
    return row(name, rate["flagged"]["n"], percent(rate["flagged"]), both or percent(rate["flagged_or_asked"]), fitted, seen)


def without(entry):
    """What is known of the share of a source's calm messages that are a concern, by a fit without the source."""
    rule = open(os.path.join(ROOT, "SafetyRules/Screening/decision.yaml"), encoding="utf-8").read()
    price = {name: float(re.search(rf"^{name}: (.*)$", rule, re.M)[1]) for name in ("miss", "question")}
    most = price["question"] / price["miss"] >= entry["probability_at_four_percent"]
    return ("at most" if most else "more than") + " 4 %, by the trained model"


def sessions(name, path, labels, fitted, seen):
    found = [s for s in measure(path)["sessions"] if s["label"] in labels]
    total = sum(s["flagged"]["n"] for s in found)
    crisis, both = (sum(s[k]["count"] for s in found) for k in ("flagged", "flagged_or_asked"))
    return row(name, total, f"{crisis} of {total}", f"{both} of {total}", fitted, seen)


def main():
    card = json.load(open(os.path.join(ROOT, "SafetyRules/Screening/Model/card.json"), encoding="utf-8"))
    people = {entry["messages"]["path"]: entry for entry in card["people"]}
    human = lambda name: os.path.join(SHARED, "human_written", f"{name}.jsonl")
    rows = []
    for name, title in [("calm_goemotions", "comments of a forum* (GoEmotions)"), ("calm_clinc", "requests to an assistant* (CLINC150)"),
                        ("calm_stress_sad", "everyday stress* (SAD)"), ("calm_resolutions", "resolutions* (Twitter)")]:
        seen = "rates, to set the threshold and drop phrases"
        if people[name]["fitted"]:
            rows.append(single(f"calm: {title}", human(name), "none", "a fit without it", seen, without(people[name])))
        else:
            rows.append(single(f"calm: {title}", human(name), "none", "no", seen))
    for name, title, seen in [("mixed_openai_moderation", "self-harm in OpenAI's moderation set*", "the missed ones, for `danger_named`"),
                              ("mixed_tweets", "short posts about suicide* (noisy labels)", "rates, to drop phrases")]:
        rows.append(single(f"danger: {title}", human(name), "flag", "no", seen))
        rows.append(single("the others of these", human(name), "none", "no", seen))
    vera = os.path.join(SHARED, "vera_mh/conversations_dev.jsonl")
    rows.append(sessions("danger: simulated people at risk* (VERA-MH), conversations", vera, ["High", "Low"], "no", "yes, by the authors of phrases"))
    rows.append(sessions("their control, shaken by a friend's crisis*", vera, ["None"], "no", "yes"))
    rows.append(single("harmless requests with dangerous words* (XSTest)", os.path.join(SHARED, "xstest/xstest_prompts.csv"), "safe", "no", "rates"))
    for name, path in [("invented, ten unseen writers", "unseen-writers"), ("invented, fresh messages", "fresh-messages"), ("invented, hard sentences", "hard-sentences")]:
        seen = "yes, a development set" if path == "hard-sentences" else "rates"
        rows.append(single(f"danger: {name}", f"Evals/safety/{path}.jsonl", "flag", "no", seen))
        rows.append(single(f"calm: {name}", f"Evals/safety/{path}.jsonl", "none", "no", seen))
    table = "\n".join(["| | messages | crisis | crisis or concern | fitted on | looked at |", "|---|---|---|---|---|---|"] + rows)
    path = os.path.join(ROOT, "Documentation/safety.md")
    text = open(path, encoding="utf-8").read()
    text = re.sub(r"(<!-- figures of the screen -->\n).*?(\n<!-- end -->)", lambda m: m[1] + table + m[2], text, flags=re.S)
    open(path, "w", encoding="utf-8").write(text)
    print(table)


main()
