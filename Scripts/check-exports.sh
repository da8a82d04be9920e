#!/usr/bin/env bash
# Exports a run and has other makers' programs read it: Inspect its logs, a schema and a reader JUnit's report.
# usage: check-exports.sh COACHKIT DIR      (DIR holds evals.sqlite with at least one run)
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$1
results=$2
home=$(Scripts/python-home.sh evals Interoperability/evals-requirements.txt Inspect)
out=$results/exports
rm -rf "$out"

"$tool" eval export --format inspect --out "$results" --to "$out/logs" >/dev/null
"$home/bin/python" Interoperability/inspect_logs.py "$out/logs"
for log in "$out"/logs/*.json; do
  "$home/bin/inspect" log dump "$log" >"$out/dump.json"
  "$home/bin/python" -c "import json, sys; assert json.load(open(sys.argv[1]))['status'] == 'success'" "$out/dump.json"
done
"$home/bin/inspect" log list --log-dir "$out/logs" >/dev/null
Scripts/check-inspect-view.sh "$home" "$out/logs"

# The schema of Jenkins' xUnit plugin, which pytest's source distribution has.
schema=$home/junit-10.xsd
if [ ! -f "$schema" ]; then
  echo 'pytest==9.2.0 --hash=sha256:97c4f3b1f3c7414aa36465e09b8220f1d03627993bd51b1282e193753c80557b' >"$home/schema.txt"
  "$home/bin/pip" download -q --disable-pip-version-check --no-deps --no-binary pytest -d "$home" -r "$home/schema.txt"
  tar xzf "$home/pytest-9.2.0.tar.gz" -C "$home" --strip-components=3 pytest-9.2.0/testing/example_scripts/junit-10.xsd
fi
"$tool" eval export --format junit --out "$results" --to "$out/results.xml" >/dev/null
# A run in which an assertion fails, since only then does a report have failures.
cat >"$out/failing.yaml" <<SUITE
name: failing
transcripts: {folder: $PWD/Evals/transcripts/discovery, quality: good}
turns: 1
model: echo
variants: [{id: v2, prompt: discovery@v2}]
graders: [one-question, forbidden.ai]
assertions: [{use: text, id: asks, contains: "?"}]
SUITE
code=0
"$tool" eval run "$out/failing.yaml" --limit 3 --no-page --out "$out/failing" >/dev/null 2>&1 || code=$?
[ "$code" = 100 ] || { echo "the failing run ended with $code, not with 100" >&2; exit 1; }
"$tool" eval export --format junit --out "$out/failing" --to "$out/failing.xml" >/dev/null
"$home/bin/python" Interoperability/junit_report.py "$schema" "$out/results.xml" "$out/failing.xml"
"$home/bin/python" Interoperability/junit_report.py "$schema" --self-test "$out/failing.xml"
