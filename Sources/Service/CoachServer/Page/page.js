// A conversation with the coach, and what happened in its turns.

/** The elements that have an id. */
const page = Object.fromEntries(Array.from(document.querySelectorAll("[id]"), (node) => [node.id, node]));
const present = (children) => children.flat(3).filter(Boolean);
const fill = (node, ...children) => node.replaceChildren(...present(children));

/** An element, named "tag.class", with attributes, listeners and children. Data goes in as text, never as markup. */
function el(name, attributes, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(tag);
  node.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(key, value);
    else node.setAttribute(key, value);
  }
  node.append(...present(children));
  return node;
}

const p = (...children) => el("p", {}, children);
const b = (...children) => el("b", {}, children);
const span = (style, ...children) => el(`span.${style}`, {}, children);
const small = (...children) => el("small", {}, children);
const code = (text) => el("pre", { tabindex: 0 }, text);
const json = (value) => JSON.stringify(value, null, 2);
const button = (label, click) => el("button", { type: "button", click }, label);
const joined = (parts, separator = ", ") => parts.filter(Boolean).join(separator);

/** A part whose content is made when it is first opened. */
function fold(title, content, style = "") {
  const node = el(`details${style}`, {}, el("summary", {}, title));
  node.addEventListener("toggle", () => node.append(content()), { once: true });
  return node;
}

/** Says something to screen readers. */
function announce(...parts) {
  page.live.textContent = joined(parts, "\n");
}

// MARK: Figures. What is not known is a dash.

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const known = (value, write) => isNumber(value) ? write(value) : "–";
const count = (value) => known(value, () => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, "\u202f"));
const counted = (number, word) => `${count(number)} ${word}${number === 1 ? "" : "s"}`;
const time = (ms) => known(ms, () => ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);
const dollars = (value) => known(value, () => `$${value.toFixed(value > 0 && value < 0.001 ? 6 : 4)}`);
const percent = (part, whole = 1) => known(part / whole, (share) => `${(share * 100).toFixed(1)} %`);
const sum = (list) => list.reduce((total, value) => total + value, 0);
const words = (name) => String(name).replaceAll("_", " ");

// MARK: The server

let key = sessionStorage.getItem("coachkit-key") ?? "";

/** An error with the members of a problem (RFC 9457). */
const problem = (title, members) => Object.assign(new Error(title), { title }, members);

const callJSON = async (path, body) => (await call(path, body)).json();

async function call(path, body, signal) {
  const headers = { ...(key && { authorization: `Bearer ${key}` }), ...(body && { "content-type": "application/json" }) };
  let response;
  try {
    response = await fetch(path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body), signal });
  } catch (error) {
    throw signal?.aborted ? error : problem("The server cannot be reached", { hint: "Is it running?" });
  }
  if (response.ok) return response;
  const { status, statusText } = response;
  const members = await response.json().catch(() => ({}));
  if ([401, 403].includes(status)) askForKey(members);
  throw problem(statusText, { status, wait: response.headers.get("retry-after"), ...members });
}

/** The events of a stream. Bytes may be split anywhere; lines end with CR, LF or both. */
async function* serverEvents(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "", name = "", data = [];
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    // A CR at the end of a piece may be the first half of a CRLF.
    const lines = rest.split(done ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/);
    rest = lines.pop();
    for (const line of lines) {
      const [, field, content] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line);
      if (line === "") {
        if (data.length > 0) yield { name, data: JSON.parse(data.join("\n")) };
        [name, data] = ["", []];
      } else if (field === "event") name = content;
      else if (field === "data") data.push(content);
    }
    if (done) return;
  }
}

// MARK: State

const newId = (kind) => kind + Math.random().toString(36).slice(2);
const ago = (days) => Math.floor(Date.now() / 1000) - days * 86_400;
const kindOf = (person) => Number.isInteger(person.sessions) ? "person" : "record";

function newPerson() {
  const { language, region } = new Intl.Locale(navigator.language);
  return { id: newId("p-"), language, region, sessions: 0 };
}

const knownPerson = (sessions) => ({
  ...newPerson(), name: "Noor", sessions,
  discovery: {
    coaching_domains: ["career"], current_challenges: ["says yes too fast"], emotional_baseline: "tired most days",
    communication_style: "dry humour first", key_themes: ["rest has to be earned"], strengths_identified: ["keeps promises"],
    values: ["fairness"], vision: "an evening that is really over", aha_insight: "I rest only when I am ill",
  },
});

