#!/usr/bin/env python3
"""A small course with a CoachKit server: discovery, a trial, two sessions, a nudge, and forgetting.

    python3 python/course.py PREFIX

PREFIX begins the ids of the person, the conversations and the requests. COACHKIT_URL and COACHKIT_KEY name the server and a
key with the scope `client`. The state is in memory here; a backend stores it after every call.
"""

import datetime
import os
import pathlib
import sys
import time
import uuid
import zoneinfo

from coach import CoachClient, Problem

ZONE = "Europe/London"


class Course:
    """A person's way through the product."""

    def __init__(self, client, prefix):
        self.client, self.prefix, self.requests = client, prefix, 0
        self.access = {"updated_at": 0}
        # What the person deletes is kept as digests, made with the salt: it must be random, and never change.
        self.record = {
            "id": f"{prefix}-noor", "name": "Noor", "language": "en", "region": "GB", "time_zone": ZONE,
            "profile": {"salt": str(uuid.uuid4())},
        }

    def begin(self, name):
        self.talk = {"id": f"{self.prefix}-{name}", "messages": []}

    @property
    def today(self):
        return datetime.datetime.now(zoneinfo.ZoneInfo(ZONE)).date()

    def turn(self, step, message=None):
        """Sends a message, or lets the coach speak first, and takes over what the turn changes."""
        self.requests += 1
        self.request = {
            "id": f"{self.prefix}-{self.requests}", "record": self.record, "today": str(self.today),
            "access": self.access, "conversation": {**self.talk, "messages": [*self.talk["messages"]]},
            **({"is_opening": True} if message is None else {"message": message}),
        }
        while True:
            text, notes, refusal, changes, done = self.stream()
            if not refusal or refusal["reason"] != "rate_limited":
                break
            # This program writes faster than people do. An app shows the text of the refusal instead.
            time.sleep(refusal.get("retry_after", 1))
        if refusal:
            raise Problem(f"refused, {refusal['reason']}: {refusal['text']}")
        # This belongs into one transaction.
        self.record, self.access = changes["record"], changes.get("access", self.access)
        self.talk["messages"] += changes.get("messages", [])
        if "domain" in changes:
            self.talk["domain"] = changes["domain"]
        if "assignments" in changes:
            self.talk["assignments"] = changes["assignments"]
        show(step, text)
        for note in notes:
            show("limits", note)
        return changes, done

    def stream(self):
        """Sends the request. Every event is for the app, except `changes`, which no device may see."""
        text, notes, refusal, changes, done = "", [], None, None, None
        for name, event in self.client.events("/v1/turns?changes=true", **self.request):
            match name, event.get("event"):
                case "changes", _:
                    changes = event
                case "message", "text":  # an app shows it at once, and the text of a tag in a frame
                    text += f"[{event['tag']}: {event['text']}]" if "tag" in event else event["text"]
                case "message", "replaced":  # what was shown of the message was not meant for the person
                    text = event["text"]
                case "message", "limits":
                    notes += [event["text"]] if "text" in event else []
                case "message", "help" | "notice":  # an app shows a notice above the message, help below it
                    notes.append(event["text"])
                case "message", "crisis_detected":
                    raise Problem("the message signals a crisis: show the resources before all else")
                case "message", "refused":
                    refusal = event
                case "message", "failed":
                    raise Problem(f"failed, {event['code']}: {event['text']}")
                case "message", "done":
                    done = event
        if not done or not (changes or refusal):
            raise Problem("the stream broke off: send the request again, with the same id")
        return text, notes, refusal, changes, done

    def close(self):
        """Says that the session is over."""
        answer = self.client.post(
            "/v1/sessions/close", record=self.record, zone=ZONE, conversation=self.talk["id"])
        self.record = answer["record"]
        for outcome in answer.get("closed", []):
            show("closed", outcome["session"].get("title", "a session"))
        show("offer", answer.get("offer", "nothing"))

    def apply(self, *changes):
        """Takes over what the person decides about the profile."""
        answer = self.client.post(
            "/v1/profile/apply", record=self.record, today=str(self.today), changes=list(changes))
        if answer.get("unknown"):
            raise Problem(f"there is no item for the changes {answer['unknown']}")
        self.record = answer["record"]

    def learned(self):
        """Returns the view "What I've learned": items, and proposals that the person has to decide about."""
        view = self.client.post("/v1/profile/render", record=self.record, today=str(self.today))
        return view.get("items", []), view.get("proposals", [])

    def report(self, event):
        """Says what was shown or bought."""
        answer = self.client.post("/v1/access/events", access=self.access, event={"event": event})
        self.access = answer["access"]
        show("access", answer["stage"])

    def run(self, discovery, first, second):
        self.begin("discovery")
        changes, done = self.turn("discovery 1")
        for number, line in enumerate(discovery, start=2):
            if not done["discovery_complete"]:
                changes, done = self.turn(f"discovery {number}", line)
        if "discovery_completed_at" not in self.access:
            raise Problem("discovery is not complete")
        show("vision", changes["discovery"]["vision"] if "discovery" in changes else "unknown")
        self.close()
        show("proposals", str(len(self.learned()[1])))
        self.apply({"do": "offer", "offer": "remember", "answer": "accepted"}, {"do": "confirm_discovery"})
        show("profile", f"{len(self.learned()[0])} items")

        step = self.client.post("/v1/journeys/coach/step", record=self.record, access=self.access)
        show("phase", step["position"]["phase"])
        for output in step.get("outputs", []):
            if output["kind"] == "paywall":
                show("paywall", f"{output['line']} {output.get('header', '')}")
        self.report("paywall_shown")
        self.report("trial_started")

        self.begin("first")
        self.turn("coach")
        for line in first:
            self.turn("coach", line)
        _, _, refusal, _, _ = self.stream()  # the same request once more, as after a lost connection
        show("repeated", refusal["reason"] if refusal else "not recognised")
        self.close()
        for item in self.learned()[1]:
            show("proposal", f"{item['category']}: {item['text']} <- {item.get('quote', '')}")
            self.apply({"do": "confirm" if item["category"] == "goals" else "remove", "id": item["id"]})
        self.apply({"do": "offer", "offer": "check_in", "answer": "accepted"})
        show("profile", f"{len(self.learned()[0])} items")

        self.begin("second")
        self.turn("coach")
        for line in second:
            changes, _ = self.turn("coach", line)
        show("signals", " ".join(signal["signal"] for signal in changes.get("signals", [])))

        date = str(self.today + datetime.timedelta(days=4))
        plan = self.client.post("/v1/nudges/plan", record=self.record, date=date, zone=ZONE)
        self.record = plan["record"]
        show("nudge", f"{plan.get('kind', plan['reason'])}: {plan.get('text', '')}")

        answer = self.client.post(
            "/v1/profile/forget", record=self.record, today=str(self.today), conversation=f"{self.prefix}-first")
        self.record = answer["record"]
        show("profile", f"{len(self.learned()[0])} items")
        self.client.post("/v1/profile/forget", person=self.record["id"], everything=True)
        show("forgotten", "everything")  # the caller deletes record and messages


def show(step, text):
    print(f"{step}: {' '.join(text.split())}", flush=True)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: course.py PREFIX")
    lines = (pathlib.Path(__file__).parent.parent / "person.txt").read_text(encoding="utf-8")
    url = os.environ.get("COACHKIT_URL") or "http://127.0.0.1:8080"
    try:
        course = Course(CoachClient(url, os.environ.get("COACHKIT_KEY")), sys.argv[1])
        course.run(*(part.splitlines() for part in lines.split("---\n")))
    except Problem as problem:
        sys.exit(f"course.py: {problem}")


if __name__ == "__main__":
    main()
