// Where a difference lives: one metric by tag, cluster, person, language and message.

const dimensionWords = {
  tag: "By tag", cluster: "By cluster", person: "By person", language: "By language", message: "By message",
};

/** A row below a metric's, with its breakdowns folded away. */
function breakdownRow(metric) {
  const breakdowns = metric.breakdowns ?? [];
  if (breakdowns.length === 0) return null;
  const names = breakdowns.map((one) => one.by).join(", ");
  return element(
    "tr", { role: "row", class: "breakdown" },
    element("td", { role: "cell", colspan: challengers.length > 0 ? 4 : 2 },
      folded(`${metric.title ?? metric.id} by ${names}`, { class: "fold" }, () => [
        element("p", { class: "note" }, report.caution),
        ...breakdowns.map((breakdown) => breakdownTable(metric, breakdown)),
      ])));
}

function breakdownTable(metric, breakdown) {
  const title = dimensionWords[breakdown.by] ?? breakdown.by;
  const heads = [
    title, `${capitalUnit}s`, "Clusters", ...sides.map((side) => sideName(side.id)),
    ...(challengers.length > 0 ? [`${view.challenger} − ${report.baseline}`, "95 % interval"] : []),
  ];
  return element(
    "div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `${metric.id}: ${title}` },
    element(
      "table", { class: "cost" },
      element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, breakdown.groups.map((group) => groupRow(metric, breakdown, group)))),
    breakdown.omitted > 0 && element("p", { class: "soft" }, `and ${count(breakdown.omitted)} more with smaller differences`));
}

function groupRow(metric, breakdown, group) {
  const difference = at(group.differences, view.challenger);
  const name = breakdown.by === "message" ? `message ${group.name}` : group.name;
  return element(
    "tr", {}, element("th", { scope: "row", dir: "auto" }, visibleText(name)),
    [count(group.n), count(group.clusters), ...sides.map((side) => figure(metric, at(group.values, side.id)))].map(
      (text) => element("td", {}, text)),
    challengers.length > 0 && [
      element("td", {}, change(metric, difference?.difference)),
      element("td", { class: "soft" }, difference && !isNumber(difference.low)
        ? "too few clusters" : interval(metric, difference?.low, difference?.high))]);
}
