// One metric at a time: every conversation under both versions, and how the scores spread.

function plotsPart() {
  return element(
    "section", { id: "part-plots", "aria-labelledby": "plots-title" },
    element(
      "div", { class: "part-head" }, element("h2",
        { id: "plots-title" }, `One metric, ${unit} by ${unit}`), metricChoice()),
    element(
      "div", { class: "cards" }, element("figure", { id: "paired-plot", class: "card" }),
      element("figure", { id: "distribution", class: "card" }), pairwiseCard()));
}

function metricChoice() {
  return select(
    "Metric", metrics.map((metric) => [metric.id, metric.id]), view.metric,
    (id) => chooseView({ metric: id }), { "data-choice": "metric" });
}

function drawPlots() {
  const metric = metricOf(view.metric);
  if (!metric) return;
  drawPairedPlot(byId("paired-plot"), metric);
  drawDistribution(byId("distribution"), metric);
}

// MARK: Paired plot

const plotSize = { width: 440, height: 400, left: 62, right: 12, top: 12, bottom: 44 };

/** A number from 0 to 1 that is always the same for a text: dots that coincide are moved apart a little. */
function scatter(text, salt) {
  let hash = 2166136261 ^ salt;
  for (let place = 0; place < text.length; place++) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 16777619);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 4294967296;
}

function pairedDots(metric, [low, high]) {
  const inner = plotSize.width - plotSize.left - plotSize.right;
  const tall = plotSize.height - plotSize.top - plotSize.bottom;
  const spread = 0.022;
  return subjects.map((subject) => {
    const base = score(subject, report.baseline, metric.id);
    const value = score(subject, view.challenger, metric.id);
    if (base === undefined || value === undefined) return undefined;
    const moved = (share, salt) => 0.04 + 0.92 * ((share - low) / (high - low)) + (scatter(subject.id, salt) - 0.5) * 2 * spread;
    return {
      subject, base, value, kind: Math.abs(value - base) < tolerance ? "same" : value > base ? "higher" : "lower",
      x: plotSize.left + inner * moved(base, 1), y: plotSize.top + tall * (1 - moved(value, 2)),
    };
  }).filter(Boolean);
}

function drawPairedPlot(card, metric) {
  card.replaceChildren();
  if (challengers.length === 0) {
    card.append(element("figcaption", {}, "One version only: there is nothing to pair."));
    return;
  }
  const values = subjects.flatMap((subject) => [
    score(subject, report.baseline, metric.id), score(subject, view.challenger, metric.id)]).filter(isNumber);
  const range = pairedRange(metric, values);
  const dots = pairedDots(metric, range);
  const tally = { higher: 0, same: 0, lower: 0 };
  for (const dot of dots) tally[dot.kind]++;
  card.append(
    element("figcaption", {}, element("b", {}, `Each ${unit} under both versions`), tallyLine(tally, dots.length)),
    pairedDrawing(metric, range, dots, tally),
    element("p", { class: "note" }, `A dot is a ${unit}, averaged over its attempts; dots are moved apart a little. Click one to read it.`,
      range[0] > 0 && ` Both axes begin at ${tickText(metric, range[0])}.`));
}

/** Both axes: all shares, or, where every score is high, the part that holds them. */
function pairedRange(metric, values) {
  const most = values.reduce((end, value) => Math.max(end, value), 0) || 1;
  const least = values.reduce((end, value) => Math.min(end, value), most);
  if (!isRate(metric)) return [0, most];
  return [least > 0.5 && least < 1 ? Math.floor(least * 10) / 10 : 0, 1];
}

/** How many went up and down; each number sets the list to those conversations. */
function tallyLine(tally, all) {
  const words = { higher: `${view.challenger} higher`, same: "the same", lower: `${view.challenger} lower` };
  return element(
    "span", { class: "tally" },
    Object.keys(words).map((kind) => button("", {
      class: `quiet tally-${kind}`, title: "Show them in the list", disabled: tally[kind] === 0,
      click: () => chooseView({ direction: kind }, "conversations"),
    }, element("b", {}, count(tally[kind])), ` ${words[kind]}`)),
    all < askedSubjects.length && element("span",
      { class: "soft" }, `${count(askedSubjects.length - all)} without a score on one side`));
}

