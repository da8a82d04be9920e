#!/usr/bin/env bash
# Fuzzes readers of outside text with libFuzzer, each for some seconds, from the texts in Tests/Tool/fuzz/Corpora and those
# that earlier runs found in .coachkit/fuzz. A crash, a hang, or a text that needs more than 2 GB ends it and leaves the text there.
# usage: fuzz.sh SECONDS [READER…]
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:?how many seconds for each reader}
shift
[ $# -gt 0 ] || set -- json json.damaged json.partial yaml schema pattern template tags events lines transcript import figures.turn figures.session figures.access figures.ledger
toolchain=$(dirname "$(realpath "$(command -v swiftc)")")/..
COACHKIT_FUZZ=$(find "$toolchain/lib/clang" -name "libclang_rt.fuzzer_no_main*$(uname -m)*" | head -1)
[ -n "$COACHKIT_FUZZ" ] || { echo "This toolchain has no libFuzzer" >&2; exit 1; }
export COACHKIT_FUZZ
swift build -c release --scratch-path .build-fuzz -debug-info-format none --product fuzz 2>&1 | Scripts/quiet-build.sh
unset COACHKIT_FUZZ

for reader in "$@"; do
  corpus=.coachkit/fuzz/$reader
  mkdir -p "$corpus"
  if [ -f "Tests/Tool/fuzz/Corpora/$reader.txt" ]; then
    number=0
    while read -r text; do
      number=$((number + 1))
      base64 -d <<<"$text" >"$corpus/kept-$number"
    done <"Tests/Tool/fuzz/Corpora/$reader.txt"
  fi
  log=.coachkit/fuzz/$reader.log
  if ! COACHKIT_READER=$reader .build-fuzz/release/fuzz -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
    -max_len=8192 -artifact_prefix=".coachkit/fuzz/$reader-" -verbosity=1 -print_final_stats=1 \
    "$corpus" >"$log" 2>&1; then
    tail -30 "$log"
    echo "$reader: failed; the text is in .coachkit/fuzz" >&2
    exit 1
  fi
  awk -v name="$reader" '/cov:/ { cov = $4 } /number_of_executed_units/ { n = $2 } /peak_rss/ { rss = $2 } /slowest_unit/ { slow = $2 }
    END { printf "%-14s %10d texts, %5d edges, slowest %d s, %d MB\n", name, n, cov, slow, rss }' "$log"
done
