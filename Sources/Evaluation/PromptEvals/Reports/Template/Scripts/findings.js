// The top of the page: what the run ends with, the findings, and what to know before believing them.

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
      inOrder(verdicts).map((verdict) => verdictCard(verdict, verdicts.length > 1))),
    outcomeCard(report.outcome),
    caveatList(report.caveats ?? []),
    element("ul", { class: "facts" }, facts(run).map((fact) => element("li", {}, fact))));
}

/** The version of which most is shown comes first. */
function inOrder(verdicts) {
  const isFirst = (verdict) => Number(verdict.challenger === firstChallenger());
  return [...verdicts].sort((one, other) => isFirst(other) - isFirst(one));
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
      (verdict.notes ?? []).map((note) => element("p", { class: "verdict-note", dir: "auto" }, visibleText(note))),
      verdict.basis && element("p", { class: "soft", dir: "auto" }, visibleText(verdict.basis)),
      isOneOfSeveral && button("Show its figures", {
        class: "quiet", click: () => chooseView({ challenger: verdict.challenger }, "metrics"),
      })));
}

const endingWords = {
  passed: ["pass", "passed"], failed: ["fail", "failed"],
  inconclusive: ["inconclusive", "undecided"], error: ["error", "error"],
  informed: ["unknown", "informs only"],
};

/** What the run ends with, and a line for everything that was demanded or that went wrong. */
function outcomeCard(outcome) {
  if (!outcome) return null;
  const [mark] = endingWords[outcome.word] ?? endingWords.inconclusive;
  return element(
    "div", { class: `outcome is-${mark}`, id: "outcome" },
    element(
      "p", { class: "outcome-title", dir: "auto" }, icon(mark),
      visibleText(outcome.headline.charAt(0).toUpperCase() + outcome.headline.slice(1))),
    outcome.findings.length > 0
      && element("ul", { class: "plain" }, outcome.findings.map(findingItem)));
}

function findingItem(finding) {
  const [mark, word] = endingWords[finding.outcome] ?? endingWords.inconclusive;
  const samples = finding.samples ?? [];
  return element(
    "li", { dir: "auto" }, icon(mark, word),
    element(
      "span", {}, visibleText(finding.text),
      finding.example && element("span", { class: "soft" }, " First: ", visibleText(finding.example)),
      finding.reply && element(
        "details", {}, element("summary", {}, "The judge’s reply"),
        element("pre", { class: "reply", dir: "auto" }, visibleText(finding.reply))),
      samples.length > 0 && element(
        "details", {},
        element("summary", {}, counted(samples.length + (finding.more ?? 0), "sample")),
        element("ul", { class: "plain" }, samples.map((sample) => element(
          "li", {}, element("a", { href: subjectAddress(sample.transcript, finding.side, sample.attempt) }, sample.transcript),
          sample.attempt > 1 ? ` #${sample.attempt}` : ""))),
        finding.more > 0 && element("p", { class: "soft" }, `and ${count(finding.more)} more`))));
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
    counted(askedSubjects.length, unit)
      + (written > 0 ? `, and ${count(written)} more only as written` : ""),
    `${counted(variants.length, "version")}${sides.length > variants.length
      ? `, ${counted(sides.length - variants.length, "reference")}` : ""}`,
    `${count(samples)}${planned} samples`,
    (run.models ?? []).join(", "),
    run.method,
    run.started && `started ${run.started}`,
  ].filter(Boolean);
}
