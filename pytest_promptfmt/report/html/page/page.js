// What a person does: filters, keys, the address, printing.

let current = null;

function address() {
  const given = new URLSearchParams();
  for (const name of ["q", ...FIELDS]) if (state[name]) given.set(name, state[name]);
  if (state.outcome.size) given.set("outcome", [...state.outcome].join(","));
  const query = given.toString();
  return `#${current ? current.name : ""}${query ? `?${query}` : ""}`;
}

function remember(row) {
  current = row;
  history.replaceState(null, "", address() === "#" ? location.pathname + location.search : address());
}

// The filters and the open result of the address; a link to a result shows it whatever is filtered.
function follow() {
  const [name, query] = location.hash.slice(1).split("?");
  const given = new URLSearchParams(query || "");
  for (const field of ["q", ...FIELDS]) state[field] = given.get(field) || "";
  state.outcome = new Set((given.get("outcome") || "").split(",").filter(Boolean));
  const row = byName.get(plainName(name)) || null;
  if (row && !matches(row)) Object.assign(state, { q: "", outcome: new Set(), ...Object.fromEntries(FIELDS.map((field) => [field, ""])) });
  draw();
  mirror();
  const node = row && reveal(row.n);
  if (!node) return;
  node.open = true;
  fill(node);
  node.querySelector("summary").focus({ preventScroll: true });
  node.scrollIntoView({ block: "start" });
}

const isFiltered = () => Boolean(state.q || state.outcome.size || FIELDS.some((field) => state[field]));
const isNarrow = matchMedia("(max-width: 44rem)");

// What stands above the first cause is closed where it would push it off the screen; paper has all of it.
function foldUp() {
  for (const node of document.querySelectorAll(".fold")) {
    const isWanted = node.matches(".filtering") ? isFiltered() : false;
    node.open = onPaper || isWanted || !(isNarrow.matches || node.matches(".this-run"));
  }
}

// The controls say what the state says.
function mirror() {
  for (const field of ["q", ...FIELDS]) if (byId(field)) byId(field).value = state[field];
  for (const button of byId("outcome").querySelectorAll("button")) button.setAttribute("aria-pressed", String(state.outcome.has(button.value)));
  byId("reset").hidden = !isFiltered();
  if (isFiltered()) byId("filters").closest(".fold").open = true;
}

function change(next) {
  Object.assign(state, next);
  draw();
  mirror();
  remember(null);
}

const typing = (node) => node.matches("input, select, textarea");

function move(step) {
  const stops = [...byId("list").querySelectorAll("summary, section > .more")];
  const here = document.activeElement.closest("#list") ? (document.activeElement.closest("details")?.querySelector("summary") ?? document.activeElement) : null;
  const at = here ? stops.indexOf(here) + step : step > 0 ? 0 : stops.length - 1;
  const next = stops[Math.max(0, Math.min(at, stops.length - 1))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function close() {
  const node = document.activeElement.closest("#list details") ?? (current && byId("list").querySelector(`details[data-n="${current.n}"]`));
  if (!node?.open) return;
  node.open = false;
  node.querySelector("summary").focus();
}

function search() {
  byId("filters").closest(".fold").open = true;
  byId("q").focus();
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  const inList = target.closest?.("#list");
  if (event.key === "Escape") typing(target) ? target.blur() : close();
  else if (typing(target)) return;
  else if (event.key === "/") search();
  else if (event.key === "j" || (event.key === "ArrowDown" && inList)) move(1);
  else if (event.key === "k" || (event.key === "ArrowUp" && inList)) move(-1);
  else return;
  event.preventDefault();
}

const ON_PAPER = 200;

// Paper has no filters and opens nothing: every result is drawn, and of those with findings the first are opened.
function forPaper() {
  onPaper = true;
  foldUp();
  draw(true);
  const telling = [...byId("list").querySelectorAll("details")].filter((node) => index.rows[node.dataset.n].ids);
  for (const node of telling.slice(0, ON_PAPER)) {
    fill(node);
    node.open = true;
  }
  if (telling.length > ON_PAPER) byId("shown").append(`; of those with findings the first ${ON_PAPER} are opened`);
}

byId("filters").closest(".fold").hidden = false;
isNarrow.addEventListener("change", foldUp);
foldUp();
byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("filters").addEventListener("reset", (event) => {
  event.preventDefault();
  change({ q: "", outcome: new Set(), ...Object.fromEntries(FIELDS.map((field) => [field, ""])) });
});
byId("q").addEventListener("input", (event) => change({ q: event.target.value }));
for (const field of FIELDS) byId(field)?.addEventListener("change", (event) => change({ [field]: event.target.value }));
byId("outcome").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const outcome = new Set(state.outcome);
  if (!outcome.delete(button.value)) outcome.add(button.value);
  change({ outcome });
});
document.addEventListener("keydown", key);
addEventListener("hashchange", () => {
  if (location.hash !== "#results") follow();
});
addEventListener("beforeprint", forPaper);
addEventListener("afterprint", () => {
  onPaper = false;
  foldUp();
  follow();
});
follow();
