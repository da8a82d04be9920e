#!/usr/bin/env python3
"""Uses a report as a reader would, in headless Chromium, and says what it found: one line a check.

usage: check-report.py REPORT.html [--pictures FOLDER] [--terminal TEXT] [--speed]

The browser finds no host at all. With --speed it also holds the time to open and to scroll against limits.
"""

import argparse
import json
import pathlib
import re
import sys
import time

from chromium import CONTRAST, UNNAMED, WIDER, Browser, Checks


class Reader(Browser):
    """A browser in which every step is drawn before the next."""

    def press(self, key):
        super().press(key)
        self.drawn()

    def picture(self, path, width, most=6000):
        """The page as far as it goes. The window is made as tall, since rows out of view do not exist."""
        self.run("scrollTo(0, 0)")
        height = self.call("Page.getLayoutMetrics")["cssContentSize"]["height"]
        self.size(width, min(int(height), most))
        super().picture(path)

    def open(self, address):
        super().open("about:blank")
        self.drawn()
        self.events = []
        super().open(address)
        self.drawn()

    def requests(self):
        addresses = [request["url"] for request in super().requests()]
        return [address for address in addresses if not re.match(r"(file|about):", address)]


VISIBLE = """(selector => { const node = document.querySelector(selector); if (!node) return "";
  const box = node.getBoundingClientRect();
  return box.width > 0 && box.height > 0 ? node.innerText : ""; })"""


def plain(browser, text):
    """A text as the page writes it: what cannot be seen comes as its code point."""
    return browser.run(f"visibleText({json.dumps(text)}).map((node) => node.textContent ?? node).join('')")


def overview(browser, check, report, terminal):
    verdicts = [one["text"] for one in report["verdicts"]]
    shown = browser.run(f"{VISIBLE}('#verdict')")
    check("the verdict is visible", all(plain(browser, text) in shown for text in verdicts), verdicts[0] if verdicts else "none")
    if terminal:
        words = " ".join(terminal.split())
        check("the terminal has the same verdict", all(" ".join(text.split()) in words for text in verdicts))
    check("every metric has its row", browser.run("document.querySelectorAll('.metric').length")
          == sum(one["kind"] not in ("seconds", "dollars") for one in report["metrics"]))
    wrong = browser.run("""metrics.filter(isRate).flatMap((metric) => sides.map((side) => [metric, at(metric.sides, side.id)]))
      .filter(([metric, rate]) => rate && isNumber(rate.value)
        && !byId(`metric-${metric.id}`).innerText.includes(decimal(rate.value * 100, 1) + " %")).length""")
    check("every rate is written out", wrong == 0, f"{wrong} are missing" if wrong else "")
    judged = browser.run("""metrics.filter(isRate).filter((metric) => !isNumber(comparisonOf(metric)?.adjusted)
      && /better|worse|no difference shown/.test(byId(`metric-${metric.id}`).querySelector(".words")?.innerText ?? "")).length""")
    check("only what was tested is judged", judged == 0, f"{judged} more are" if judged else "")
    silent = browser.run("""metrics.filter(isRate).flatMap((metric) => sides.map((side) => [metric, at(metric.sides, side.id)]))
      .filter(([metric, rate]) => rate && !isNumber(rate.value)
        && !byId(`metric-${metric.id}`).querySelector(".rate-notes.is-error")).length""")
    check("a grader that never came to a score is warned of", silent == 0, f"{silent} are missing" if silent else "")
    variants = [side["id"] for side in report["sides"] if not side["isReference"]]
    written = [one for one in report["subjects"] if one["scores"] and not any(side in one["scores"] for side in variants)]
    if len(variants) > 1:
        told = browser.run("[...document.querySelectorAll('.tally b, .tally .soft')]"
                           ".reduce((sum, part) => sum + Number(part.innerText.replace(/\\D/g, '')), 0)")
        asked = len(report["subjects"]) - len(written)
        check("the paired plot counts what was compared", told == asked, f"{told} of {asked}")
    if any(one.get("isPerfect") for one in report["metrics"]):
        browser.run("document.querySelector('.perfect button').click()")
        browser.drawn()
        shown = browser.run("[...document.querySelectorAll('#perfect-metrics .metric')].every((row) => row.offsetHeight > 0)")
        check("what is folded away can be opened", shown)
        browser.run("document.querySelector('.perfect button').click()")
    opens = report.get("leading") or ""
    check("the page opens on the pair of which most is shown", browser.run("view.challenger") == opens, opens)
    folds = browser.run("document.querySelectorAll('.breakdown').length")
    if folds:
        browser.run("for (const fold of document.querySelectorAll('.breakdown summary')) fold.click()")
        browser.drawn()
        tables = browser.run("[...document.querySelectorAll('.breakdown')].every((row) => row.querySelector('table'))")
        check("every metric can be opened by group", tables, f"{folds} folds")
        browser.run("for (const fold of document.querySelectorAll('.breakdown summary')) fold.click()")
        browser.drawn()
    if report.get("frontier"):
        marks = browser.run("document.querySelectorAll('.frontier-mark').length")
        check("the picture of score and cost has every version", marks == len(report["frontier"]["points"]), str(marks))
    answer = browser.run("byId('verdict').getBoundingClientRect().top < byId('outcome').getBoundingClientRect().top")
    check("the answer comes before the demands", answer)
    outcome = report["outcome"]
    shown = browser.run(f"{VISIBLE}('#outcome')")
    check("the outcome is visible", outcome["headline"][1:] in shown, outcome["word"])
    caveats = browser.run(f"{VISIBLE}('.caveats')")
    check("the caveats are visible", all(plain(browser, text) in caveats for text in report.get("caveats") or []))
    unnamed = browser.run(UNNAMED)
    check("everything that can be pressed has a name", unnamed == [], "; ".join(unnamed[:3]))


