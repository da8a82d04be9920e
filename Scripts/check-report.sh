#!/usr/bin/env bash
# Opens the newest report in headless Chromium without a network, uses it as a reader would, takes pictures of it,
# and, where the tool is built, looks for the terminal's verdict in it.
# usage: check-report.sh DIR        (DIR holds reports/, and evals.sqlite)
set -euo pipefail
here=$(dirname "$0")
report=$(ls -t "$1"/reports/*.html | head -1)
tool="$here/../.build/debug/coachkit"
terminal=()
if [ -x "$tool" ] && [ -f "$1/evals.sqlite" ]; then
  text=$(mktemp)
  trap 'rm -f "$text"' EXIT
  "$tool" eval show --out "$1" >"$text"
  terminal=(--terminal "$text")
fi
python3 "$here/check-report.py" "$report" --pictures "$1/reports" "${terminal[@]}"
