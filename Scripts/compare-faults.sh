#!/usr/bin/env bash
# Plays every fault to our client and to the vendors' SDKs, and writes Documentation/faults.md.
set -euo pipefail
cd "$(dirname "$0")/.."

log=.coachkit/wire-faults.log
mkdir -p .coachkit
.build/debug/wire-faults serve 0 >"$log" &
server=$!
trap 'kill $server' EXIT
# It plays all faults to our own client before it listens.
until grep -q listening "$log"; do
  kill -0 $server
  sleep 0.2
done
port=$(awk '/listening/ { print $3 }' "$log")
compared=$(Interoperability/run.sh sdk_faults.py --server "http://127.0.0.1:$port")
ours=$(.build/debug/wire-faults table)
{
  cat Documentation/faults.head.md
  echo "$ours"
  echo
  echo "## Beside the vendors' SDKs"
  echo
  grep -vE '^#' Interoperability/requirements.txt | grep -E 'anthropic|openai|genai|ollama|litellm' |
    paste -sd, | sed 's/,/, /g; s/^/Versions: /; s/$/./'
  echo
  echo "$compared"
} >Documentation/faults.md
echo "Documentation/faults.md is written."