def the_list(browser, check, report):
    subjects = report["subjects"]
    shown = lambda: browser.run("grid.order.length")
    check("the list holds all conversations", shown() == len(subjects), str(len(subjects)))
    browser.run("showPart('conversations')")
    browser.drawn()
    rows = browser.run("document.querySelectorAll('#grid-body .grid-row').length")
    check("only the rows in view exist", 0 < rows <= 60, f"{rows} of {len(subjects)}")
    challenger = browser.run("view.challenger")
    if challenger:
        different = sum(challenger in (one.get("differs") or []) for one in subjects)
        browser.press("d")
        check("'d' shows different only", shown() == different, f"{different} of {len(subjects)}")
        check("the address remembers the filter", "different=1" in browser.run("location.hash"))
        browser.press("d")
    browser.press("/")
    check("'/' goes to the search", browser.run("document.activeElement.id") == "search")
    wanted = subjects[-1]["id"]
    browser.call("Input.insertText", text=wanted)
    browser.drawn()
    check("the search finds by id", 1 <= shown() < max(2, len(subjects)), f"{shown()} found")
    browser.run("clearFilters()")
    browser.press("Escape")
    browser.press("j")
    first = browser.run("document.activeElement.getAttribute('href')")
    browser.press("j")
    second = browser.run("document.activeElement.getAttribute('href')")
    check("'j' goes down the list", bool(first) and (first != second or len(subjects) == 1))
    browser.press("Enter")
    check("Enter opens the conversation", browser.run("!byId('conversation').hidden && location.hash") == second)
    if browser.run("grid.order.indexOf(shown.place) < grid.order.length - 1"):
        browser.press("]")
        other = browser.run("location.hash")
        browser.press("[")
        check("']' and '[' go to the next and back", other != second and browser.run("location.hash").startswith(second))
    browser.press("Escape")
    check("Escape goes back to its row", browser.run("document.activeElement.getAttribute('href')") == second)
    browser.run("history.back()")
    browser.drawn()
    check("the browser's way back works", browser.run("!byId('conversation').hidden"))
    browser.run("location.hash = '#/'")
    browser.drawn()


