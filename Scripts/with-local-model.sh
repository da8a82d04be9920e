#!/usr/bin/env bash
# Runs a command with the real model on this machine, whose address is in COACHKIT_LOCAL_URL.
# usage: with-local-model.sh COMMAND …
set -euo pipefail
cd "$(dirname "$0")/.."

if ! Scripts/local-model.sh status >/dev/null 2>&1; then
  # Stopped again at the end, since nobody asked for it.
  trap 'Scripts/local-model.sh stop >/dev/null' EXIT
fi
Scripts/local-model.sh start
COACHKIT_LOCAL_URL=$(Scripts/local-model.sh url) "$@"
