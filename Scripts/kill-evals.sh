#!/usr/bin/env bash
# Kills evaluations at random moments and compares their results with those of an uninterrupted run.
# usage: kill-evals.sh [--kills N] [--seed N]
set -euo pipefail
cd "$(dirname "$0")/.."

home=$(Scripts/python-home.sh cases Benchmarks/cases-requirements.txt PyYAML)
"$home/bin/python" Benchmarks/eval_cases.py .coachkit/eval-cases 80
"$home/bin/python" Scripts/kill-evals.py --tool .build-release/release/coachkit \
  --server .build-bench/release/eval-server --cases .coachkit/eval-cases "$@"
