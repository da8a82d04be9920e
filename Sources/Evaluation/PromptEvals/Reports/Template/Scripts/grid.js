// The list of conversations. Only the rows in view exist: ten thousand samples scroll like ten.

const grid = { order: [], rows: new Map(), active: 0, focused: false };

function conversationsPart() {
  return element(
    "section", { id: "part-conversations", "aria-labelledby": "conversations-title" },
    element("div",
      { class: "part-head" }, element("h2", { id: "conversations-title" }, `${capitalUnit}s`),
      element("span", { id: "grid-count", class: "soft", role: "status" })),
    gridTools(), legend(),
    element(
      "div", { id: "grid", class: "grid", role: "table", "aria-label": `${capitalUnit}s` },
      element("div",
        { class: "grid-head", role: "rowgroup" }, element("div",
          { id: "grid-columns", class: "grid-row", role: "row" })),
      element("div",
        { id: "grid-scroll", class: "grid-scroll", scroll: alignHead },
        element("div", { id: "grid-body", class: "grid-body", role: "rowgroup" }))),
    element("p", { id: "grid-empty", class: "empty", hidden: true }));
}

function gridTools() {
  const tags = new Map();
  for (const subject of subjects) for (const tag of subject.tags ?? []) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  const tagNames = [...tags].sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0]));
  const graders = metrics.filter((metric) => metric.kind === "grader" || metric.kind === "passed");
  const check = (id, name, label, title) => element(
    "label", { class: "check", title },
    element("input",
      {
        type: "checkbox", id, "data-choice": name, change: (event) => chooseView({ [name]: event.target.checked }),
      }), label);
  return element(
    "form", {
      class: "tools", role: "search", "aria-label": `Filter the ${unit}s`,
      submit: (event) => event.preventDefault(),
    },
    element(
      "label", { class: "field search" }, element("span", {}, "Search"),
      element("input", {
        type: "search", id: "search", "data-choice": "query", placeholder: "title, id, tag", autocomplete: "off", spellcheck: "false",
        input: (event) => chooseView({ query: event.target.value }),
      })),
    check("search-messages", "messages", "in messages", "Search what was said instead of titles"),
    challengers.length > 0 && check("different-only",
      "different", "Different only", `Only ${unit}s in which the two versions got different verdicts`),
    tags.size > 0 && select("Tag",
      [["", "any"], ...tagNames.map(([tag, number]) => [tag, `${tag} (${number})`])], view.tag,
      (tag) => chooseView({ tag }), { "data-choice": "tag" }),
    graders.length > 0 && select("Not met",
      [["", "any"], ...graders.map((metric) => [metric.id, metric.id])], view.unmet, (unmet) => chooseView({ unmet }),
      { "data-choice": "unmet" }),
    challengers.length > 0 && select(
      "Score", [["", "any"], ["higher", "higher"], ["lower", "lower"], ["same", "the same"]], view.direction,
      (direction) => chooseView({ direction }), { "data-choice": "direction" }),
    select("Figure shown",
      metrics.map((metric) => [metric.id, metric.id]), view.metric, (metric) => chooseView({ metric }),
      { "data-choice": "metric" }),
    select("Sort by", sortChoices(), view.sort, (sort) => chooseView({ sort }), { "data-choice": "sort" }),
    button("Clear", { id: "clear", class: "quiet", click: clearFilters }));
}

function sortChoices() {
  const bySide = sides.flatMap((side) => [
    [`+${side.id}`, `${side.id}, lowest first`], [`-${side.id}`, `${side.id}, highest first`]]);
  return [
    ...sorts.slice(challengers.length > 0 ? 0 : 3).map(([id, text], place) => [place === 0 ? "" : id, text]), ...bySide];
}

function clearFilters() {
  chooseView({ query: "", messages: false, different: false, tag: "", unmet: "", direction: "" });
}

function legend() {
  const strip = metrics.some((metric) => metric.kind === "grader");
  return element(
    "p", { class: "legend" },
    ["pass", "mixed", "fail", "unknown"].map((kind) => element("span",
      { class: `is-${kind}` }, icon(kind), outcomeWords[kind])),
    challengers.length > 0 && element("span", {}, icon("differs"), "verdicts differ"),
    strip && element("span", {}, "Each stroke is a grader, in the order of the metrics: long where it is not met."),
    element("button", { type: "button", class: "quiet", click: openHelp }, "Keys ", element("kbd", {}, "?")));
}

