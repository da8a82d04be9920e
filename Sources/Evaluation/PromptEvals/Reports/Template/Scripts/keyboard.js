// What keys do. A key with a modifier, or typed into a field, is left alone.

const keyHelp = [
  ["In the list",
    [["j", "k", `next, previous ${unit}`], ["Enter", "open it"], ["/", "search"], ["d", "different only"]]],
  [`In a ${unit}`,
    [
      ["j", "k", "next, previous message"], ["[", "]", `previous, next ${unit}`],
      ["w", "mark the words that differ"], ["c", "copy a link"], ["Esc", "back to the list"]]],
  ["Everywhere", [["t", "light, dark, or the system’s setting"], ["?", "this help"]]],
];

function helpContent() {
  return [
    element("h2", { id: "help-title" }, "Keys"),
    keyHelp.map(([title, rows]) => [
      element("h3", {}, title),
      element("dl",
        { class: "keys" },
        rows.map((row) => [
          element("dt", {}, row.slice(0, -1).map((key) => element("kbd", {}, key))), element("dd", {}, row.at(-1))]))]),
    element("form", { method: "dialog" }, element("button", { class: "primary" }, "Close")),
  ];
}

function openHelp() {
  const dialog = byId("help");
  if (dialog.childElementCount === 0) build(dialog, {}, helpContent());
  if (!dialog.open) dialog.showModal();
}

function keyPressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || byId("help").open) return;
  const isField = event.target.closest?.("input, select, textarea");
  if (isField) {
    if (event.key === "Escape") event.target.blur();
    if (event.key === "Enter" && event.target.type === "search") activate(0);
    return;
  }
  const keys = byId("conversation").hidden ? overviewKeys : conversationKeys;
  const action = at(keys, event.key) ?? at(commonKeys, event.key);
  if (!action) return;
  event.preventDefault();
  action();
}

const commonKeys = { "?": openHelp, t: () => changeTheme() };

const overviewKeys = {
  j: () => activate(gridIsEntered() ? grid.active + 1 : grid.active),
  k: () => activate(grid.active - 1),
  "/": () => {
    showPart("conversations");
    byId("search").focus({ preventScroll: true });
  },
  d: () => {
    if (challengers.length === 0) return;
    chooseView({ different: !view.different });
    announce(view.different ? `Different only: ${counted(grid.order.length, unit)}` : `All ${unit}s`);
  },
};

/** The first press goes to the row that was left last; only then the next ones move on. */
function gridIsEntered() {
  return grid.rows.get(grid.active)?.contains(document.activeElement) ?? false;
}

const conversationKeys = {
  j: () => stepTurn(1),
  k: () => stepTurn(-1),
  "[": () => document.querySelector(".steps .step:nth-of-type(2)[href]")?.click(),
  "]": () => document.querySelector(".steps .step:nth-of-type(3)[href]")?.click(),
  w: () => document.querySelector(".turn-tools input")?.click(),
  c: () => copyLink(),
  Escape: () => location.hash = overviewHash(),
};
