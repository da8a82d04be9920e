// Which words differ between two texts, and how texts are shown.

// A word takes the white space behind it along, so that spaces alone never match.
const wordPattern =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}_'’]+|[^])\s*/gu;

const comparisonLimit = { milliseconds: 60, edits: 1500 };

/**
 * Runs of two texts: `same`, `left` (only in the first) and `right` (only in the second).
 *
 * Myers' greedy algorithm on words. Beyond a limit of time or edits the middle counts as changed as a whole.
 */
function compareWords(left, right, limit = comparisonLimit) {
  const first = left.match(wordPattern) ?? [];
  const second = right.match(wordPattern) ?? [];
  let start = 0;
  while (start < first.length && start < second.length && first[start] === second[start]) start++;
  let [ends, otherEnds] = [first.length, second.length];
  while (ends > start && otherEnds > start && first[ends - 1] === second[otherEnds - 1]) {
    ends--;
    otherEnds--;
  }
  const middle = editScript(first.slice(start, ends), second.slice(start, otherEnds), limit);
  const runs = [];
  push(runs, "same", first.slice(0, start).join(""));
  if (middle) {
    for (const [kind, text] of middle) push(runs, kind, text);
  } else {
    push(runs, "left", first.slice(start, ends).join(""));
    push(runs, "right", second.slice(start, otherEnds).join(""));
  }
  push(runs, "same", first.slice(ends).join(""));
  const tidy = joinedAcrossScraps(runs);
  const same = tidy.reduce((sum, [kind, text]) => sum + (kind === "same" ? text.length : 0), 0);
  const all = Math.max(left.length, right.length);
  return { runs: tidy, isCut: !middle, common: all === 0 ? 1 : same / all };
}

function push(runs, kind, text) {
  if (text === "") return;
  const last = runs.at(-1);
  if (last && last[0] === kind) last[1] += text;
  else runs.push([kind, text]);
}

/** The shortest way from one list of words to the other; nil beyond the limit. */
function editScript(first, second, limit) {
  const [width, height] = [first.length, second.length];
  const most = Math.min(width + height, limit.edits);
  const furthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const trace = [];
  const deadline = performance.now() + limit.milliseconds;
  for (let edits = 0; edits <= most; edits++) {
    if (performance.now() > deadline) return undefined;
    for (let line = -edits; line <= edits; line += 2) {
      const down = line === -edits
        || (line !== edits && furthest[middle + line - 1] < furthest[middle + line + 1]);
      let x = down ? furthest[middle + line + 1] : furthest[middle + line - 1] + 1;
      let y = x - line;
      while (x < width && y < height && first[x] === second[y]) {
        x++;
        y++;
      }
      furthest[middle + line] = x;
      if (x >= width && y >= height) return path(trace, edits, line, first, second);
    }
    trace.push(furthest.slice(middle - edits, middle + edits + 1));
  }
  return undefined;
}

/** Walks back through what every number of edits could reach. */
function path(trace, edits, line, first, second) {
  const steps = [];
  let [x, y] = [first.length, second.length];
  for (let edit = edits; edit > 0; edit--) {
    const reached = trace[edit - 1];
    const before = (diagonal) => reached[diagonal + edit - 1] ?? -1;
    const down = line === -edit || (line !== edit && before(line - 1) < before(line + 1));
    const previous = down ? line + 1 : line - 1;
    const startX = before(previous) + (down ? 0 : 1);
    while (x > startX) {
      steps.push(["same", first[--x]]);
      y--;
    }
    if (down) steps.push(["right", second[--y]]);
    else steps.push(["left", first[--x]]);
    line = previous;
  }
  while (x > 0) steps.push(["same", first[--x]]);
  return steps.reverse();
}

/** A comma or an "a" that two rewritten passages share tells nothing: it joins them. */
function joinedAcrossScraps(runs) {
  const parts = [];
  let change = { left: "", right: "" };
  const close = () => {
    push(parts, "left", change.left);
    push(parts, "right", change.right);
    change = { left: "", right: "" };
  };
  runs.forEach(([kind, text], place) => {
    if (kind !== "same") {
      change[kind] += text;
      return;
    }
    const isScrap = text.trim().length <= 4 && place > 0 && place < runs.length - 1
      && changed(runs, place - 1, -1) + changed(runs, place + 1, 1) > 24;
    if (isScrap) {
      change.left += text;
      change.right += text;
    } else {
      close();
      push(parts, "same", text);
    }
  });
  close();
  return parts;
}

/** How much is changed next to a place. */
function changed(runs, place, step) {
  let sum = 0;
  while (runs[place] && runs[place][0] !== "same") {
    sum += runs[place][1].length;
    place += step;
  }
  return sum;
}

// What a reader cannot see, or what turns the order of the page around.
const hiddenPattern =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text as nodes; what cannot be seen comes as its code point. */
function visibleText(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(hiddenPattern)) {
    if (nodes.length > 2000) break;
    if (match.index > end) nodes.push(text.slice(end, match.index));
    const code = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    nodes.push(element("span", { class: "hidden-character", title: "a character that cannot be seen" }, `U+${code}`));
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(text.slice(end));
  return nodes;
}

/** One column of a comparison. The space behind a marked passage stays plain. */
function markedText(runs, column) {
  const tag = column === "left" ? "del" : "ins";
  return runs.filter(([kind]) => kind === "same" || kind === column).flatMap(([kind, text]) => {
    const words = text.trimEnd();
    if (kind === "same" || words === "") return visibleText(text);
    return [element(tag, {}, visibleText(words)), text.slice(words.length)];
  });
}

/** A text in a box of its own: its direction is its own, and a very long one can be unfolded. */
function textBox(nodes, length, attributes) {
  const box = element("div", { dir: "auto", ...attributes, class: `text ${attributes?.class ?? ""}` }, nodes);
  if (length <= 6000) return box;
  box.classList.add("cut");
  const more = button(`Show all ${count(length)} characters`, {
    class: "quiet more",
    click: () => {
      box.classList.remove("cut");
      more.remove();
    },
  });
  return [box, more];
}
