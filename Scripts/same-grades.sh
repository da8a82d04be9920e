#!/usr/bin/env bash
# Says whether the last two runs of a workspace have the same samples: replies, tokens and grades.
# usage: same-grades.sh DATABASE
set -euo pipefail
"$(dirname "$0")/install-packages.sh" sqlite3
runs=$(sqlite3 "$1" "SELECT id FROM run WHERE isComplete ORDER BY rowid DESC LIMIT 2")
samples() { sqlite3 "$1" "SELECT side, transcript, content FROM sample WHERE runId = '$2' ORDER BY side, transcript"; }
first=$(samples "$1" "$(sed -n 1p <<<"$runs")" | sha256sum)
second=$(samples "$1" "$(sed -n 2p <<<"$runs")" | sha256sum)
if [ "$first" = "$second" ]; then
  echo "  identical: every reply, token count and grade"
else
  echo "  the two runs differ; compare them with: coachkit eval show RUN" >&2
  exit 1
fi
