// JSON values: laid out with the places of findings marked, and two of them side by side with what differs marked.

const STEP = /\.([A-Za-z_][A-Za-z0-9_-]*)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g;
const PLAIN = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const LONG = 3000;

function below(path, key) {
  if (typeof key === "number") return `${path}[${key}]`;
  return PLAIN.test(key) ? `${path}.${key}` : `${path}['${key.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`;
}

const isNode = (value) => value !== null && typeof value === "object";

// The deepest place on the way to `path` that the value has: what is missing is marked where it should be.
function deepest(value, path) {
  let place = "$";
  const keys = [];
  for (const step of path.matchAll(STEP)) {
    const key = step[1] ?? (step[2] !== undefined ? Number(step[2]) : step[3].replace(/\\(.)/g, "$1"));
    if (!isNode(value) || !Object.hasOwn(value, key)) break;
    value = value[key];
    place = below(place, key);
    keys.push(key);
  }
  return { place, keys };
}

// A value laid out; `findings` are numbered from 1, and the place of each is marked, but for those about the whole.
function json(value, findings) {
  const marks = new Map();
  const ways = new Map();
  findings.forEach((finding, n) => {
    const { place, keys } = deepest(value, finding.path);
    if (place !== "$") marks.set(place, [...(marks.get(place) || []), badge(finding, n)]);
    keys.reduce((at, key) => {
      ways.set(at, (ways.get(at) || new Set()).add(key));
      return below(at, key);
    }, "$");
  });
  return el("pre", "json", laid(value, "$", 0, marks, ways));
}

const badge = (finding, n) => el("sup", finding.error ? "error" : "warning", String(n + 1));

function marked(node, badges) {
  if (!badges) return node;
  const mark = el("mark", badges.some((each) => each.className === "error") ? "error" : "warning", node);
  return el("span", "", ...badges, mark);
}

function laid(value, path, depth, marks, ways) {
  return isNode(value) ? nested(value, path, depth, marks, ways) : marked(atom(value), marks.get(path));
}

function atom(value) {
  if (typeof value !== "string") return el("span", "atom", String(value));
  const quoted = (text) => said("span", "string", JSON.stringify(text));
  if (value.length <= LONG) return quoted(value);
  const rest = value.length - LONG;
  return el("span", "", quoted(value.slice(0, LONG)), later(`${rest.toLocaleString("en")} more characters`, () => quoted(value.slice(LONG))));
}

function nested(value, path, depth, marks, ways) {
  const isList = Array.isArray(value);
  const keys = isList ? [...value.keys()] : Object.keys(value);
  const [open, close] = isList ? "[]" : "{}";
  if (!keys.length) return marked(el("span", "", open + close), marks.get(path));
  const pad = "  ".repeat(depth + 1);
  const lines = el("span", "", marked(open, marks.get(path)), "\n");
  const line = (key, n) =>
    el(
      "span",
      "",
      pad,
      isList ? null : said("span", "key", JSON.stringify(key)),
      isList ? null : ": ",
      laid(value[key], below(path, key), depth + 1, marks, ways),
      n + 1 < keys.length ? ",\n" : "\n",
    );
  const wanted = new Set([...(ways.get(path) || [])].map((key) => keys.indexOf(key)));
  inPart(keys, 40, wanted, line, lines);
  lines.append("  ".repeat(depth), close);
  return lines;
}

const TOKEN = /[\p{L}\p{N}_]+|\s+|./gsu;

// Pieces [kind, text]: "=" in both, "-" in the first only, "+" in the second only.
function difference(one, other) {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  return [["=", one.slice(0, start)], ...middle(a.match(TOKEN) || [], b.match(TOKEN) || []), ["=", one.slice(one.length - end)]];
}

function middle(a, b) {
  if (a.length * b.length > 400000) return [["-", a.join("")], ["+", b.join("")]];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i][j] = a[i] === b[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
  const pieces = [];
  const add = (kind, text) => {
    if (pieces.at(-1)?.[0] === kind) pieces.at(-1)[1] += text;
    else pieces.push([kind, text]);
  };
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add("=", a[i]);
      i += 1;
      j += 1;
    } else if (j === b.length || (i < a.length && lengths[i + 1][j] >= lengths[i][j + 1])) add("-", a[i++]);
    else add("+", b[j++]);
  }
  return pieces;
}

const GONE = { only: "-", tag: "del" };
const COME = { only: "+", tag: "ins" };
const SIDES = { expected: GONE, actual: COME, before: GONE, after: COME };
const kindOf = (value) => (Array.isArray(value) ? "list" : value === null ? "null" : typeof value);

function spelledOut(value) {
  if (typeof value === "string") return value;
  const short = JSON.stringify(value);
  return short.length <= 100 ? short : JSON.stringify(value, null, 2);
}

function sideBySide(finding) {
  const known = Object.keys(SIDES).filter((side) => side in finding);
  if (!known.length) return null;
  const texts = known.map((side) => spelledOut(finding[side]));
  const alike = known.length === 2 && kindOf(finding[known[0]]) === kindOf(finding[known[1]]);
  const pieces = alike ? difference(...texts) : known.map((side, n) => [SIDES[side].only, texts[n]]);
  const column = (side) => {
    const { only, tag } = SIDES[side];
    const pre = el("pre", "");
    for (const [kind, text] of pieces)
      if (text && (kind === "=" || kind === only)) pre.append(said(alike && kind === only ? tag : "span", "", text, true));
    if (!pre.childNodes.length) pre.append(el("i", "", "nothing"));
    return el("div", side, el("h5", "", side), pre);
  };
  return el("div", "sides", ...known.map(column));
}
