#!/usr/bin/env bash
# Measures evaluations beside Inspect's, in a release build, on a server on this machine.
# usage: bench-evals.sh [--rounds N] [--large]
set -euo pipefail
cd "$(dirname "$0")/.."

home=.coachkit/evals-venv
wanted=Benchmarks/evals-requirements.txt
if ! cmp -s "$wanted" "$home/requirements.txt"; then
  Scripts/install-packages.sh python3 python3-venv
  rm -rf "$home"
  python3 -m venv "$home"
  echo "Fetching Inspect …"
  "$home/bin/pip" install -q --disable-pip-version-check -r "$wanted"
  cp "$wanted" "$home/requirements.txt"
fi
"$home/bin/python" Benchmarks/eval_cases.py .coachkit/eval-cases 2000
"$home/bin/python" Benchmarks/evals.py --tool .build-release/release/coachkit \
  --server .build-bench/release/eval-server --cases .coachkit/eval-cases "$@"