def differing(browser):
    """A conversation and a message whose replies differ on the two sides, and can be compared by words."""
    return browser.run("""(() => { for (let place = 0; place < Math.min(subjects.length, 60); place++) {
      const subject = opened(place);
      const side = view.challenger;
      const [left, right] = [report.baseline, side].map((id) => subject.samples.find((one) => one.side === id && one.attempt === 1));
      for (const turn of left?.turns ?? []) {
        const other = right?.turns.find((one) => one.number === turn.number);
        if (!other || !readable(turn) || !readable(other) || readable(turn) === readable(other)) continue;
        comparing.spent = 0;
        if (markedRuns(readable(turn), readable(other)).runs) return [subjects[place].id, side, turn.number];
      } } return null; })()""")


def conversation(browser, check, address, report):
    found = differing(browser)
    if found:
        subject, side, turn = found
        link = browser.run(f"subjectAddress({json.dumps(subject)}, {json.dumps(side)}, 1, {turn})")
        browser.open(f"{address}{link}")
        place = browser.run(f"[byId('conversation-title').innerText, byId('turn-{turn}')?.classList.contains('current'),"
                            f" Math.round(byId('turn-{turn}').getBoundingClientRect().top), innerHeight, location.hash]")
        check("a link opens its message", bool(place[0]) and place[1] is True and 0 <= place[2] < place[3], link)
        check("the address stays as it was", place[4] == link, place[4] if place[4] != link else "")
        marks = browser.run(f"document.querySelectorAll('#turn-{turn} ins, #turn-{turn} del').length")
        check("the words that differ are marked", marks > 0, f"{marks} passages")
        whole = browser.run("""[...document.querySelectorAll('.reply > .text')].length""")
        check("both replies are there", whole >= 2)
    else:
        link = browser.run("subjectAddress(subjects[0].id)")
        browser.open(f"{address}{link}")
        check("a link opens its conversation", browser.run(f"{VISIBLE}('#conversation-title')") != "", link)
    sections = browser.run("Boolean(document.querySelector('.sections'))")
    if sections:
        browser.run("document.querySelector('.sections > summary').click()")
        browser.drawn()
        browser.run("for (const part of document.querySelectorAll('.section:not([open]) > summary')) part.click()")
        browser.drawn()
        exact = browser.run("""(() => { const [name, digest] = (shown.right ?? shown.left).turns.find((turn) => turn.sections)?.sections[0] ?? [];
          const text = digest && sectionText(digest, shown.subject);
          return Boolean(text) && [...document.querySelectorAll('.section .text')].some((box) => box.textContent === text
            || box.textContent.length >= text.length); })()""")
        check("the prompt's sections are shown", exact)
    unnamed = browser.run(UNNAMED)
    check("everything in a conversation has a name", unnamed == [], "; ".join(unnamed[:3]))
    return link


def looks(browser, check, address, link, pictures):
    views = [
        ("report", "#/", 1280, False), ("report-dark", "#/", 1280, True), ("report-wide", "#/", 1600, False),
        ("report-narrow", "#/", 360, False), ("report-conversation", link, 1280, False),
        ("report-conversation-dark", link, 1280, True), ("report-conversation-narrow", link, 360, True),
    ]
    for name, hash_, width, is_dark in views:
        browser.size(width, 900 if width > 400 else 780)
        browser.media(is_dark)
        browser.open(address + hash_)
        wider = browser.run(WIDER)
        if link != hash_:
            browser.run("for (const fold of document.querySelectorAll('.breakdown summary')) fold.click()")
            browser.drawn()
            wider = max(wider, browser.run(WIDER))
        check(f"{name}: nothing is wider than {width} pixels", wider == 0, f"{wider} too wide" if wider else "")
        poor = browser.run(CONTRAST)
        check(f"{name}: all text has a contrast of 4.5", poor == [], "; ".join(poor[:4]))
        ground = browser.run("getComputedStyle(document.body).backgroundColor")
        check(f"{name}: the colours are {'dark' if is_dark else 'light'}", (ground != "rgb(255, 255, 255)") == is_dark)
        if pictures:
            browser.picture(pictures / f"{name}.png", width)
    browser.size(1280, 900)
    browser.media(False)


