"""Reads our logs as Inspect does, in every way in which it reads them, and computes their metrics again.

usage: inspect_logs.py FOLDER

The header alone, the whole log, the summaries and each sample are read by separate code in Inspect, and the
viewer has its own; what only the viewer stumbles over is checked here by its rules. Inspect's own `accuracy`,
`mean` and `stderr` over the samples' scores must be what the log says.
"""

import json
import math
import re
import sys
from pathlib import Path

from inspect_ai.log import (
    list_eval_logs,
    read_eval_log,
    read_eval_log_sample,
    read_eval_log_sample_summaries,
    recompute_metrics,
)
import inspect_ai.scorer  # noqa: F401, registers the metrics

WHOLE_SECOND = re.compile(r":\d\d(\.0+)?(Z|[+-]\d\d:\d\d)$")


def metrics(log) -> dict[tuple[str, str], float]:
    scores = log.results.scores if log.results else []
    return {(score.name, name): metric.value for score in scores for name, metric in score.metrics.items()}


def viewer_faults(raw: dict) -> list[str]:
    """What Python takes and the viewer shows wrongly."""
    found = []
    for sample in raw.get("samples") or []:
        where = f"sample {sample['id']}, epoch {sample['epoch']}"
        for event in sample.get("events", []):
            if WHOLE_SECOND.search(event["timestamp"]):
                found.append(f"{where}: an event at a whole second sorts after those of that second")
        if any("role" not in message for message in sample.get("messages", [])):
            found.append(f"{where}: a message without a role is shown as the system's")
    return found


def check(path: str) -> list[str]:
    found = []
    header, whole = read_eval_log(path, header_only=True), read_eval_log(path)
    keys = {"samples": True, "reductions": True}
    if header.model_dump(exclude=keys) != whole.model_dump(exclude=keys):
        found.append("the header alone is another than that of the whole log")
    samples = whole.samples or []
    summaries = {(summary.id, summary.epoch) for summary in read_eval_log_sample_summaries(path)}
    if summaries != {(sample.id, sample.epoch) for sample in samples} or len(summaries) != len(samples):
        found.append("the samples and their summaries differ, or one is there twice")
    for sample in samples:
        read_eval_log_sample(path, id=sample.id, epoch=sample.epoch)
    if whole.results:
        ours = metrics(whole)
        recompute_metrics(whole)
        theirs = metrics(whole)
        for name, value in theirs.items():
            if not math.isclose(ours.get(name, math.nan), value, rel_tol=1e-9, abs_tol=1e-12):
                found.append(f"{name}: the log says {ours.get(name)}, and Inspect computes {value}")
        if not theirs:
            found.append("there is no metric that Inspect could compute again")
    if path.endswith(".json"):
        found += viewer_faults(json.loads(Path(path).read_text(encoding="utf-8")))
    return found


def main() -> None:
    logs = [log.name.removeprefix("file://") for log in list_eval_logs(str(Path(sys.argv[1]).resolve()))]
    if len(logs) != len(list(Path(sys.argv[1]).iterdir())):
        sys.exit("Inspect lists other logs than there are files")
    faults = [f"{log}: {fault}" for log in logs for fault in check(log)]
    if faults:
        sys.exit("\n".join(faults))
    print(f"Inspect reads {len(logs)} logs, and computes the same metrics.")


if __name__ == "__main__":
    main()
