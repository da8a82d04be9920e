"""Writes the same conversations for both harnesses, with the instructions that go before them.

usage: eval_cases.py FOLDER COUNT

FOLDER gets a workspace of ours (Prompts, transcripts, single.yaml, conversation.yaml) and single.jsonl and
conversation.jsonl for the peer, with COUNT and COUNT / 8 samples. The conversations are the project's own.
"""

import json
import sys
from pathlib import Path

import yaml

RECORDED = Path(__file__).parent.parent / "Evals" / "transcripts" / "discovery"
TURNS = 8
# As long as a real prompt of a coach.
INSTRUCTIONS = ("You are a calm, warm coach. Ask exactly one question in each reply, and give no advice. " * 25)[:2200]

PROMPT = """---
input:
  schema:
    closing?: boolean, unused
---
{{role "system"}}
%s
{{history}}"""

SUITE = """name: %(name)s
description: How many generations a second?
transcripts: transcripts
replay: %(replay)s
turns: %(turns)s
samples: %(samples)d
model: compatible:loopback-1
parameters: {seed: 1}
variants: [{id: only, prompt: bench@v1}]
graders: [one-question]
concurrency: {compatible: 1000}
"""


def conversations() -> list[dict]:
    """Conversations of eight turns that begin with the person."""
    found = []
    for path in sorted(RECORDED.glob("*.yaml")):
        recorded = yaml.safe_load(path.read_text())
        said = [next(iter(message.items())) for message in recorded["messages"]]
        while said and said[0][0] != "person":
            said.pop(0)
        if len(said) >= 2 * TURNS:
            found.append({"id": recorded["id"], "said": said[: 2 * TURNS]})
    return found


def main() -> None:
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    cases = conversations()
    (folder / "Prompts").mkdir(parents=True, exist_ok=True)
    (folder / "transcripts").mkdir(exist_ok=True)
    (folder / "people").mkdir(exist_ok=True)
    (folder / "Prompts" / "bench.v1.prompt").write_text(PROMPT % INSTRUCTIONS)
    (folder / "people" / "new.yaml").write_text("id: new\nlanguage: en\nsessions: 0\n")
    for case in cases:
        transcript = {
            "id": case["id"],
            "title": case["id"],
            "kind": "discovery",
            "quality": "unrated",
            "language": "en",
            "messages": [{who: words} for who, words in case["said"]],
        }
        # JSON is YAML.
        (folder / "transcripts" / f"{case['id']}.yaml").write_text(json.dumps(transcript, ensure_ascii=False))
    for name, replay, turns, samples in [
        ("single", "next-turn", "[4]", count),
        ("conversation", "conversation", "all", count // TURNS),
        ("large", "next-turn", "[4]", 100_000),
    ]:
        each = -(-samples // len(cases))
        suite = SUITE % {"name": name, "replay": replay, "turns": turns, "samples": each}
        (folder / f"{name}.yaml").write_text(suite)
        if name == "large":
            continue
        with (folder / f"{name}.jsonl").open("w") as lines:
            for number in range(each * len(cases)):
                case = cases[number % len(cases)]
                # The fourth message of the coach is the eighth of all.
                said = case["said"][:7] if name == "single" else case["said"]
                messages = [{"role": "system", "content": f"{INSTRUCTIONS}\nCase {number}."}]
                messages += [{"role": "user" if who == "person" else "assistant", "content": words} for who, words in said]
                lines.write(json.dumps({"id": f"case-{number}", "messages": messages}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
