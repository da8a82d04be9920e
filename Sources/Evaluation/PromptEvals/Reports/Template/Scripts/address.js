// The part of the address behind the hash holds what is shown: it can be copied, and goes back and forward.
//
// #/                                   the overview
// #/metrics                            one of its parts
// #/s/ID/SIDE/ATTEMPT/turn-N           a conversation; what follows the id may be left out
// …?metric=…&with=…&q=…                how the overview is set, or ?against=SIDE:ATTEMPT for a conversation

const parts = ["findings", "metrics", "plots", "cost", "run", "conversations"];

function readAddress(hash) {
  const [path, query] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const words = path.split("/").map(decoded);
  const settings = new URLSearchParams(query ?? "");
  if (words[0] !== "s" || words.length < 2) {
    return { part: parts.includes(words[0]) ? words[0] : "", settings };
  }
  return {
    subject: words[1], side: words[2], attempt: positive(words[3]),
    turn: positive(words[4]?.replace(/^turn-/, "")), settings,
  };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function positive(text) {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

function subjectAddress(id, side, attempt, turn, against) {
  let words = ["s", id, side, side && (attempt ?? 1), side && turn && `turn-${turn}`];
  words = words.filter((word) => word !== undefined && word !== null && word !== "");
  const query = against ? `?against=${encodeURIComponent(`${against.side}:${against.attempt}`)}` : "";
  return `#/${words.map(encodeURIComponent).join("/")}${query}`;
}

function overviewAddress(part, settings) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(settings)) {
    if (value === true) query.set(name, "1");
    else if (value) query.set(name, value);
  }
  const text = query.toString();
  return `#/${part}${text ? `?${text}` : ""}`;
}

/** Changes the address without a step to go back to. */
function noteAddress(hash) {
  if (hash !== location.hash) history.replaceState(history.state, "", hash);
}
