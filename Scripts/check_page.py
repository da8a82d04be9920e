#!/usr/bin/env python3
"""Uses the page of a server as a prompt engineer would, in headless Chromium, and says what it found: one line a check.

usage: check_page.py URL [--message TEXT] [--tag NAME] [--cost] [--key KEY] [--pictures FOLDER] [--mock]

The browser finds no host but the one of the URL. Every wait is for a change of the page. It sends the message twice as a new person and once
as a subscriber, so a server with scripted replies needs at least two replies for each route. --tag demands a tag of the
first reply, --cost a cost and tokens; --mock also goes through what page_mock.py can do: a crisis, a refusal, failures, a
stopped reply. With a key, what needs a reload is left out, because the page forgets the key.
"""

import argparse
import json
import pathlib
import sys
import urllib.parse

from chromium import CONTRAST, UNNAMED, WIDER, Browser, Checks


IDLE = "document.querySelector('#send').textContent === 'Send'"
RENDERED = "document.querySelector('#details .section')"


def text(browser, selector):
    return browser.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")


def figure(browser, name):
    return browser.run(f"[...document.querySelectorAll('.figures div')].find((one) => one.firstChild.textContent === {json.dumps(name)})?.lastChild.innerText ?? ''")


def say(browser, message, is_done=True):
    """Sends a message by keyboard, and waits until its reply is complete."""
    turns = browser.run("document.querySelectorAll('.turn').length")
    browser.run("document.querySelector('#message').focus()")
    browser.run("document.querySelector('#message').value = ''")
    browser.type(message)
    browser.press("Enter")
    if not browser.until(f"document.querySelectorAll('.turn').length === {turns + 1}"):
        raise RuntimeError(f"no turn starts for '{message}'")
    if is_done and not browser.until(f"{IDLE} && document.querySelector('.turn:last-child:not(.running)')", 90):
        raise RuntimeError(f"no reply to '{message}' ends")


def first(browser, check, options):
    choices = browser.until("document.querySelector('#prompt').options.length > 1 && document.querySelector('#domain').options.length > 1")
    check("the lists of prompts and domains are filled", choices, browser.run(
        "['prompt', 'model', 'domain'].map((id) => `${id} ${document.getElementById(id).options.length}`).join(', ')"))
    check("'production' is chosen", browser.run("document.querySelector('#prompt').value === ''"))
    check("an empty conversation explains itself", "coach speak first" in text(browser, "#empty"))
    check("the footer warns", "Not for people in need of help" in text(browser, "footer"))
    if options.pictures:
        browser.picture(options.pictures / "page-empty.png")


def a_turn(browser, check, options):
    spoken = """new MutationObserver(() => (window.spoken ??= []).push(document.querySelector('#live').textContent))
      .observe(document.querySelector('#live'), { childList: true })"""
    browser.run(f"{spoken}; 0")
    say(browser, options.message)
    check("the reply has text", len(text(browser, ".turn:last-child .coach")) > 0, text(browser, ".turn:last-child .coach")[:60])
    said = browser.run("(window.spoken ?? []).filter((text) => text.startsWith('Coach: '))")
    shown = browser.run("document.querySelector('.turn:last-child .coach').textContent")
    check("the reply is read out once, when it is complete", len(said) >= 1 and all(one == f"Coach: {shown}" for one in said))
    check("the field is empty and focused", browser.run("document.activeElement.id + document.querySelector('#message').value") == "message")
    kinds = browser.run("[...document.querySelectorAll('.events b')].map((one) => one.textContent)")
    check("the events are in order", kinds[:1] == ["started"] and kinds[-1:] == ["done"] and "text" in kinds, ", ".join(kinds))
    check("route, prompt and model are shown", text(browser, "#detailsRoute") != "" and "@" in text(browser, "#details .facts")
          and "Model" in text(browser, "#details .facts"), text(browser, "#details .facts").replace("\n", " "))
    check("the times are shown", "s" in figure(browser, "Total") and figure(browser, "First words") != "–", figure(browser, "Total"))
    check("the sections of the prompt are shown", browser.until(RENDERED), text(browser, ".part h3").replace("\n", " "))
    sizes = browser.run("[...document.querySelectorAll('.sizes span')].map((one) => one.getBoundingClientRect().width)")
    check("the bar shows their sizes", len(sizes) > 0 and sum(sizes) > 100, f"{len(sizes)} sections")
    check("the cacheable share is shown", "% cacheable" in text(browser, ".part h3"), text(browser, ".part h3").replace("\n", " "))
    browser.run("document.querySelector('.section > summary').click()")
    check("the text of a section is shown on demand", browser.until("document.querySelector('.section pre')?.textContent.length > 20", 5))
    browser.run("document.querySelector('.section > summary').click()")
    tags = browser.run("[...document.querySelectorAll('.pair .part:first-child .item')].map((one) => one.innerText.replaceAll('\\n', ' '))")
    check("the tags are shown", not options.tag or any(one.startswith(options.tag) for one in tags), "; ".join(tags)[:100])
    cost = [figure(browser, name).replace("\n", " ") for name in ("Tokens in", "From the cache", "Tokens out", "Cost")]
    check("tokens and cost are shown", all(cost) and (not options.cost or ("–" not in "".join(cost) and "all turns $" in cost[3])), ", ".join(cost))
    unnamed = browser.run(UNNAMED)
    check("everything that can be pressed has a name", unnamed == [], "; ".join(unnamed[:3]))


