// A small course with a CoachKit server: discovery, a trial, two sessions, a nudge, and forgetting.
//
//     node --experimental-strip-types typescript/course.ts PREFIX
//
// PREFIX begins the ids of the person, the conversations and the requests. COACHKIT_URL and COACHKIT_KEY name the server and a
// key with the scope `client`. The state is in memory here; a backend stores it after every call.

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { cause, CoachClient, Problem } from "./coach.ts";
import type { Changes, ClientEvent, Conversation, Json } from "./coach.ts";

const zone = "Europe/London";

type Event<Name> = Extract<ClientEvent, { event: Name }>;
type Turn = { text: string; notes: string[]; refusal?: Event<"refused">; changes?: Changes; done?: Event<"done"> };
type Item = { id: string; category: string; text: string; quote?: string };

/** A person's way through the product. */
class Course {
  #client: CoachClient;
  #prefix: string;
  #requests = 0;
  #request: Json = {};
  #access: Json = { updated_at: 0 };
  #record: Json;
  #talk: Conversation = { id: "", messages: [] };

  constructor(client: CoachClient, prefix: string) {
    this.#client = client;
    this.#prefix = prefix;
    // What the person deletes is kept as digests, made with the salt: it must be random, and never change.
    const profile = { salt: crypto.randomUUID() };
    this.#record = { id: `${prefix}-noor`, name: "Noor", language: "en", region: "GB", time_zone: zone, profile };
  }

