"""A client of a CoachKit server, with the standard library alone."""

import http.client
import json
import re
import urllib.parse


class Problem(Exception):
    """Why something cannot go on, in a sentence."""


class EventReader:
    """Reads server-sent events from bytes, however they are split."""

    def __init__(self):
        self.rest, self.after_cr, self.is_first = b"", False, True
        self.name, self.data = "", []

    def feed(self, piece):
        """Returns the events that these bytes complete, each as its name and its data."""
        if not piece:
            return []
        is_half = self.after_cr and piece.startswith(b"\n")  # of a CRLF
        self.after_cr = piece.endswith(b"\r")
        # A line is decoded when it is complete, so that no character is cut.
        *lines, self.rest = re.split(rb"\r\n|\r|\n", self.rest + piece[is_half:])
        return [event for line in lines if (event := self.take(line.decode("utf-8", "replace")))]

    def take(self, line):
        if self.is_first:
            line, self.is_first = line.removeprefix("\ufeff"), False
        if not line:
            name, data, self.name, self.data = self.name or "message", self.data, "", []
            return (name, "\n".join(data)) if data else None
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            self.name = value
        elif field == "data":
            self.data.append(value)
        return None  # a comment, or a field that does not matter here


class CoachClient:
    """Calls a CoachKit server. Everything that goes wrong is a Problem."""

    def __init__(self, url, key=None):
        self.url = urllib.parse.urlsplit(url)
        self.headers = {"content-type": "application/json"}
        if key:
            self.headers["authorization"] = f"Bearer {key}"

    def post(self, path, **body):
        """Returns the JSON of the answer."""
        return json.loads(b"".join(self.pieces(path, body)))

    def events(self, path, **body):
        """Yields the events of a stream as they arrive, each as its name and its JSON."""
        reader = EventReader()
        for piece in self.pieces(path, body):
            for name, data in reader.feed(piece):
                yield name, json.loads(data)

    def pieces(self, path, body):
        is_secure = self.url.scheme == "https"
        kind = http.client.HTTPSConnection if is_secure else http.client.HTTPConnection
        # While a model is silent the server sends comments. After 90 seconds without any, it is gone.
        connection = kind(self.url.hostname, self.url.port, timeout=90)
        failure = f"no answer from {self.url.geturl()}"
        try:
            target = self.url.path.rstrip("/") + path
            connection.request("POST", target, json.dumps(body).encode(), self.headers)
            response = connection.getresponse()
            failure = "the connection broke off"
            if response.status != 200:
                raise Problem(f"{response.status} {reason(response.read())}")
            while piece := response.read1(65536):
                yield piece
        except (OSError, http.client.HTTPException) as error:
            raise Problem(f"{failure}: {error or type(error).__name__}") from error
        finally:
            connection.close()  # also when the caller leaves: after its grace the server then stops the model


def reason(body):
    """Returns the words of a problem (RFC 9457)."""
    try:
        problem = json.loads(body)
        hint = f" ({problem['hint']})" if "hint" in problem else ""
        return f"{problem['code']}: {problem['detail']}{hint}"
    except (ValueError, KeyError, TypeError):
        return "this is no answer of a CoachKit server"  # but perhaps of a proxy
