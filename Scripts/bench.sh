#!/usr/bin/env bash
# Measures the prompt layer, reply tags, what messages pass, the layers around models, the streams and the server,
# beside peers in the same run, and prints tables. 'make bench' builds it first.
# usage: bench.sh [PART]   ('prompts', 'tags', 'messages', 'streams', 'layers', 'server' or 'consumer' for that alone, or a
#                          part of the name of a measurement of prompts; without one, all parts run, also after a missed goal)
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/install-packages.sh curl
home=$(Scripts/python-home.sh bench Benchmarks/requirements.txt "the peers")
mkdir -p .coachkit

prompts() {
  local results=.coachkit/bench.jsonl
  .build-bench/release/bench "$@" >"$results"
  "$home/bin/python" Benchmarks/peers.py "$results" "$@"
}

streams() {
  local build=.build-bench/release results=.coachkit/bench-streams.jsonl log=.coachkit/stream-server.log
  "$build/stream-server" 0 >"$log" &
  local server=$!
  # shellcheck disable=SC2064
  trap "kill $server" EXIT
  until grep -q listening "$log"; do sleep 0.05; done
  local url scenario pause batch wire
  url=http://127.0.0.1:$(awk '{ print $3 }' "$log")
  : >"$results"
  for _ in 1 2 3; do
    for scenario in "0 1" "0 64" "10000 1"; do
      read -r pause batch <<<"$scenario"
      "$build/stream-floor" "$url" 100 200 "$pause" "$batch" >>"$results"
      for wire in openai-chat anthropic; do
        "$build/stream-client" "$url" "$wire" 100 200 "$pause" "$batch" >>"$results"
      done
      "$home/bin/python" Benchmarks/stream_peers.py --server "$url" --pause-us "$pause" --batch "$batch" \
        --peers curl,httpx,aiohttp,openai,anthropic >>"$results"
    done
  done
  # Once is enough for what takes a quarter of a minute.
  "$home/bin/python" Benchmarks/stream_peers.py --server "$url" --batch 64 --peers litellm >>"$results"
  "$build/stream-client" "$url" memory 500 >>"$results"
  "$home/bin/python" Benchmarks/streams.py "$results"
}

server() {
  local proxy
  proxy=$(Scripts/python-home.sh proxy Benchmarks/proxy-requirements.txt "LiteLLM's proxy")
  "$home/bin/python" Benchmarks/server.py .build-bench/release .build-release/release/coachkit "$proxy/bin/litellm" "$@"
}

case "${1:-}" in
  streams) streams ;;
  server) server "${@:2}" ;;
  layers) .build-bench/release/layer-bench ;;
  tags) .build-bench/release/tag-bench ;;
  messages) .build-bench/release/message-bench ;;
  prompts) prompts ;;
  consumer) Scripts/bench-consumer.py .build-consumer ;;
  "")
    missed=()
    for part in prompts tags layers messages streams server consumer; do
      Scripts/bench.sh "$part" || missed+=("$part")
      echo
    done
    if [ ${#missed[@]} != 0 ]; then
      echo "A goal was missed, or a measurement failed, in: ${missed[*]}" >&2
      exit 1
    fi
    ;;
  *) prompts "$@" ;;
esac