function pairedDrawing(metric, [low, high], dots, tally) {
  const { width, height, left, right, top, bottom } = plotSize;
  const [inner, tall] = [width - left - right, height - top - bottom];
  const across = (share) => left + inner * (0.04 + 0.92 * share);
  const up = (share) => top + tall * (0.96 - 0.92 * share);
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const drawing = shape(
    "svg", {
      class: "paired", viewBox: `0 0 ${width} ${height}`, role: "img",
      "aria-label": `${metric.id}: ${view.challenger} is higher than ${report.baseline} in ${tally.higher} ${unit}s, lower in ${tally.lower}, the same in ${tally.same}.`,
    },
    shape("rect", { class: "field-area", x: left, y: top, width: inner, height: tall, rx: 4 }),
    ticks.map((tick) => [
      shape("line", { class: "guide", x1: across(tick), x2: across(tick), y1: top, y2: top + tall }),
      shape("line", { class: "guide", x1: left, x2: left + inner, y1: up(tick), y2: up(tick) })]),
    shape("line", { class: "diagonal", x1: across(-0.04), y1: up(-0.04), x2: across(1.04), y2: up(1.04) }),
    [0, 0.5, 1].map((tick) => [
      shape("text",
        { x: across(tick), y: height - bottom + 16, "text-anchor": "middle" },
        tickText(metric, low + tick * (high - low))),
      shape("text",
        { x: left - 6, y: up(tick) + 4, "text-anchor": "end" }, tickText(metric, low + tick * (high - low)))]),
    shape("text",
      { class: "axis-name", x: left + inner / 2, y: height - 8, "text-anchor": "middle" }, shortened(report.baseline)),
    shape("text",
      {
        class: "axis-name", x: 0, y: 0, "text-anchor": "middle",
        transform: `translate(12 ${top + tall / 2}) rotate(-90)`,
      },
      shortened(view.challenger)));
  const dense = dots.length > 400 ? " dense" : "";
  for (const kind of ["same", "lower", "higher"]) {
    const line = dots.filter((dot) => dot.kind === kind)
      .map((dot) => `M${dot.x.toFixed(1)} ${dot.y.toFixed(1)}h0`).join("");
    drawing.append(shape("path", { class: `dots dots-${kind}${dense}`, d: line || null }));
  }
  return withPointer(drawing, dots, metric);
}

function tickText(metric, value) {
  if (isRate(metric)) return `${Math.round(value * 100)} %`;
  return metric.kind === "seconds" ? `${decimal(value, 1)} s` : `$${decimal(value, 3)}`;
}

function shortened(text) {
  return text.length > 28 ? `${text.slice(0, 27)}…` : text;
}

/** The dot next to the pointer speaks, and opens its conversation. */
function withPointer(drawing, dots, metric) {
  const ring = shape("circle", { class: "ring", r: 6, visibility: "hidden" });
  const hint = element("div", { class: "hint", hidden: true });
  drawing.append(ring);
  let nearest;
  const find = (event) => {
    const box = drawing.getBoundingClientRect();
    const scale = plotSize.width / box.width;
    const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    let distance = 18 ** 2;
    nearest = undefined;
    for (const dot of dots) {
      const away = (dot.x - x) ** 2 + (dot.y - y) ** 2;
      if (away < distance) [distance, nearest] = [away, dot];
    }
    ring.setAttribute("visibility", nearest ? "visible" : "hidden");
    hint.hidden = !nearest;
    drawing.classList.toggle("over", Boolean(nearest));
    if (!nearest) return;
    ring.setAttribute("cx", nearest.x);
    ring.setAttribute("cy", nearest.y);
    hint.replaceChildren(
      element("b", { dir: "auto" }, visibleText(titleOf(nearest.subject))),
      element("span",
        {}, `${report.baseline} ${figure(metric, nearest.base)} → ${view.challenger} ${figure(metric, nearest.value)}`));
    placed(hint, { top: `${nearest.y / scale + 14}px` });
    const isRight = nearest.x > plotSize.width / 2;
    placed(hint, isRight
      ? {
        right: `${box.width - nearest.x / scale - 10}px`, left: "auto",
      } : { left: `${nearest.x / scale - 10}px`, right: "auto" });
  };
  const leave = () => {
    ring.setAttribute("visibility", "hidden");
    hint.hidden = true;
  };
  const open = (event) => {
    find(event);
    if (nearest) location.hash = subjectAddress(nearest.subject.id, view.challenger);
  };
  build(drawing, { pointermove: find, pointerleave: leave, click: open }, []);
  return element("div", { class: "plot-area" }, drawing, hint);
}

// MARK: Distribution