const accessOf = {
  Discovery: () => ({ updated_at: 0 }),
  Trial: () => ({ discovery_completed_at: ago(2), trial: { started_at: ago(1) }, updated_at: ago(1) }),
  Subscription: () => ({
    discovery_completed_at: ago(12), updated_at: ago(10),
    subscription: { period_start: ago(10), period_end: ago(-20), will_renew: true },
  }),
};

const presets = {
  "New person in discovery": () => [newPerson(), accessOf.Discovery()],
  "In a trial": () => [knownPerson(1), accessOf.Trial()],
  "Subscriber": () => [knownPerson(6), accessOf.Subscription()],
};

const emptyConversation = () => ({ conversation: { id: newId("c-"), messages: [] }, turns: [], selected: -1 });
const state = { person: newPerson(), access: accessOf.Discovery(), prompt: "", model: "", domain: "", ...emptyConversation() };

let running; // the turn that is being answered, its conversation, and how to stop it
let previous; // the state before the last new conversation
const views = new Map(); // the elements of each turn, by the id of its request
const renders = new Map(); // the prompt of each turn, rendered again, or the problem

function save() {
  try {
    sessionStorage.setItem("coachkit", JSON.stringify(state));
  } catch {
    sessionStorage.removeItem("coachkit");
    announce("This conversation is too long to be kept.");
  }
}

// MARK: Turns

/** Stops a turn. Closing the connection alone would let it go on for the server's grace. */
function stopTurn(id, abort) {
  abort.abort();
  const headers = key ? { authorization: `Bearer ${key}` } : {};
  fetch(`v1/turns/${id}`, { method: "DELETE", headers }).catch(() => {}); // then the grace ends it
}

/** Sends a message; without one, the coach speaks first. */
async function send(message) {
  if (running) return;
  const { person, access, conversation, domain, prompt, model } = state;
  const request = structuredClone({
    id: newId("r-"), [kindOf(person)]: person, access, conversation,
    ...(message ? { message } : { is_opening: true }), ...(domain && { domain }),
  });
  const turn = { request, events: [], parts: [], status: "running" };
  const abort = new AbortController();
  running = { conversation, stop: () => stopTurn(request.id, abort) };
  state.selected = state.turns.push(turn) - 1;
  page.turns.append(makeView(turn));
  save();
  drawAll();
  page.message.focus();
  views.get(request.id).meta.scrollIntoView({ block: "nearest" });
  const query = new URLSearchParams({ events: "all", changes: true, ...(prompt && { prompt }), ...(model && { model }) });
  const start = performance.now();
  try {
    const { body } = await call(`v1/turns?${query}`, request, abort.signal);
    for await (const { name, data } of serverEvents(body)) take(turn, name || data.event, data, performance.now() - start);
    if (!outcomeOf(turn)) throw problem("The reply broke off early");
    turn.status = "done";
  } catch (error) {
    turn.status = abort.signal.aborted ? "stopped" : "broken";
    if (turn.status === "broken") turn.problem = error.title ? { ...error } : { title: "Broken off", detail: error.message };
    // Without changes from the server, what both have seen is the conversation.
    const text = textOf(turn);
    if (text && !eventOf(turn, "changes")) conversation.messages.push(...personSaid(request), { role: "coach", text });
  }
  abort.abort();
  running = undefined;
  if (turn.parts.length === 0 && conversation === state.conversation) page.message.value ||= message ?? "";
  save();
  follow(turn, drawAll);
  announce(textOf(turn) && `Coach: ${textOf(turn)}`, views.get(request.id).after.innerText);
}

const textOf = (turn) => turn.parts.map((part) => part.text).join("");
const personSaid = ({ message }) => message ? [{ role: "person", text: message }] : [];
const eventOf = (turn, name) => turn.events.find((one) => one.event === name)?.data;
const outcomeOf = (turn) => eventOf(turn, "done");

