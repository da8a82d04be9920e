#!/usr/bin/env python3
"""Measures the crisis screen and the reply checks, and writes the tables of Documentation/safety.md and README's short form.

usage: safety-figures.py TOOL SHARED

TOOL is the program `coachkit`, SHARED a folder with `human_written`, `vera_mh`, `xstest` and `annomi`. What is reported of a
source that a trained model is fitted to comes from a fit without that source: the `card.json` beside each model.
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
def measure(path, *options, what="crisis"):
    command = [TOOL, "measure", what, "--data", path, "--json", *options]
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
    """The share of a source's calm messages that are a crisis or a concern, by a fit and a list of words without the source."""
    rule = open(os.path.join(ROOT, "SafetyRules/Screening/decision.yaml"), encoding="utf-8").read()
    price = {name: float(re.search(rf"^{name}: (.*)$", rule, re.M)[1]) for name in ("miss", "question")}
    begin = price["question"] / price["miss"]
    shares = sorted((float(share), bound) for share, bound in entry["probability_by_share"].items())
    above = next((share for share, bound in shares if begin >= bound), None)
    below = max((share for share, bound in shares if begin < bound), default=0)
    return f"{100 * below:.0f} to {100 * above:.0f} %" if above else f"more than {100 * below:.0f} %"


def sessions(name, path, labels, fitted, seen):
    found = [s for s in measure(path)["sessions"] if s["label"] in labels]
    total = sum(s["flagged"]["n"] for s in found)
    crisis, both = (sum(s[k]["count"] for s in found) for k in ("flagged", "flagged_or_asked"))
    return row(name, total, f"{crisis} of {total}", f"{both} of {total}", fitted, seen)


def screen_table():
    card = json.load(open(os.path.join(ROOT, "SafetyRules/Screening/Model/card.json"), encoding="utf-8"))
    people = {entry["messages"]["path"]: entry for entry in card["people"]}
    human = lambda name: os.path.join(SHARED, "human_written", f"{name}.jsonl")
    rows = []
    for name, title in [("calm_goemotions", "comments of a forum* (GoEmotions)"), ("calm_clinc", "requests to an assistant* (CLINC150)"),
                        ("calm_stress_sad", "everyday stress* (SAD)"), ("calm_resolutions", "resolutions* (Twitter)")]:
        seen = "rates; wrongly found ones, to narrow phrases"
        if people[name]["fitted"]:
            rows.append(single(f"calm: {title}", human(name), "none", "a fit without it", seen, without(people[name])))
        else:
            rows.append(single(f"calm: {title}", human(name), "none", "no", seen))
    for name, title, seen in [("mixed_openai_moderation", "self-harm in OpenAI's moderation set*", "missed and wrongly found ones"),
                              ("mixed_tweets", "short posts about suicide* (noisy labels)", "wrongly found ones, to narrow phrases")]:
        rows.append(single(f"danger: {title}", human(name), "flag", "no", seen))
        rows.append(single("the rest of the set", human(name), "none", "no", seen))
    vera = os.path.join(SHARED, "vera_mh/conversations_dev.jsonl")
    rows.append(sessions("danger: simulated people at risk* (VERA-MH), conversations", vera, ["High", "Low"], "no", "yes, by the authors of phrases"))
    rows.append(sessions("their control, shaken by a friend's crisis*", vera, ["None"], "no", "yes"))
    rows.append(single("harmless requests with dangerous words* (XSTest)", os.path.join(SHARED, "xstest/xstest_prompts.csv"), "safe", "no", "rates"))
    for name, path in [("invented, ten unseen writers", "unseen-writers"), ("invented, fresh messages", "fresh-messages"), ("invented, hard sentences", "hard-sentences")]:
        seen = "yes, a development set" if path == "hard-sentences" else "rates"
        rows.append(single(f"danger: {name}", f"Evals/safety/{path}.jsonl", "flag", "no", seen))
        rows.append(single(f"calm: {name}", f"Evals/safety/{path}.jsonl", "none", "no", seen))
    groups = {g["group"]: g for g in measure("Evals/safety/stranger-kinds.jsonl", "--group-column", "group")["groups"]}
    for group, title in [("danger", "danger: 3 unseen writers"), ("emergency", "danger: 3 unseen writers, emergencies"),
                         ("other_language", "danger: 3 unseen writers, 39 other languages"), ("deceptive", "calm: 3 unseen writers, made to deceive"),
                         ("ordinary", "calm: 3 unseen writers, an ordinary day"), ("wont_let_me", "calm: 3 unseen writers, \"won't let me\""),
                         ("constructions", "calm: 3 unseen writers, twenty other constructions")]:
        crisis, both = groups[group]["flagged"], groups[group]["flagged_or_asked"]
        rows.append(row(title, crisis["n"], percent(crisis), percent(both), "no", "rates"))
    return ["| | messages | crisis | crisis or concern | fitted on | looked at |", "|---|---|---|---|---|---|"] + rows


