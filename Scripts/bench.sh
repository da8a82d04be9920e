#!/usr/bin/env bash
# Measures the prompt layer, beside peers in the same run, and prints a table. 'make bench' builds it first.
# usage: bench.sh [PART OF A NAME]
set -euo pipefail
cd "$(dirname "$0")/.."

home=.coachkit/bench-venv
packages=(jinja2==3.1.6)
if [ "$(cat "$home/packages" 2>/dev/null)" != "${packages[*]}" ]; then
  Scripts/install-packages.sh python3 python3-venv
  rm -rf "$home"
  python3 -m venv "$home"
  "$home/bin/pip" install -q --disable-pip-version-check "${packages[@]}"
  echo "${packages[*]}" >"$home/packages"
fi
mkdir -p .coachkit
results=.coachkit/bench.jsonl
.build-bench/release/bench "$@" >"$results"
"$home/bin/python" Benchmarks/peers.py "$results" "$@"