function take(turn, event, data, at) {
  if (event === "text") return takeText(turn, data.text, at);
  turn.events.push({ event, at, data });
  if (event === "changes") takeChanges(data);
  if (event === "tag" && data.text) turn.parts.push({ text: data.text, tag: data.tag });
  if (event === "replaced") turn.parts = data.text ? [{ text: data.text }] : [];
  if (event === "crisis_detected") {
    announce("Crisis detected", ...(data.resources ?? []).map((one) => `${one.name} ${one.contact}`));
  }
  const shown = data.message?.text ?? "";
  if (event === "done" && shown !== textOf(turn)) turn.parts = shown ? [{ text: shown }] : [];
  follow(turn, drawTurn);
  drawDetails();
}

/** Pieces of text in a row are one event and one part. */
function takeText(turn, text, at) {
  const [event, part] = [turn.events.at(-1), turn.parts.at(-1)];
  if (event?.pieces) Object.assign(event, { until: at, pieces: event.pieces + 1, size: event.size + text.length });
  else turn.events.push({ event: "text", at, until: at, pieces: 1, size: text.length });
  if (part && !part.tag) part.text += text;
  else turn.parts.push({ text });
  follow(turn, drawText);
}

/** Stores what a caller stores between turns. */
function takeChanges({ messages = [], domain, assignments, access, record, discovery }) {
  const { conversation } = running;
  conversation.messages.push(...messages);
  if (domain) conversation.domain = domain;
  if (assignments) conversation.assignments = assignments;
  if (access) state.access = access;
  if (record) state.person = record;
  else if (discovery) state.person = { ...state.person, discovery: discovery.profile ?? discovery };
}

function newConversation() {
  running?.stop();
  if (state.turns.length > 0) previous = { ...state };
  showConversation(emptyConversation());
}

function showConversation(changes) {
  Object.assign(state, changes);
  fill(page.turns, state.turns.map(makeView));
  save();
  drawAll();
  page.message.focus();
}

// MARK: The chat

function drawAll() {
  page.empty.hidden = state.turns.length > 0;
  page.opening.hidden = state.conversation.messages.length > 0 || Boolean(running);
  page.back.hidden = !previous;
  page.send.textContent = running ? "Stop" : "Send";
  page.personOpen.textContent = `${state.person.name ?? "New person"}, ${stageOf(state.access)}`;
  state.turns.forEach(drawTurn);
  drawDetails();
}

const stageOf = ({ subscription, trial, discovery_completed_at: end }) =>
  subscription ? "subscription" : trial ? "trial" : end ? "paywall" : "discovery";

function makeView(turn) {
  const said = turn.request.message && el("div.said", { dir: "auto" }, turn.request.message);
  const [before, text, after] = ["div", "div.coach", "div"].map((name) => el(name, { dir: "auto" }));
  const view = { before, text, after, meta: el("button.meta", { type: "button" }) };
  const click = () => getSelection().isCollapsed && select(state.turns.indexOf(turn));
  view.item = el("li", { click }, said, Object.values(view));
  views.set(turn.request.id, view);
  return view.item;
}

/** Draws a turn, and follows its end if that was in view. */
function follow(turn, draw) {
  const { meta } = views.get(turn.request.id);
  const { top, bottom } = meta.getBoundingClientRect();
  draw(turn);
  if (bottom > 0 && top < page.composer.getBoundingClientRect().top) meta.scrollIntoView({ block: "nearest" });
}

function drawText({ request, parts }) {
  const { text } = views.get(request.id);
  fill(text, parts.map((part) => part.tag ? el("mark", { title: part.tag }, part.text) : part.text));
}

function drawTurn(turn) {
  const { before, after, meta, item } = views.get(turn.request.id);
  const { trace: { timings, cost } = {}, findings = [] } = outcomeOf(turn) ?? {};
  const place = state.turns.indexOf(turn);
  fill(before, crisisPanel(eventOf(turn, "crisis_detected")));
  drawText(turn);
  fill(after, noticesOf(turn));
  fill(meta, b(`Turn ${place + 1}`), [
    turn.status === "running" ? "writing" : promptOf(turn),
    timings?.first_words_ms && `first words ${time(timings.first_words_ms)}`, timings && `total ${time(timings.total_ms)}`,
    cost && dollars(cost), findings.length > 0 && counted(findings.length, "finding"),
  ].map((part) => part && span("", part)));
  meta.setAttribute("aria-pressed", place === state.selected);
  const isEmpty = turn.parts.length === 0;
  item.className = joined(["turn", turn.status, place === state.selected && "selected", isEmpty && "unanswered"], " ");
}

const promptOf = (turn) => outcomeOf(turn)?.trace.prompt?.reference ?? eventOf(turn, "started")?.prompt;