// MARK: Columns

function drawGridHead() {
  const sorted = view.sort;
  const head = (label, sort, other, extra) => {
    const [isUp, isDown] = [sorted === sort, sorted === other && other !== "suite"];
    return element(
      "span", { role: "columnheader", class: extra, "aria-sort": isUp ? "ascending" : isDown ? "descending" : null },
      element("button", {
        type: "button", class: "head", title: "Sort", click: () => chooseView({ sort: isUp ? other : sort }),
      },
        label, (isUp || isDown) && icon(isUp ? "up" : "down")));
  };
  byId("grid-columns").replaceChildren(
    head(capitalUnit, "title", "suite", "column-title"),
    ...sides.map((side) => head(sideName(side.id), `+${side.id}`, `-${side.id}`, "column-side")),
    ...(challengers.length > 0 ? [head("Difference", "lower", "higher", "column-difference")] : []));
  byId("grid").setAttribute("aria-label", `${capitalUnit}s, ${view.metric}`);
  placed(byId("grid"), { "--columns": sides.length });
}

function alignHead() {
  byId("grid-columns").parentElement.scrollLeft = byId("grid-scroll").scrollLeft;
}

// MARK: Rows

function drawGrid() {
  if (!overview.isDrawn) return;
  if (view.messages && view.query && messageMatches.query !== view.query) {
    searchMessages(view.query, () => drawGrid());
    return;
  }
  grid.order = selected();
  for (const row of grid.rows.values()) row.remove();
  grid.rows.clear();
  grid.active = Math.max(0, Math.min(grid.active, grid.order.length - 1));
  drawGridHead();
  byId("grid").setAttribute("aria-rowcount", grid.order.length + 1);
  const shown = grid.order.length === subjects.length ? "" : `${count(grid.order.length)} of `;
  byId("grid-count").textContent = shown + counted(subjects.length, unit)
    + (view.messages && messageMatches.isRunning ? ", still searching" : "");
  const empty = byId("grid-empty");
  empty.hidden = grid.order.length > 0;
  byId("grid").hidden = grid.order.length === 0;
  empty.replaceChildren(...(subjects.length === 0
    ? ["No sample of this run was complete."]
    : [`No ${unit} matches. `, button("Clear the filters", { click: clearFilters })]));
  measureGrid();
}

function measureGrid() {
  if (!overview.isDrawn) return;
  const height = parseFloat(getComputedStyle(byId("grid")).getPropertyValue("--row"));
  grid.height = height || 56;
  placed(byId("grid-body"), { height: `${grid.order.length * grid.height}px` });
  for (const [row, node] of grid.rows) placed(node, { top: `${row * grid.height}px` });
  fillGrid();
}

/** Makes the rows in view and lets the others go, except the one that has the focus. */
function fillGrid() {
  if (!overview.isDrawn || byId("overview").hidden || byId("grid").hidden) return;
  const body = byId("grid-body");
  const top = body.getBoundingClientRect().top;
  const margin = 10;
  const first = Math.max(0, Math.floor(-top / grid.height) - margin);
  const last = Math.min(grid.order.length - 1, Math.ceil((innerHeight - top) / grid.height) + margin);
  for (const [row, node] of grid.rows) {
    if ((row < first || row > last) && !(row === grid.active && grid.focused)) {
      node.remove();
      grid.rows.delete(row);
    }
  }
  addRows(first, last);
}

function addRows(first, last) {
  const fresh = document.createDocumentFragment();
  for (let row = first; row <= last; row++) {
    if (grid.rows.has(row)) continue;
    const node = gridRow(row);
    grid.rows.set(row, node);
    fresh.append(node);
  }
  byId("grid-body").append(fresh);
}

/** Paper cannot be scrolled: the first rows come in order, and a line says how many there are. */
function printGrid() {
  if (!overview.isDrawn || byId("overview").hidden) return;
  for (const row of grid.rows.values()) row.remove();
  grid.rows.clear();
  const most = 300;
  addRows(0, Math.min(grid.order.length, most) - 1);
  if (grid.order.length > most) byId("grid-count").append(`; the first ${most} are printed`);
}