  #begin(name: string) {
    this.#talk = { id: `${this.#prefix}-${name}`, messages: [] };
  }

  /** Sends a message, or lets the coach speak first, and takes over what the turn changes. */
  async #turn(step: string, message?: string): Promise<{ changes: Changes; done: Event<"done"> }> {
    this.#requests += 1;
    this.#request = {
      id: `${this.#prefix}-${this.#requests}`, record: this.#record, today: today(), access: this.#access,
      conversation: { ...this.#talk }, ...(message === undefined ? { is_opening: true } : { message }),
    };
    let turn = await this.#stream();
    while (turn.refusal?.reason === "rate_limited") {
      // This program writes faster than people do. An app shows the text of the refusal instead.
      await sleep(1000 * (turn.refusal.retry_after ?? 1));
      turn = await this.#stream();
    }
    const { text, notes, refusal, changes, done } = turn;
    if (refusal) throw new Problem(`refused, ${refusal.reason}: ${refusal.text}`);
    if (!changes?.record || !done) throw new Problem("the turn has no changes");
    // This belongs into one transaction.
    this.#record = changes.record;
    this.#access = changes.access ?? this.#access;
    this.#talk = { ...this.#talk, messages: [...this.#talk.messages, ...(changes.messages ?? [])] };
    if (changes.domain !== undefined) this.#talk.domain = changes.domain;
    if (changes.assignments !== undefined) this.#talk.assignments = changes.assignments;
    show(step, text);
    for (const note of notes) show("limits", note);
    return { changes, done };
  }

  /** Sends the request. Every event is for the app, except `changes`, which no device may see. */
  async #stream(): Promise<Turn> {
    const turn: Turn = { text: "", notes: [] };
    for await (const [name, data] of this.#client.events("/v1/turns?changes=true", this.#request)) {
      if (name === "changes") turn.changes = data as Changes;
      if (name !== "message") continue;
      const event = data as ClientEvent;
      switch (event.event) {
        case "text": // an app shows it at once, and the text of a tag in a frame
          turn.text += event.tag === undefined ? event.text : `[${event.tag}: ${event.text}]`;
          break;
        case "replaced": // what was shown of the message was not meant for the person
          turn.text = event.text;
          break;
        case "notice": // an app shows it above the message
        case "help": // an app shows it below the message
          turn.notes.push(event.text);
          break;
        case "limits":
          if (event.text !== undefined) turn.notes.push(event.text);
          break;
        case "crisis_detected":
          throw new Problem("the message signals a crisis: show the resources before all else");
        case "refused":
          turn.refusal = event;
          break;
        case "failed":
          throw new Problem(`failed, ${event.code}: ${event.text}`);
        case "done":
          turn.done = event;
      }
    }
    if (!turn.done || !(turn.changes || turn.refusal)) {
      throw new Problem("the stream broke off: send the request again, with the same id");
    }
    return turn;
  }

  /** Says that the session is over. */
  async #close() {
    type Answer = { record: Json; closed?: { session: { title?: string } }[]; offer?: string };
    const answer = await this.#client.post<Answer>(
      "/v1/sessions/close", { record: this.#record, zone, conversation: this.#talk.id });
    this.#record = answer.record;
    for (const outcome of answer.closed ?? []) show("closed", outcome.session.title ?? "a session");
    show("offer", answer.offer ?? "nothing");
  }

  /** Takes over what the person decides about the profile. */
  async #apply(...changes: Json[]) {
    const answer = await this.#client.post<{ record: Json; unknown?: number[] }>(
      "/v1/profile/apply", { record: this.#record, today: today(), changes });
    if (answer.unknown?.length) throw new Problem(`there is no item for the changes ${answer.unknown}`);
    this.#record = answer.record;
  }

  /** Returns the view "What I've learned": items, and proposals that the person has to decide about. */
  async #learned(): Promise<{ items: Item[]; proposals: Item[] }> {
    const { items = [], proposals = [] } = await this.#client.post<{ items?: Item[]; proposals?: Item[] }>(
      "/v1/profile/render", { record: this.#record, today: today() });
    return { items, proposals };
  }

  /** Says what was shown or bought. */
  async #report(event: string) {
    const answer = await this.#client.post<{ access: Json; stage: string }>(
      "/v1/access/events", { access: this.#access, event: { event } });
    this.#access = answer.access;
    show("access", answer.stage);
  }

  async #showProfile() {
    show("profile", `${(await this.#learned()).items.length} items`);
  }

  async run(discovery: string[], first: string[], second: string[]) {
    this.#begin("discovery");
    let { changes, done } = await this.#turn("discovery 1");
    for (const [index, line] of discovery.entries()) {
      if (!done.discovery_complete) ({ changes, done } = await this.#turn(`discovery ${index + 2}`, line));
    }
    if (this.#access["discovery_completed_at"] === undefined) throw new Problem("discovery is not complete");
    show("vision", changes.discovery?.vision ?? "unknown");
    await this.#close();
    show("proposals", `${(await this.#learned()).proposals.length}`);
    await this.#apply({ do: "offer", offer: "remember", answer: "accepted" }, { do: "confirm_discovery" });
    await this.#showProfile();

    type Step = { position: { phase: string }; outputs?: { kind: string; line?: string; header?: string }[] };
    const step = await this.#client.post<Step>("/v1/journeys/coach/step", { record: this.#record, access: this.#access });
    show("phase", step.position.phase);
    for (const { kind, line, header } of step.outputs ?? []) {
      if (kind === "paywall") show("paywall", `${line} ${header ?? ""}`);
    }
    await this.#report("paywall_shown");
    await this.#report("trial_started");

    this.#begin("first");
    await this.#turn("coach");
    for (const line of first) await this.#turn("coach", line);
    const { refusal } = await this.#stream(); // the same request once more, as after a lost connection
    show("repeated", refusal?.reason ?? "not recognised");
    await this.#close();
    for (const item of (await this.#learned()).proposals) {
      show("proposal", `${item.category}: ${item.text} <- ${item.quote ?? ""}`);
      await this.#apply({ do: item.category === "goals" ? "confirm" : "remove", id: item.id });
    }
    await this.#apply({ do: "offer", offer: "check_in", answer: "accepted" });
    await this.#showProfile();

    this.#begin("second");
    await this.#turn("coach");
    for (const line of second) ({ changes } = await this.#turn("coach", line));
    show("signals", (changes.signals ?? []).map((signal) => signal.signal).join(" "));

    const plan = await this.#client.post<{ record: Json; kind?: string; reason: string; text?: string }>(
      "/v1/nudges/plan", { record: this.#record, date: today(4), zone });
    this.#record = plan.record;
    show("nudge", `${plan.kind ?? plan.reason}: ${plan.text ?? ""}`);

    const answer = await this.#client.post<{ record: Json }>(
      "/v1/profile/forget", { record: this.#record, today: today(), conversation: `${this.#prefix}-first` });
    this.#record = answer.record;
    await this.#showProfile();
    await this.#client.post("/v1/profile/forget", { person: this.#record["id"], everything: true });
    show("forgotten", "everything"); // the caller deletes record and messages
  }
}

/** The person's day, or one some days later. */
function today(later = 0): string {
  const day = new Date(`${new Date().toLocaleDateString("sv-SE", { timeZone: zone })}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + later);
  return day.toISOString().slice(0, 10);
}

function show(step: string, text: string) {
  console.log(`${step}: ${text.trim().replace(/\s+/g, " ")}`);
}

try {
  const prefix = process.argv[2];
  if (prefix === undefined || process.argv.length > 3) throw new Problem("usage: course.ts PREFIX");
  const text = readFileSync(new URL("../person.txt", import.meta.url), "utf8");
  const [discovery = [], first = [], second = []] = text.split("---\n").map((part) => part.trimEnd().split("\n"));
  const client = new CoachClient(process.env["COACHKIT_URL"] || "http://127.0.0.1:8080", process.env["COACHKIT_KEY"]);
  await new Course(client, prefix).run(discovery, first, second);
} catch (error) {
  console.error(`course.ts: ${error instanceof Problem ? error.message : cause(error)}`);
  process.exitCode = 1;
}