function crisisPanel(crisis) {
  if (!crisis) return;
  const { assessment: { severity, categories = [] } = {}, resources = [], emergency_number: number } = crisis;
  return el(
    "div.crisis", { role: "group", "aria-label": "Help in a crisis" },
    p(b("Crisis detected "), joined([severity, ...categories].map(words))),
    number && el("p.number", {}, "Emergency services: ", b(number)),
    resources.map((one) => p(b(one.name), ` ${one.contact} `, span("soft", one.note))),
    resources.length === 0 && p("No resources are known for the country."));
}

const notice = (tone, title, ...content) => el(`div.notice.${tone}`, {}, b(title), content.map(
  (part) => part && (typeof part === "string" ? p(part) : part)));

function noticesOf(turn) {
  const { refusal, failure, message } = outcomeOf(turn) ?? {};
  const limit = eventOf(turn, "limits")?.text;
  const help = eventOf(turn, "help")?.text;
  const legal = turn.events.filter((one) => one.event === "notice").map((one) => one.data);
  return [
    legal.map(({ jurisdiction, text }) => notice("soft", `Notice of ${jurisdiction}`, text)),
    turn.problem && problemNotice(turn.problem),
    turn.status === "stopped" && notice("mixed", "Stopped", textOf(turn) && "The text so far is part of the conversation."),
    refusal && notice(
      "mixed", `Refused: ${words(refusal.reason)}`, refusal.text,
      wait(refusal.retry_after) || button("Change the access", openPerson)),
    failure && notice("bad", `Failed: ${words(failure.code)}`, failure.text, small(failure.detail)),
    message?.is_partial && !failure && notice("mixed", "Incomplete", `The model ended with: ${message.finish ?? "unknown"}.`),
    help && notice("mixed", "Help", help),
    limit && notice("mixed", "Limit", limit),
  ];
}

const wait = (seconds) => seconds && `Try again in ${Math.ceil(seconds)} s.`;

function problemNotice({ title, status, code, detail, hint, line, column, wait: seconds, request_id: id }, ...more) {
  const place = joined([code, line && `line ${line}, column ${column}`, id && `request ${id}`]);
  return notice("bad", joined([status, title], " "), detail, hint, wait(seconds), small(place), ...more);
}

function select(place) {
  if (!state.turns[place]) return;
  state.selected = place;
  drawAll();
  page.turns.children[place].scrollIntoView({ block: "nearest" });
}

const step = (by) => select(state.selected + by);

// MARK: Details of a turn

const part = (title, note, ...content) => el("section.part", {}, el("h3", {}, title, span("soft", note)), content);
const listPart = (title, list, item) => part(title, count(list.length), list.length > 0 ? list.map(item) : p("None"));
const item = (name, verdict, ...content) => el("div.item", {}, p(b(name), span(`badge.is-${verdict}`, verdict)), content);

/** A list of names and values, without those that have no value. */
const facts = (values) => el("dl.facts", {}, Object.entries(values).map(
  ([name, value]) => present([value]).length > 0 && [el("dt", {}, name), el("dd", {}, value)]));

function drawDetails() {
  const turn = state.turns[state.selected];
  page.detailsTitle.textContent = turn ? `Turn ${state.selected + 1}` : "Details";
  page.earlier.disabled = state.selected <= 0;
  page.later.disabled = state.selected >= state.turns.length - 1;
  page.detailsRoute.textContent = "";
  if (!turn) return fill(page.detailsBody, p("What happened in a turn appears here."));
  const outcome = outcomeOf(turn);
  const { route, trace = {}, findings = [], message } = outcome ?? eventOf(turn, "started") ?? {};
  page.detailsRoute.textContent = route;
  page.detailsRoute.className = `badge is-${route}`;
  if (outcome) loadPrompt(turn.request, outcome);
  fill(
    page.detailsBody, figures(turn, trace), trace.problems?.length > 0 && notice("mixed", "Problems", ...trace.problems),
    outcome && [
      promptPart(turn.request, trace),
      el("div.pair", {}, listPart("Tags", message?.tags ?? [], tagItem), listPart("Guardrails", findings, findingItem)),
      callsPart(trace), decisionsPart(outcome, trace)],
    eventsPart(turn.events), fold("Request as JSON", () => code(json(turn.request)), ".part"));
}

