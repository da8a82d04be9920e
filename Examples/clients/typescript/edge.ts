// An edge function between an app and a CoachKit server. The app sends `{"id": "…", "message": "…"}`, or `"is_opening": true`
// instead of the message, and gets the client events. It never sees the server's key, or anybody's state.

import { CoachClient, EventReader } from "./coach.ts";
import type { Changes, Conversation, Json } from "./coach.ts";

/** What is kept of a person. */
export type State = { record: Json; access: Json; conversation: Conversation; timeZone: string };

export interface Store {
  /** Returns a person's state. That of a new person has the access `{"updated_at": 0}`, and a record with a random salt. */
  load(person: string): Promise<State>;
  /**
   * Takes over, in one transaction, what a turn changed since `state` was loaded: appends the messages to the conversation,
   * and replaces record, access and domain where there are new ones. If another device was faster, `/v1/profile/apply` with
   * `{"do": "merge", "record": …}` joins the two records.
   */
  save(person: string, state: State, changes: Changes): Promise<void>;
}

export type Options = {
  client: CoachClient;
  store: Store;
  /** Returns the id of the person who sends a request; nothing if it is nobody that you know. */
  authenticate(request: Request): Promise<string | undefined>;
};

/** Returns the handler. It needs nothing but the Web's own `Request`, `Response`, `fetch` and streams. */
export function coach({ client, store, authenticate }: Options) {
  return {
    async fetch(request: Request): Promise<Response> {
      if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
      const person = await authenticate(request);
      if (person === undefined) return new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } });
      const asked = await question(request);
      if (!asked) return new Response(null, { status: 400 });

      const state = await store.load(person);
      const { record, access, conversation, timeZone } = state;
      const today = new Date().toLocaleDateString("sv-SE", { timeZone });
      let response: Response;
      try {
        const turn = { ...asked, record, access, conversation, today };
        // If the app leaves before the first byte, the request is aborted with it.
        response = await client.send("/v1/turns?changes=true", turn, request.signal);
      } catch {
        return Response.json({}, { status: 503, headers: { "retry-after": "1" } });
      }
      if (response.status !== 200 || !response.body) return await refusal(response);
      const body = clientEvents(response.body, (changes) => store.save(person, state, changes));
      return new Response(body, {
        headers: { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" },
      });
    },
  };
}

/** Returns what the app may decide: the request's id, and what the person wrote. */
async function question(request: Request): Promise<Json | undefined> {
  const body = (await request.json().catch(() => undefined)) as Json | null | undefined;
  const id = body?.["id"];
  const message = body?.["message"];
  if (typeof id !== "string") return undefined;
  if (typeof message === "string") return { id, message };
  return body?.["is_opening"] === true ? { id, is_opening: true } : undefined;
}

/** Returns what an app may know of a problem: the words for the person, and whether to come back. */
async function refusal(response: Response): Promise<Response> {
  const problem = (await response.json().catch(() => ({}))) as { text?: string };
  const isBusy = response.status === 429 || response.status === 503;
  const headers: Record<string, string> = isBusy ? { "retry-after": response.headers.get("retry-after") ?? "1" } : {};
  const body = problem.text === undefined ? {} : { text: problem.text };
  return Response.json(body, { status: isBusy ? response.status : 502, headers });
}

/**
 * Passes the client events on, byte for byte, and keeps the event `changes` back. That comes right before `done`, so that the
 * state is stored before the app can send the next message. If storing fails, the stream breaks off without `done`.
 */
function clientEvents(
  stream: ReadableStream<Uint8Array>, save: (changes: Changes) => Promise<void>,
): ReadableStream<Uint8Array> {
  const upstream = stream.getReader();
  const reader = new EventReader();
  return new ReadableStream<Uint8Array>({
    // Called when the app is ready for more, so that a slow app slows the model.
    async pull(controller) {
      for (let hasSent = false; !hasSent; ) {
        const { done, value } = await upstream.read();
        if (done) return controller.close();
        for (const block of reader.feed(value)) {
          if (block.name === "changes" && block.data !== undefined) await save(JSON.parse(block.data) as Changes);
          // Comments are passed on, too: they keep the connection alive.
          if (block.name !== "message") continue;
          controller.enqueue(block.bytes);
          hasSent = true;
        }
      }
    },
    // The app has left: the connection is closed, and after the server's grace the model stops. Then the app may send the same
    // request again.
    cancel: (reason) => upstream.cancel(reason),
  });
}

// --- What is yours

/** Replace this: check the app's session cookie or token here. Until then, nobody gets in. */
async function authenticate(_request: Request): Promise<string | undefined> {
  return undefined;
}

/** Replace this by your database. */
const store: Store = {
  load: () => Promise.reject(new Error("there is no store yet")),
  save: () => Promise.reject(new Error("there is no store yet")),
};

const environment: Record<string, string | undefined> = globalThis.process?.env ?? {};
const client = new CoachClient(environment["COACHKIT_URL"] || "http://127.0.0.1:8080", environment["COACHKIT_KEY"]);

export default coach({ client, store, authenticate });
