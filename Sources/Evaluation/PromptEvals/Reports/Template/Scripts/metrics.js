// One row a metric: how often each side meets it, and how far the challenger is from the baseline.

function metricsPart() {
  return element(
    "section", { id: "part-metrics", "aria-labelledby": "metrics-title" },
    element("div", { class: "part-head" }, element("h2", { id: "metrics-title" }, "Metrics"), challengerChoice()),
    element("div", { id: "metrics-table" }), metricNotes());
}

/** Which version is looked at beside the baseline. */
function challengerChoice() {
  if (challengers.length < 2) return null;
  return select(
    `Compare ${report.baseline} with`, challengers.map((side) => [side.id, side.id]), view.challenger,
    (id) => chooseView({ challenger: id }), { "data-choice": "challenger" });
}

function metricNotes() {
  const tests = report.tests ?? 0;
  const adjusted = tests > 1 ? `, adjusted for the ${count(tests)} tests that could show a difference,` : "";
  return element(
    "p", { class: "note" },
    `A bar is the mean over ${unit}s; the line across it is its 95 % interval: the range that holds the true value with 95 % confidence. `,
    challengers.length > 0
      && `A difference pairs the two versions by ${unit}, in percentage points. p is the probability of a difference this large if the versions were the same; a difference counts as shown if p${adjusted} is below 0.05. “No difference shown” does not mean that there is none. Related ${unit}s, such as those of one person, form a cluster and count as one.`);
}

function drawMetrics() {
  const rates = orderedMetrics(view.challenger).filter(isRate);
  const [perfect, seen] = [rates.filter((metric) => metric.isPerfect), rates.filter((metric) => !metric.isPerfect)];
  const reach = niceReach(rates.map((metric) => comparisonOf(metric)));
  const heads = challengers.length === 0 ? [] : [
    element(
      "th", { role: "columnheader", class: "plot" },
      element("span",
        { class: "head-text" }, "Difference, ", sideName(view.challenger), " minus ", sideName(report.baseline)), axis(reach)),
    element("th", { role: "columnheader", class: "numbers" }, "Size, 95 % interval, p"),
  ];
  byId("metrics-table").replaceChildren(element(
    "table", { class: "metrics", role: "table" },
    element(
      "thead", { role: "rowgroup" },
      element(
        "tr", { role: "row" }, element("th", { role: "columnheader" }, "Metric"),
        element("th", { role: "columnheader" }, "Score by side"), heads)),
    element("tbody", { role: "rowgroup" }, seen.map((metric) => metricRows(metric, reach))),
    perfectRows(perfect, reach)));
}

function metricRows(metric, reach) {
  return [metricRow(metric, reach), breakdownRow(metric)].filter(Boolean);
}

/** The graders that found nothing on any side, folded away. */
function perfectRows(metrics, reach) {
  if (metrics.length === 0) return null;
  const body = element(
    "tbody", { role: "rowgroup", id: "perfect-metrics", hidden: true },
    metrics.map((metric) => metricRows(metric, reach)));
  const names = metrics.map((metric) => metric.title ?? metric.id).join(", ");
  const toggle = button(`${counted(metrics.length, "grader")} with 100 % on every side`, {
    class: "quiet", "aria-expanded": "false", "aria-controls": "perfect-metrics",
    click: () => {
      body.hidden = !body.hidden;
      toggle.setAttribute("aria-expanded", String(!body.hidden));
    },
  });
  const head = element(
    "tbody", { role: "rowgroup" },
    element("tr",
      { role: "row", class: "perfect" },
      element("td", { role: "cell", colspan: challengers.length > 0 ? 4 : 2 }, toggle,
        element("span", { class: "soft", dir: "auto" }, visibleText(names)))));
  return [head, body];
}

function comparisonOf(metric) {
  return at(metric.comparisons, view.challenger);
}

/** The end of an axis around zero that holds all intervals: a round number. */
function niceReach(comparisons) {
  const ends = comparisons.flatMap((one) => (one ? [one.low, one.high, one.difference] : []))
    .filter(isNumber).map(Math.abs);
  const most = Math.max(0, ...ends);
  if (most === 0) return 0.1;
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 3, 5, 10].map((step) => step * unit).find((end) => end >= most - tolerance) ?? most;
}

