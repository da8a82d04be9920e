#!/usr/bin/env python3
"""Serves the page with a faked API, to try it without a server or a model.

usage: page_mock.py [--port 8099] [--key KEY] [--record FOLDER]

What happens depends on words of the message: 'slow', 'crisis', 'no resources', 'refuse', 'later', 'fail', 'declined',
'partial', 'limit', 'broken' (the stream ends early), 'drop' (no response), 'invalid' (400), 'busy' (503), 'finding', 'complete'
(discovery), 'script' (text that looks like markup). Streams are written a few bytes at a time, with comments, with CR, LF
and both, and with data on several lines.
"""

import argparse
import http.server
import json
import pathlib
import time

HERE = pathlib.Path(__file__).parent.parent / "Sources/Service/CoachServer/Page"
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
FILES = {"/": ("index.html", "text/html"), "/page.css": ("page.css", "text/css"), "/page.js": ("page.js", "text/javascript")}
REQUEST = {"v", "id", "person", "record", "access", "conversation", "message", "is_opening", "persona", "domain", "inputs", "today"}
RENDER = {"prompt", "person", "record", "today", "inputs", "domain", "persona", "history"}

PROMPTS = {
    "prompts": [
        {"prompt": f"{name}@v{version}", "labels": ["production"] if version == last else [], "digest": f"sha256:{version:064x}",
         "description": what, **({"traffic": share[version]} if version in share else {}),
         **({"is_conversation": False} if name == "nudge" else {})}
        for name, last, share, what in (
            ("coaching", 5, {}, "A message of the coach in an ongoing conversation."),
            ("discovery", 3, {2: 0.2, 3: 0.8}, "The first conversation."),
            ("nudge", 3, {}, "A short message between sessions."))
        for version in range(last, 0, -1)
    ],
    "problems": [],
    "models": {
        "discovery": "anthropic:claude-haiku-4-5", "coaching": "anthropic:claude-opus-5-5",
        "choices": ["anthropic:claude-haiku-4-5", "anthropic:claude-opus-5-5", "openai:gpt-6.1-sol"],
    },
}
DOMAINS = {"domains": [
    {"id": "career", "name": "Career", "starters": ["I have an offer and don’t want to decide.", "My weeks belong to everybody else.", "I keep preparing and never send it."]},
    {"id": "fitness", "name": "Fitness", "starters": ["I stop as soon as a week fills up."]},
    {"id": "relationships", "name": "Relationships", "starters": []},
]}
SECTIONS = [
    ("identity", "stable", 937), ("boundaries", "stable", 425), ("tags", "stable", 453), ("domain", "shared", 561), ("persona", "shared", 0),
    ("style", "personal", 80), ("person", "personal", 542), ("patterns", "personal", 196), ("conversation", "personal", 214),
    ("memories", "volatile", 301), ("turn", "volatile", 128),
]
REPLY = ("You filled the silence before anyone had asked you to. That quick yes kept the room comfortable, and it cost you the "
         "evening you had promised yourself – again. ", ("PATTERN", "A pause becomes your task."),
         " You wrote that rest has to be earned. Who decided the price?\n\nIf nobody had looked at you: what would you have "
         "done with those ten seconds? “Nothing” counts, naïve as it may sound 🌊.")
PROFILE = {
    "coaching_domains": ["career"], "current_challenges": ["says yes before thinking"], "emotional_baseline": "tired most days",
    "communication_style": "dry humour first", "key_themes": ["rest has to be earned"], "strengths_identified": ["keeps promises"],
    "values": ["fairness"], "vision": "an evening that is really over", "aha_insight": "I rest only when I am ill",
}
RESOURCES = [
    {"name": "Samaritans", "contact": "116 123", "note": "free, day and night, whatever it is", "kinds": ["suicide", "general"]},
    {"name": "Shout", "contact": "text SHOUT to 85258", "note": "free, day and night, for when writing is easier than talking", "kinds": ["suicide", "general"]},
]


def outcome(request, route, **more):
    return {"v": 1, "event": "done", "request_id": request["id"], "person_id": (request.get("person") or request.get("record"))["id"],
            "route": route, "discovery_complete": False, "updates": {}, "crisis_detected": False, **more}


