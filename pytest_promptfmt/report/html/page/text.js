// Text and elements. Foreign text becomes text nodes and nothing else; what is invisible in it is spelled out.

const byId = (id) => document.getElementById(id);

function el(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const SHORT = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function spelled(char) {
  const code = char.codePointAt(0);
  return SHORT[char] || (code > 0xffff ? "\\U" + code.toString(16).padStart(8, "0") : "\\u" + code.toString(16).padStart(4, "0"));
}

// Nodes for a text: line breaks stay where `lines` is given, all else that cannot be seen is shown by its number.
function show(text, lines = false) {
  const nodes = document.createDocumentFragment();
  let last = 0;
  for (const found of text.matchAll(HIDDEN)) {
    if (lines && found[0] === "\n") continue;
    if (found.index > last) nodes.append(text.slice(last, found.index));
    nodes.append(el("span", "hidden-char", spelled(found[0])));
    last = found.index + found[0].length;
  }
  nodes.append(text.slice(last));
  return nodes;
}

// Foreign text in an element of its own, so that its direction disturbs nothing around it.
function said(tag, className, text, lines = false) {
  const node = el(tag, className, show(String(text), lines));
  node.dir = "auto";
  return node;
}

// A button in the place of what is made when it is wanted.
function later(label, make) {
  const button = el("button", "more", label);
  button.type = "button";
  button.addEventListener("click", () => button.replaceWith(make()));
  return button;
}

// A long list in part: what `keep` names and its neighbours, or the first ones; a button stands for the others.
function inPart(items, most, keep, make, into) {
  const near = new Set([...keep].flatMap((n) => [n - 1, n, n + 1]));
  const shown = (n) => items.length <= most || (keep.size ? near.has(n) : n < most);
  for (let from = 0, to; from < items.length; from = to) {
    for (to = from + 1; to < items.length && shown(to) === shown(from); ) to += 1;
    const run = items.slice(from, to);
    const first = from;
    const made = () => {
      const nodes = document.createDocumentFragment();
      nodes.append(...run.map((item, i) => make(item, first + i)));
      return nodes;
    };
    into.append(shown(from) ? made() : later(`${run.length.toLocaleString("en")} more`, made));
  }
}