function drawDistribution(card, metric) {
  const rows = sides.map((side) => [side, at(metric.sides, side.id)]).filter(([, rate]) => rate?.bins?.length > 0);
  const shares = rows.map(([, rate]) => binShares(rate.bins));
  const most = Math.max(0.001, ...shares.flat());
  const [low, high] = metric.range ?? [0, 1];
  card.replaceChildren(
    element("figcaption",
      {}, element("b", {}, "How the scores spread"), element("span", { class: "soft" }, `${unit}s by score`)),
    ...rows.map(([side, rate], place) => histogram(metric, side, rate, shares[place], most, [low, high])),
    rows.length === 0
      ? element("p", { class: "soft" }, "No scores of this metric.")
      : element("div",
        { class: "histogram-axis" },
        [low, (low + high) / 2, high].map((tick) => element("span", {}, tickText(metric, tick)))));
}

function binShares(bins) {
  const sum = bins.reduce((all, one) => all + one, 0);
  return bins.map((bin) => (sum > 0 ? bin / sum : 0));
}

function histogram(metric, side, rate, shares, most, [low, high]) {
  const step = 100 / shares.length;
  const edge = (place) => tickText(metric, low + ((high - low) * place) / shares.length);
  const bars = shares.map((share, place) => shape(
    "rect", {
      class: "bin", x: `${place * step + 0.4}%`, width: `${step - 0.8}%`,
      y: 58 - Math.max(
        share > 0 ? 1.5 : 0, (share / most) * 54), height: Math.max(share > 0 ? 1.5 : 0, (share / most) * 54),
    },
    shape("title",
      {}, `${edge(place)} to ${edge(place + 1)}: ${counted(rate.bins[place], unit)} (${percent(share)})`)));
  const middle = isNumber(rate.value) && high > low ? `${decimal((100 * (rate.value - low)) / (high - low), 2)}%` : null;
  return element(
    "div", { class: `histogram ${sideClass(side.id)}` },
    element("p", {}, sideName(side.id), element("span", { class: "soft" }, `mean ${figure(metric, rate.value)}`)),
    shape(
      "svg", { width: "100%", height: 60, role: "img", "aria-label": `${side.id}: ${histogramWords(rate, edge)}` },
      bars, shape("line", { class: "guide", x1: "0%", x2: "100%", y1: 58.5, y2: 58.5 }),
      middle && shape("line", { class: "mean", x1: middle, x2: middle, y1: 2, y2: 58 })));
}

function histogramWords(rate, edge) {
  return rate.bins.map((bin, place) => (bin > 0 ? `${bin} from ${edge(place)} to ${edge(place + 1)}` : ""))
    .filter(Boolean).join(", ");
}

// MARK: Pairs

/** What judges say who saw both replies, in both orders. */
function pairwiseCard() {
  const rows = report.pairwise ?? [];
  if (rows.length === 0) return null;
  return element(
    "figure", { class: "card", id: "pairwise" },
    element("figcaption",
      {}, element("b", {}, "Judged side by side"), element("span", { class: "soft" }, "each pair in both orders")),
    rows.map(pairwiseRow),
    element("p",
      { class: "note" },
      "A win counts only if the judge prefers the same side in both orders; otherwise the pair is a tie, which counts one half. Flips: the judge followed the order instead of the texts."));
}

function pairwiseRow(row) {
  const pieces = [
    ["wins", row.wins, sideClass(row.challenger)], ["ties", row.ties, "tie"],
    ["losses", row.losses, sideClass(report.baseline)]];
  return element(
    "div", { class: "pairwise" },
    element("p",
      {}, element("b", {}, row.judge), " ", sideName(row.challenger), " against ", sideName(report.baseline)),
    element(
      "div", {
        class: "stack", role: "img", "aria-label": pieces.map(([name, number]) => `${number} ${name}`).join(", "),
      },
      pieces.filter(([, number]) => number > 0).map(([name, number, kind]) => placed(
        element("span",
          { class: kind, title: `${number} ${name}` }, `${count(number)} ${name}`), { "flex-grow": number }))),
    element(
      "p", { class: "soft" }, `Win rate ${percent(row.rate)} [${percent(row.low)}, ${percent(row.high)}] · flips ${percent(row.flipRate)} · first place chosen ${percent(row.firstRate)}`,
      row.errors > 0 && ` · ${counted(row.errors, "error")} of the judge, left out`),
    isNumber(row.agreement) && element("p", { class: "soft" }, juryWords(row)));
}

function juryWords(row) {
  const has = isNumber(row.agreementLow) && isNumber(row.agreementHigh);
  const ends = has ? ` [${decimal(row.agreementLow, 2)}, ${decimal(row.agreementHigh, 2)}]` : "";
  return `The models of the jury agree with an α of ${decimal(row.agreement, 2)}${ends}; 1 is always, 0 as often as by chance.`;
}
