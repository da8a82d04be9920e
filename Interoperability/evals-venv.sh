#!/usr/bin/env bash
# Makes a virtual environment with Inspect and readers of JUnit's reports, and prints its folder.
set -euo pipefail
cd "$(dirname "$0")/.."

home=.coachkit/evals-venv
wanted=Interoperability/evals-requirements.txt
if ! cmp -s "$wanted" "$home/requirements.txt"; then
  Scripts/install-packages.sh python3 python3-venv >&2
  echo "Fetching Inspect …" >&2
  rm -rf "$home"
  python3 -m venv "$home"
  "$home/bin/pip" install -q --disable-pip-version-check -r "$wanted" >&2
  cp "$wanted" "$home/requirements.txt"
fi
echo "$home"