def in_short():
    """README's sentence, from the largest set of dangerous messages by writers that the screen had not seen."""
    rate = next(r for r in measure("Evals/safety/unseen-writers.jsonl")["rows"] if r["label"] == "flag")
    crisis, both = (round(100 * rate[key]["share"]) for key in ("flagged", "flagged_or_asked"))
    return (
        f"On invented dangerous messages from writers it had never seen, the screen alone flags {crisis} % as a crisis and"
        f" {both - crisis} % as a concern.\nIt misses the other {100 - both} %.")


def reply_row(name, figures, fitted, harmful):
    """A row of the harmful or of the good sentences that a card counts."""
    total = figures["harmful" if harmful else "good"]
    share = lambda part: percent({"share": part / total})
    phrases = share(figures["found_by_phrases"]) if harmful else ""
    return f"| {name} | {total:,} | {phrases} | {share(figures['found' if harmful else 'false'])} | {fitted} |"


def reply_table():
    card = json.load(open(os.path.join(ROOT, "SafetyRules/Replies/Model/card.json"), encoding="utf-8"))
    unseen, writers = card["Evals/safety/replies-unseen.jsonl"], card["writers"]
    rows = []
    for language, name in [("all", "three unseen writers"), ("en", "English"), ("es", "Spanish"), ("de", "German")]:
        rows.append(reply_row(f"harmful: {name}", unseen[language], "no", True))
    rows.append(reply_row("good, but close to these", unseen["all"], "no", False))
    rows.append(reply_row("harmful: the writers that it is fitted to", writers["all"], "a fit without the writer", True))
    rows.append(reply_row("good, most of them close to these", writers["all"], "a fit without the writer", False))
    rows.append(reply_row("good: our conversations", card["conversations"]["all"], "a fit without the writer", False))
    rows.append(reply_row("good: conversations of unseen writers", card["Evals/conversations/unseen-writers.jsonl"]["all"], "no", False))
    clinical = ["diagnosis", "prescription", "clinical_claim"]
    found = counsellors()
    removed = [check for check in found if check not in ("harsh_tone", "dismissive", "discovery_advice", "prompt_text")]
    for name, checks in [("clinical matters", clinical), ("all others", [check for check in removed if check not in clinical])]:
        total, count = found["violence"]["n"], sum(found[check]["count"] for check in checks)
        rows.append(f"| counsellors (AnnoMI), {name} | {total:,} | | {percent({'share': count / total})} | no |")
    return ["| | sentences | found by phrases | by phrases or model | fitted on |", "|---|---|---|---|---|"] + rows


def counsellors():
    """How many things that counsellors said (AnnoMI) each check finds."""
    path = os.path.join(SHARED, "annomi/annomi_dev.csv")
    measured = measure(path, "--filter", "interlocutor=therapist", "--coaching", what="guardrails")
    return {entry["check"]: entry["flagged"] for entry in measured["unlabelled"]}


def replace(path, name, text):
    """Replaces the text between the markers of some figures."""
    path = os.path.join(ROOT, path)
    old = open(path, encoding="utf-8").read()
    new = re.sub(rf"(<!-- figures of {name} -->\n).*?(<!-- end -->)", lambda m: m[1] + text + "\n" + m[2], old, flags=re.S)
    open(path, "w", encoding="utf-8").write(new)
    print(text + "\n")


def main():
    replace("Documentation/safety.md", "the reply checks", "\n".join(reply_table()))
    replace("Documentation/safety.md", "the screen", "\n".join(screen_table()))
    replace("README.md", "the screen in short", in_short())


main()