function figures(turn, { timings, usage = {}, cost, prompt, calls = [] }) {
  const costs = state.turns.map((one) => outcomeOf(one)?.trace.cost).filter(isNumber);
  const figure = (name, value, note) => el("div", {}, el("dt", {}, name), el("dd", {}, value, note && small(note)));
  return [
    facts({
      Prompt: promptOf(turn), Experiment: prompt?.experiment,
      Model: joined([...new Set(calls.map((one) => `${one.provider}:${one.model}`))]),
    }),
    el(
      "dl.figures", {},
      figure("First words", time(timings?.first_words_ms)), figure("Total", time(timings?.total_ms)),
      figure("Cost", dollars(cost), costs.length > 0 && `all turns ${dollars(sum(costs))}`),
      figure("Tokens in", count(usage.input)), figure("Tokens out", count(usage.output)),
      figure("From the cache", percent(usage.cached_input, usage.input))),
  ];
}

/** Renders the prompt of a turn again, for its sections. */
async function loadPrompt(request, { updates, trace }) {
  const { reference, left_out_messages: left = 0 } = trace.prompt ?? {};
  if (!reference || renders.has(request.id)) return;
  renders.set(request.id, {});
  const { person, record, conversation } = request;
  const domain = updates.domain ?? trace.routing?.domain ?? request.domain ?? conversation.domain;
  const history = [...conversation.messages.slice(left), ...personSaid(request)];
  try {
    renders.set(request.id, await callJSON("v1/render", { prompt: reference, person, record, domain, history }));
  } catch (error) {
    renders.set(request.id, { error });
  }
  drawDetails();
}

function promptPart(request, trace) {
  const { sections, error } = renders.get(request.id) ?? {};
  if (!sections) return part("Prompt", "", p(
    error ? `The sections could not be rendered: ${error.detail ?? error.title}` : trace.prompt ? "Loading …" : "No prompt"));
  const tokens = (list) => sum(list.map((one) => one.tokens));
  const total = tokens(sections);
  const volatile = sections.findIndex((one) => one.cache === "volatile" && one.tokens > 0);
  const cacheable = tokens(volatile < 0 ? sections : sections.slice(0, volatile));
  const bar = el("div.sizes", { role: "img", "aria-label": joined(sections.map((one) => `${one.name} ${one.tokens}`)) });
  for (const one of sections.filter((one) => one.tokens > 0)) {
    const piece = el(`span.cache-${one.cache}`, { title: `${one.name}: ${count(one.tokens)}, ${one.cache}` });
    piece.style.setProperty("flex-grow", one.tokens);
    bar.append(piece);
  }
  const row = ({ name, cache, tokens }) => [
    el(`i.cache-${cache}`, {}), b(name), span("soft", cache), span("", count(tokens)), span("soft", percent(tokens, total))];
  return part(
    "Prompt", `${counted(total, "token")}, ${percent(cacheable, total)} cacheable`,
    bar, sections.map((one) => fold(row(one), () => code(one.text || "No text."), ".section")));
}

function tagItem({ tag, text, payload, verdict, repairs, parse_repairs, problems, raw }) {
  const lists = Object.entries({ Repairs: repairs, "JSON repairs": parse_repairs, Problems: problems });
  return item(
    tag, verdict, text && p(text), payload !== undefined && code(json(payload)),
    lists.map(([name, list]) => list && p(`${name}: ${joined(list)}`)), raw && fold("As written", () => code(raw)));
}

const findingItem = ({ check, action, sentence, evidence }) => item(
  words(check), action, p(sentence), p("Decided by: ", el("mark", {}, evidence)));

function callsPart({ calls = [], usage, cost }) {
  const row = (name, use = {}, price) => el("tr", {}, el("th", { scope: "row" }, name), [
    count(use.input), count(use.cached_input), percent(use.cached_input, use.input), count(use.output), dollars(price),
  ].map((value) => el("td", {}, value)));
  const head = ["For", "In", "Cached", "Share", "Out", "Cost"].map((name) => el("th", {}, name));
  const rows = calls.map((one) => row([one.purpose, small(`${one.provider}:${one.model}`)], one.usage, one.cost));
  return part("Calls", count(calls.length), calls.length > 0 && el(
    "div.scroll", { tabindex: 0, role: "group", "aria-label": "Calls" },
    el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows), el("tfoot", {}, row("All", usage, cost)))));
}

