#!/usr/bin/env bash
# Runs one of the programs beside this script, with the vendors' SDKs at hand.
# usage: run.sh typed_server.py|sdk_faults.py [ARGUMENT…]
set -euo pipefail
cd "$(dirname "$0")/.."

home=.coachkit/sdk-venv
wanted=Interoperability/requirements.txt

if ! cmp -s "$wanted" "$home/requirements.txt"; then
  Scripts/install-packages.sh python3 python3-venv >&2
  echo "Fetching the vendors' SDKs …" >&2
  rm -rf "$home"
  python3 -m venv "$home"
  "$home/bin/pip" install -q --disable-pip-version-check -r "$wanted" >&2
  cp "$wanted" "$home/requirements.txt"
fi
program=${1:?which program}
shift
exec "$home/bin/python" "Interoperability/$program" "$@"
