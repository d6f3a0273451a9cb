// The conversation as people read one: bubbles, a call with its result under it, pictures drawn, a template as a table.

const PICTURES = { iVBORw0KGgo: "png", "/9j/": "jpeg", R0lGOD: "gif", UklGR: "webp" };
const LARGEST = 90000;

// Results by the call before them that they answer, and for each the message of that call.
function answers(messages) {
  const open = new Map();
  const under = new Map();
  const placed = new Map();
  messages.forEach((message, at) => {
    blocksOf(message).forEach((block, n) => {
      if (block.type === "tool_use") open.set(block.id, [...(open.get(block.id) || []), `${at}.${n}`]);
      if (block.type !== "tool_result" || !open.get(block.id)?.length) return;
      const call = open.get(block.id).shift();
      under.set(call, { block, at });
      placed.set(block, Number(call.split(".")[0]));
    });
  });
  return { under, placed };
}

const blocksOf = (message) => (Array.isArray(message.content) ? message.content : [{ type: "text", text: String(message.content ?? "") }]);

// `about` has the numbers of findings by message.
function talk(input, files, about) {
  const messages = Array.isArray(input.messages) ? input.messages : [];
  const told = answers(messages);
  const list = el("ol", "talk");
  inPart(messages, 30, new Set(about.keys()), (message, n) => bubble(message, n, told, files, about), list);
  if (!messages.length) list.append(el("li", "aside", "an empty conversation"));
  const nodes = [list];
  if (input.speaker) nodes.unshift(el("p", "aside", "formatted for ", said("b", "", input.speaker)));
  if (input.tools?.length)
    nodes.unshift(el("p", "aside", "tools on offer: ", ...input.tools.flatMap((tool, n) => [n ? ", " : "", said("code", "", tool.name)])));
  return nodes;
}

function bubble(message, n, told, files, about) {
  const kind = ["system", "user", "assistant"].includes(message.role) ? message.role : "other";
  const who = el("p", "who", said("b", "", message.name ?? message.role));
  if (message.name && message.name !== message.role) who.append(" ", said("span", "role", message.role));
  who.append(el("span", "number", ...(about.get(n) || []), ` [${n}]`));
  const item = el("li", `bubble ${kind}`, who);
  const blocks = blocksOf(message);
  const elsewhere = blocks.filter((block) => told.placed.has(block));
  if (elsewhere.length && elsewhere.length === blocks.length) item.classList.add("slim");
  blocks.forEach((each, k) => {
    if (told.placed.has(each)) {
      if (told.placed.get(each) !== n) item.append(el("p", "aside", "result of ", said("code", "", each.id), ", shown under its call"));
    } else item.append(block(each, files, told.under.get(`${n}.${k}`)));
  });
  if (!blocks.length) item.append(el("p", "aside", "says nothing"));
  return item;
}

function block(each, files, answer) {
  switch (each.type) {
    case "text":
      return each.text ? said("p", "said", each.text, true) : el("p", "aside", "an empty text");
    case "thinking":
      return el("div", "thinking", el("h5", "", each.signature ? "thinking, signed" : "thinking"), said("p", "said", each.thinking, true));
    case "redacted_thinking":
      return chip("redacted thinking", `${String(each.data).length} characters`);
    case "tool_use":
      return call(each, files, answer);
    case "tool_result":
      return el("div", "call", result(each, files, "no call of this id comes before"));
    default:
      return media(each, files);
  }
}

function call(each, files, answer) {
  const title = el("h5", "", said("b", "", each.name), " ", said("code", "", each.id));
  const node = el("div", "call", title, json(each.input, []));
  node.append(answer ? result(answer.block, files, `in message [${answer.at}]`) : el("p", "aside", "no result follows"));
  return node;
}

function result(each, files, where) {
  const node = el("div", each.is_error ? "result failed" : "result", el("h5", "", each.is_error ? "result, an error" : "result", " ", said("code", "", each.id), " ", el("span", "aside", where)));
  const { output } = each;
  if (Array.isArray(output)) node.append(...output.map((part) => block(part, files)));
  else if (typeof output === "string" && output) node.append(said("p", "said", output, true));
  else node.append(el("p", "aside", output === null ? "no output" : "an empty output"));
  return node;
}

function chip(kind, told) {
  return el("p", "chip", el("b", "", kind), " ", said("span", "", told));
}

// A picture where the report has its bytes and they are of a known type; anything else, and any address, is told.
function media(each, files) {
  const source = each.source || {};
  const text = source.type === "url" ? String(source.url ?? "") : String(source.data ?? "");
  const mark = /^\{BASE64 ([^{}]+)\}$/.exec(text.replace(/^data:[^,]*,/, "")) || /\{FILES\}\/(.+)$/.exec(text);
  const file = mark ? files[mark[1]] ?? files[plainName(mark[1])] : undefined;
  const told = source.type === "base64" ? `${source.media_type}, ${mark ? mark[1] : `${text.length.toLocaleString("en")} characters of base64`}` : text;
  const address = typeof file === "number" ? opened().pictures[file] : mark ? undefined : inline(text);
  const label = chip(each.type ?? "block", (told.length > 200 ? `${told.slice(0, 200)}…` : told) + (typeof file === "string" ? ` (${file})` : ""));
  if (each.type !== "image" || !address) return label;
  const image = el("img", "");
  image.alt = "";
  image.src = address;
  image.addEventListener("error", () => image.replaceWith(el("span", "aside", "these bytes show no picture")));
  return el("div", "picture", image, label);
}

function plainName(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function inline(text) {
  const data = text.replace(/^data:[^,]*;base64,/i, "");
  const kind = Object.keys(PICTURES).find((start) => data.startsWith(start));
  const clean = data.length <= LARGEST && /^[A-Za-z0-9+/=\s]+$/.test(data);
  return kind && clean ? `data:image/${PICTURES[kind]};base64,${data}` : undefined;
}

function template(rows) {
  const body = el("tbody", "");
  for (const [label, line] of rows) body.append(el("tr", "", el("th", "", label), el("td", "", said("code", "", line))));
  return el("div", "scroll", el("table", "template", body));
}
