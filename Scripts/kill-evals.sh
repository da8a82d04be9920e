#!/usr/bin/env bash
# Kills evaluations at random moments and compares what they come to.
# usage: kill-evals.sh [--kills N] [--seed N]
set -euo pipefail
cd "$(dirname "$0")/.."

home=.coachkit/cases-venv
if [ ! -x "$home/bin/python" ]; then
  Scripts/install-packages.sh python3 python3-venv
  python3 -m venv "$home"
  "$home/bin/pip" install -q --disable-pip-version-check PyYAML==6.0.3
fi
"$home/bin/python" Benchmarks/eval_cases.py .coachkit/eval-cases 80
"$home/bin/python" Scripts/kill-evals.py --tool .build-release/release/coachkit \
  --server .build-bench/release/eval-server --cases .coachkit/eval-cases "$@"