def trace(reference, first, total, **more):
    return {
        "screening": {"verdict": "calm", "probability": 0.0005393, "sources": ["wording", "signs"]},
        "prompt": {"reference": reference, "template_digest": "sha256:10f9", "request_digest": "sha256:23a2", "experiment": "tone-v3"},
        "calls": [{"purpose": reference, "provider": "anthropic", "model": "claude-opus-5-5",
                   "usage": {"input": 3837, "cached_input": 3194, "cache_writes": 215, "output": 96}, "cost": 0.00731}],
        "usage": {"input": 3837, "cached_input": 3194, "cache_writes": 215, "output": 96}, "cost": 0.00731,
        "timings": {"access_ms": 1.2, "assembly_ms": 2.8, "first_words_ms": first, "total_ms": total}, **more}


def turn(request, query):
    """The events of a turn: pairs of a name and a value; a number is a pause in seconds, None ends the stream early."""
    said = (request.get("message") or "").lower()
    pause = 0.12 if "slow" in said else 0.004
    is_coaching = "subscription" in request["access"] or "trial" in request["access"]
    route = "pinned" if query.get("prompt") else "coaching" if is_coaching else "discovery"
    reference = query.get("prompt") or ("coaching@v8" if is_coaching else "discovery@v6")
    begin = time.monotonic()

    def ms():
        return round((time.monotonic() - begin) * 1000, 3)

    def changes(text, **more):
        new = [{"role": "person", "text": request["message"]}] if "message" in request else []
        return "changes", {"messages": new + [{"role": "coach", "text": text}], "message_id": "msg_913b", "signals": [], "is_crisis": False, **more}

    started = {"v": 1, "event": "started", "request_id": request["id"], "message_id": "msg_913b", "route": route, "prompt": reference}
    if "refuse" in said or "later" in said:
        refusal = {"reason": "paywall", "text": "I have to pause our first conversation here. You can come back and read all of it any time. If you'd like to go on, today or later, you can with a subscription."}
        if "later" in said:
            refusal = {"reason": "rate_limited", "text": "Let's take a breath. You can continue in a moment.", "retry_after": 12}
        yield "", {"v": 1, "event": "refused", **refusal}
        yield "changes", {"messages": [], "signals": [], "is_crisis": False}
        yield "", outcome(request, "refused", refusal=refusal, trace={"timings": {"access_ms": 0.8, "assembly_ms": 0, "total_ms": ms()}})
        return
    if "crisis" in said:
        assessment = {"categories": ["suicidal_thoughts"], "severity": "imminent", "subject": "writer", "is_follow_up": False, "stage": "linguistic_screen",
                      "evidence": {"text": request["message"][:40], "start": 0, "end": 29, "messages_back": 0}}
        event = {"v": 1, "event": "crisis_detected", "assessment": assessment}
        if "no resources" not in said:
            event.update(resources=RESOURCES, emergency_number="999")
        yield "", event
        first = "If you or someone else is in danger right now, please call 999 first. Then, if you can do it safely, go to someone you trust or ask them to come to you, and put some distance between yourself and anything, or anyone, that could cause harm.\n\n"
        yield "", {"v": 1, "event": "text", "text": first}
        yield "", {**started, "route": "crisis", "prompt": "safety-reply@v2"}
        rest = "I’m glad you wrote this here. You don’t have to carry it alone tonight. Samaritans answer at 116 123, at any hour."
        yield 0.2, None
        yield "", {"v": 1, "event": "text", "text": rest}
        yield changes(first + rest, is_crisis=True)
        yield "", outcome(request, "crisis", crisis_detected=True, safety=assessment, message={"id": "msg_913b", "text": first + rest, "finish": "stop", "is_partial": False},
                          trace=trace("safety-reply@v2", 1.3, ms(), screening={"verdict": "flagged", "probability": 0.9973, "sources": ["wording", "signs"]},
                                      problems=["the model of the crisis route answered after 1.8 s"]))
        return
    yield "", started
    yield (0.6 if "slow" in said else 0.1), None
    first_words = ms()
    if "fail" in said or "declined" in said:
        failure = {"code": "declined" if "declined" in said else "unreachable", "keeps_text": False, "detail": "anthropic: overloaded, HTTP 529, after 3 attempts",
                   "text": "I couldn't connect right now. Your message isn't lost. Please try again in a moment."}
        yield "", {"v": 1, "event": "failed", **failure}
        yield "changes", {"messages": [], "signals": [], "is_crisis": False}
        yield "", outcome(request, route, failure=failure, trace=trace(reference, None, ms(), calls=[], usage={}, cost=0))
        return
    text, tags, findings = "", [], []
    reply = REPLY
    if "script" in said:
        reply = ("<img src=x onerror=alert(1)> <b>not bold</b> ", ("PATTERN", "</div><script>alert(2)</script>"))
    for piece in reply:
        if isinstance(piece, tuple):
            tag = {"tag": piece[0], "text": piece[1], "verdict": "valid"}
            tags.append(tag)
            yield "", {"v": 1, "event": "tag", **tag}
            text += piece[1]
            continue
        for place in range(0, len(piece), 11):
            part = piece[place:place + 11]
            text += part
            yield "", {"v": 1, "event": "text", "text": part}
            yield pause, None
            if "broken" in said and len(text) > 90:
                yield None, None
    if "finding" in said:
        finding = {"check": "clinical_claim", "action": "replace", "sentence": "This is a textbook case of burnout.", "start": 80, "end": 115, "evidence": "case of burnout"}
        findings.append(finding)
        yield "", {"v": 1, "event": "finding", **finding}
    if "complete" in said:
        tag = {"tag": "DISCOVERY_COMPLETE", "verdict": "repaired", "payload": PROFILE, "raw": json.dumps(PROFILE)[:-1], "repairs": ["cut"],
               "parse_repairs": ["cut"]}
        tags.append(tag)
        yield "", {"v": 1, "event": "tag", **tag}
        tag = {"tag": "MEMORY", "text": "", "verdict": "invalid", "problems": ["it contains no text"]}
        tags.append(tag)
        yield "", {"v": 1, "event": "tag", **tag}
    limits = {"key": "paid:2026-11-14", "tier": "silent", "used": 41, "limit": 800, "resets_at": 1797900000, "is_trial": False, "remaining": 759, "shows_count": False}
    if is_coaching:
        yield "", {"v": 1, "event": "limits", **limits, **({"text": "You have 59 messages left until December 21."} if "limit" in said else {})}
    is_partial = "partial" in said
    more, updates = {}, {"domain": "career", "signals": [{"signal": "domain_used", "domain": "career"}, {"signal": "pattern_surfaced", "text": "A pause becomes your task."}]}
    if "complete" in said:
        more = {"discovery_complete": True, "discovery": {"profile": PROFILE, "source": "signal"}}
        updates["access"] = {"discovery_completed_at": int(time.time()), "updated_at": int(time.time())}
    yield changes(text, domain="career", **({"discovery": PROFILE, "access": updates["access"]} if more else {}),
                  **({"record": request["record"]} if "record" in request else {}))
    routing = {"domain": request.get("domain", "career"), "confidence": 0.9898, "runner_up": "leadership", "needs_clarification": False, "reason": "the conversation is about it"}
    yield "", outcome(
        request, route, message={"id": "msg_913b", "text": text, "tags": tags, "finish": "length" if is_partial else "stop", "is_partial": is_partial},
        findings=findings, updates=updates, **({"limits": limits} if is_coaching else {}), **more,
        trace=trace(reference, first_words, ms(), **({"routing": routing} if is_coaching else {})))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    options = None

    def log_message(self, *_):
        pass

    def answer(self, status, value, kind="application/json", **headers):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.send_header("x-request-id", "q-1")
        for name, text in headers.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(body)

    def problem(self, status, code, detail, hint=None, **headers):
        title = {400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 503: "Service Unavailable"}[status]
        value = {"type": "about:blank", "title": title, "status": status, "code": code, "detail": detail, "request_id": "q-1"}
        if hint:
            value["hint"] = hint
        if status == 400:
            value.update(line=1, column=17)
        self.answer(status, value, "application/problem+json", **headers)

    def is_let_in(self):
        if not self.options.key or self.headers.get("authorization") == f"Bearer {self.options.key}":
            return True
        self.problem(401, "unauthenticated", "this server needs a key", www_authenticate="Bearer")
        return False

    def do_GET(self):
        path = self.path.split("?")[0]
        if path in FILES:
            name, kind = FILES[path]
            self.answer(200, (HERE / name).read_bytes(), f"{kind}; charset=utf-8", content_security_policy=POLICY, cache_control="no-cache")
        elif not self.is_let_in():
            pass
        elif path == "/v1/prompts":
            self.answer(200, PROMPTS)
        elif path == "/v1/domains":
            self.answer(200, DOMAINS)
        else:
            self.problem(404, "not_found", "there is nothing at this path")

    def do_DELETE(self):
        self.answer(200, b'{"was_running": true}', "application/json")

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        path, _, query = self.path.partition("?")
        query = dict(pair.split("=", 1) for pair in query.split("&") if pair)
        query = {name: value.replace("%40", "@").replace("%3A", ":") for name, value in query.items()}
        if not self.is_let_in():
            return
        if self.options.record:
            (self.options.record / f"{time.time():.3f}{path.replace('/', '-')}.json").write_text(json.dumps({"query": query, "body": body}))
        if self.headers["content-type"] != "application/json":
            self.problem(400, "type", "the content type is not JSON")
        elif path == "/v1/render":
            self.render(body)
        elif path == "/v1/turns":
            self.turn(body, query)
        else:
            self.problem(404, "not_found", "there is nothing at this path")

    def render(self, body):
        if set(body) - RENDER or any(set(one) != {"role", "text"} or one["role"] not in ("person", "coach") for one in body["history"]):
            self.problem(400, "json.key", "unknown key")
            return
        if body["prompt"].startswith("safety-reply"):
            self.problem(400, "invalid_input", "the input 'assessment' is missing")
            return
        self.answer(200, {
            "prompt": body["prompt"], "tokens": sum(size for _, _, size in SECTIONS), "messages": [],
            "sections": [{"name": name, "cache": cache, "tokens": size, "text": f"The text of the section {name}.\n\n- One rule.\n- Another rule.\n" if size else ""}
                         for name, cache, size in SECTIONS]})

    def turn(self, body, query):
        said = (body.get("message") or "").lower()
        unknown = set(body) - REQUEST
        roles = {message["role"] for message in body["conversation"]["messages"]}
        if unknown or roles - {"person", "coach"}:
            self.problem(400, "json.key", f"unknown key {unknown} or role {roles}")
        elif "invalid" in said:
            self.problem(400, "json.missing", "'sessions' is missing", "Add it: the number of sessions that are over.")
        elif "busy" in said:
            self.problem(503, "overloaded", "too many turns are running", retry_after="3")
        elif "drop" in said:
            self.close_connection = True
            self.connection.close()
        else:
            self.stream(turn(body, query))

    def stream(self, events):
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("cache-control", "no-store")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            self.write(b"\xef\xbb\xbf: keep-alive\n\n")
            for number, (name, value) in enumerate(events):
                if isinstance(name, float):
                    time.sleep(name)
                elif name is None:
                    return
                else:
                    self.write(self.encoded(name, value, number))
        except (BrokenPipeError, ConnectionResetError):
            pass

    @staticmethod
    def encoded(name, value, number):
        end = ("\n", "\r\n", "\r")[number % 3]
        lines = [f"event: {name}"] if name else []
        # On several lines now and then: JSON may have line breaks between its members.
        text = json.dumps(value, ensure_ascii=False, indent=1 if number % 4 == 3 else None)
        lines += [f"data:{' ' if number % 2 else ''}{line}" for line in text.split("\n")]
        if number % 5 == 0:
            lines += [": keep-alive", "id: 7", "retry: 10"]
        return (end.join(lines) + end + end).encode()

    def write(self, data):
        """Long pieces whole, short ones in parts that end anywhere, also within a character or a line end."""
        size = len(data) if len(data) > 600 else 7
        for place in range(0, len(data), size):
            self.wfile.write(data[place:place + size])
            self.wfile.flush()


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=8099)
    parser.add_argument("--key")
    parser.add_argument("--record", type=pathlib.Path)
    Handler.options = parser.parse_args()
    server = Server(("127.0.0.1", Handler.options.port), Handler)
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
