#!/usr/bin/env bash
# Runs the example of Examples/ci as its pipelines do, in a repository of its own: changes that reach nothing, a version that
# is put in use, replies that get worse, too little data, and mistakes.
# usage: check-ci.sh COACHKIT
set -euo pipefail
cd "$(dirname "$0")/.."
COACHKIT=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
export COACHKIT
example=$PWD/Examples/ci
export GIT_AUTHOR_NAME=check GIT_AUTHOR_EMAIL=check@example.com GIT_COMMITTER_NAME=check GIT_COMMITTER_EMAIL=check@example.com
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null BASE=main
unset GITHUB_ACTIONS COACHKIT_MODEL OUT GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

# The commands stand in the pipelines' files, so that neither can differ from what is checked.
github=$(sed -n 's/^ *run: \(ci\/evaluate\.sh .*\)$/\1/p' "$example/github/evaluate.yml")
gitlab=$(sed -n 's/^ *- \(ci\/evaluate\.sh .*\)$/\1/p' "$example/gitlab/.gitlab-ci.yml")
if [ -z "$github" ] || [ "$github" != "$gitlab" ]; then
  echo "the pipelines of Examples/ci do not run the same command: '$github', '$gitlab'" >&2
  exit 1
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
git init -q -b main
cp -R "$example/workspace/." .
mkdir ci
cp "$example/evaluate.sh" ci/
echo .coachkit/ > .gitignore
"$COACHKIT" eval run Evals/suites/note-title.yaml --no-page > /dev/null 2>&1 || [ $? = 101 ]
"$COACHKIT" eval bless --to Evals/suites/note-title.baseline.jsonl > /dev/null
git add -A
git commit -qm "Start"
git checkout -q -b change

# change NAME CODE TEXT COMMAND: makes a change, and expects an exit code and a text in the summary.
change() {
  local name=$1 code=$2 text=$3 command=$4 found=0
  git checkout -qf main
  git clean -fdq
  git checkout -qB change
  bash -c "$command" > /dev/null
  git add -A
  git commit -q --allow-empty -m "$name"
  bash -c "$github" > log.txt 2>&1 || found=$?
  if [ "$found" != "$code" ] || ! grep -qF "$text" evaluation.md; then
    echo "$name: expected exit code $code and '$text' in the summary, and got $found:" >&2
    cat log.txt evaluation.md >&2
    exit 1
  fi
  echo "✓ $name: exit code $code"
}

replies=Evals/replies/note-title.yaml
suite=Evals/suites/note-title.yaml
change "nothing" 0 "reaches no evaluation" true
change "a file that no suite reads" 0 "reaches no evaluation" "echo 'Notes.' > NOTES.md"
change "a version that is not in use" 0 "reaches no evaluation" \
  "'$COACHKIT' prompts new note-title@v2 --from v1 && '$COACHKIT' prompts lock"
change "a version that is put in use" 0 "prompt of current" \
  "'$COACHKIT' prompts new note-title@v2 --from v1 && sed -i.bak 's/Give the/Please give the/' Prompts/note-title.v2.prompt \
   && rm Prompts/*.bak && '$COACHKIT' prompts label note-title production v2 && '$COACHKIT' prompts lock"
change "other replies that are as good" 0 "✅" "sed -i.bak 's/The letter on the table/A letter on the table/' $replies && rm $replies.bak"
change "replies that praise" 100 "❌" "sed -i.bak 's/reply: \"/reply: \"Great job, /' $replies && rm $replies.bak"
change "replies that are too long" 100 "❌" \
  "sed -i.bak 's/\"}/, and all of the rest that was written about it here\"}/' $replies && rm $replies.bak"
change "too little data" 101 "not decided" "sed -i.bak 's/margin: 0.3/margin: 0.01/' $suite && rm $suite.bak"
change "a case without a reply" 1 "has no reply" "sed -i.bak '/transcript: ferry/d' $replies && rm $replies.bak"
change "a suite that cannot be read" 1 "could not be run" "sed -i.bak 's/expected/expectd/' $suite && rm $suite.bak"
change "a released prompt that was edited" 1 "The prompts have problems" "echo 'More.' >> Prompts/_style.v1.prompt"

git checkout -qf main
if BASE=missing bash -c "$gitlab" > log.txt 2>&1 || ! grep -q "no commit 'missing'" log.txt; then
  echo "a branch that does not exist is not named:" >&2
  cat log.txt >&2
  exit 1
fi
echo "✓ a branch that does not exist: exit code 1"
