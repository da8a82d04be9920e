#!/usr/bin/env bash
# Opens the last report in headless Chromium without a network, takes a picture of it, and checks
# that the page shows the figures that the terminal shows.
# usage: check-report.sh DIR        (DIR holds evals.sqlite and reports/)
set -euo pipefail
report=$(ls -t "$1"/reports/*.html | head -1)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
browser=(chromium --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile"
  --no-first-run --disable-background-networking --disable-component-update --disable-sync
  --host-resolver-rules="MAP * ~NOTFOUND" --log-net-log="$folder/net.json")
"${browser[@]}" --dump-dom "file://$(realpath "$report")" >"$folder/page.html" 2>/dev/null
"${browser[@]}" --window-size=1280,2400 --screenshot="$1/reports/report.png" \
  "file://$(realpath "$report")" >/dev/null 2>&1

.build/debug/coachkit eval show --out "$1" >"$folder/terminal.txt"
missing=0
expect() {
  if ! grep -qF -- "$1" "$folder/page.html"; then echo "the page lacks: $1" >&2; missing=1; fi
}
expect "$(grep -E '^(No difference|.* is (better|worse) )' "$folder/terminal.txt")"
while read -r grader rates; do
  for figure in $(grep -oE '[+−]?[0-9]+\.[0-9]+' <<<"$rates"); do expect "$figure"; done
  expect "id=\"grader-$grader\""
done < <(sed -n '/^grader/,/^$/p' "$folder/terminal.txt" | tail -n +3 | sed '/^$/d')
# The browser asks for its own updates whatever one tells it; such requests have no origin.
if grep -E '"url":"https?://' "$folder/net.json" | grep '"initiator"' | grep -vq 'not an origin'; then
  echo "the page asked the network for something" >&2
  missing=1
fi
[ $missing -eq 0 ] || exit 1
echo "The report shows what the terminal shows, and asks for nothing; its picture: $1/reports/report.png"
