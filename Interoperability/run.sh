#!/usr/bin/env bash
# Runs one of the programs beside this script, with the vendors' SDKs at hand.
# usage: run.sh typed_server.py|sdk_faults.py [ARGUMENT…]
set -euo pipefail
cd "$(dirname "$0")/.."

home=$(Scripts/python-home.sh sdk Interoperability/requirements.txt "the vendors' SDKs")
program=${1:?which program}
shift
exec "$home/bin/python" "Interoperability/$program" "$@"
