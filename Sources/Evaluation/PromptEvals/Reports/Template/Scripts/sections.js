// The prompt of a message as it was sent, section by section.

function sectionsPart(left, right) {
  const pairs = pairedSections(left?.sections ?? [], right?.sections ?? []);
  if (pairs.length === 0) return null;
  const hasTwo = (left?.sections ?? []).length > 0 && (right?.sections ?? []).length > 0;
  const apart = pairs.filter(([, first, second]) => first !== second).length;
  const title = `Prompt as sent: ${counted(pairs.length, "section")}${hasTwo ? (apart > 0 ? `, ${count(apart)} ${apart === 1 ? "differs" : "differ"}` : ", all the same") : ""}`;
  return folded(title, { class: "fold sections" }, () => [
    promptDigests(left, right), ...pairs.map((pair) => sectionPart(pair, hasTwo)),
  ]);
}

function promptDigests(left, right) {
  const templates = [...new Set([left?.template, right?.template].filter(Boolean))];
  return templates.length > 0 && element("p",
    { class: "soft digest" }, "template ",
    templates.map((digest, place) => [place > 0 && " and ", element("code", {}, digest)]));
}

/** Sections of the same name beside each other, the n-th with the n-th, in the order of the right side. */
function pairedSections(left, right) {
  const waiting = new Map();
  for (const [name, digest] of left) waiting.set(name, [...(waiting.get(name) ?? []), digest]);
  const pairs = right.map(([name, digest]) => [name, waiting.get(name)?.shift(), digest]);
  for (const [name, digest] of left) {
    if (waiting.get(name)?.[0] === digest) {
      waiting.get(name).shift();
      pairs.push([name, digest, undefined]);
    }
  }
  return pairs;
}

function sectionPart([name, first, second], hasTwo) {
  const [left, right] = [first, second].map((digest) => (digest === undefined ? undefined : sectionText(digest, shown.subject)));
  const isSame = first === second || !hasTwo;
  const word = !hasTwo ? "" : first === undefined ? `only ${shown.right.side}` : second === undefined ? `only ${shown.left.side}` : isSame ? "the same" : "differs";
  const size = counted((right ?? left ?? "").length, "character");
  const fill = () => {
    if (isSame || first === undefined || second === undefined) return sectionBox(right ?? left, second ?? first);
    const marks = left !== undefined && right !== undefined ? freshMarks(left, right) : {};
    return [
      marks.note && element("p", { class: "soft" }, marks.note),
      element("div", { class: "columns columns-2" }, [
        ["left", left, first], ["right", right, second]].map(([column, text, digest]) => element(
        "div", { class: `reply ${sideClass(shown[column].side)}` }, element("p",
          { class: "speaker" }, sideName(shown[column].side)),
        sectionBox(text, digest, marks.runs && markedText(marks.runs, column))))),
    ];
  };
  const part = folded(
    element("span",
      {}, element("b", {}, name), element("span", { class: `chip${isSame ? "" : " is-differs"}` }, word),
      element("span", { class: "soft" }, size)),
    { class: "fold section" }, fill);
  part.open = !isSame;
  return part;
}

/** Somebody asked for this one: it has time of its own. */
function freshMarks(left, right) {
  comparing.spent = 0;
  return markedRuns(left, right);
}

function sectionBox(text, digest, nodes) {
  if (text === undefined) return element("p", { class: "soft" }, "The text is not in the file.");
  return [
    textBox(nodes || visibleText(text), text.length, { class: "mono" }),
    element("p", { class: "soft digest" }, element("code", {}, digest)),
  ];
}
