// Which conversations the list shows, and in which order.

/** The conversations that the filters let through, as places in the report. */
function selected() {
  const words = view.query.toLowerCase().split(/\s+/).filter(Boolean);
  const metric = chosenMetric();
  const unmet = metricOf(view.unmet);
  const places = subjects.map((_, place) => place);
  return places.filter((place) => {
    const subject = subjects[place];
    if (view.different && !differs(subject, view.challenger)) return false;
    if (view.tag && !(subject.tags ?? []).includes(view.tag)) return false;
    if (unmet && !variants.some((side) => isUnmet(subject, side.id, unmet))) return false;
    if (view.direction && way(subject, metric) !== view.direction) return false;
    if (words.length === 0) return true;
    if (view.messages) return messageMatches.places.has(place);
    const text = `${subject.title ?? ""} ${subject.id} ${subject.cluster ?? ""} ${(subject.tags ?? []).join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  }).sort(order(metric));
}

function isUnmet(subject, side, metric) {
  return ["fail", "mixed"].includes(outcome(subject, side, metric));
}

function way(subject, metric) {
  const change = difference(subject, view.challenger, metric.id);
  if (change === undefined) return "";
  return Math.abs(change) < tolerance ? "same" : change > 0 ? "higher" : "lower";
}

const sorts = [
  ["largest", "largest difference"], ["lower", "challenger lower first"], ["higher", "challenger higher first"],
  ["suite", "order of the suite"], ["title", "title"],
];

function order(metric) {
  const sort = view.sort || (challengers.length > 0 ? "largest" : "suite");
  if (sort === "suite") return (first, second) => first - second;
  if (sort === "title") {
    const titles = new Intl.Collator(undefined, { numeric: true });
    const title = (place) => titleOf(subjects[place]);
    return (first, second) => titles.compare(title(first), title(second)) || first - second;
  }
  const side = sort.replace(/^[-+]/, "");
  const key = new Map(subjects.map((subject, place) => {
    if (sort.startsWith("+") || sort.startsWith("-")) {
      const value = score(subject, side, metric.id);
      return [place, sort.startsWith("-") && value !== undefined ? -value : value];
    }
    const change = difference(subject, view.challenger, metric.id);
    if (change === undefined) return [place, undefined];
    return [place, sort === "lower" ? change : sort === "higher" ? -change : -Math.abs(change)];
  }));
  // What is not known comes last; equal ones that differ in a verdict come before those that do not.
  return (first, second) => {
    const [one, other] = [key.get(first), key.get(second)];
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined) || first - second;
    if (Math.abs(one - other) > tolerance) return one - other;
    return Number(differs(subjects[second], view.challenger)) - Number(differs(subjects[first], view.challenger)) || first - second;
  };
}

// MARK: Search in messages

const messageMatches = { query: "", places: new Set(), isRunning: false };

/** Looks through all messages in slices, so that the page stays alive; calls back as it finds. */
function searchMessages(query, progress) {
  messageMatches.query = query;
  messageMatches.places = new Set();
  const needle = query.toLowerCase();
  let place = 0;
  let told = performance.now();
  const slice = () => {
    if (messageMatches.query !== query) return;
    const deadline = performance.now() + 12;
    while (place < subjects.length && performance.now() < deadline) {
      if (needle && contains(place, needle)) messageMatches.places.add(place);
      place++;
    }
    messageMatches.isRunning = place < subjects.length;
    if (!messageMatches.isRunning || performance.now() - told > 200) {
      told = performance.now();
      progress();
    }
    if (messageMatches.isRunning) setTimeout(slice);
  };
  slice();
}

function contains(place, needle) {
  const block = byId(`s-${place}`);
  if (!block) return false;
  // A cheap look first: most blocks do not hold the words in any form, and need not be parsed.
  const plain = needle.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const raw = block.textContent.toLowerCase();
  if (!plain.every((word) => /[^ -~]/.test(word) || raw.includes(word))) return false;
  const turns = (JSON.parse(block.textContent).samples ?? []).flatMap((sample) => sample.turns ?? []);
  return turns.some((turn) => [turn.reply, turn.shown, turn.person].some((text) => text?.toLowerCase().includes(needle)));
}
