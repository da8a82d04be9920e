#!/usr/bin/env bash
# Holds what we send against the types of the vendors' SDKs, our connections against real TLS, HTTP/2 and a
# real proxy, the names of telemetry against OpenTelemetry's, and recordings against the model on this machine.
# The tests are built already ('make interoperate' does that).
set -euo pipefail
cd "$(dirname "$0")/.."

logs=.coachkit/interoperability
mkdir -p "$logs"
pids=()
trap 'kill "${pids[@]}" 2>/dev/null' EXIT

# $1: log, $2: a word that it holds once the server listens
await() {
  for _ in $(seq 600); do
    grep -q "$2" "$1" && return
    sleep 0.1
  done
  echo "The server did not start:" >&2
  cat "$1" >&2
  exit 1
}

Interoperability/run.sh telemetry_names.py Sources/Models/ModelLayers/Telemetry/TelemetryNames.swift
if ! Scripts/local-model.sh status >/dev/null 2>&1; then
  # Stopped again at the end, since nobody asked for it.
  trap 'kill "${pids[@]}" 2>/dev/null; Scripts/local-model.sh stop >/dev/null' EXIT
fi
Scripts/local-model.sh start
Interoperability/run.sh typed_server.py --self-test | tail -2
Interoperability/run.sh typed_server.py --port 0 --log "$logs/verdicts.jsonl" >"$logs/typed.log" 2>&1 &
pids+=($!)
Interoperability/run.sh tls_server.py "$logs" >"$logs/tls.log" 2>&1 &
pids+=($!)
await "$logs/typed.log" listening
await "$logs/tls.log" TLS_PROXY
set -a
COACHKIT_TYPED_SERVER=http://127.0.0.1:$(awk '/listening/ { print $3 }' "$logs/typed.log")
# shellcheck disable=SC1090
. <(grep ^COACHKIT_TLS "$logs/tls.log")
set +a
COACHKIT_LOCAL_URL=$(Scripts/local-model.sh url)
export COACHKIT_LOCAL_URL
ONLY='InteroperabilityTests|LocalModelTests' Scripts/run-tests.py "$@"
echo "The vendors' types accept what we send; TLS, HTTP/2 and the proxy work; recordings replay."
