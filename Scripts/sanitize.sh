#!/usr/bin/env bash
# Runs the tests that cross threads or memory by hand under two sanitizers, each in a build of its own.
set -euo pipefail
cd "$(dirname "$0")/.."

tests='CurlNetworkTests|FaultTests|StreamParsingTests|LanguageModelsTests|ModelProvidersTests|ModelLayersTests'
# The standard library's Mutex is a futex, which the thread sanitizer cannot see: where threads meet at one, as
# calls do in the layers around a model, it reports every use. The address sanitizer runs these, too.
layers=$(grep -rhoE '^struct \w+Tests' Tests/Models/ModelLayersTests | cut -d' ' -f2 | paste -sd'|')
# Turns meet at such a lock, too (TurnPipe), and their tests keep one library of prompts for the whole process, which the
# address sanitizer takes for lost.
skipped=(--skip TurnFault)
for kind in thread address; do
  echo "The $kind sanitizer:"
  options=(--sanitize="$kind" --traits Evals --scratch-path ".build-$kind")
  without=("${skipped[@]}")
  if [ "$kind" = thread ]; then without+=(--skip "$layers"); fi
  swift build "${options[@]}" --build-tests 2>&1 | Scripts/quiet-build.sh
  # A finding ends the tests with an error.
  TSAN_OPTIONS=halt_on_error=1 ASAN_OPTIONS=detect_leaks=1 \
    swift test "${options[@]}" --skip-build --disable-xctest --quiet --filter "$tests" "${without[@]}"
done
