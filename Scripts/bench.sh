#!/usr/bin/env bash
# Measures the prompt layer in a release build, beside peers in the same run, and prints a table.
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
# SwiftPM keeps the list of a neighbouring package's files; a fresh plan sees new ones.
rm -f .build-bench/release.yaml
swift build --package-path Benchmarks -c release --scratch-path .build-bench 2>&1 | Scripts/quiet-build.sh
mkdir -p .coachkit
results=.coachkit/bench.jsonl
.build-bench/release/bench "$@" >"$results"
"$home/bin/python" Benchmarks/peers.py "$results" "$@"