function axis(reach) {
  const ticks = [[0, points(-reach)], [50, "0"], [100, points(reach)]];
  return element(
    "span", { class: "axis", "aria-hidden": "true" },
    ticks.map(([place, text]) => placed(element("span", {}, text.replace(".0", "")), { left: `${place}%` })));
}

function metricRow(metric, reach) {
  const row = element(
    "tr", { role: "row", class: "metric", id: `metric-${metric.id}`, "data-metric": metric.id },
    element(
      "th", { role: "rowheader", scope: "row" },
      button(metric.title ?? metric.id, {
        class: "name", title: "Show this metric in the plots and in the list",
        "aria-pressed": String(view.metric === metric.id), click: () => chooseView({ metric: metric.id }),
      }),
      element("span", { class: "summary", dir: "auto" }, metric.summary ?? ""), metricRules(metric)),
    element(
      "td", { role: "cell", class: "bars" },
      sides.map((side) => rateBar(metric, side, at(metric.sides, side.id)))));
  if (challengers.length > 0) row.append(...differenceCells(metric, comparisonOf(metric), reach));
  return row;
}

function metricRules(metric) {
  const rules = [
    isNumber(metric.weight) && metric.weight !== 1 && metric.kind === "grader"
      && (metric.weight === 0 ? "informs only" : `weight ${metric.weight}`),
    isNumber(metric.threshold) && metric.threshold < 1 && metric.kind === "grader"
      && `met from ${percent(metric.threshold)}`,
  ].filter(Boolean);
  return rules.length > 0
    && element("span", { class: "rules" }, rules.map((rule) => element("span", { class: "chip" }, rule)));
}

function rateBar(metric, side, rate) {
  const value = rate?.value;
  const bar = element("span", { class: "track", "aria-hidden": "true" });
  if (isNumber(value)) {
    bar.append(placed(element("span", { class: "fill" }), { width: `${clamped(value) * 100}%` }));
    if (isNumber(rate.low) && isNumber(rate.high)) {
      bar.append(placed(element("span", { class: "whisker" }), {
        left: `${clamped(rate.low) * 100}%`, width: `${(clamped(rate.high) - clamped(rate.low)) * 100}%`,
      }));
    }
  }
  const title = isNumber(value)
    ? `${side.id}: ${figure(metric, value)}, 95 % interval ${levels(metric, rate.low, rate.high)}, ${counted(rate.n, unit)}`
    : `${side.id}: ${rate ? "no score" : "it applied to nothing"}`;
  return element(
    "span", { class: `rate ${sideClass(side.id)}`, title },
    element("span", { class: "rate-side" }, element("bdi", {}, visibleText(side.id))), bar,
    element("span", { class: "rate-value" }, figure(metric, value)), rateNotes(rate));
}

/** What a rate leaves out, and pass^k; a warning where nothing is left. */
function rateNotes(rate) {
  const notes = [];
  const isEmpty = rate && !isNumber(rate.value);
  if (isEmpty) notes.push("no score");
  if (rate?.all > rate?.n) {
    notes.push(`over ${count(rate.n)} of ${counted(rate.all, unit)}: those that all versions have a score for`);
  }
  if (rate?.repeats) notes.push(`all of ${rate.repeats.k} attempts: ${percent(rate.repeats.value)}`);
  if (rate?.errors > 0) notes.push(`${counted(rate.errors, "error")} of the grader`);
  if (rate?.inconclusive > 0) notes.push(`${count(rate.inconclusive)} without a verdict`);
  if (rate?.notApplicable > 0) notes.push(`${count(rate.notApplicable)} not applicable`);
  return notes.length > 0 && element("span",
    { class: `rate-notes${isEmpty ? " is-error" : ""}` }, isEmpty && icon("error"), notes.join(" · "));
}

function clamped(value) {
  return Math.min(1, Math.max(0, value));
}

/** Whether a difference is shown, and whether it is to the good. What was not tested shows none. */
function direction(comparison) {
  if (!comparison?.isShown || !isNumber(comparison.adjusted) || !isNumber(comparison.difference)) return "none";
  return comparison.difference > 0 ? "better" : "worse";
}