def second(browser, check, options):
    say(browser, options.message)
    bodies = [json.loads(one["postData"]) for one in browser.requests() if one["url"].split("?")[0].endswith("/v1/turns") and "postData" in one]
    messages = bodies[-1]["conversation"]["messages"]
    check("the next request has the conversation", [one["role"] for one in messages] == ["person", "coach"], f"{len(messages)} messages")
    check("each request has an id of its own", bodies[0]["id"] != bodies[-1]["id"])
    title = lambda: text(browser, "#detailsTitle")
    browser.press("ArrowUp", "alt")
    earlier = title()
    browser.press("ArrowDown", "alt")
    check("turns are chosen by key", (earlier, title()) == ("Turn 1", "Turn 2"), f"{earlier}, {title()}")
    browser.run("document.querySelector('.turn .meta').focus()")
    browser.press("Enter")
    check("a turn is chosen by its button", title() == "Turn 1")
    browser.press("?")
    check("'?' lists the keys", browser.until("document.querySelector('#help').open", 5))
    browser.press("Escape")
    check("Escape closes the list", browser.until("!document.querySelector('#help').open", 5))
    before = browser.run("document.querySelector('#turns').innerText")
    browser.open(options.url)
    check("the conversation is there after a reload", browser.run("document.querySelector('#turns').innerText") == before)
    browser.run("document.activeElement.blur()")
    browser.press("p")
    check("the person can be edited", browser.until("document.querySelector('#person').open", 5))
    browser.run("document.querySelector('#personJson').focus(); document.querySelector('#personJson').value = '{\"id\": \"p\"'; 0")
    browser.type(" ")
    check("broken JSON is reported", text(browser, "#personProblem") != "" and browser.run("document.querySelector('#personUse').disabled"), text(browser, "#personProblem"))
    if options.pictures:
        browser.picture(options.pictures / "page-person.png")
    browser.run("[...document.querySelectorAll('#presets button')].at(-1).click()")
    browser.run("document.querySelector('#personUse').click()")
    check("another person starts a new conversation", browser.until("document.querySelectorAll('.turn').length === 0", 5))
    check("the subscriber is taken over", "subscription" in text(browser, "#personOpen"), text(browser, "#personOpen"))
    say(browser, options.message)


