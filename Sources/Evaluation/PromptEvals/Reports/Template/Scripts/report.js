// The page: what is chosen, what is shown, and how one follows from the other.

const firstView = () => ({
  metric: firstMetric(), challenger: firstChallenger(), query: "", messages: false, different: false,
  tag: "", unmet: "", direction: "", sort: "",
});

const view = firstView();
const overview = { scroll: 0, isDrawn: false, goal: undefined };

const filters = ["query", "messages", "different", "tag", "unmet", "direction", "sort"];

/** Changes what the overview shows, and the address with it. */
function chooseView(changes, part) {
  Object.assign(view, changes);
  if (!view.messages) messageMatches.query = "";
  if (Object.hasOwn(changes, "challenger")) drawComparison();
  if (Object.hasOwn(changes, "metric")) drawMetric();
  drawGrid();
  fillFields();
  if (part) showPart(part);
  else if (filters.some((name) => Object.hasOwn(changes, name))) keepGridInView();
  noteAddress(overviewHash(part));
}

/** A filter leaves fewer rows: the reader should not look at an empty place. */
function keepGridInView() {
  const top = byId("grid").getBoundingClientRect().top;
  if (top < 0) scrollBy(0, top - 220);
  fillGrid();
}

function overviewHash(part) {
  const usual = firstView();
  const { challenger, query, ...settings } = view;
  for (const key of Object.keys(settings)) if (settings[key] === usual[key]) settings[key] = "";
  return overviewAddress(
    part ?? "", { ...settings, with: challenger === usual.challenger ? "" : challenger, q: query });
}

function readView(settings) {
  const next = firstView();
  const known = (name, isKnown) => isKnown(settings.get(name)) && settings.get(name);
  next.metric = known("metric", metricOf) || next.metric;
  next.challenger = known("with", (id) => challengers.some((side) => side.id === id)) || next.challenger;
  next.query = settings.get("q") ?? "";
  next.messages = settings.get("messages") === "1";
  next.different = settings.get("different") === "1" && challengers.length > 0;
  next.tag = settings.get("tag") ?? "";
  next.unmet = known("unmet", metricOf) || "";
  next.direction = known("direction", (word) => ["higher", "lower", "same"].includes(word)) || "";
  next.sort = settings.get("sort") ?? "";
  Object.assign(view, next);
}

// MARK: Drawing

function drawBar() {
  const names = { metrics: "Metrics", plots: "Plots", cost: "Cost", run: "Run", conversations: `${capitalUnit}s` };
  byId("bar").append(
    element("a",
      { class: "home", href: "#/", title: "To the top", click: (event) => goToPart(event, "") },
      element("b", { dir: "auto" }, report.run.suite), element("span", { class: "soft" }, report.run.id)),
    element("nav",
      { "aria-label": "Parts of the report" },
      Object.entries(names).map(([part, name]) => element("a",
        { href: `#/${part}`, click: (event) => goToPart(event, part) }, name))),
    element("div", { class: "bar-tools" },
      button("",
        {
          class: "quiet", id: "theme", title: "Light, dark, or the system’s setting (t)", "aria-label": "Colours",
          click: changeTheme,
        },
        icon("theme")),
      button("?", { class: "quiet", title: "Keys (?)", "aria-label": "Keys", click: openHelp })));
}

function drawOverview() {
  if (!overview.isDrawn) {
    byId("overview").append(findingsPart(), metricsPart(), plotsPart(), costPart(), runPart(), conversationsPart());
    overview.isDrawn = true;
  }
  // A run without a complete sample has nothing to show there.
  for (const part of ["metrics", "plots"]) byId(`part-${part}`).hidden = metrics.length === 0;
  drawComparison();
  drawGrid();
  fillFields();
}

/** All that depends on the challenger. */
function drawComparison() {
  drawMetrics();
  drawCosts();
  drawMetric();
  for (const card of document.querySelectorAll(".verdict")) {
    card.classList.toggle("chosen", challengers.length > 1 && card.dataset.challenger === view.challenger);
  }
}

/** All that depends on the metric. The table stays, and with it the focus. */
function drawMetric() {
  drawPlots();
  for (const row of document.querySelectorAll(".metric")) {
    const isChosen = row.dataset.metric === view.metric;
    row.classList.toggle("chosen", isChosen);
    row.querySelector("button.name").setAttribute("aria-pressed", String(isChosen));
  }
}

function fillFields() {
  for (const field of document.querySelectorAll("#overview [data-choice]")) {
    const value = view[field.dataset.choice];
    if (field.type === "checkbox") field.checked = value;
    else if (field.value !== value) field.value = value;
  }
}

function changeTheme() {
  const root = document.documentElement;
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const themes = isDark ? ["", "light", "dark"] : ["", "dark", "light"];
  const next = themes[(themes.indexOf(root.dataset.theme ?? "") + 1) % 3];
  root.dataset.theme = next;
  announce(next === "" ? "Colours of the system" : next === "dark" ? "Dark" : "Light");
}

function showPart(part) {
  const place = byId(`part-${part}`);
  if (!place) return;
  scrollTo(0, place.getBoundingClientRect().top + scrollY - byId("bar").offsetHeight - 8);
  fillGrid();
}

// MARK: Going places

/** To a part of the overview, with everything chosen as it is. */
function goToPart(event, part) {
  event.preventDefault();
  const hash = overviewHash(part);
  overview.goal = part || "findings";
  if (location.hash === hash) route();
  else location.hash = hash;
}

function route() {
  const address = readAddress(location.hash);
  const isFromConversation = !byId("conversation").hidden;
  if (address.subject === undefined) {
    routeToOverview(address, isFromConversation);
    return;
  }
  if (!overview.isDrawn) grid.order = selected();
  const [place, scroll] = [shown.place, isFromConversation ? scrollY : 0];
  byId("overview").hidden = true;
  byId("conversation").hidden = false;
  drawConversation(address);
  if (address.turn) return;
  const isSame = isFromConversation && place === shown.place;
  scrollTo(0, isSame ? scroll : 0);
  if (!isSame) byId("conversation-title")?.focus({ preventScroll: true });
}

function routeToOverview(address, isFromConversation) {
  byId("conversation").hidden = true;
  byId("conversation").replaceChildren();
  byId("overview").hidden = false;
  document.title = pageTitle;
  readView(address.settings);
  drawOverview();
  const goal = overview.goal;
  overview.goal = undefined;
  if (goal) showPart(goal);
  else if (isFromConversation) returnToRow();
  else if (address.part) showPart(address.part);
  else scrollTo(0, 0);
}

/** Back from a conversation: to where the page was, with the focus on the row if it is in view. */
function returnToRow() {
  scrollTo(0, overview.scroll);
  fillGrid();
  const row = grid.order.indexOf(shown.place);
  shown.place = -1;
  if (row < 0) return;
  grid.active = row;
  const box = grid.rows.get(row)?.getBoundingClientRect();
  if (box && box.bottom > 0 && box.top < innerHeight) activate(row);
}

const pageTitle = document.title;

function start() {
  history.scrollRestoration = "manual";
  drawBar();
  gridEvents();
  addEventListener("keydown", keyPressed);
  addEventListener("hashchange", route);
  addEventListener("scroll", () => {
    if (!byId("overview").hidden) overview.scroll = scrollY;
  }, { passive: true });
  document.addEventListener("DOMContentLoaded", () => {
    const address = readAddress(location.hash);
    if (address.subject !== undefined && shown.place < 0) drawConversation(address);
    if (view.messages && view.query) {
      messageMatches.query = "";
      drawGrid();
    }
  });
  route();
}

start();