function gridRow(row) {
  const subject = subjects[grid.order[row]];
  const metric = chosenMetric();
  const isDifferent = challengers.length > 0 && differs(subject, view.challenger);
  const node = element(
    "div", {
      class: `grid-row${isDifferent ? " differs" : ""}`, role: "row", "aria-rowindex": row + 2, "data-row": row,
    },
    element(
      "span", { role: "rowheader", class: "column-title" },
      isDifferent && icon("differs", "verdicts differ"),
      element(
        "span", { class: "title-lines" },
        element("a", {
          class: "title", href: subjectAddress(subject.id, view.challenger), dir: "auto",
          title: titleOf(subject), focus: () => [grid.active, grid.focused] = [row, true], blur: () => grid.focused = false,
        }, visibleText(titleOf(subject))),
        element("span",
          { class: "soft clipped" }, element("bdi", {}, visibleText(subject.id)),
          (subject.tags ?? []).length > 0 && ` · ${subject.tags.join(", ")}`))),
    sides.map((side) => gridCell(subject, side, metric)),
    challengers.length > 0 && gridDifference(subject, metric));
  return placed(node, { top: `${row * grid.height}px` });
}

function gridCell(subject, side, metric) {
  const kind = outcome(subject, side.id, metric);
  const value = score(subject, side.id, metric.id);
  const graders = metrics.filter((other) => other.kind === "grader");
  const unmet = graders.filter((grader) => isUnmet(subject, side.id, grader)).map((grader) => grader.id);
  const words = `${side.id}: ${outcomeWords[kind]}${unmet.length > 0 ? `; not met: ${unmet.join(", ")}` : ""}`;
  return element(
    "span", { role: "cell", class: "column-side" },
    element(
      "a", { class: `cell is-${kind}`, href: subjectAddress(subject.id, side.id), tabindex: -1, title: words },
      element("span", { class: "cell-side", "aria-hidden": "true" }, sideName(side.id)),
      icon(kind, `${side.id}: ${outcomeWords[kind]}`), element("span", { class: "value" }, figure(metric, value)),
      strip(subject, side, graders)));
}

/** All graders at a glance: a short stroke where one is met, a long one where it is not. */
function strip(subject, side, graders) {
  if (graders.length === 0) return null;
  const lines = { pass: "", mixed: "", fail: "", unknown: "" };
  const tops = { pass: [9, 5], mixed: [5, 9], fail: [1, 13], unknown: [12, 2] };
  graders.forEach((grader, place) => {
    const kind = outcome(subject, side.id, grader);
    lines[kind] += `M${place * 5 + 2} ${tops[kind][0]}v${tops[kind][1]}`;
  });
  return shape(
    "svg", {
      class: "strip", width: graders.length * 5, height: 15, viewBox: `0 0 ${graders.length * 5} 15`,
      "aria-hidden": "true",
    },
    Object.entries(lines).filter(([, line]) => line).map(([kind, line]) => shape("path",
      { class: `stroke-${kind}`, d: line })));
}

function gridDifference(subject, metric) {
  const value = difference(subject, view.challenger, metric.id);
  const kind = value === undefined || Math.abs(value) < tolerance ? "same" : value > 0 === isRate(metric) ? "better" : "worse";
  return element(
    "span", { role: "cell", class: `column-difference to-${kind}` },
    value !== undefined && Math.abs(value) >= tolerance && icon(value > 0 ? "up" : "down"), change(metric, value));
}

// MARK: Moving

/** Puts the focus on a row, and the row into view. */
function activate(row) {
  if (grid.order.length === 0) return;
  grid.active = Math.max(0, Math.min(grid.order.length - 1, row));
  const head = byId("bar").offsetHeight + byId("grid-columns").offsetHeight + 8;
  const top = byId("grid-body").getBoundingClientRect().top + grid.active * grid.height;
  if (top < head) scrollBy(0, top - head);
  else if (top + grid.height > innerHeight - 12) scrollBy(0, top + grid.height - innerHeight + 12);
  grid.focused = true;
  fillGrid();
  grid.rows.get(grid.active)?.querySelector("a.title").focus({ preventScroll: true });
}

let fillIsDue = false;

function gridEvents() {
  const due = (work) => () => {
    if (fillIsDue) return;
    fillIsDue = true;
    requestAnimationFrame(() => {
      fillIsDue = false;
      work();
    });
  };
  addEventListener("scroll", due(() => fillGrid()), { passive: true });
  addEventListener("resize", due(measureGrid));
  addEventListener("beforeprint", printGrid);
  addEventListener("afterprint", drawGrid);
}
