// One conversation: two samples of it side by side.

const shown = { place: -1, left: null, right: null, turn: 0, marks: true };

/** The two samples that an address asks for, as far as there are such. */
function chosenPair(address, subject) {
  const has = (side) => side && subject.samples.some((sample) => sample.side === side);
  const order = sides.map((side) => side.id).filter(has);
  const against = address.settings.get("against")?.match(/^(.*):(\d+)$/s);
  let right = has(address.side) ? address.side : order.find((side) => side === view.challenger) ?? order[0];
  let left = has(against?.[1]) ? against[1] : undefined;
  if (!left && right === report.baseline) {
    [left, right] = [right, has(view.challenger) ? view.challenger : order.find((side) => side !== right)];
  }
  left ??= has(report.baseline) && right !== report.baseline ? report.baseline : order.find((side) => side !== right);
  const attempt = address.attempt ?? 1;
  return {
    left: sampleOf(subject, left, against ? Number(against[2]) : attempt),
    right: sampleOf(subject, right, attempt),
  };
}

function sampleOf(subject, side, attempt) {
  const samples = subject.samples.filter((sample) => sample.side === side);
  return samples.find((sample) => sample.attempt === attempt) ?? samples[0];
}

function drawConversation(address) {
  const place = subjectPlaces.get(address.subject);
  const page = byId("conversation");
  if (place === undefined) {
    page.replaceChildren(element("p",
      { class: "empty" }, `There is no ${unit} “${address.subject}” in this report. `,
      element("a", { href: "#/" }, "Back to the overview")));
    return;
  }
  const subject = opened(place);
  if (!subject) {
    page.replaceChildren(element("p",
      { class: "empty" },
      document.readyState === "loading" ? "Reading the file…" : `The texts of this ${unit} are not in the file.`));
    return;
  }
  Object.assign(shown, { place, subject, turn: address.turn ?? 0 }, chosenPair(address, subject));
  comparing.spent = 0;
  page.replaceChildren(
    conversationHead(place), versus(), personFaults(), turnFilter(), ...turnList(), ...wholeConversation());
  document.title = `${titleOf(subjects[place])} · ${report.run.suite}`;
  if (shown.turn > 0) showTurn(shown.turn);
}

function conversationHead(place) {
  const facts = subjects[place];
  const places = grid.order.includes(place) ? grid.order : subjects.map((_, other) => other);
  const here = places.indexOf(place);
  const step = (other, name, mark) => element(
    "a", {
      class: "step",
      href: places[other] === undefined ? null : subjectAddress(subjects[places[other]].id, shown.right?.side),
      "aria-label": name, title: name, "aria-disabled": places[other] === undefined ? "true" : null,
    }, icon(mark));
  return element(
    "header", { class: "conversation-head" },
    element(
      "nav", { class: "steps", "aria-label": `${capitalUnit}s` },
      element("a",
        { class: "step wide", href: overviewHash(), title: "Back to the overview (Esc)" }, icon("back"), "Overview"),
      element("span", { class: "soft" }, `${count(here + 1)} of ${count(places.length)}`),
      step(here - 1, `Previous ${unit} ([)`, "back"), step(here + 1, `Next ${unit} (])`, "forward"),
      button("Copy link",
        { class: "quiet", id: "copy-link", title: "Copy a link to what is shown (c)", click: copyLink })),
    element("h1", { tabindex: -1, id: "conversation-title", dir: "auto" }, visibleText(titleOf(facts))),
    element(
      "p", { class: "soft" }, element("code", {}, element("bdi", {}, visibleText(facts.id))),
      facts.cluster && facts.cluster !== facts.id && [" · cluster ", element("code", {}, facts.cluster)],
      (facts.tags ?? []).map((tag) => [" ", element("span", { class: "chip", dir: "auto" }, tag)])));
}

// MARK: The two sides

function versus() {
  const columns = [shown.left && columnHead("left"), shown.right && columnHead("right")].filter(Boolean);
  return element("div", { class: `versus columns-${columns.length}` }, columns);
}

function columnHead(column) {
  const sample = shown[column];
  const side = sideOf(sample.side);
  const available = sides.map((one) => one.id).filter((id) => shown.subject.samples.some((one) => one.side === id));
  const attempts = shown.subject.samples.filter((one) => one.side === sample.side)
    .sort((one, other) => one.attempt - other.attempt);
  return element(
    "div", { class: `column-head ${sideClass(sample.side)}` },
    element(
      "div", { class: "column-choice" },
      available.length > 1 ? select(
        column === "left" ? "Left" : "Right", available.map((id) => [id, id]), sample.side,
        (id) => choosePair(column, id, sample.attempt)) : sideName(sample.side),
      attempts.length > 1 && attemptChoice(column, attempts, sample),
      sampleVerdict(sample)),
    element("p",
      { class: "soft clipped" },
      [
        sample.reference ? "as it was written" : side?.prompt, side?.model,
        isNumber(sample.overall) && `overall ${percent(sample.overall)}`].filter(Boolean).join(" · ")));
}