/** The other members of a value, in small print. */
function others(value, ...shown) {
  const write = (name, one) => one === true ? words(name)
    : `${words(name)}: ${name.endsWith("_at") ? new Date(one * 1000).toLocaleString() : words([one].flat().join(", "))}`;
  const isPlain = ([name, one]) => !shown.includes(name) && one !== false && (typeof one !== "object" || Array.isArray(one));
  return small(joined(Object.entries(value).filter(isPlain).map(([name, one]) => write(name, one)), "; "));
}

function decisionsPart({ limits, safety, message, discovery, updates, ...outcome }, { routing, screening, prompt }) {
  return part("Decisions", "", facts({
    Routing: routing && [
      `${routing.domain ?? routing.outcome ?? "no domain"}, ${percent(routing.confidence)}`,
      others(routing, "domain", "confidence")],
    Screening: screening && [
      `${words(screening.verdict)}, ${percent(screening.probability)}`, others(screening, "verdict", "probability")],
    Crisis: safety && [
      joined([safety.severity, ...safety.categories].map(words)), ` “${safety.evidence.text}”`,
      others(safety, "severity", "categories")],
    Limits: limits && [
      `${count(limits.used)} of ${count(limits.limit)}`,
      limits.trial_day && `, day ${limits.trial_day.day} of ${limits.trial_day.days}`,
      others(limits, "used", "limit", "remaining")],
    "Ended with": message?.finish,
    Discovery: outcome.discovery_complete && `complete, by ${discovery?.source ?? "its length"}`,
    "Left out": prompt?.left_out_messages && counted(prompt.left_out_messages, "message"),
    Signals: updates.signals?.map((one) => el("div", {}, words(one.signal), others(one, "signal"))),
  }));
}

/** The members of an event that tell most. */
const about = ({ route, prompt, model, tag, check, verdict, action, reason, code, tier, assessment }) =>
  joined([route, prompt, model, tag, check, verdict, action, reason, code, tier, assessment?.severity]);

function eventsPart(events) {
  const end = Math.max(1, ...events.map((one) => one.until ?? one.at));
  const row = ({ event, at, until = at, pieces, size, data }) => {
    const bar = el("i", {});
    bar.style.setProperty("left", `${at / end * 100}%`);
    bar.style.setProperty("width", `${(until - at) / end * 100}%`);
    const note = data ? about(data) : `${counted(pieces, "piece")}, ${counted(size, "character")}`;
    const title = [span("at", time(at)), span("track", bar), b(words(event)), span("soft.clipped", note)];
    return el("li", {}, data ? fold(title, () => code(json(data))) : el("div", {}, title));
  };
  return part("Events", "time since sending", el("ol.events.plain", {}, events.map(row)));
}

// MARK: Choices

function askForKey({ code } = {}) {
  page.keyPanel.hidden = false;
  page.keyReason.textContent = code === "forbidden.scope"
    ? "This page needs a key with the scope operator, and this key has another."
    : "This server asks for a key. Enter one with the scope operator.";
  page.key.focus();
}

function takeKey(event) {
  event.preventDefault();
  key = page.key.value.trim();
  if (page.keyKept.checked) sessionStorage.setItem("coachkit-key", key);
  else sessionStorage.removeItem("coachkit-key");
  page.keyPanel.hidden = true;
  page.key.value = "";
  page.message.focus();
  loadChoices();
}

/** Fills a list with pairs of a value and a text, the default first. */
function setOptions(name, ...list) {
  fill(page[name], list.map(([value, text]) => el("option", { value }, text)));
  page[name].value = state[name];
  if (page[name].selectedIndex < 0) page[name].value = state[name] = "";
}

async function loadChoices() {
  try {
    const [{ prompts, problems = [], models }, { domains }] = await Promise.all([callJSON("v1/prompts"), callJSON("v1/domains")]);
    setOptions("prompt", ["", "production"], ...prompts.filter((one) => one.is_conversation !== false).map(
      ({ prompt, labels = [], traffic }) => [prompt, joined([prompt, ...labels, isNumber(traffic) && percent(traffic)])]));
    setOptions("model", ["", "as configured"], ...(models?.choices ?? []).map((name) => [name, name]));
    setOptions("domain", ["", "by routing"], ...domains.map((one) => [one.id, one.name]));
    fill(page.notices, problems.length > 0 && notice("mixed", "Problems in prompts", code(json(problems))));
  } catch (error) {
    const again = button("Try again", loadChoices);
    fill(page.notices, page.keyPanel.hidden && problemNotice({ title: error.message, ...error }, again));
  }
}

