#!/usr/bin/env bash
# Starts servers, runs a command with their addresses as its last arguments, and stops them.
# usage: with-servers.sh COUNT TOOL SETTINGS COMMAND [ARGUMENT]...
# Each server listens on a port that is free, and stores nothing. What they log is shown if the command fails.
set -euo pipefail

count=$1 tool=$2 settings=$3
shift 3
folder=$(mktemp -d)
servers=()
stop() {
  for server in "${servers[@]}"; do kill "$server" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap stop EXIT

urls=()
for ((number = 1; number <= count; number++)); do
  log=$folder/$number.log
  COACHKIT_LISTEN_PORT=0 COACHKIT_STORE_KIND=memory "$tool" serve --config "$settings" 2>"$log" &
  servers+=($!)
  until url=$(sed -nE 's/^coachkit serves (http.*)$/\1/p' "$log") && [ -n "$url" ]; do
    kill -0 "${servers[-1]}" 2>/dev/null || { cat "$log" >&2 && exit 1; }
    sleep 0.05
  done
  urls+=("$url")
done
"$@" "${urls[@]}" || {
  code=$?
  for log in "$folder"/*.log; do tail -n 20 "$log" >&2; done
  exit "$code"
}
