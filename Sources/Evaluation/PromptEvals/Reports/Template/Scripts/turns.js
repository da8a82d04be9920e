// One message of the coach on both sides: what the person said, what was answered, what graders say.

// All comparisons of a page together may take so long; what is left shows without marks.
const comparing = { spent: 0, most: 400 };

function turnPart(number, left, right) {
  const cells = [["left", left, shown.left], ["right", right, shown.right]].filter(([, , sample]) => sample);
  const isDifferent = cells.length === 2 && verdictWords(left?.grades) !== verdictWords(right?.grades);
  const marks = left && right ? comparedReplies(left, right) : null;
  return element(
    "section", {
      class: `turn${isDifferent ? " differs" : ""}`, id: `turn-${number}`, "aria-labelledby": `turn-title-${number}`,
    },
    element(
      "div", { class: "turn-head" },
      element("h2", { tabindex: -1, id: `turn-title-${number}` }, messageName(number)),
      element("button",
        {
          type: "button", class: "quiet", "aria-label": `Link to ${messageName(number).toLowerCase()}`, title: "Link to this part",
          click: () => linkTurn(number),
        },
        icon("link")),
      isDifferent && element("span", { class: "badge is-differs" }, icon("differs"), "verdicts differ"),
      marks?.note && element("span", { class: "soft" }, marks.note)),
    personWords(cells),
    element("div",
      { class: `columns columns-${cells.length}` },
      cells.map(([column, turn, sample]) => replyCell(column, turn, sample, marks, column === "left" ? right : left))),
    sectionsPart(left, right));
}

/** A message by its number; a task has one reply. */
function messageName(number) {
  return isOfTasks ? "Reply" : `Message ${number}`;
}

function linkTurn(number) {
  showTurn(number);
  copyLink();
}

function verdictWords(grades) {
  return (grades ?? []).map((grade) => `${grade.grader}\n${grade.verdict}`).sort().join("\n");
}