// MARK: Person and access

function openPerson() {
  writePerson([state.person, state.access]);
  page.person.showModal();
}

function writePerson([person, access]) {
  if (person) page.personJson.value = json(person);
  page.accessJson.value = json(access);
  readPerson();
}

function personProblem(person) {
  for (const name of ["id", "language"]) if (!person[name]?.trim?.()) return `'${name}' is missing`;
  if (kindOf(person) === "record" && !person.profile) return "'sessions' is missing, or 'profile' of a record";
}

const accessProblem = (access) => isNumber(access.updated_at) ? "" : "'updated_at' is missing: seconds since 1970";

/** The values of the dialog, or nothing if one has a problem, which is shown. */
function readPerson() {
  const [person, access] = Object.entries({ person: personProblem, access: accessProblem }).map(([name, check]) => {
    const field = page[`${name}Json`];
    let value, fault;
    try {
      value = JSON.parse(field.value);
      fault = value?.constructor === Object ? check(value) : "this is not an object";
    } catch (error) {
      fault = error.message;
    }
    page[`${name}Problem`].textContent = fault;
    field.setAttribute("aria-invalid", Boolean(fault));
    return fault ? undefined : value;
  });
  page.personKind.textContent = person ? `sent as ‘${kindOf(person)}’` : "";
  page.personUse.disabled = !(person && access);
  return { person, access };
}

function usePerson() {
  const read = readPerson();
  if (read.person.id !== state.person.id) newConversation();
  Object.assign(state, read);
  page.person.close();
  save();
  drawAll();
}

// MARK: Keys and buttons

function changeTheme() {
  const themes = matchMedia("(prefers-color-scheme: dark)").matches ? ["", "light", "dark"] : ["", "dark", "light"];
  const { dataset } = document.documentElement;
  dataset.theme = themes[(themes.indexOf(dataset.theme) + 1) % 3];
  localStorage.setItem("coachkit-theme", dataset.theme);
}

function submit() {
  const { value } = page.message;
  if (running || !value.trim()) return;
  page.message.value = "";
  send(value);
}

const shortcuts = {
  "/": () => page.message.focus(), j: () => step(1), k: () => step(-1), n: newConversation, p: openPerson, t: changeTheme,
  "?": () => page.help.showModal(),
};

function actionOf({ key, altKey, ctrlKey, metaKey, shiftKey, isComposing, target }) {
  if (isComposing || document.querySelector("dialog[open]")) return;
  const arrow = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (key === "Escape") return running?.stop;
  if (altKey && arrow) return () => step(arrow);
  if (key === "Enter" && target === page.message && !shiftKey) return submit;
  if (!(altKey || ctrlKey || metaKey || target.closest("input, textarea, select"))) return shortcuts[key];
}

document.addEventListener("keydown", (event) => {
  const action = actionOf(event);
  if (action) event.preventDefault();
  action?.();
});

const clicks = {
  send: () => running ? running.stop() : submit(), opening: () => send(), new: newConversation,
  back: () => showConversation(previous), earlier: () => step(-1), later: () => step(1), theme: changeTheme,
  personOpen: openPerson, personUse: usePerson, helpOpen: shortcuts["?"], keyOpen: () => askForKey({}),
  keyClose: () => page.keyPanel.hidden = true,
};
for (const [id, action] of Object.entries(clicks)) page[id].addEventListener("click", action);
page.choices.addEventListener("change", ({ target }) => {
  state[target.id] = target.value;
  save();
});
page.person.addEventListener("input", readPerson);
for (const [name, values] of Object.entries(presets)) page.presets.append(button(name, () => writePerson(values())));
for (const [name, access] of Object.entries(accessOf)) page.stages.append(button(name, () => writePerson([undefined, access()])));
page.keyPanel.addEventListener("submit", takeKey);

document.documentElement.dataset.theme = localStorage.getItem("coachkit-theme") ?? "";
Object.assign(state, JSON.parse(sessionStorage.getItem("coachkit") ?? "{}"));
for (const turn of state.turns) if (turn.status === "running") turn.status = "stopped";
showConversation({});
loadChoices();
