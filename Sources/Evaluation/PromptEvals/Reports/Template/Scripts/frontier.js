// Versions by score and cost on one picture: those that nobody would choose are grey.

const frontierSize = { width: 620, height: 320, left: 58, right: 24, top: 16, bottom: 46 };

function frontierCard() {
  const frontier = report.frontier;
  if (!frontier) return null;
  const unplaced = frontier.unplaced ?? [];
  return element(
    "figure", { class: "card", id: "frontier" },
    element("figcaption",
      {}, element("b", {}, "Score and cost"), element("span", { class: "soft" }, `${frontier.metric} against the cost of a sample`)),
    frontierDrawing(frontier),
    element("ul", { class: "plain frontier-list" }, frontier.points.map((point) => element(
      "li", { class: point.isDominated ? "soft" : null }, sideName(point.side), " ",
      element("bdi", {}, visibleText(point.model)),
      ` · ${percent(point.score)} [${percent(point.scoreLow)}, ${percent(point.scoreHigh)}] · ${dollars(point.dollars)} [${dollars(point.dollarsLow)}, ${dollars(point.dollarsHigh)}] · ${point.place}`))),
    element("p", { class: "note" },
      "A version is dominated, and grey, if another one scores at least as well and costs no more. The lines are 95 % intervals: where those of two versions overlap, their order may be chance.",
      unplaced.length > 0 && ` Without a known score or cost: ${unplaced.join(", ")}.`));
}

function frontierDrawing(frontier) {
  const { width, height, left, right, top, bottom } = frontierSize;
  const points = frontier.points;
  const dearest = Math.max(...points.flatMap((point) => [point.dollars, point.dollarsHigh ?? 0])) || 1;
  const lowest = Math.min(...points.flatMap((point) => [point.score, point.scoreLow ?? 1]));
  const low = lowest > 0.5 ? Math.floor(lowest * 10) / 10 : 0;
  const across = (cost) => left + (width - left - right) * clamped(cost / dearest) * 0.96;
  const up = (score) => height - bottom - (height - top - bottom) * clamped((score - low) / Math.max(1 - low, 0.1));
  const names = points.map((point) => `${point.side}: ${percent(point.score)} for ${dollars(point.dollars)}, ${point.place}`);
  return shape(
    "svg", { class: "frontier", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": names.join("; ") },
    shape("rect", { class: "field-area", x: left, y: top, width: width - left - right, height: height - top - bottom, rx: 4 }),
    [low, (low + 1) / 2, 1].map((tick) => [
      shape("line", { class: "guide", x1: left, x2: width - right, y1: up(tick), y2: up(tick) }),
      shape("text", { x: left - 6, y: up(tick) + 4, "text-anchor": "end" }, `${Math.round(tick * 100)} %`)]),
    [0, dearest / 2, dearest].map((tick) => shape("text",
      { x: across(tick), y: height - bottom + 16, "text-anchor": "middle" }, tick === 0 ? "$0" : dollars(tick))),
    shape("text", { class: "axis-name", x: left + (width - left - right) / 2, y: height - 6, "text-anchor": "middle" }, "cost of a sample"),
    frontierSteps(points.filter((point) => !point.isDominated), across, up),
    points.map((point) => frontierMark(point, across, up)));
}

/** The frontier as steps: what the best score is for at most this much money. */
function frontierSteps(points, across, up) {
  if (points.length < 2) return null;
  const path = points.map((point, place) => {
    const [x, y] = [across(point.dollars).toFixed(1), up(point.score).toFixed(1)];
    return place === 0 ? `M${x} ${y}` : `H${x}V${y}`;
  });
  return shape("path", { class: "frontier-line", d: path.join("") });
}

function frontierMark(point, across, up) {
  const [x, y] = [across(point.dollars), up(point.score)];
  const whiskers = [];
  if (isNumber(point.scoreLow) && isNumber(point.scoreHigh)) {
    whiskers.push(shape("line", { class: "whisker", x1: x, x2: x, y1: up(point.scoreLow), y2: up(point.scoreHigh) }));
  }
  if (isNumber(point.dollarsLow) && isNumber(point.dollarsHigh)) {
    whiskers.push(shape("line",
      { class: "whisker", x1: across(point.dollarsLow), x2: across(point.dollarsHigh), y1: y, y2: y }));
  }
  const isRight = x > frontierSize.width * 0.75;
  return shape(
    "g", { class: `frontier-mark ${point.isDominated ? "is-dominated" : sideClass(point.side)}` },
    whiskers, shape("circle", { class: "dot", cx: x, cy: y, r: 6 }),
    shape("text",
      { x: isRight ? x - 10 : x + 10, y: y - 9, "text-anchor": isRight ? "end" : "start" }, shortened(point.side)));
}