function passWord(sample) {
  return sample.passed === true ? "pass" : sample.passed === false ? "fail" : "unknown";
}

function sampleVerdict(sample) {
  const words = { pass: "passed", fail: "not passed", unknown: "no verdict" };
  const kind = passWord(sample);
  return element("span", { class: `badge is-${kind}` }, icon(kind), words[kind]);
}

function attemptChoice(column, attempts, chosen) {
  return element(
    "div", { class: "attempts", role: "group", "aria-label": "Attempt" },
    attempts.map((sample) => button("", {
      class: `attempt is-${passWord(sample)}`, "aria-pressed": String(sample === chosen), "aria-label": `Attempt ${sample.attempt}, ${passWord(sample)}`,
      title: `Attempt ${sample.attempt}`, click: () => choosePair(column, sample.side, sample.attempt),
    }, String(sample.attempt), icon(passWord(sample)))));
}

/** What a simulated person did that a person would not have done: the coach is not to blame for what follows. */
function personFaults() {
  const cells = [shown.left, shown.right].filter(Boolean);
  if (cells.every((sample) => (sample.personFaults ?? []).length === 0)) return "";
  return element("div", { class: `columns columns-${cells.length}` }, cells.map((sample) => element(
    "div", {}, (sample.personFaults ?? []).length > 0 && element(
      "div", { class: "notice" }, icon("error"),
      element("div", {}, element("b",
        {}, "Faults of the simulated person"), sample.personFaults.map((fault) => element(
        "p", { dir: "auto" }, `${fault.kind}${fault.after > 0 ? ` after message ${fault.after}` : ""}: `, visibleText(fault.reason ?? ""))))))));
}

function choosePair(column, side, attempt) {
  const other = column === "left" ? shown.right : shown.left;
  const pick = { side, attempt };
  const [left, right] = column === "left" ? [pick, other] : [other, pick];
  location.hash = pairAddress(left, right ?? left, shown.turn);
}

/** The address of what is shown; the left side is left out where it goes without saying. */
function pairAddress(left, right, turn) {
  const isUsual = left && left.side === report.baseline && left.attempt === right.attempt && right.side !== report.baseline;
  const against = left && left !== right && !isUsual ? left : undefined;
  return subjectAddress(subjects[shown.place].id, right.side, right.attempt, turn, against);
}

function currentAddress() {
  return pairAddress(shown.left, shown.right ?? shown.left, shown.turn);
}

async function copyLink() {
  noteAddress(currentAddress());
  const text = location.href;
  try {
    await navigator.clipboard.writeText(text);
    announce("Link copied");
  } catch {
    // A page from a file may not be given the clipboard: the old way, then.
    const box = element("textarea", { class: "copied", "aria-hidden": "true" });
    box.value = text;
    document.body.append(box);
    box.select();
    const isCopied = document.execCommand("copy");
    box.remove();
    announce(isCopied ? "Link copied" : "The link is in the address bar");
  }
}

// MARK: Turns

function turnFilter() {
  const hasTwo = shown.left && shown.right;
  const check = (label, isOn, choose) => element(
    "label", { class: "check" }, element("input",
      { type: "checkbox", name: label, checked: isOn, change: choose }), label);
  if (!hasTwo) return "";
  return element(
    "div", { class: "turn-tools" },
    check("Mark the words that differ", shown.marks, (event) => {
      shown.marks = event.target.checked;
      byId("conversation").classList.toggle("unmarked", !shown.marks);
    }),
    check("Only messages whose verdicts differ",
      false, (event) => byId("conversation").classList.toggle("only-different", event.target.checked)));
}

function turnList() {
  const [left, right] = [turnsByNumber(shown.left), turnsByNumber(shown.right)];
  const numbers = [...new Set([...left.keys(), ...right.keys()])].sort((one, other) => one - other);
  return numbers.map((number) => turnPart(number, left.get(number), right.get(number)));
}

function turnsByNumber(sample) {
  return new Map((sample?.turns ?? []).map((turn) => [turn.number, turn]));
}

/** Goes to a message and notes it in the address. */
function showTurn(number) {
  const part = byId(`turn-${number}`);
  if (!part) return;
  shown.turn = number;
  noteAddress(currentAddress());
  for (const other of document.querySelectorAll(".turn.current")) other.classList.remove("current");
  part.classList.add("current");
  part.scrollIntoView({ block: "start" });
  part.querySelector("h2").focus({ preventScroll: true });
}

/** The next or previous message that is in view of the filter. */
function stepTurn(step) {
  const all = [...document.querySelectorAll("#conversation .turn")].filter((part) => part.offsetParent !== null);
  if (all.length === 0) return;
  const here = all.findIndex((part) => part.id === `turn-${shown.turn}`);
  const next = all[here < 0 ? 0 : Math.max(0, Math.min(all.length - 1, here + step))];
  showTurn(Number(next.id.slice(5)));
}
