// What each side consumed and how long it took; and what the run was made with.

function costPart() {
  const others = metrics.filter((metric) => !isRate(metric));
  return element(
    "section", { id: "part-cost", "aria-labelledby": "cost-title" },
    element("h2", { id: "cost-title" }, "Cost and latency"),
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Cost by side" }, costTable()),
    report.run.price && sides.some((side) => isNumber(side.dollars)) && element("p",
      { class: "note" }, `The column Cost is at the price of ${report.run.price}, which the suite states.`),
    frontierCard(),
    element("div",
      { class: "cards two" }, latencyCard(),
      others.length > 0 && element("figure", { class: "card", id: "cost-differences" })),
    cacheTable());
}

// What whole conversations would read from a provider's cache: computed from the transcripts, not measured.
function cacheTable() {
  const rows = report.run.caching ?? [];
  if (rows.length === 0) return null;
  return [
    element("h3", { class: "table-title" }, "Expected in use"),
    element("p", { class: "note" },
      "Computed from the transcripts, not measured: what whole conversations would cost with each of these models, at the list price of that model."),
    cacheRows(rows)];
}

function cacheRows(rows) {
  return element(
    "div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Expected caching" },
    element(
      "table", { class: "cost" },
      element("thead", {}, element("tr",
        {}, ["Version", "Model", "Read from cache", "Cost of a conversation"].map((name) => element("th", { scope: "col" }, name)))),
      element("tbody", {}, rows.map((row) => element(
        "tr", {}, element("th", { scope: "row" }, sideName(row.side)),
        [row.model, `${decimal(row.read_share * 100, 1)} %`, dollars(row.dollars)].map((text) => element("td", {}, text)))))));
}

function costTable() {
  const columns = [
    ["Samples", (side) => count(side.samples)], [isOfTasks ? "Replies" : "Messages", (side) => count(side.turns)],
    ["Incomplete", (side) => count(side.failed)], ["At the limit", (side) => count(side.limited)],
    ["Person’s faults", (side) => count(side.personFaults)], ["Excluded", (side) => count(side.excluded)],
    ["Tokens in", (side) => count(side.tokensIn)], ["of them cached", (side) => count(side.cached)],
    ["Tokens out", (side) => count(side.tokensOut) + (side.doubtfulTokens ? " (the counts do not add up)" : "")], ["Cost", (side) => (side.isUnpriced ? "unknown" : dollars(side.dollars))],
    [isOfTasks ? "A reply" : "A message", (side) => dollars(side.turns > 0 && isNumber(side.dollars) ? side.dollars / side.turns : null)],
    ["Judging", (side) => (side.isOverheadUnpriced ? "unknown" : dollars(side.overheadDollars))],
  ];
  return element(
    "table", { class: "cost" },
    element("thead",
      {},
      element("tr",
        {}, element("th", { scope: "col" }, "Side"), columns.map(([name]) => element("th", { scope: "col" }, name)))),
    element("tbody", {}, sides.map((side) => element(
      "tr", {}, element("th", { scope: "row" }, sideName(side.id)),
      columns.map(([, text]) => element("td", {}, text(side)))))));
}

