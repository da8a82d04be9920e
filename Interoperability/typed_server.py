#!/usr/bin/env python3
"""Plays Anthropic, OpenAI, Gemini and Ollama, strictly, to check a client without any vendor's key.

A request is held against the request types of the vendor's own SDK, with unknown members refused at every
depth, and against the rules that types cannot express. One that passes is answered with a reply built from
the SDK's response types; one that does not gets the vendor's form of error. Every verdict goes to a log.
"""

import argparse
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from wire import anthropic_messages, gemini, ollama_chat, openai_chat, openai_responses
from wire.service import Reply, Request, Route, whole
from wire.strict import Violation

ROUTES = [*anthropic_messages.ROUTES, *openai_chat.ROUTES, *openai_responses.ROUTES, *gemini.ROUTES, *ollama_chat.ROUTES]


def route_for(method: str, request: Request) -> tuple[Route, Request] | None:
    """The route, and the request with what its path says."""
    for route in ROUTES:
        match = route.pattern.search(request.path)
        if match and route.method == method and route.claims(request):
            return route, Request(request.path, request.query, request.headers, request.body, match.groupdict())
    return None


class Verdicts:
    """One JSON line for each request, written at once: a test may read them while the server runs."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = threading.Lock()

    def add(self, route: str, reasons: list[Violation]) -> None:
        if self._path is None:
            return
        line = json.dumps({"route": route, "accepted": not reasons,
                           "reasons": [f"{each.dotted()}: {each.reason}" for each in reasons]})
        with self._lock, self._path.open("a") as log:
            log.write(line + "\n")


class Handler(BaseHTTPRequestHandler):
    """Speaks HTTP/1.1 and keeps connections open."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: "Server"

    def do_GET(self) -> None:
        self._serve("GET")

    def do_POST(self) -> None:
        self._serve("POST")

    def _serve(self, method: str) -> None:
        content = self._content()
        try:
            body = json.loads(content) if content else None
        except ValueError as error:
            body, faults = None, [Violation(("body",), f"is not JSON: {error}")]
        else:
            faults = []
        parts = urlsplit(self.path)
        request = Request(parts.path, dict(parse_qsl(parts.query)),
                          {name.lower(): value for name, value in self.headers.items()}, body)
        found = route_for(method, request)
        if found is None:
            self.server.verdicts.add(f"{method} {parts.path}", [Violation(("path",), "no such endpoint")])
            self._send(whole({"error": {"message": f"{method} {parts.path}: no such endpoint"}}, 404))
            return
        route, request = found
        faults = faults or route.check(request)
        self.server.verdicts.add(route.name, faults)
        self._send(route.refuse(faults, 400) if faults else route.answer(request))

    def _content(self) -> bytes:
        """A client may send its body in chunks."""
        if self.headers.get("transfer-encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        content = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            content += self.rfile.read(size)
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return content

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        self.send_header("content-type", reply.content_type)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if not reply.streamed:
            content = b"".join(reply.pieces)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
            return
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for each in reply.pieces:
            self.wfile.write(f"{len(each):x}\r\n".encode() + each + b"\r\n")
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format: str, *arguments: Any) -> None:
        """The verdicts are the log."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, verdicts: Verdicts) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.verdicts = verdicts

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client may hang up when it likes."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0, help="the port to listen on; 0 chooses one")
    parser.add_argument("--log", type=Path, help="a file to append every verdict to, as JSON lines")
    parser.add_argument("--self-test", action="store_true", help="check the checks, with good and bad requests")
    options = parser.parse_args()
    if options.self_test:
        from wire import self_test
        return self_test.run()
    server = Server(options.port, Verdicts(options.log))
    print(f"listening on {server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
