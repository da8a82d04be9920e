"""Runs recorded conversations through Inspect, against a server on this machine.

usage: inspect_peer.py --server http://127.0.0.1:PORT --transcripts FILE [--turns 1] [--samples N]
                       [--concurrency 20] [--settings default|fastest] [--logs DIR]

Each line of FILE is a sample: {"id": …, "messages": [{"role": …, "content": …}, …]}. With one turn, all its
messages are sent, and the reply is graded. With more, what the person says is sent turn by turn as
recorded, and each reply of the server stays in the history in place of the recorded one; the last reply is
graded. Without --samples there is one for each line; with it, that many of the first lines.

The grader asks for exactly one question mark. The log is Inspect's own, in its own format, flushed as often
as Inspect does by itself (every 10 samples; from 1,000 samples on, 20 times a run).

  default   nothing is set but the connections and the samples at once, and a display of nothing
  fastest   and there is no log of events while they happen, no metrics while it runs, no raw requests and
            replies in the log, and no socket to control the run with; the log of samples stays as it is

The model is a chat completion over HTTP without streaming, which Inspect does fastest; the alternatives are
its Responses API and streams. What is counted is one call of `eval`, after another one of two samples has
imported all that is imported late. Prints one JSON line.
"""

import argparse
import json
import os
import re
import resource
import sys
import tempfile
import time
from pathlib import Path

WARM_UP_SAMPLES = 2
QUESTION = re.compile("[?？؟]+")

FASTEST = {"log_realtime": False, "score_display": False, "log_model_api": False, "ctl_server": False}
SETTINGS = {"default": {}, "fastest": FASTEST}


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Runs recorded conversations through Inspect.")
    parser.add_argument("--server", required=True)
    parser.add_argument("--transcripts", required=True, type=Path)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--samples", type=int)
    parser.add_argument("--concurrency", type=int, default=20)
    parser.add_argument("--settings", choices=SETTINGS, default="default")
    parser.add_argument("--logs", type=Path, help="where the log stays; otherwise it is deleted")
    return parser.parse_args()


def read_transcripts(path: Path, samples: int | None) -> list[dict]:
    lines = [json.loads(line) for line in path.read_text().splitlines() if line]
    if samples and samples > len(lines):
        sys.exit(f"{path} has {len(lines)} lines, not {samples}")
    return lines[:samples]


def split(transcript: dict, turns: int) -> tuple[list[dict], list[str]]:
    """What is sent first, and what the person says after each reply."""
    messages = transcript["messages"]
    if turns == 1:
        if messages[-1]["role"] != "user":
            sys.exit(f"{transcript['id']} does not end with what the person says")
        return messages, []
    said = [index for index, message in enumerate(messages) if message["role"] == "user"]
    if len(said) < turns:
        sys.exit(f"{transcript['id']} has {len(said)} turns, not {turns}")
    return messages[: said[0] + 1], [messages[index]["content"] for index in said[1:turns]]


def make_task(transcripts: list[dict], turns: int):
    from inspect_ai import Task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import (
        ChatMessageAssistant,
        ChatMessageSystem,
        ChatMessageUser,
        get_model,
    )
    from inspect_ai.scorer import CORRECT, INCORRECT, Score, accuracy, scorer, stderr
    from inspect_ai.solver import solver

    kinds = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
    samples, later = [], {}
    for transcript in transcripts:
        first, later[transcript["id"]] = split(transcript, turns)
        messages = [kinds[message["role"]](content=message["content"]) for message in first]
        samples.append(Sample(id=transcript["id"], input=messages))

    @solver
    def conversation():
        async def solve(state, generate):
            model = get_model()

            async def reply() -> None:
                state.output = await model.generate(state.messages)
                state.messages.append(state.output.message)

            await reply()
            for said in later[state.sample_id]:
                state.messages.append(ChatMessageUser(content=said))
                await reply()
            return state

        return solve

    @scorer(metrics=[accuracy(), stderr()])
    def one_question():
        async def score(state, target):
            count = len(QUESTION.findall(state.output.completion))
            value = CORRECT if count == 1 else INCORRECT
            return Score(value=value, answer=str(count), explanation=f"{count} questions")

        return score

    return Task(dataset=MemoryDataset(samples), solver=conversation(), scorer=one_question())


def processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def run(options: argparse.Namespace, transcripts: list[dict], logs: Path) -> tuple[float, float]:
    """The seconds and the processor seconds of one evaluation."""
    from inspect_ai import eval as evaluate

    task = make_task(transcripts, options.turns)
    processor, start = processor_seconds(), time.perf_counter()
    (log,) = evaluate(
        task,
        model="openai-api/loopback/loopback-1",
        model_base_url=options.server.rstrip("/") + "/v1",
        max_connections=options.concurrency,
        max_samples=options.concurrency,
        display="none",
        log_dir=str(logs),
        **SETTINGS[options.settings],
    )
    seconds, processor = time.perf_counter() - start, processor_seconds() - processor
    completed = log.results.completed_samples if log.results else 0
    if log.status != "success" or completed != len(transcripts):
        sys.exit(f"the run ended with {log.status}, {completed} of {len(transcripts)}: {log.error}")
    return seconds, processor


def main() -> None:
    options = read_options()
    transcripts = read_transcripts(options.transcripts, options.samples)
    warm_up = [line | {"id": f"warm-up {line['id']}"} for line in transcripts[:WARM_UP_SAMPLES]]
    for line in warm_up:
        line["messages"] = [{"role": "system", "content": "Warm-up."}, *line["messages"]]
    with tempfile.TemporaryDirectory() as folder:
        # Nothing may leave the machine, and what Inspect writes beside its logs goes with the folder.
        os.environ |= {"NO_PROXY": "*", "LOOPBACK_API_KEY": "none", "XDG_DATA_HOME": folder + "/data"}
        os.environ |= {"XDG_CACHE_HOME": folder + "/cache"}
        logs = options.logs or Path(folder) / "logs"
        run(options, warm_up, Path(folder) / "warm-up")
        seconds, processor = run(options, transcripts, logs)
        log_bytes = sum(path.stat().st_size for path in logs.glob("*.eval"))
    generations = len(transcripts) * options.turns
    row = {
        "name": f"inspect-ai, {options.settings}",
        "samples": len(transcripts),
        "turns": options.turns,
        "concurrency": options.concurrency,
        "generations": generations,
        "seconds": round(seconds, 3),
        "cpu_seconds": round(processor, 3),
        "generations_per_second": round(generations / seconds, 1),
        "max_rss_mib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
        "log_bytes": log_bytes,
    }
    print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
