"use strict";

// Elements, icons and small pieces of the page. Text only ever goes in as text, never as markup.

function element(name, attributes, ...children) {
  return build(document.createElement(name), attributes, children);
}

function shape(name, attributes, ...children) {
  return build(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function build(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(3)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

function byId(id) {
  return document.getElementById(id);
}

/** Positions of boxes go through the object model: the page's policy forbids style attributes. */
function placed(node, styles) {
  for (const [name, value] of Object.entries(styles)) node.style.setProperty(name, value);
  return node;
}

/** Own entries only: a side may be called "constructor". */
function at(object, key) {
  return object && Object.hasOwn(object, key) ? object[key] : undefined;
}

const iconPaths = {
  pass: "M3 8.5l3.3 3.3L13 4.6",
  fail: "M4 4l8 8M12 4l-8 8",
  mixed: "M2.5 8a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M8 2.5v11M10.2 3.4v9.2M12 4.8v6.4",
  unknown: "M4.5 8h7",
  error: "M8 2l6.5 11.5h-13zM8 6.3v3.4M8 11.6v.1",
  inconclusive: "M5.4 6a2.6 2.6 0 1 1 3.8 2.3c-.8.4-1.2.8-1.2 1.7M8 12.6v.1",
  up: "M8 13V3.5M3.8 7.5L8 3.2l4.2 4.3",
  down: "M8 3v9.5M3.8 8.5L8 12.8l4.2-4.3",
  differs: "M3 6h10M3 10.4h10M10.4 3L5.6 13.4",
  link: "M6.5 9.5l3-3M7 4.8l1.4-1.4a3 3 0 0 1 4.2 4.2L11.2 9M9 11.2l-1.4 1.4a3 3 0 0 1-4.2-4.2L4.8 7",
  theme: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
  back: "M9.8 3.2L5 8l4.8 4.8",
  forward: "M6.2 3.2L11 8l-4.8 4.8",
};

/** A drawn symbol; with a label it speaks for itself, without one it is decoration. */
function icon(name, label) {
  return shape(
    "svg",
    {
      class: `icon icon-${name}`, viewBox: "0 0 16 16", width: 16, height: 16,
      role: label ? "img" : null, "aria-label": label, "aria-hidden": label ? null : "true",
    },
    label && shape("title", {}, label), shape("path", { d: iconPaths[name] }));
}

function button(label, attributes, ...children) {
  return element("button", { type: "button", ...attributes }, label, ...children);
}

function select(label, options, chosen, choose, attributes) {
  const box = element(
    "select", {
      name: attributes?.["data-choice"] ?? label, ...attributes, change: (event) => choose(event.target.value),
    },
    options.map(([value, text]) => element("option", { value }, text)));
  box.value = chosen;
  return element("label", { class: "field" }, element("span", {}, label), box);
}

/** A part that is built when it is first opened. */
function folded(title, attributes, fill) {
  const details = element("details", attributes, element("summary", {}, title));
  const open = () => {
    if (!details.open) return;
    details.removeEventListener("toggle", open);
    details.append(...[fill()].flat().filter(Boolean));
  };
  details.addEventListener("toggle", open);
  return details;
}

/** Says something to screen readers, and to everybody for a moment. */
function announce(text) {
  const place = byId("announcement");
  place.textContent = text;
  place.classList.add("visible");
  clearTimeout(announce.timer);
  announce.timer = setTimeout(() => place.classList.remove("visible"), 2200);
}
