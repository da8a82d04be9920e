// A client of a CoachKit server: fetch and a reader of server-sent events, without dependencies.

/** What an app gets of a turn. `Documentation/wire/client-event.schema.json` describes it. */
export type ClientEvent =
  | { event: "started"; message_id: string }
  | { event: "text"; text: string; tag?: string }
  | { event: "replaced"; text: string }
  | { event: "crisis_detected"; resources?: { name: string; contact: string; note: string }[]; emergency_number?: string }
  | { event: "help"; text: string }
  | { event: "notice"; kind: string; jurisdiction: string; text: string }
  | { event: "limits"; tier: string; used: number; limit: number; is_trial: boolean; resets_at?: number; text?: string }
  | { event: "refused"; reason: string; text: string; retry_after?: number; resets_at?: number; message_id?: string }
  | { event: "failed"; code: string; text: string; keeps_text: boolean }
  | { event: "done"; message_id?: string; is_partial: boolean; discovery_complete: boolean; reflection_accepted?: boolean };

/** A value that belongs to the caller and is passed on as it is. */
export type Json = { [name: string]: unknown };

/** What the caller stores after a turn, and never sends to a device. Lists that are empty may be missing. */
export type Changes = {
  messages?: Json[];
  record?: Json;
  access?: Json;
  domain?: string;
  assignments?: Json[];
  discovery?: { vision: string };
  signals?: { signal: string }[];
  is_crisis: boolean;
};

export type Conversation = {
  id: string;
  messages: Json[];
  session_start?: number;
  domain?: string;
  assignments?: Json[];
};

/** Why something cannot go on, in a sentence. */
export class Problem extends Error {}

/** A block of a stream, up to its blank line. A comment is a block without data. */
export type Block = { name: string; data?: string; bytes: Uint8Array };

/** Reads server-sent events from bytes, however they are split. */
export class EventReader {
  #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #block: number[] = [];
  #line: number[] = [];
  #afterCR = false;
  #isFirst = true;
  #name = "";
  #data: string[] = [];
  #id: string | undefined;
  /** The id of the last event that arrived as a whole. */
  lastID: string | undefined;

  /** Returns the blocks that these bytes complete. */
  feed(bytes: Uint8Array): Block[] {
    const blocks: Block[] = [];
    for (const byte of bytes) {
      this.#block.push(byte);
      const isHalf = this.#afterCR && byte === 10; // of a CRLF
      this.#afterCR = byte === 13;
      if (isHalf) continue;
      if (byte !== 10 && byte !== 13) {
        this.#line.push(byte);
        continue;
      }
      // A line is decoded when it is complete, so that no character is cut.
      const block = this.#take(this.#decoder.decode(Uint8Array.from(this.#line)));
      this.#line = [];
      if (block) blocks.push(block);
    }
    return blocks;
  }

  #take(line: string): Block | undefined {
    if (this.#isFirst && line.startsWith("\ufeff")) line = line.slice(1);
    this.#isFirst = false;
    if (line === "") {
      const block: Block = { name: this.#name || "message", bytes: Uint8Array.from(this.#block) };
      if (this.#data.length > 0) block.data = this.#data.join("\n");
      this.lastID = this.#id;
      [this.#name, this.#data, this.#block] = ["", [], []];
      return block;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "id") this.#id = value;
    if (field === "event") this.#name = value;
    if (field === "data") this.#data.push(value);
    return undefined; // a comment, or a field that does not matter here
  }
}

/** Calls a CoachKit server. Everything that goes wrong is a Problem. */
export class CoachClient {
  readonly url: string;
  readonly #key: string | undefined;

  constructor(url: string, key?: string) {
    this.url = url.replace(/\/+$/, "");
    this.#key = key;
  }

  /** Sends a body and returns the response, whatever its status. Aborting the signal closes the connection. */
  async send(path: string, body: Json, signal?: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (this.#key) headers["authorization"] = `Bearer ${this.#key}`;
    return await fetch(this.url + path, { method: "POST", headers, body: JSON.stringify(body), signal: signal ?? null });
  }

  /** Returns the JSON of the answer. */
  async post<Answer>(path: string, body: Json): Promise<Answer> {
    return (await (await this.#answer(path, body)).json()) as Answer;
  }

  /**
   * Yields the events of a turn's stream as they arrive, each as its name and its JSON. If the connection breaks, it reads on
   * from there on another one, at most three times.
   */
  async *events(path: string, body: Json): AsyncGenerator<[name: string, data: unknown]> {
    let response = await this.#answer(path, body);
    for (let attempts = 0, last: string | undefined; ; attempts += 1) {
      const reader = new EventReader();
      try {
        if (last !== undefined) response = await this.#rest(String(body["id"]), last);
        // Leaving the loop early cancels the body. If nobody comes back, the server then stops the model.
        for await (const piece of response.body ?? []) {
          for (const block of reader.feed(piece)) {
            if (block.data !== undefined) yield [block.name, JSON.parse(block.data)];
          }
        }
        return;
      } catch (error) {
        last = reader.lastID ?? last;
        if (error instanceof Problem) throw error;
        if (last === undefined || attempts === 3) throw new Problem(`the connection broke off: ${cause(error)}`);
        // A network that was just lost is rarely back at once.
        await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempts));
      }
    }
  }

  /** Returns what follows an event of a turn. */
  async #rest(id: string, last: string): Promise<Response> {
    const headers: Record<string, string> = { "last-event-id": last };
    if (this.#key) headers["authorization"] = `Bearer ${this.#key}`;
    // Without an answer, the caller tries again.
    const response = await fetch(`${this.url}/v1/turns/${encodeURIComponent(id)}`, { headers });
    return await this.#checked(Promise.resolve(response));
  }

  async #answer(path: string, body: Json): Promise<Response> {
    return await this.#checked(this.send(path, body));
  }

  /** Returns a response that is a success. */
  async #checked(sent: Promise<Response>): Promise<Response> {
    const response = await sent.catch((error: unknown) => {
      throw new Problem(`no answer from ${this.url}: ${cause(error)}`);
    });
    if (response.status !== 200) throw new Problem(`${response.status} ${reason(await response.text())}`);
    return response;
  }
}

/** Returns the words of a problem (RFC 9457). */
function reason(body: string): string {
  try {
    const { code, detail, hint } = JSON.parse(body) as { code: string; detail: string; hint?: string };
    return `${code}: ${detail}${hint === undefined ? "" : ` (${hint})`}`;
  } catch {
    return "this is no answer of a CoachKit server"; // but perhaps of a proxy
  }
}

/** Returns what is behind an error of fetch, which itself says only that it failed. */
export function cause(error: unknown): string {
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return inner instanceof Error ? inner.message || inner.name : String(inner);
}
