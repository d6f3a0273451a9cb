// The list: groups of results, those that the filters leave, each group in part until more is asked for.

const index = JSON.parse(byId("index").textContent);
const GLYPHS = { failed: "✕", xfailed: "≈", skipped: "–", passed: "✓" };
const FIELDS = ["implementation", "target", "family", "rule"];
const state = { q: "", outcome: new Set(), implementation: "", target: "", family: "", rule: "" };

index.rows.forEach((row, n) => {
  row.n = n;
  row.family = row.case.split("/")[0];
  row.name = [row.slug, row.target, row.case].filter(Boolean).join("/");
  row.text = [row.slug, row.target, row.case, row.kind, row.message, ...(row.ids || [])].join("\n").toLowerCase();
});
let onPaper = false;
const byName = new Map(index.rows.map((row) => [row.name, row]));

function matches(row) {
  const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    (!state.implementation || row.slug === state.implementation) &&
    (!state.target || row.target === state.target) &&
    (!state.family || row.family === state.family) &&
    (!state.rule || (row.ids || []).includes(state.rule) || (row.checks || []).includes(state.rule)) &&
    (!state.outcome.size || state.outcome.has(row.kind) || (state.outcome.has("warnings") && row.warnings)) &&
    words.every((word) => row.text.includes(word))
  );
}

function draw(everything = false) {
  const left = new Set(index.rows.filter((row) => everything || matches(row)).map((row) => row.n));
  const groups = index.groups.map((group) => ({ group, rows: group.rows.filter((n) => left.has(n)) })).filter(({ rows }) => rows.length);
  const most = everything ? Infinity : Math.max(5, Math.floor(80 / (groups.length || 1)));
  byId("list").replaceChildren(...groups.map(({ group, rows }) => section(group, rows, most)));
  if (!left.size) byId("list").append(el("p", "aside", "No result is left by these filters."));
  const all = index.rows.length.toLocaleString("en");
  byId("shown").textContent = left.size === index.rows.length ? `${all} results` : `${left.size.toLocaleString("en")} of ${all} results`;
}

function section(group, rows, most) {
  const head = el("header", "", el("h3", "", show(group.title), el("span", "count", rows.length.toLocaleString("en"))));
  if (group.says) head.append(said("p", "says", group.says));
  if (group.words) head.append(said("blockquote", "", group.words));
  if (group.fix) head.append(said("p", "fix", `Fix: ${group.fix}`));
  if (group.also) head.append(el("p", "aside", "leads to ", ...group.also.slice(0, 6).flatMap((id, n) => [n ? ", " : "", said("code", "", id)])));
  const list = el("ol", "rows");
  const node = el("section", `group ${group.kind}`, head, list);
  node.rest = rows;
  grow(node, most);
  return node;
}

// Shows so many more rows of a group, and a button while some are left.
function grow(node, most) {
  const list = node.querySelector("ol");
  node.querySelector(":scope > .more")?.remove();
  list.append(...node.rest.slice(0, most).map(line));
  node.rest = node.rest.slice(most);
  if (!node.rest.length) return;
  const button = el("button", "more", `${node.rest.length.toLocaleString("en")} more`);
  button.type = "button";
  button.addEventListener("click", () => {
    const next = list.children.length;
    grow(node, 200);
    list.children[next].querySelector("summary").focus();
  });
  node.append(button);
}

function line(n) {
  const row = index.rows[n];
  const glyph = el("span", "glyph", GLYPHS[row.kind]);
  glyph.setAttribute("aria-hidden", "true");
  const place = el("span", "place", index.several ? said("span", "slug", row.slug) : null, said("span", "target", row.target), said("span", "case", row.case));
  const summary = el("summary", "", glyph, el("span", "for-ears", row.kind), place, said("span", "gist", row.message));
  if (row.warnings) summary.append(el("span", "warned", `${row.warnings} ${row.warnings === 1 ? "warning" : "warnings"}`));
  const node = el("details", row.kind, summary);
  node.dataset.n = n;
  node.addEventListener("toggle", () => {
    if (onPaper || !node.isConnected) return;
    if (node.open) fill(node);
    remember(node.open ? row : null);
  });
  return el("li", "", node);
}

// Makes what is inside a line; the payload is scrolled to its first mark.
function fill(node) {
  if (node.children.length > 1) return;
  try {
    node.append(detail(Number(node.dataset.n)));
  } catch (error) {
    node.append(el("p", "detail", `This result cannot be shown: ${error.message}`));
  }
  const pre = node.querySelector(".payload .json");
  const mark = onPaper ? null : pre?.querySelector("mark"); // to measure takes a while where there are many
  const below = mark ? mark.getBoundingClientRect().bottom - pre.getBoundingClientRect().bottom : 0;
  if (below > 0) pre.scrollTop += below + pre.clientHeight / 2;
}

// The line of a result, which is made where its group has not shown it yet.
function reveal(n) {
  const found = () => byId("list").querySelector(`details[data-n="${n}"]`);
  for (const group of byId("list").children) {
    if (found()) break;
    if (group.rest?.includes(n)) grow(group, group.rest.indexOf(n) + 1);
  }
  return found();
}
