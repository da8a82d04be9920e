#!/usr/bin/env bash
# Sends the HTTP service what its OpenAPI document allows and forbids, made by schemathesis, with the keys of a client and of
# an operator, and checks that it answers as the document says, lives on, and asks no model for what it refuses.
# usage: check-api.sh COACHKIT [CASES]      (cases for each operation and key; 40 unless given)
# With COACHKIT_API_PHASES=coverage,fuzzing also every limit of every member, which takes some five minutes a key.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath "$1")
cases=${2:-40}
phases=${COACHKIT_API_PHASES:-fuzzing}
seed=${COACHKIT_API_SEED:-20261127}
home=$(Scripts/python-home.sh api Interoperability/api-requirements.txt schemathesis)
out=.coachkit/api
rm -rf "$out"
mkdir -p "$out"

client=client-key-for-tests
operator=operator-key-for-tests
COACHKIT_LISTEN_PORT=0 COACHKIT_CONTENT_JOURNEYS=Journeys COACHKIT_MODELS_COACHING=echo \
  COACHKIT_API_KEYS="app=client:$client,ops=operator:$operator" COACHKIT_STORE_PATH=$out/usage.sqlite \
  "$tool" serve >"$out/server.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT

url=
for _ in $(seq 300); do
  url=$(sed -n 's/^coachkit serves //p' "$out/server.log")
  [ -z "$url" ] || break
  kill -0 $server 2>/dev/null || break
  sleep 0.1
done
[ -n "$url" ] || { echo "The server did not start:" >&2; cat "$out/server.log" >&2; exit 1; }

# $1: path; prints the answer to an operator
get() { "$home/bin/python" -c '
import sys, urllib.request as u
print(u.urlopen(u.Request(sys.argv[1], headers={"Authorization": "Bearer " + sys.argv[2]})).read().decode())' "$url$1" "$operator"; }
# $1: path, $2: list, $3: member; prints the names as a list of JSON
names() { get "$1" | "$home/bin/python" -c '
import json, sys
print(json.dumps(sorted({item[sys.argv[2]] for item in json.load(sys.stdin)[sys.argv[1]]})))' "$2" "$3"; }

get /openapi.json >"$out/openapi.json"
"$home/bin/openapi-spec-validator" --subschema-errors all "$out/openapi.json"

COACHKIT_API_NAMES="{\"name\": $(names /v1/tasks tasks name), \"flow\": $(names /v1/journeys journeys name),
  \"domain\": $(names /v1/domains domains id), \"name@version\": $(names /v1/prompts prompts prompt),
  \"zone\": [\"UTC\", \"Europe/Berlin\", \"Pacific/Chatham\"], \"prompt\": [\"coaching\", \"discovery\"], \"model\": [\"echo\"]}"
export COACHKIT_API_NAMES COACHKIT_API_DOCUMENT="$out/openapi.json" COACHKIT_API_REFUSED="$out/refused.jsonl"
export PYTHONPATH=Interoperability SCHEMATHESIS_HOOKS=api_checks PYTHONDONTWRITEBYTECODE=1

alive() {
  kill -0 $server 2>/dev/null && get /healthz >/dev/null && return
  echo "The server has ended:" >&2
  grep -a -A8 '^Thread .* crashed' "$out/server.log" >&2 || tail -n 3 "$out/server.log" >&2
  exit 1
}

"$home/bin/python" Interoperability/api_checks.py extremes "$url" "$operator" "$out/openapi.json" || { alive; exit 1; }
code=0
for scope in client operator; do
  key=${!scope}
  # Excluded: positive_data_acceptance and negative_data_rejection, since api_checks.py knows the rules that the document
  # does not express, that null counts as left out,
  # and what the events of a stream are; and response_schema_conformance, since it narrows what responses share with requests;
  # and not_a_server_error, since the echo's replies are no data that a task could use.
  COACHKIT_API_SCOPE=$scope "$home/bin/schemathesis" run "$out/openapi.json" --url "$url" --header "Authorization: Bearer $key" \
    --phases "$phases" --max-examples "$cases" --seed "$seed" --generation-database none --mode all \
    --exclude-checks positive_data_acceptance,negative_data_rejection,response_schema_conformance,not_a_server_error \
    --request-timeout 20 --max-response-time 10 --suppress-health-check all --warnings off --continue-on-failure --no-shrink --no-color --output-sanitize false \
    >"$out/$scope.txt" 2>&1 || code=$?
  echo "$scope: $(sed -n 's/^ *\([0-9]* generated.*\)/\1/p' "$out/$scope.txt")"
  if [ $code != 0 ]; then
    alive
    sed -n '/= FAILURES =\|= ERRORS =/,$p' "$out/$scope.txt" >&2
    exit $code
  fi
  alive
done
SCHEMATHESIS_HOOKS='' "$home/bin/python" Interoperability/api_checks.py again "$url" "$operator" "$out/refused.jsonl"
alive
"$home/bin/python" - "$out/server.log" <<'PYTHON'
import collections, json, sys
count = collections.Counter()
for line in open(sys.argv[1], errors="replace"):
    if line.startswith("{"):
        entry = json.loads(line)
        if entry["message"] in ("request", "turn"):
            count[entry["message"] if entry["message"] == "turn" else f"{entry['status'] // 100}xx"] += 1
print("Answers:", ", ".join(f"{value} {name}" for name, value in sorted(count.items())))
PYTHON
echo "The service answers as its document says."
