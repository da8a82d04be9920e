#!/usr/bin/env bash
# Leads a conversation with the real model on this machine, through the tool: streaming, pacing, no failing turn.
# usage: check-chat.sh TOOL MESSAGES   (from 21 messages on, all the way through discovery, a purchase and coaching)
set -euo pipefail
cd "$(dirname "$0")/.."

if ! Scripts/local-model.sh status >/dev/null 2>&1; then
  # Stopped again at the end, since nobody asked for it.
  trap 'Scripts/local-model.sh stop >/dev/null' EXIT
fi
Scripts/local-model.sh start
COACHKIT_LOCAL_URL=$(Scripts/local-model.sh url) python3 Scripts/check-chat.py "$1" "$2"
