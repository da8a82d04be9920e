#!/usr/bin/env bash
# Makes a Python environment with what a file of requirements needs, unless it is there, and prints its folder.
# The packages come from the .lock file beside it, which lock-python.sh writes.
# usage: python-home.sh NAME REQUIREMENTS WHAT
set -euo pipefail
cd "$(dirname "$0")/.."

home=.coachkit/$1-venv
wanted=${2%.txt}.lock
if ! cmp -s "$wanted" "$home/requirements.lock"; then
  Scripts/install-packages.sh python3 python3-venv >&2
  echo "Fetching $3 …" >&2
  rm -rf "$home"
  python3 -m venv "$home"
  "$home/bin/pip" install -q --disable-pip-version-check --require-hashes -r "$wanted" >&2
  cp "$wanted" "$home/requirements.lock"
fi
echo "$home"
