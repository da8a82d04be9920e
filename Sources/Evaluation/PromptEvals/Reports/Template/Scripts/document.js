// The report's data and what can be looked up in it. See the embedding program for the format.

const report = JSON.parse(byId("report").textContent);
const sides = report.sides ?? [];
const variants = sides.filter((side) => !side.isReference);
const metrics = report.metrics ?? [];
const subjects = report.subjects ?? [];
const challengers = variants.filter((side) => side.id !== report.baseline);
/** What is evaluated, in words: the cases of a task, or conversations. */
const isOfTasks = report.run?.replay === "task";
const unit = isOfTasks ? "case" : "conversation";
const capitalUnit = isOfTasks ? "Case" : "Conversation";
const subjectPlaces = new Map(subjects.map((subject, place) => [subject.id, place]));

function metricOf(id) {
  return metrics.find((metric) => metric.id === id);
}

function sideOf(id) {
  return sides.find((side) => side.id === id);
}

function isRate(metric) {
  return metric.kind !== "seconds" && metric.kind !== "dollars";
}

/** The colour of a side: its place among the variants, or that of all references. */
function sideClass(id) {
  const side = sideOf(id);
  if (!side || side.isReference) return "side-reference";
  const others = challengers.findIndex((other) => other.id === id);
  return others < 0 ? "side-0" : `side-${1 + (others % 5)}`;
}

function sideName(id) {
  return element("span", { class: `side ${sideClass(id)}` }, element("bdi", {}, visibleText(id)));
}

function score(subject, side, metric) {
  const value = at(at(subject.scores, side), metric);
  return isNumber(value) ? value : undefined;
}

/** The challenger's score minus the baseline's; undefined where one of them is. */
function difference(subject, challenger, metric) {
  const value = score(subject, challenger, metric);
  const base = score(subject, report.baseline, metric);
  return value === undefined || base === undefined ? undefined : value - base;
}

// Means of thirds differ from their sum in the last bit.
const tolerance = 1e-9;

/** Whether only a reference has scores here: such a conversation is read beside the others, not compared. */
function isOnlyWritten(subject) {
  const has = (side) => at(subject.scores, side.id) !== undefined;
  return sides.some((side) => side.isReference && has(side)) && !variants.some(has);
}

const askedSubjects = subjects.filter((subject) => !isOnlyWritten(subject));

/** How a side did on a subject: pass, mixed, fail or unknown. */
function outcome(subject, side, metric) {
  const judged = metric.kind === "grader" ? metric : metricOf("passed") ?? metric;
  const value = score(subject, side, judged.id);
  if (value === undefined) return "unknown";
  const threshold = judged.kind === "grader" ? judged.threshold ?? 1 : 1;
  if (value >= threshold - tolerance) return "pass";
  return value > tolerance ? "mixed" : "fail";
}

const outcomeWords = { pass: "met", mixed: "met in part", fail: "not met", unknown: "no verdict" };

function differs(subject, challenger) {
  return (subject.differs ?? []).includes(challenger);
}

/** A subject with its texts; undefined while the page is still being read. */
function opened(place) {
  const block = byId(`s-${place}`);
  return block ? JSON.parse(block.textContent) : undefined;
}

let keptTexts;

/** The text of a prompt's section. */
function sectionText(digest, subject) {
  const own = at(subject.texts, digest);
  if (own !== undefined) return own;
  keptTexts ??= JSON.parse(byId("texts")?.textContent ?? "{}");
  return at(keptTexts, digest);
}

/** What a conversation is called. */
function titleOf(subject) {
  return subject.title || subject.id;
}

/** The metric that plots and the list show; a report of nothing has none. */
function chosenMetric() {
  return metricOf(view.metric) ?? { id: "", kind: "overall", sides: {} };
}

/** The first version to look at: the one of which most is shown. */
function firstChallenger() {
  const leading = challengers.find((side) => side.id === report.leading);
  return (leading ?? challengers[0])?.id ?? "";
}

/** The first metric to look at: one whose difference is shown, or else the overall score where there is one. */
function firstMetric() {
  const first = metricOf((at(report.order, firstChallenger()) ?? [])[0]);
  if (first && at(first.comparisons, firstChallenger())?.isShown) return first.id;
  return (metricOf("overall") ?? metrics[0])?.id ?? "";
}

/** What sums up others comes first, then the graders by evidence and effect. */
function orderedMetrics(challenger) {
  const order = new Map((at(report.order, challenger) ?? []).map((id, place) => [id, place]));
  const rank = (metric) => (metric.kind === "grader" ? order.get(metric.id) ?? 0 : -1);
  return [...metrics].sort((first, second) => rank(first) - rank(second));
}
