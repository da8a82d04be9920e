// Figures the way the terminal writes them. What is not known shows as a dash.

const dash = "–";

function isNumber(value) {
  return typeof value === "number" && Number.isFinite(value);
}

/** A fixed number of decimals, rounded half away from zero. */
function decimal(value, places) {
  const scaled = Math.round(Math.abs(value) * 10 ** places);
  if (scaled >= 9e15) return String(value);
  const digits = String(scaled).padStart(places + 1, "0");
  const sign = value < 0 && scaled > 0 ? "−" : "";
  return sign + (places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`);
}

function percent(share) {
  return isNumber(share) ? `${decimal(share * 100, 1)} %` : dash;
}

function points(difference) {
  return isNumber(difference) ? signed(decimal(Math.abs(difference) * 100, 1), difference) : dash;
}

function signed(text, value) {
  return /^[0.]*( s)?$/.test(text) ? text : (value < 0 ? "−" : "+") + text;
}

function probability(p) {
  if (!isNumber(p)) return dash;
  return p < 0.001 ? "<0.001" : decimal(p, 3);
}

function dollars(cost) {
  return isNumber(cost) ? (cost < 0 ? "−$" : "$") + amount(cost) : dash;
}

/** Four decimals, or as many as the first two digits take: an amount that is rounded to 0 looks free. */
function amount(cost) {
  const size = Math.abs(cost);
  let places = 4;
  for (let limit = 0.001; size > 0 && size < limit && places < 12; limit /= 10) places++;
  return decimal(size, places);
}

function count(number) {
  if (!isNumber(number)) return dash;
  const digits = String(Math.round(Math.abs(number)));
  return (number < 0 ? "−" : "") + digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

function seconds(time) {
  return isNumber(time) ? `${decimal(time, time < 10 ? 2 : 1)} s` : dash;
}

/** `1 message`, `2 messages` */
function counted(number, one, many) {
  return `${count(number)} ${number === 1 ? one : many ?? `${one}s`}`;
}

/** A value of a metric in its unit. */
function figure(metric, value) {
  if (metric.kind === "seconds") return seconds(value);
  return metric.kind === "dollars" ? dollars(value) : percent(value);
}

/** A difference of two values of a metric, with its sign. */
function change(metric, value) {
  if (!isNumber(value)) return dash;
  if (metric.kind === "seconds") return signed(decimal(Math.abs(value), 2) + " s", value);
  if (metric.kind === "dollars") {
    const text = amount(value);
    return /^[0.]*$/.test(text) ? "$" + text : (value < 0 ? "−$" : "+$") + text;
  }
  return points(value);
}

function interval(metric, low, high) {
  return isNumber(low) && isNumber(high)
    ? `[${change(metric, low)}, ${change(metric, high)}]` : dash;
}

/** The same, for a level instead of a difference. */
function levels(metric, low, high) {
  return isNumber(low) && isNumber(high)
    ? `[${figure(metric, low)}, ${figure(metric, high)}]` : dash;
}