def mocked(browser, check, options):
    """What page_mock.py does for words of the message."""
    last = ".turn:last-child"

    def shows(message, selector, words, name):
        say(browser, message)
        found = text(browser, f"{last} {selector}")
        check(name, all(word in found for word in words), found.replace("\n", " ")[:90])

    def picture(name):
        if options.pictures:
            browser.run(f"document.querySelector('{last}').scrollIntoView()")
            browser.drawn()
            browser.picture(options.pictures / f"page-{name}.png")

    shows("crisis", ".crisis", ["Samaritans", "116 123", "999"], "the resources are shown in a crisis")
    check("they are above the coach's text", browser.run(
        f"document.querySelector('{last} .crisis').getBoundingClientRect().bottom <= document.querySelector('{last} .coach').getBoundingClientRect().top"))
    check("the end of the reply is in view", browser.run(
        f"document.querySelector('{last} .meta').getBoundingClientRect().bottom <= document.querySelector('#composer').getBoundingClientRect().top"))
    check("sections that cannot be rendered are explained", browser.until("document.querySelector('#details').innerText.includes('could not be rendered')", 5))
    picture("crisis")
    shows("crisis, no resources", ".crisis", ["No resources"], "a crisis without resources says so")
    shows("refuse", ".notice", ["Refused: paywall", "pause our first conversation", "Change the access"], "a refusal is shown")
    check("a refused message comes back to the field", browser.run("document.querySelector('#message').value") == "refuse")
    picture("refused")
    shows("later", ".notice", ["rate limited", "12 s"], "a wait is shown")
    shows("fail", ".notice", ["Failed: unreachable", "HTTP 529"], "a failure is shown")
    picture("failed")
    shows("invalid", ".notice", ["400", "'sessions' is missing", "Add it", "line 1, column 17", "q-1"], "a problem is shown with its hint")
    shows("busy", ".notice", ["503", "3 s"], "an overload is shown with its wait")
    shows("drop", ".notice", ["cannot be reached"], "a failed connection is shown")
    shows("broken", ".notice", ["broke off"], "a stream that ends early is shown")
    check("its text is kept", len(text(browser, f"{last} .coach")) > 50)
    shows("partial", ".notice", ["Incomplete", "length"], "an incomplete reply is marked")
    shows("script", ".coach", ["<img", "<script>"], "markup in a reply is text")
    check("it makes no elements", browser.run(f"document.querySelectorAll('{last} .coach *').length") == 1)
    shows("finding limit", ".notice", ["59 messages left"], "a limit is shown")
    check("a finding is shown", "burnout" in text(browser, "#details .pair"))
    say(browser, "slow", is_done=False)
    browser.until(f"document.querySelector('{last} .coach').textContent.length > 40")
    browser.press("Escape")
    check("Escape stops the reply", browser.until(f"{IDLE} && document.querySelector('{last} .notice')?.innerText.startsWith('Stopped')", 5))
    kept = browser.run(f"document.querySelector('{last} .coach').textContent")
    say(browser, "finding")
    bodies = [json.loads(one["postData"]) for one in browser.requests() if "/v1/turns" in one["url"] and "postData" in one]
    check("what was stopped is part of the conversation", bodies[-1]["conversation"]["messages"][-1] == {"role": "coach", "text": kept})
    browser.run("document.querySelector('#new').click()")
    check("a new conversation is empty", browser.run("document.querySelectorAll('.turn').length === 0 && !document.querySelector('#opening').hidden"))
    browser.run("document.querySelector('#prompt').value = 'discovery@v2'; document.querySelector('#prompt').dispatchEvent(new Event('change', { bubbles: true }))")
    browser.run("document.querySelector('#opening').click()")
    browser.until(f"{IDLE} && document.querySelector('.turn:not(.running)')")
    request = [one for one in browser.requests() if "/v1/turns" in one["url"]][-1]
    check("the coach speaks first, with the chosen prompt", json.loads(request["postData"]).get("is_opening") is True
          and "prompt=discovery%40v2" in request["url"] and text(browser, ".turn .said") == "", text(browser, ".turn .meta"))
    browser.run("document.querySelector('#prompt').value = ''; document.querySelector('#prompt').dispatchEvent(new Event('change', { bubbles: true }))")
    say(browser, "complete")
    check("a repaired tag is shown with its payload", all(word in text(browser, ".pair .part:first-child") for word in ("repaired", "aha_insight", "cut")))
    picture("tags")
    say(browser, "finding")
    request = [one for one in browser.requests() if "/v1/turns" in one["url"]][-1]
    body = json.loads(request["postData"])
    check("the changes are taken over", "discovery" in body["person"] and "discovery_completed_at" in body["access"] and body["conversation"]["domain"] == "career")
    record = {"id": "p-record", "language": "en", "profile": {"salt": "s"}}
    browser.run(f"""document.querySelector('#personOpen').click();
      document.querySelector('#personJson').value = {json.dumps(json.dumps(record))};
      document.querySelector('#personJson').dispatchEvent(new Event('input', {{ bubbles: true }}))""")
    check("a record is recognised", "record" in text(browser, "#personKind"), text(browser, "#personKind"))
    browser.run("document.querySelector('#personUse').click()")
    say(browser, "finding")
    browser.until(RENDERED)
    sent = [json.loads(one["postData"]) for one in browser.requests() if "postData" in one][-2:]
    check("it is sent as such", all(one.get("record") == record and "person" not in one for one in sent))
    browser.run("document.querySelector('#new').click()")
    browser.run("document.querySelector('#back').click()")
    check("the conversation before comes back", browser.run("document.querySelectorAll('.turn').length") == 1)