function latencyCard() {
  const timed = sides.filter((side) => isNumber(side.seconds?.total?.p50) || isNumber(side.seconds?.first?.p50));
  if (timed.length === 0) return null;
  const ends = timed.flatMap((side) => [
    side.seconds.total?.p95, side.seconds.total?.p50, side.seconds.first?.p95]).filter(isNumber);
  const most = Math.max(...ends) || 1;
  const line = (name, spread) => {
    if (!isNumber(spread?.p50)) return null;
    const place = (value) => `${decimal((value / most) * 96 + 1, 2)}%`;
    const late = isNumber(spread.p95) ? spread.p95 : spread.p50;
    return element(
      "div", { class: "latency" }, element("span", { class: "latency-name" }, name),
      shape(
        "svg", { width: "100%", height: 18, "aria-hidden": "true" },
        shape("line", { class: "guide", x1: "0%", x2: "100%", y1: 9, y2: 9 }),
        shape("line", { class: "whisker", x1: place(spread.p50), x2: place(late), y1: 9, y2: 9 }),
        shape("line", { class: "whisker", x1: place(late), x2: place(late), y1: 4, y2: 14 }),
        shape("circle", { class: "dot", cx: place(spread.p50), cy: 9, r: 5 })),
      element("span", { class: "latency-value" }, `${seconds(spread.p50)} · ${seconds(spread.p95)}`));
  };
  return element(
    "figure", { class: "card" },
    element("figcaption",
      {}, element("b", {}, isOfTasks ? "How long a reply took" : "How long a message took"), element("span", { class: "soft" }, "median · 95th percentile")),
    timed.map((side) => element(
      "div", { class: sideClass(side.id) }, element("p", { class: "latency-side" }, sideName(side.id)),
      line("first words", side.seconds.first), line("complete reply", side.seconds.total))));
}

function drawCosts() {
  const card = byId("cost-differences");
  if (!card) return;
  const rows = metrics.filter((metric) => !isRate(metric)).map((metric) => {
    const comparison = comparisonOf(metric);
    const reach = niceReach([comparison]);
    return element(
      "div", { class: "difference-row" },
      element("p",
        {}, element("b", {}, metric.id), element("span", { class: "soft", dir: "auto" }, metric.summary ?? "")),
      element("p", { class: "side-values" }, sides.filter((side) => isNumber(at(metric.sides, side.id)?.value)).map((side) => element(
        "span", {}, sideName(side.id), ` ${figure(metric, at(metric.sides, side.id).value)}`))),
      comparison && [
        intervalPlot(metric, comparison, reach, "none"),
        plotEnds(metric, reach),
        element(
          "p", {}, element("span", { class: "difference is-none" }, change(metric, comparison.difference)), " ",
          element("span", { class: "soft" }, interval(metric, comparison.low, comparison.high)))]);
  });
  card.replaceChildren(
    element("figcaption",
      {}, element("b", {}, `Difference by ${unit}`),
      challengers.length > 0 && element("span", { class: "soft" }, `${view.challenger} minus ${report.baseline}`)),
    ...rows);
}

// MARK: The run

function runPart() {
  const run = report.run;
  return element(
    "section", { id: "part-run", "aria-labelledby": "run-title" },
    element("h2", { id: "run-title" }, "How this run was made"),
    factList([
      ["Run", run.id], ["Status", [run.status, run.note].filter(Boolean).join(": ")], ["Replay", run.method ?? run.replay],
      ["Seed", run.seed], ["Parameters", run.parameters && JSON.stringify(run.parameters)],
      ["Grades again the replies of", run.regrades],
    ]),
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Versions" }, element(
      "table", { class: "versions" },
      element("thead",
        {},
        element("tr",
          {}, ["Version", "Prompt", "Digest", "Model"].map((name) => element("th", { scope: "col" }, name)))),
      element("tbody", {}, variants.map((side) => element(
        "tr", {}, element("th",
          { scope: "row" }, sideName(side.id), side.isBaseline && element("span", { class: "chip" }, "baseline")),
        [side.prompt, side.digest, side.model].map((text) => element("td", {}, element("code", {}, text ?? dash)))))))),
    configuration("What decides the replies", run.configuration?.generation),
    configuration("What decides the grades", run.configuration?.grading));
}

function configuration(title, entries) {
  const rows = Object.entries(entries ?? {});
  return rows.length > 0 && folded(
    `${title}: ${counted(rows.length, "fact")}`, { class: "fold" }, () => factList(rows));
}

function factList(rows) {
  return element(
    "dl", { class: "fact-list" },
    rows.filter(([, value]) => value !== undefined && value !== null && value !== "").map(([name, value]) => [
      element("dt", {}, name), element("dd",
        {}, element("code", {}, typeof value === "object" ? JSON.stringify(value) : String(value)))]));
}