def speed(browser, check, address):
    begin = time.monotonic()
    browser.open(address)
    wall = time.monotonic() - begin
    paint = browser.run("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    loaded = browser.run("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    check("opens in two seconds", loaded < 2000, f"first paint {paint:.0f} ms, all read {loaded:.0f} ms, as seen from outside {wall * 1000:.0f} ms")
    before = {one["name"]: one["value"] for one in browser.call("Performance.getMetrics")["metrics"]}
    frames = browser.run("""new Promise((done) => { showPart("conversations"); const times = []; let last = performance.now();
      const end = document.documentElement.scrollHeight; let step = 0;
      const next = (now) => { times.push(performance.now() - last); last = performance.now();
        if (++step > 180) return done(times.slice(2));
        scrollTo(0, scrollY + (step % 30 === 0 ? end / 8 : 160)); requestAnimationFrame(next); };
      requestAnimationFrame(next); })""")
    after = {one["name"]: one["value"] for one in browser.call("Performance.getMetrics")["metrics"]}
    frames.sort()
    work = {name: (after[name] - before[name]) / len(frames) * 1000 for name in ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration", "TaskDuration")}
    late = frames[int(len(frames) * 0.95)]
    check("scrolls smoothly", work["TaskDuration"] < 16 and late < 50, f"a frame takes {work['TaskDuration']:.1f} ms of work (script {work['ScriptDuration']:.1f}, style "
          f"{work['RecalcStyleDuration']:.1f}, layout {work['LayoutDuration']:.1f}); 95 % of frames within {late:.0f} ms; load of the machine {os.getloadavg()[0]:.1f}")
    filtering = browser.run("(() => { const begin = performance.now(); chooseView({ query: 'a' }); chooseView({ query: '' }); return (performance.now() - begin) / 2; })()")
    check("filters at once", filtering < 100, f"{filtering:.0f} ms")
    opening = browser.run("(async () => { const begin = performance.now(); location.hash = subjectAddress(subjects.at(-1).id); await new Promise((done) => addEventListener('hashchange', () => setTimeout(done), { once: true })); return performance.now() - begin; })()")
    check("opens a conversation at once", opening < 300, f"{opening:.0f} ms")
    check("memory stays modest", after["JSHeapUsedSize"] < 300e6, f"{after['JSHeapUsedSize'] / 1e6:.0f} MB of objects, {after['Nodes']:.0f} nodes")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("report", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--terminal", type=pathlib.Path)
    parser.add_argument("--speed", action="store_true")
    options = parser.parse_args()
    address = options.report.resolve().as_uri()
    check = Checks()
    browser = Reader()
    complaints, requests = [], []
    try:
        browser.size(1280, 900)
        browser.media(False)
        browser.open(address)
        report = browser.run("JSON.parse(byId('report').textContent)")
        overview(browser, check, report, options.terminal.read_text() if options.terminal else None)
        the_list(browser, check, report)
        complaints += browser.complaints()
        requests += browser.requests()
        link = conversation(browser, check, address, report)
        complaints += browser.complaints()
        requests += browser.requests()
        looks(browser, check, address, link, options.pictures)
        if options.speed:
            speed(browser, check, address)
        complaints += browser.complaints()
        requests += browser.requests()
        check("the browser has nothing to complain of", complaints == [], "; ".join(complaints[:3]))
        check("nothing is asked of the network", requests == [], "; ".join(requests[:3]))
    except RuntimeError as error:
        check("the page does what it is asked", False, "; ".join([str(error), *browser.complaints()]))
    finally:
        browser.close()
    if options.pictures:
        print(f"Pictures: {options.pictures}/report*.png")
    sys.exit(1 if check.failed else 0)


if __name__ == "__main__":
    main()
