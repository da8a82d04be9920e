#!/usr/bin/env bash
# Measures evaluations beside Inspect's, in a release build, on a server on this machine.
# usage: bench-evals.sh [--rounds N] [--large]
set -euo pipefail
cd "$(dirname "$0")/.."

home=$(Scripts/python-home.sh evals Interoperability/evals-requirements.txt Inspect)
"$home/bin/python" Benchmarks/eval_cases.py .coachkit/eval-cases 2000
"$home/bin/python" Benchmarks/evals.py --tool .build-release/release/coachkit \
  --server .build-bench/release/eval-server --cases .coachkit/eval-cases "$@"
