// Filters the rows of the page of several implementations, and keeps the filters in the address.

const byId = (id) => document.getElementById(id);
const rows = [...(byId("rows")?.rows || [])].map((row) => ({ row, target: row.cells[0].textContent, text: row.textContent.toLowerCase() }));

function draw() {
  const words = byId("q").value.toLowerCase().split(/\s+/).filter(Boolean);
  const target = byId("target").value;
  let left = 0;
  for (const each of rows) {
    each.row.hidden = !((!target || each.target === target) && words.every((word) => each.text.includes(word)));
    left += each.row.hidden ? 0 : 1;
  }
  const all = `${rows.length.toLocaleString("en")} cases`;
  byId("shown").textContent = left === rows.length ? all : `${left.toLocaleString("en")} of ${all}`;
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
  addEventListener("beforeprint", () => rows.forEach(({ row }) => (row.hidden = false)));
  addEventListener("afterprint", draw);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
    byId("q").focus();
    event.preventDefault();
  });
  follow();
}
