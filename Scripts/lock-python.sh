#!/usr/bin/env bash
# Writes, beside each file of Python requirements, one with all packages that these need, exact versions and digests.
# usage: lock-python.sh [REQUIREMENTS…]
# The scripts install from the written files alone: pip refuses a package whose digest is not in them.
set -euo pipefail
cd "$(dirname "$0")/.."

home=.coachkit/lock-venv
Scripts/install-packages.sh python3 python3-venv >&2
[ -x "$home/bin/uv" ] || { python3 -m venv "$home" && "$home/bin/pip" install -q --disable-pip-version-check uv; }
if [ $# = 0 ]; then
  set -- Benchmarks/requirements.txt Benchmarks/cases-requirements.txt Benchmarks/proxy-requirements.txt \
    Interoperability/requirements.txt Interoperability/evals-requirements.txt Interoperability/api-requirements.txt \
    Scripts/local-model.txt Scripts/local-embeddings.txt Scripts/clients.txt
fi
for wanted in "$@"; do
  # The packages of the local servers are listed in full.
  case $wanted in Scripts/local-*) alone=--no-deps ;; *) alone= ;; esac
  "$home/bin/uv" pip compile -q $alone --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
    "$wanted" -o "${wanted%.txt}.lock"
done