/** What is read of a reply; data with a line for each of its parts. */
function readable(turn) {
  const text = turn.shown ?? turn.reply ?? "";
  if (!isOfTasks || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function comparedReplies(left, right) {
  const [first, second] = [readable(left), readable(right)];
  if (first === second) return { note: first === "" ? "" : "the replies are the same" };
  if (first === "" || second === "") return {};
  return markedRuns(first, second);
}

/** A comparison within what time is left for the page. */
function markedRuns(first, second) {
  const begin = performance.now();
  const milliseconds = Math.min(comparisonLimit.milliseconds, comparing.most - comparing.spent);
  if (milliseconds <= 1) return { note: "not compared word by word: there is too much of it" };
  const compared = compareWords(first, second, { ...comparisonLimit, milliseconds });
  comparing.spent += performance.now() - begin;
  if (compared.isCut) return { note: "too long to compare word by word" };
  if (compared.common < 0.1) return { note: "hardly a word in common, so no words are marked" };
  return { runs: compared.runs };
}

function personWords(cells) {
  const words = cells.map(([, turn]) => turn?.person);
  if (words.every((text) => !text)) return null;
  const speech = (text) => element("div",
    { class: "person" }, element("p", { class: "speaker" }, "Person"),
    textBox(visibleText(text ?? ""), (text ?? "").length));
  const isShared = words.every((text) => text === words[0]) || words.filter(Boolean).length === 1;
  if (isShared) return speech(words.find(Boolean));
  return element("div", { class: "columns columns-2" }, words.map((text) => (text ? speech(text) : element("div"))));
}

function replyCell(column, turn, sample, marks, other) {
  const cell = element("div",
    { class: `reply ${sideClass(sample.side)}` },
    element("p",
      { class: "speaker" }, sideName(sample.side),
      turn?.answeredBy && element("span", { class: "soft" }, `answered by ${turn.answeredBy}`)));
  if (!turn) {
    cell.append(element("p", { class: "soft" }, "No such message on this side."));
    return cell;
  }
  const text = readable(turn);
  if (turn.error) cell.append(element("p",
    { class: "problem", dir: "auto" }, icon("error"),
    element("span", {}, "No complete reply, so it is not graded: ", visibleText(turn.error))));
  if (turn.finish === "length") cell.append(element("p",
    { class: "problem" }, icon("error"), "Cut off at the token limit; graded as it is."));
  if (turn.crisis) cell.append(element("p",
    { class: "problem" }, icon("error"),
    "The message before signals a crisis: the product answered, not this version, and nothing is graded."));
  for (const finding of turn.replaced ?? []) cell.append(element("p",
    { class: "problem", dir: "auto" }, icon("error"),
    element("span", {}, `The guardrails replaced (${finding.check}): `, visibleText(finding.sentence))));
  const nodes = marks?.runs ? markedText(marks.runs, column) : visibleText(text);
  if (text !== "") build(cell, {}, [textBox(nodes, text.length)]);
  else if (!turn.error) cell.append(element("p", { class: "soft" }, "An empty reply."));
  build(cell, {}, [gradeList(turn.grades ?? [], other?.grades), turnFacts(turn)]);
  return cell;
}

function turnFacts(turn) {
  const facts = [
    isNumber(turn.seconds) && `${seconds(turn.seconds)}${isNumber(turn.firstSeconds) ? `, first words after ${seconds(turn.firstSeconds)}` : ""}`,
    isNumber(turn.tokensIn) && `${count(turn.tokensIn)} tokens in`, isNumber(turn.tokensOut) && `${count(turn.tokensOut)} out`,
    isNumber(turn.dollars) && dollars(turn.dollars), turn.finish && turn.finish !== "length" && `ended: ${turn.finish}`,
  ].filter(Boolean);
  const raw = turn.shown !== undefined && turn.shown !== turn.reply;
  if (facts.length === 0 && !turn.request && !raw) return null;
  return element(
    "div", { class: "turn-facts" }, facts.length > 0 && element("p", { class: "soft" }, facts.join(" · ")),
    raw && folded("As the model wrote it",
      { class: "fold" }, () => textBox(visibleText(turn.reply ?? ""), (turn.reply ?? "").length, { class: "mono" })),
    turn.request && element("p", { class: "soft digest" }, "request ", element("code", {}, turn.request)));
}

// MARK: Grades

const gradeOrder = ["fail", "error", "inconclusive", "not-applicable", "pass"];
const gradeNames = {
  pass: "met", fail: "not met", error: "grader failed", inconclusive: "no verdict", "not-applicable": "does not apply",
};

/** What is not met comes first; plain passes fold away. */
function gradeList(grades, others) {
  if (grades.length === 0) return null;
  const sorted = [...grades].sort((one, other) => gradeOrder.indexOf(one.verdict) - gradeOrder.indexOf(other.verdict));
  const open = sorted.filter((grade) => grade.verdict !== "pass" || isApart(grade, others));
  const quiet = sorted.filter((grade) => !open.includes(grade));
  return element(
    "div", { class: "grades" },
    open.length > 0 && element("ul", { class: "plain" }, open.map((grade) => gradeItem(grade, isApart(grade, others)))),
    quiet.length > 0 && folded(
      element("span",
        { class: "is-pass" }, icon("pass"),
        `${open.length > 0 ? "the other " : ""}${counted(quiet.length, "grader")} met`), { class: "fold" },
      () => element("ul", { class: "plain" }, quiet.map((grade) => gradeItem(grade, false)))));
}

/** Whether the other side got another verdict from the same grader. */
function isApart(grade, others) {
  const other = (others ?? []).find((one) => one.grader === grade.grader);
  return other !== undefined && other.verdict !== grade.verdict;
}

function gradeItem(grade, apart) {
  const kind = iconPaths[grade.verdict] ? grade.verdict : "unknown";
  const numbers = [
    isNumber(grade.score) && grade.score > 0 && grade.score < 1 && percent(grade.score),
    isNumber(grade.measured) && `measured ${Number.isInteger(grade.measured) ? count(grade.measured) : decimal(grade.measured, 2)}`,
  ].filter(Boolean).join(", ");
  const quotes = grade.verdict === "fail" ? grade.quotes ?? [] : [];
  const hasDetails = grade.details && Object.keys(grade.details).length > 0;
  return element(
    "li", { class: `grade is-${kind}` }, icon(kind),
    element(
      "div", {},
      element("b", {}, grade.grader), ` ${gradeNames[grade.verdict] ?? grade.verdict}`, numbers && `, ${numbers}`,
      apart && element("span",
        { class: "apart", title: "the other side got another verdict" },
        icon("differs", "the other side got another verdict")),
      grade.reason && element("p", { class: "reason", dir: "auto" }, visibleText(grade.reason)),
      quotes.length > 0 && element("p", { class: "soft", dir: "auto" }, "Decided by ",
        quotes.map((quote, place) => [place > 0 && ", ", element("mark", {}, visibleText(quote))])),
      (grade.calls ?? []).map(callItem),
      hasDetails && folded("Details", { class: "fold" }, () => detailList(grade.details, 0))));
}

/** What a judge was shown, and what it wrote. */
function callItem(call) {
  return folded(`What ${call.model} was shown and wrote`, { class: "fold" }, () => {
    const prompt = sectionText(call.prompt, shown.subject) ?? "";
    return [
      textBox(visibleText(prompt), prompt.length, { class: "mono" }),
      element("p", { class: "soft" }, "It wrote:"),
      textBox(visibleText(call.reply ?? ""), (call.reply ?? "").length, { class: "mono" }),
    ];
  });
}

/** Whatever a grader has to show, as nested lists. */
function detailList(value, depth) {
  if (value === null || typeof value !== "object") return element("span",
    { dir: "auto" }, visibleText(String(value ?? dash)));
  if (depth > 5) return element("code", {}, JSON.stringify(value).slice(0, 2000));
  if (Array.isArray(value)) return element("ol",
    {}, value.map((item) => element("li", {}, detailList(item, depth + 1))));
  return element("dl",
    {},
    Object.entries(value).map(([name, item]) => [
      element("dt", {}, name), element("dd", {}, detailList(item, depth + 1))]));
}

/** The verdicts on the conversation as a whole, and those of judges who saw both. */
function wholeConversation() {
  const cells = [shown.left, shown.right].filter(Boolean);
  const pairs = (shown.subject.pairwise ?? []).filter((pair) => cells.some((sample) => sample.side === pair.challenger && sample.attempt === pair.attempt));
  const hasGrades = cells.some((sample) => (sample.grades ?? []).length > 0);
  if (!hasGrades && pairs.length === 0) return [];
  const isDifferent = cells.length === 2 && verdictWords(cells[0].grades) !== verdictWords(cells[1].grades);
  return [element(
    "section", { class: `turn whole${isDifferent ? " differs" : ""}`, "aria-labelledby": "whole-title" },
    element("div",
      { class: "turn-head" }, element("h2", { id: "whole-title", tabindex: -1 }, "The conversation as a whole"),
      isDifferent && element("span", { class: "badge is-differs" }, icon("differs"), "verdicts differ")),
    hasGrades && element("div", { class: `columns columns-${cells.length}` }, cells.map((sample, place) => element(
      "div", { class: `reply ${sideClass(sample.side)}` }, element("p", { class: "speaker" }, sideName(sample.side)),
      gradeList(sample.grades ?? [], cells[1 - place]?.grades) ?? element("p",
        { class: "soft" }, "No verdict on the whole.")))),
    pairs.map(pairItem))];
}

function pairItem(pair) {
  const words = {
    win: `${pair.challenger} is better`, loss: `${report.baseline} is better`, tie: "neither is better",
    error: "the judge failed",
  };
  return element(
    "div", { class: "pair" }, element("p",
      {}, element("b", {}, pair.judge), ` saw both: ${words[pair.outcome] ?? pair.outcome}`),
    element("p",
      { class: "soft" },
      `${report.baseline} shown first: chose ${pair.baselineFirst ?? dash}; ${pair.challenger} shown first: chose ${pair.challengerFirst ?? dash}`),
    (pair.reasons ?? []).length > 0 && element("ul",
      {}, pair.reasons.map((reason) => element("li", { dir: "auto" }, visibleText(reason)))));
}
