// Filters the rows of the page of several implementations, and keeps the filters in the address.

const byId = (id) => document.getElementById(id);
const parts = [...document.querySelectorAll(".target-cases")].map((part) => ({ part, target: part.dataset.target, opened: part.open }));
const rows = parts.flatMap(({ part, target }) =>
  [...part.querySelectorAll("tbody tr")].map((row) => ({ row, part, target, text: `${target} ${row.textContent}`.toLowerCase() })),
);

function draw() {
  const words = byId("q").value.toLowerCase().split(/\s+/).filter(Boolean);
  const target = byId("target").value;
  const left = new Map(parts.map(({ part }) => [part, 0]));
  for (const each of rows) {
    each.row.hidden = !((!target || each.target === target) && words.every((word) => each.text.includes(word)));
    if (!each.row.hidden) left.set(each.part, left.get(each.part) + 1);
  }
  const filtered = target || words.length;
  for (const { part, opened } of parts) {
    part.hidden = !left.get(part);
    part.open = filtered ? left.get(part) > 0 : opened;
  }
  const sum = [...left.values()].reduce((a, b) => a + b, 0);
  const all = `${rows.length.toLocaleString("en")} cases`;
  byId("shown").textContent = sum === rows.length ? all : `${sum.toLocaleString("en")} of ${all}`;
}

function whole() {
  for (const { part } of parts) part.hidden = !(part.open = true);
  for (const { row } of rows) row.hidden = false;
}

function follow() {
  const given = new URLSearchParams(location.hash.replace(/^#\??/, ""));
  byId("q").value = given.get("q") || "";
  byId("target").value = given.get("target") || "";
  draw();
}

function remember() {
  const given = new URLSearchParams();
  for (const id of ["q", "target"]) if (byId(id).value) given.set(id, byId(id).value);
  history.replaceState(null, "", String(given) ? `#?${given}` : location.pathname + location.search);
  draw();
}

if (rows.length) {
  byId("filters").hidden = false;
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("filters").addEventListener("input", remember);
  addEventListener("hashchange", follow);
  addEventListener("beforeprint", whole);
  addEventListener("afterprint", draw);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
    byId("q").focus();
    event.preventDefault();
  });
  follow();
}
