"""Headless Chromium with one page, and what every page must be: readable, labelled, no wider than the window.

Needs nothing but Python and Chromium, which it talks to through a pipe in the DevTools protocol.
"""

import base64
import itertools
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time


class Browser:
    """Chromium with one page, driven through a pipe: a JSON message, a null byte, and so on."""

    def __init__(self, host=None):
        """The browser finds no host but this one."""
        self.folder = tempfile.mkdtemp(prefix="chromium-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        binary = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
        if binary is None:
            sys.exit("there is no Chromium")
        arguments = [
            binary, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run", "--lang=en-GB",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
            "--host-resolver-rules=MAP * ~NOTFOUND" + (f", EXCLUDE {host}" if host else ""), f"--user-data-dir={self.folder}", "about:blank",
        ]
        silent = os.open(os.devnull, os.O_WRONLY)
        # High numbers first, so that 3 and 4 are free when the ends are moved there.
        ends = [os.dup2(end, number, inheritable=False) for end, number in ((to_browser, 203), (from_browser, 204))]
        self.process = os.posix_spawn(
            binary, arguments, os.environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, ends[0], 3), (os.POSIX_SPAWN_DUP2, ends[1], 4), (os.POSIX_SPAWN_DUP2, silent, 2)],
            setpgroup=0)
        for end in (to_browser, from_browser, silent, *ends):
            os.close(end)
        self.numbers = itertools.count(1)
        self.rest = b""
        self.events = []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Performance", "Audits"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(60)
            if answer is None:
                raise RuntimeError(f"the browser does not answer {method}")
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self, seconds):
        """The next message; None when there is none in time."""
        deadline = time.monotonic() + seconds
        while b"\0" not in self.rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.input], [], [], left)[0]:
                return None
            piece = os.read(self.input, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has gone")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def wait(self, event, seconds=60):
        deadline = time.monotonic() + seconds
        while not any(one["method"] == event for one in self.events if "method" in one):
            message = self.receive(deadline - time.monotonic())
            if message is None:
                raise RuntimeError(f"no {event} in {seconds} s")
            self.events.append(message)

    def run(self, expression):
        """The value of an expression in the page, promises awaited."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def until(self, expression, seconds=30):
        """Waits for a change of the page after which the expression is true; whether there was one."""
        return self.run(f"""new Promise((done) => {{
          const look = () => {{ if ({expression}) end(true); }};
          const observer = new MutationObserver(look);
          const limit = setTimeout(() => end(false), {seconds * 1000});
          const end = (isTrue) => {{ observer.disconnect(); clearTimeout(limit); done(isTrue); }};
          observer.observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }});
          look();
        }})""")

    def drawn(self):
        """Until the page has drawn twice; a page in the background may not draw, so not forever."""
        self.run("new Promise((done) => { setTimeout(done, 300);"
                 " requestAnimationFrame(() => requestAnimationFrame(done)); })")

    def press(self, key, *modifiers):
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else None)
        code = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowUp": 38, "ArrowDown": 40}.get(key, ord(key.upper()[0]))
        common = {"key": key, "windowsVirtualKeyCode": code, "modifiers": sum({"alt": 1, "shift": 8}[one] for one in modifiers)}
        self.call("Input.dispatchKeyEvent", type="keyDown", **common, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        self.drawn()

    def media(self, is_dark, is_calm=False):
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if is_calm else "no-preference"}])
        self.drawn()

    def picture(self, path):
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def open(self, address):
        self.events = [one for one in self.events if one.get("method") != "Page.loadEventFired"]
        self.call("Page.navigate", url=address)
        self.wait("Page.loadEventFired")

    def complaints(self):
        """Console messages, errors, violations of the page's policy, and issues that the browser reports."""
        found = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Runtime.consoleAPICalled":
                found.append(" ".join(str(part.get("value", part.get("description"))) for part in parameters["args"]))
            elif event.get("method") == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                found.append(details.get("exception", {}).get("description", details["text"]))
            elif event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] != "verbose":
                found.append(parameters["entry"]["text"])
            elif event.get("method") == "Audits.issueAdded":
                found.append(f"{parameters['issue']['code']} {json.dumps(parameters['issue']['details'])[:200]}")
        return found

    def requests(self):
        return [event["params"]["request"] for event in self.events if event.get("method") == "Network.requestWillBeSent"]

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (RuntimeError, OSError):
            os.killpg(self.process, signal.SIGTERM)
        os.waitpid(self.process, 0)
        shutil.rmtree(self.folder, ignore_errors=True)


class Checks:
    """Prints one line a check and counts what failed."""

    def __init__(self):
        self.failed = 0

    def __call__(self, name, is_good, detail=""):
        self.failed += not is_good
        print(f"{'ok  ' if is_good else 'FAIL'}  {name}{f': {detail}' if detail else ''}")


# Every text against the first opaque background below it, by the formula of WCAG 2.2.
CONTRAST = r"""(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const channels = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = (colour) => { const [r, g, b] = channels(colour).map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ground = (node) => { for (; node; node = node.parentElement) {
    const colour = getComputedStyle(node).backgroundColor; if (channels(colour)[3] === 255) return colour; }
    return "white"; };
  const seen = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || node.closest("script, noscript, option, [aria-disabled], :disabled, .announcement, .unseen, .skip")) continue;
    const box = node.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || getComputedStyle(node).opacity === "0") continue;
    const isDrawn = node.namespaceURI.endsWith("svg");
    const [front, back] = [isDrawn ? getComputedStyle(node).fill : getComputedStyle(node).color, ground(node)];
    const [one, other] = [light(front), light(back)];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) seen.set(`${front} on ${back}`, `${ratio.toFixed(2)} "${walker.currentNode.data.trim().slice(0, 20)}"`);
  }
  return [...seen].map(([pair, text]) => `${text} (${pair})`);
})()"""

UNNAMED = """[...document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=img], [role=group]")]
  .filter((node) => node.getBoundingClientRect().width > 0)
  .filter((node) => !(node.getAttribute("aria-label") || node.getAttribute("aria-labelledby") || node.textContent.trim()
    || node.title || node.querySelector("[aria-label]") || node.closest("label")
    || document.querySelector(`label[for="${node.id}"]`)))
  .map((node) => node.outerHTML.slice(0, 80))"""

WIDER = "Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)"
