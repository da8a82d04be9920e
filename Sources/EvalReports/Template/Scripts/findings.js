// The top of the page: the finding, the gate, and what to know before believing either.

function findingsPart() {
  const run = report.run;
  const verdicts = report.verdicts ?? [];
  return element(
    "section", { id: "part-findings", class: "findings", "aria-labelledby": "question" },
    element("p", { class: "eyebrow" }, run.suite),
    element("h1", { id: "question", dir: "auto" }, visibleText(run.question || run.suite)),
    stopNotice(run),
    element(
      "div", { id: "verdict", class: "verdicts" },
      verdicts.map((verdict) => verdictCard(verdict, verdicts.length > 1))),
    gateCard(report.gate),
    caveatList(report.caveats ?? []),
    element("ul", { class: "facts" }, facts(run).map((fact) => element("li", {}, fact))));
}

function verdictCard(verdict, isOneOfSeveral) {
  const tones = { better: "up", worse: "down", mixed: "differs", none: "unknown" };
  const tone = tones[verdict.tone] ? verdict.tone : "none";
  return element(
    "div", { class: `verdict tone-${tone}`, "data-challenger": verdict.challenger },
    icon(tones[tone]),
    element(
      "div", {},
      element("p", { class: "verdict-text", dir: "auto" }, visibleText(verdict.text)),
      verdict.basis && element("p", { class: "soft" }, verdict.basis),
      isOneOfSeveral && button("Show its figures", {
        class: "quiet", click: () => chooseView({ challenger: verdict.challenger }, "metrics"),
      })));
}

const gateWords = {
  passed: ["pass", "Gate passed"], failed: ["fail", "Gate failed"],
  inconclusive: ["inconclusive", "Gate undecided"],
};

function gateCard(gate) {
  if (!gate) return null;
  const [mark, title] = gateWords[gate.outcome] ?? gateWords.inconclusive;
  const lines = (gate.lines ?? []).map((line) => {
    const isPlain = typeof line === "string";
    const lineMark = isPlain ? null : gateWords[line.outcome]?.[0];
    return element(
      "li", { dir: "auto" }, lineMark && icon(lineMark, gateWords[line.outcome][1]),
      visibleText(isPlain ? line : line.text));
  });
  return element(
    "div", { class: `gate is-${mark}`, id: "gate" },
    element("p", { class: "gate-title" }, icon(mark), title),
    lines.length > 0 && element("ul", { class: "plain" }, lines));
}

const stopWords = {
  running: "This run is still under way, or was killed.",
  budget: "This run stopped at its budget.",
  interrupted: "This run was stopped.",
  failed: "This run ended with an error.",
};

/** The notice of a run that was stopped, shown before its figures. */
function stopNotice(run) {
  if (!Object.hasOwn(stopWords, run.status)) return null;
  return element(
    "p", { class: "notice" }, icon("error"),
    element(
      "span", {}, `${stopWords[run.status]} `, run.note ? `${run.note.replace(/\.$/, "")}. ` : "",
      "The figures cover the completed samples."));
}

function caveatList(caveats) {
  if (caveats.length === 0) return null;
  return element(
    "div", { class: "caveats" }, element("h2", {}, "Before you rely on this"),
    element("ul", {}, caveats.map((caveat) => element("li", { dir: "auto" }, visibleText(caveat)))));
}

function facts(run) {
  const samples = sides.reduce((sum, side) => sum + (side.samples ?? 0), 0);
  const planned = isNumber(run.planned) && run.planned !== samples ? ` of ${count(run.planned)}` : "";
  const written = subjects.length - askedSubjects.length;
  return [
    counted(askedSubjects.length, "conversation")
      + (written > 0 ? `, and ${count(written)} more only as written` : ""),
    `${counted(variants.length, "version")}${sides.length > variants.length
      ? `, ${counted(sides.length - variants.length, "reference")}` : ""}`,
    `${count(samples)}${planned} samples`,
    (run.models ?? []).join(", "),
    run.started && `started ${run.started}`,
  ].filter(Boolean);
}
