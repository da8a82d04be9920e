"""Leads a whole conversation with a real model: discovery to its end, a purchase, coaching, 30 messages of the
coach's in all. Everything goes through the tool, as a person's messages would.

usage: check-chat.py TOOL MESSAGES
Prints one line a message, and ends with 1 when a turn failed, a text came unpaced, or something was lost.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

ANSWERS = [
    "I don't really know where to begin.",
    "Work, mostly. I come home and have nothing left.",
    "It was different two years ago.",
    "I used to paint on Sundays.",
    "Because nobody needed anything from me then.",
    "Maybe a four out of ten.",
    "My sister says I should just rest.",
    "I said yes again yesterday, to a shift that was not mine.",
    "That I am the one who holds it together.",
    "Yes. That sounds true, and a bit sad.",
    "A morning without my phone. Paint under my nails.",
    "I would like that more than I thought.",
]


def main():
    tool, count = sys.argv[1], int(sys.argv[2])
    state = os.path.join(tempfile.mkdtemp(), "state.json")
    command = [tool, "chat", "--model", "local", "--state", state, "--json", "--pace", "--max-tokens", "90"]
    chat = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    answers, problems, gaps, said, bought = iter(range(10_000)), [], [], 0, False

    def send(text):
        chat.stdin.write(text + "\n")
        chat.stdin.flush()

    text, pieces, last = "", 0, None
    for line in chat.stdout:
        now, event = time.monotonic(), json.loads(line)
        kind = event["event"]
        if kind == "text":
            if pieces and last:
                gaps.append(now - last)
            text, pieces, last = text + event["text"], pieces + 1, now
        elif kind == "tag":
            text, last = text + event.get("text", ""), None
        elif kind == "failed":
            problems.append(f"message {said + 1}: {event['code']}: {event['detail']}")
        elif kind == "done":
            message = event.get("message")
            if message:
                said += 1
                if message["text"] != text:
                    problems.append(f"message {said}: the events do not join to the message")
                if "[DISCOVERY_COMPLETE" in text or '"aha_insight"' in text:
                    problems.append(f"message {said}: a tag shows")
                took = event["trace"]["timings"]
                print(
                    f"{said:3} {event['route']:<9} {event['trace']['prompt']['reference']:<13} {pieces:3} pieces, first words"
                    f" {took['first_words_ms'] / 1000:5.1f} s, {took['total_ms'] / 1000:5.1f} s, {len(text):4} characters"
                    + (", discovery complete" if event["discovery_complete"] else "")
                )
            text, pieces, last = "", 0, None
            if said >= count:
                send("")
                break
            refusal = event.get("refusal")
            if refusal and refusal["reason"] == "rate_limited":
                time.sleep(refusal["retry_after"] + 0.5)
                send("/again")
            elif event["discovery_complete"] or refusal:
                if bought:
                    problems.append(f"refused after the purchase: {refusal}")
                    break
                bought = True
                send("/subscribe")
            elif not message:
                break
            else:
                send(ANSWERS[next(answers) % len(ANSWERS)])
    chat.stdin.close()
    chat.wait(timeout=60)
    if said < count:
        problems.append(f"{said} messages, not {count}")
    if not bought and count > 20:
        problems.append("discovery was never complete")
    if gaps:
        short = sum(gap < 0.045 for gap in gaps)
        print(f"{len(gaps)} pauses between pieces: shortest {min(gaps) * 1000:.0f} ms, median {sorted(gaps)[len(gaps) // 2] * 1000:.0f} ms")
        if short:
            problems.append(f"{short} pieces came less than 45 ms after the one before")
    for problem in problems:
        print("✗", problem)
    print(f"{'✗' if problems else '✓'} {said} messages of a real model, {len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
