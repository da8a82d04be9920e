#!/bin/sh
# Evaluates what a change reaches, and writes a summary for the pull request.
#
# usage: evaluate.sh BASE [SUMMARY]
#
# BASE is the branch that the change goes to, such as origin/main; the history up to it must be there. SUMMARY is the file
# for the summary in Markdown, evaluation.md by default. JUnit's files are in $OUT.
#
#   COACHKIT        the tool; coachkit by default
#   COACHKIT_MODEL  the model that replaces that of the suites, such as anthropic:claude-haiku-4-5; none by default
#   OUT             the folder of the results, .coachkit/ci by default
#
# A suite is compared with the file SUITE.baseline.jsonl beside it, if there is one.
#
# exit codes: 0 everything that was demanded is met; 100 a demand is not met; 101 the data do not suffice; 1 an error
set -u

base=${1:?usage: evaluate.sh BASE [SUMMARY]}
summary=${2:-evaluation.md}
coachkit=${COACHKIT:-coachkit}
out=${OUT:-.coachkit/ci}

rm -rf "$out"
mkdir -p "$out"
: > "$summary"

# In GitHub's log, problems are shown at their lines.
format=text
[ -z "${GITHUB_ACTIONS:-}" ] || format=github
if ! "$coachkit" prompts check --strict --format "$format"; then
  echo "The prompts have problems; nothing was evaluated." | tee -a "$summary"
  exit 1
fi

"$coachkit" eval affected --since "$base" > "$out/affected.txt" || exit 1
"$coachkit" eval affected --since "$base" --paths > "$out/suites.txt" || exit 1
if ! [ -s "$out/suites.txt" ]; then
  echo "This change reaches no evaluation." | tee -a "$summary"
  exit 0
fi
cat "$out/affected.txt"

# The worse of two exit codes: an error, then a demand that is not met, then one that is not decided.
worse() {
  for code in 1 100 101 0; do
    if [ "$1" = "$code" ] || [ "$2" = "$code" ]; then
      echo "$code"
      return
    fi
  done
}

worst=0
number=0
while IFS= read -r suite; do
  number=$((number + 1))
  results="$out/$number"
  baseline="${suite%.yaml}.baseline.jsonl"
  set -- eval run "$suite" --yes --out "$results"
  [ -z "${COACHKIT_MODEL:-}" ] || set -- "$@" --model "$COACHKIT_MODEL"
  [ ! -f "$baseline" ] || set -- "$@" --baseline "$baseline"
  mkdir -p "$results"
  "$coachkit" "$@" < /dev/null > "$results/log.txt" 2>&1
  code=$?
  cat "$results/log.txt"
  case $code in 0 | 100 | 101) ;; *) code=1 ;; esac
  worst=$(worse "$worst" "$code")

  # The exit codes of these are that of the outcome again.
  "$coachkit" eval export --format junit --out "$results" --to "$out/$number.xml" > /dev/null 2>&1
  if ! [ -f "$results/evals.sqlite" ]; then
    printf '### %s: could not be run\n\n```\n' "$suite" >> "$summary"
    tail -n 20 "$results/log.txt" >> "$summary"
    printf '```\n' >> "$summary"
  elif [ -f "$baseline" ]; then
    "$coachkit" eval compare "$baseline" --markdown --out "$results" >> "$summary" 2> /dev/null
  else
    "$coachkit" eval export --format markdown --out "$results" >> "$summary" 2> /dev/null
  fi
  printf '\n' >> "$summary"
done < "$out/suites.txt"

{
  printf '<details><summary>Why these suites</summary>\n\n```\n'
  cat "$out/affected.txt"
  printf '```\n\n</details>\n'
} >> "$summary"
exit "$worst"