function differenceCells(metric, comparison, reach) {
  const kind = direction(comparison);
  const numbers = element(
    "td", { role: "cell", class: "numbers" },
    element(
      "span", { class: `difference is-${kind}` },
      kind !== "none" && icon(comparison.difference > 0 ? "up" : "down"),
      change(metric, comparison?.difference)),
    element("span", { class: "interval" }, interval(metric, comparison?.low, comparison?.high)),
    isNumber(comparison?.adjusted) && element("span", { class: "p" }, `p ${probability(comparison.adjusted)}`),
    differenceWords(metric, comparison, kind),
    comparison?.refusal && element("span",
      { class: "rate-notes", dir: "auto" }, `This interval cannot decide a gate: ${comparison.refusal}`));
  if (comparison) numbers.title = comparisonTitle(comparison);
  return [
    element("td",
      { role: "cell", class: "plot" }, intervalPlot(metric, comparison, reach, kind), plotEnds(metric, reach)), numbers,
  ];
}

/** What is made of a difference: nothing where it was not tested. */
function differenceWords(metric, comparison, kind) {
  if (comparison && isNumber(comparison.difference)) {
    return element("span", { class: `words is-${kind}` }, judgement(metric, comparison, kind), otherBasis(metric, comparison));
  }
  const silent = [report.baseline, view.challenger].filter((id) => {
    const rate = at(metric.sides, id);
    return rate && !isNumber(rate.value);
  });
  if (silent.length === 0) return element("span", { class: "words" }, "not comparable");
  return element("span",
    { class: "words is-error" }, icon("error"), `not comparable: no score for ${silent.join(" and ")}`);
}

/** Assertions and what sums up others are not tested; a grader is, and without enough changes it can show nothing. */
function judgement(metric, comparison, kind) {
  if (metric.isAssertion) return "an assertion, not tested";
  if (metric.kind !== "grader") return "sums up graders, not tested";
  if (!isNumber(comparison.adjusted)) return "not tested";
  return kind === "none" ? "no difference shown" : kind;
}

/** Where the difference is over other conversations than the bars. */
function otherBasis(metric, comparison) {
  const shown = at(metric.sides, view.challenger)?.n;
  return isNumber(shown) && comparison.n !== shown && ` · over ${counted(comparison.n, unit)}`;
}

/** The scale of a plot, below it. */
function plotEnds(metric, reach) {
  return element("span",
    { class: "ends", "aria-hidden": "true" },
    [-reach, 0, reach].map((end) => element("span", {}, end === 0 ? "0" : change(metric, end))));
}

function comparisonTitle(comparison) {
  return [
    isNumber(comparison.n) && counted(comparison.n, unit),
    isNumber(comparison.clusters) && `${counted(comparison.clusters, "cluster")} of related ${unit}s`,
    comparison.method,
    isNumber(comparison.p) && isNumber(comparison.adjusted) && `p before adjustment ${probability(comparison.p)}`,
    isNumber(comparison.effect) && `effect size ${decimal(comparison.effect, 2)} standard deviations`,
  ].filter(Boolean).join(" · ");
}

function intervalPlot(metric, comparison, reach, kind) {
  const place = (value) => `${decimal(50 + (Math.max(-reach, Math.min(reach, value)) / reach) * 50, 2).replace("−", "-")}%`;
  const plot = shape(
    "svg", { class: `interval-plot is-${kind}`, width: "100%", height: 34, "aria-hidden": "true" },
    shape("line", { class: "guide", x1: "0%", x2: "100%", y1: 17, y2: 17 }),
    shape("line", { class: "zero", x1: "50%", x2: "50%", y1: 0, y2: 34 }));
  if (!comparison || !isNumber(comparison.difference)) return plot;
  if (isNumber(comparison.low) && isNumber(comparison.high)) {
    plot.append(shape("line",
      { class: "whisker", x1: place(comparison.low), x2: place(comparison.high), y1: 17, y2: 17 }));
    for (const end of [comparison.low, comparison.high]) {
      plot.append(shape("line", { class: "whisker", x1: place(end), x2: place(end), y1: 12, y2: 22 }));
    }
  }
  plot.append(shape("circle", { class: "dot", cx: place(comparison.difference), cy: 17, r: 5 }));
  return plot;
}