def looks(browser, check, options):
    browser.run("document.querySelector('.turn:last-child .meta').click()")
    browser.until(RENDERED)
    for name, width, height, is_dark in (
            ("page", 1440, 900, False), ("page-dark", 1440, 900, True), ("page-wide", 2200, 1200, False), ("page-tall", 1440, 2400, False), ("page-medium", 820, 1100, False),
            ("page-narrow", 360, 780, False), ("page-narrow-dark", 360, 3400, True), ("page-smallest", 320, 700, False)):
        browser.size(width, height)
        browser.media(is_dark, is_calm=True)
        browser.run("document.querySelector('#details').scrollTop = 0; document.activeElement.blur()")
        wider = browser.run(WIDER)
        check(f"{name}: nothing is wider than {width} pixels", wider == 0, f"{wider} too wide" if wider else "")
        poor = browser.run(CONTRAST)
        check(f"{name}: all text has a contrast of 4.5", poor == [], "; ".join(poor[:4]))
        ground = browser.run("getComputedStyle(document.body).backgroundColor")
        check(f"{name}: the colours are {'dark' if is_dark else 'light'}", (ground != "rgb(255, 255, 255)") == is_dark)
        if options.pictures:
            browser.picture(options.pictures / f"{name}.png")
    browser.size(1440, 900)
    browser.media(False)
    browser.run("document.querySelector('#theme').click()")
    check("the switch makes the page dark", browser.run("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)")
    browser.open(options.url)
    check("the choice of colours is kept", browser.run("document.documentElement.dataset.theme") == "dark")


def key(browser, check, options):
    check("a server with keys asks for one", browser.until("!document.querySelector('#keyPanel').hidden"), text(browser, "#keyReason"))
    if options.pictures:
        browser.picture(options.pictures / "page-key.png")
    browser.until("document.activeElement.id === 'key'")
    browser.type(options.key)
    browser.press("Enter")
    check("the key is accepted", browser.until("document.querySelector('#prompt').options.length > 1"))
    check("the key is kept nowhere", browser.run("JSON.stringify({ ...sessionStorage, ...localStorage })").find(options.key) < 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--message", default="Nobody else spoke, so I did.")
    parser.add_argument("--tag")
    parser.add_argument("--cost", action="store_true")
    parser.add_argument("--key")
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--mock", action="store_true")
    options = parser.parse_args()
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    host = urllib.parse.urlsplit(options.url)
    check = Checks()
    browser = Browser(host.hostname)
    try:
        browser.size(1440, 900)
        browser.media(False)
        browser.open(options.url)
        if options.key:
            key(browser, check, options)
        first(browser, check, options)
        a_turn(browser, check, options)
        if not options.key:
            # A reload forgets a key.
            second(browser, check, options)
        quiet = browser.complaints()
        if options.key:
            quiet = [one for one in quiet if "401" not in one]
        check("the browser has nothing to complain of", quiet == [], "; ".join(quiet[:3]))
        if options.mock:
            mocked(browser, check, options)
        looks(browser, check, options)
        policy = [one for one in browser.complaints() if "policy" in one.lower() or "Error" in one]
        check("no error, and no violation of the page's policy", policy == [], "; ".join(policy[:3]))
        others = {one["url"] for one in browser.requests()} - {"about:blank"}
        others = [one for one in others if urllib.parse.urlsplit(one)[:2] != host[:2] and not one.startswith("data:")]
        check("no other host is asked", others == [], "; ".join(others[:3]))
    except RuntimeError as error:
        check("the page does what it is asked", False, "; ".join([str(error), *browser.complaints()]))
    finally:
        browser.close()
    if options.pictures:
        print(f"Pictures: {options.pictures}/page*.png")
    sys.exit(1 if check.failed else 0)


if __name__ == "__main__":
    main()
