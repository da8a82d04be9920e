#!/usr/bin/env bash
# A small course with a CoachKit server: discovery, a trial, two sessions, a nudge, and forgetting.
#
#     curl/course.sh PREFIX
#
# PREFIX begins the ids of the person, the conversations and the requests. COACHKIT_URL and COACHKIT_KEY name the server and a
# key with the scope `client`. The state is in files of a temporary folder here; a backend stores it after every call.
set -euo pipefail

export prefix=${1:?usage: course.sh PREFIX} zone=Europe/London
url=${COACHKIT_URL:-http://127.0.0.1:8080}
lines=$(dirname "$0")/../person.txt
state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT
# Bytes are bytes for the shell, and UTF-8 for Python.
export state LC_ALL=C PYTHONUTF8=1

fail() { echo "course.sh: $*" >&2 && exit 1; }

# Runs Python with the files of the state: load("record"), save("record", value).
json() {
  today=$(TZ=$zone date +%F) python3 -c 'import datetime, json, os, sys, uuid
prefix, zone, today, talk = (os.environ.get(name) for name in ("prefix", "zone", "today", "talk"))
path = (os.environ["state"] + "/{}.json").format
def load(name): return json.load(open(path(name)))
def save(name, value): json.dump(value, open(path(name), "w"))
def keep(name): save(name, load("answer")[name])
def show(step, text): print(step + ":", " ".join(text.split()))
'"$1" "${@:2}"
}

# --- The client

# In a file, so that no list of processes shows the key.
echo "authorization: Bearer ${COACHKIT_KEY:-none}" >"$state/key"

# Sends request.json to a path, and writes the body of the answer to standard output.
send() {
  # While a model is silent the server sends comments. After 90 seconds without any, it is gone.
  rm -f "$state/head"
  curl -sS -N --speed-limit 1 --speed-time 90 -D "$state/head" -H @"$state/key" -H 'content-type: application/json' \
    -H 'expect:' --data-binary @"$state/request.json" "${url%/}$1"
}

# Ends the program unless answer.json is the answer to a request that was carried out.
check() {
  local status
  status=$(awk '/^HTTP/ { status = $2 } END { print status }' "$state/head")
  [ "$status" != 200 ] || return 0
  fail "$status $(json '
try:
    problem = load("answer")
    print(problem["code"] + ":", problem["detail"] + (" (" + problem["hint"] + ")" if "hint" in problem else ""))
except (ValueError, KeyError, TypeError): print("this is no answer of a CoachKit server")')"
}

# post PATH PYTHON: sends the dictionary that Python makes, and puts the answer into answer.json.
post() {
  json "save('request', $2)" "${@:3}"
  send "$1" >"$state/answer.json" || fail "no answer from $url"
  check
}

# Reads server-sent events, however they are split, and writes each on a line: its name, a tab, and its data. JSON has line
# breaks between its tokens alone, so that a space may stand for them.
events() {
  local rest line value name='' data='' is_first=yes
  while IFS= read -r rest || [ -n "$rest" ]; do
    # A line ends with LF, CRLF, or CR alone.
    rest=${rest%$'\r'}$'\r'
    while [ -n "$rest" ]; do
      line=${rest%%$'\r'*} rest=${rest#*$'\r'}
      [ $is_first = no ] || line=${line#$'\xef\xbb\xbf'}
      is_first=no
      if [ -z "$line" ]; then
        [ -z "$data" ] || printf '%s\t%s\n' "${name:-message}" "${data# }"
        name='' data=''
        continue
      fi
      value=''
      [[ $line != *:* ]] || value=${line#*:}
      case ${line%%:*} in
        event) name=${value# } ;;
        data) data+=" ${value# }" ;;
      esac # everything else is a comment, or a field that does not matter here
    done
  done
}

# Sends request.json as a turn, and puts what came of it into turn.json. Every event is for the app, except `changes`, which no
# device may see. Ending the program closes the connection, and the server then stops the model.
stream() {
  send '/v1/turns?changes=true' | tee "$state/answer.json" | events | json '
turn = {"text": "", "notes": [], "refusal": None, "changes": None, "done": None, "problem": None}
for line in sys.stdin:
    name, event = line.split("\t", 1)
    if name not in ("message", "changes"): continue
    event = json.loads(event)
    kind = event["event"] if name == "message" else name
    if kind == "text":  # an app shows it at once, and the text of a tag in a frame
        turn["text"] += "[{tag}: {text}]".format(**event) if "tag" in event else event["text"]
    elif kind == "replaced": turn["text"] = event["text"]  # what was shown of the message was not meant for the person
    elif kind in ("help", "notice"): turn["notes"].append(event["text"])  # an app shows a notice above the message, help below it
    elif kind == "limits": turn["notes"] += [event["text"]] if "text" in event else []
    elif kind == "crisis_detected":
        turn["problem"] = "the message signals a crisis: show the resources before all else"
    elif kind == "refused": turn["refusal"] = event
    elif kind == "failed": turn["problem"] = "failed, {code}: {text}".format(**event)
    elif kind in ("changes", "done"): turn[kind] = event
if not turn["done"] or not (turn["changes"] or turn["refusal"]):
    turn["problem"] = turn["problem"] or "the stream broke off: send the request again, with the same id"
save("turn", turn)' || [ -s "$state/head" ] || fail "no answer from $url"
  check
  json 'problem = load("turn")["problem"]
if problem: sys.exit("course.sh: " + problem)'
}

# --- The course

json 'save("access", {"updated_at": 0})
# What the person deletes is kept as digests, made with the salt: it must be random, and never change.
save("record", {"id": prefix + "-noor", "name": "Noor", "language": "en", "region": "GB", "time_zone": zone,
    "profile": {"salt": str(uuid.uuid4())}})'
requests=0

begin() {
  export talk=$prefix-$1
  json 'save("conversation", {"id": talk, "messages": []})'
}

# turn STEP [MESSAGE]: sends a message, or lets the coach speak first, and takes over what the turn changes.
turn() {
  local wait
  requests=$((requests + 1))
  json 'save("request", {"id": prefix + "-" + sys.argv[1], "record": load("record"), "today": today,
    "access": load("access"), "conversation": load("conversation"),
    **({"message": sys.argv[2]} if sys.argv[2:] else {"is_opening": True})})' "$requests" "${@:2}"
  while :; do
    stream
    wait=$(json 'refusal = load("turn")["refusal"] or {}
if refusal.get("reason") == "rate_limited": print(refusal.get("retry_after", 1))
elif refusal: sys.exit("course.sh: refused, {reason}: {text}".format(**refusal))')
    [ -n "$wait" ] || break
    sleep "$wait" # this program writes faster than people do; an app shows the text of the refusal instead
  done
  json 'turn, talk = load("turn"), load("conversation")
changes = turn["changes"]
# This belongs into one transaction.
save("record", changes["record"])
if "access" in changes: save("access", changes["access"])
talk["messages"] += changes.get("messages", [])
if "domain" in changes: talk["domain"] = changes["domain"]
if "assignments" in changes: talk["assignments"] = changes["assignments"]
save("conversation", talk)
show(sys.argv[1], turn["text"])
for note in turn["notes"]: show("limits", note)' "$1"
}

# Says that the session is over.
close() {
  post /v1/sessions/close '{"record": load("record"), "zone": zone, "conversation": talk}'
  json 'keep("record")
for outcome in load("answer").get("closed", []): show("closed", outcome["session"].get("title", "a session"))
show("offer", load("answer").get("offer", "nothing"))'
}

# Takes over what the person decides about the profile.
apply() {
  post /v1/profile/apply '{"record": load("record"), "today": today, "changes": json.loads(sys.argv[1])}' "$1"
  json 'unknown = load("answer").get("unknown")
if unknown: sys.exit(f"course.sh: there is no item for the changes {unknown}")
keep("record")'
}

# Gets the view "What I have learned" into answer.json: items, and proposals that the person has to decide about.
learned() { post /v1/profile/render '{"record": load("record"), "today": today}'; }

show_profile() {
  learned
  json 'show("profile", str(len(load("answer").get("items", []))) + " items")'
}

# Says what was shown or bought.
report() {
  post /v1/access/events '{"access": load("access"), "event": {"event": sys.argv[1]}}' "$1"
  json 'keep("access")
show("access", load("answer")["stage"])'
}

# said PART: the person's lines of a part of the file.
said() { awk -v part="$1" '/^---$/ { part -= 1; next } part == 1' "$lines"; }

begin discovery
turn 'discovery 1'
number=1
while IFS= read -r line; do
  [ "$(json 'print(load("turn")["done"]["discovery_complete"])')" = False ] || break
  number=$((number + 1))
  turn "discovery $number" "$line"
done < <(said 1)
json 'if "discovery_completed_at" not in load("access"): sys.exit("course.sh: discovery is not complete")
show("vision", load("turn")["changes"].get("discovery", {"vision": "unknown"})["vision"])'
close
learned
json 'show("proposals", str(len(load("answer").get("proposals", []))))'
apply '[{"do": "offer", "offer": "remember", "answer": "accepted"}, {"do": "confirm_discovery"}]'
show_profile

post /v1/journeys/coach/step '{"record": load("record"), "access": load("access")}'
json 'show("phase", load("answer")["position"]["phase"])
for output in load("answer").get("outputs", []):
    if output["kind"] == "paywall": show("paywall", output["line"] + " " + output.get("header", ""))'
report paywall_shown
report trial_started

begin first
turn coach
while IFS= read -r line; do turn coach "$line"; done < <(said 2)
stream # the same request once more, as after a lost connection
json 'show("repeated", (load("turn")["refusal"] or {"reason": "not recognised"})["reason"])'
close
learned
json 'for item in load("answer").get("proposals", []):
    show("proposal", item["category"] + ": " + item["text"] + " <- " + item.get("quote", ""))'
apply "$(json 'print(json.dumps([{"do": "confirm" if item["category"] == "goals" else "remove", "id": item["id"]}
    for item in load("answer").get("proposals", [])]))')"
apply '[{"do": "offer", "offer": "check_in", "answer": "accepted"}]'
show_profile

begin second
turn coach
while IFS= read -r line; do turn coach "$line"; done < <(said 3)
json 'show("signals", " ".join(signal["signal"] for signal in load("turn")["changes"].get("signals", [])))'

post /v1/nudges/plan '{"record": load("record"), "zone": zone,
    "date": str(datetime.date.fromisoformat(today) + datetime.timedelta(days=4))}'
json 'keep("record")
plan = load("answer")
show("nudge", plan.get("kind", plan["reason"]) + ": " + plan.get("text", ""))'

post /v1/profile/forget '{"record": load("record"), "today": today, "conversation": prefix + "-first"}'
json 'keep("record")'
show_profile
post /v1/profile/forget '{"person": load("record")["id"], "everything": True}'
json 'show("forgotten", "everything")' # the caller deletes record and messages
