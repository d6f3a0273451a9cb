// The page: what is pasted or dropped goes to the engine, what it says is laid out with the report's own parts.

const FIELDS = ["dialect", "model", "thinking"];
const LARGEST = 64 * 1024 * 1024;
const started = performance.now();
const engineUrl = new URL("engine.js", document.baseURI).href;
// A worker of a blob obeys this page's policy: it too has no network but the place that the page came from.
const blob = new Blob([`import(${JSON.stringify(engineUrl)});`], { type: "text/javascript" });
const worker = new Worker(URL.createObjectURL(blob));
let asked = 0;
let answered = 0;
let ready = false;
let waiting = null; // what was asked before the judge was there: nobody listens yet

const say = (text) => byId("status").replaceChildren(show(text));

worker.addEventListener("message", ({ data }) => {
  if (data.ready) {
    ready = true;
    if (waiting) worker.postMessage(waiting);
    document.body.dataset.ready = Math.round(performance.now() - started);
    if (asked === answered) say("Ready. Nothing that you paste leaves this page.");
  } else if (data.broken) {
    answered = asked;
    say(`The judge could not be started or has stopped: ${data.broken}`);
  } else if (data.n === asked) {
    answered = data.n;
    tell(JSON.parse(data.told));
  }
});
worker.addEventListener("error", () => say("The judge could not be started: this page needs WebAssembly, and a server, be it a local one."));

function judge() {
  const text = byId("text").value;
  byId("requests").replaceChildren();
  if (!text.trim()) return say(ready ? "Ready. Nothing that you paste leaves this page." : "The judge is being loaded …");
  asked += 1;
  document.body.dataset.state = "judging";
  say(ready ? "Judging …" : "The judge is being loaded; your request is judged as soon as it is there.");
  const question = {
    n: asked,
    text,
    dialect: byId("dialect").value,
    model: byId("model").value.trim(),
    thinking: byId("thinking").checked,
    answer: byId("answer").value,
  };
  if (ready) worker.postMessage(question);
  else waiting = question;
}

const counted = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;

function tell({ requests, left, problem }) {
  document.body.dataset.state = "judged";
  const errors = requests.reduce((sum, each) => sum + each.errors, 0);
  const warnings = requests.reduce((sum, each) => sum + each.warnings, 0);
  say(problem ? problem : `${counted(requests.length, "request")}: ${counted(errors, "error")}, ${counted(warnings, "warning")}${left ? `; ${left} more are not told` : ""}`);
  byId("requests").replaceChildren(...requests.map(one));
}

function one(told) {
  details = { words: told.findings.flatMap((each) => [each.provider, each.fix]) };
  const findings = told.findings.map((each, n) => ({
    id: each.rule || each.id,
    path: each.path,
    message: each.message,
    error: each.severity === "error",
    ...(each.provider ? { words: 2 * n } : {}),
    ...(each.fix ? { fix: 2 * n + 1 } : {}),
  }));
  const section = el("section", "request", el("h2", "", said("span", "", titles[told.dialect] || told.dialect)), whose(told));
  if (told.told.length) section.append(el("p", "message", "The provider's answer speaks of ", said("code", "", told.told[0].rule), "."));
  const list = el("ol", "findings");
  inPart(findings, 12, new Set(), finding, list);
  const left = el("section", "", el("h3", "", findings.length ? "What is wrong, the likeliest first" : "Nothing is known to be wrong"));
  left.append(findings.length ? list : el("p", "aside", "None of the rules here is broken. What was not judged stands below."));
  if (told.suspects.length) left.append(el("p", "aside", "If it was refused all the same, look first at ", said("span", "", told.suspects.map((each) => `${each.path} (to blame in ${each.blamed} of ${each.had} recorded refusals that had it)`).join(", ")), "."));
  const whole = findings.map((each, n) => (deepest(told.body, each.path).place === "$" ? badge(each, n) : null));
  const right = el("section", "payload", el("h3", "", "What was sent ", ...whole), json(told.body, findings));
  section.append(el("div", "both", left, right));
  if (told.mended) section.append(mended(told.mended));
  for (const note of readAs(told)) section.append(said("p", "aside", note));
  if (told.unjudged.length) section.append(el("p", "aside", "Not judged: ", said("span", "", told.unjudged.join(", ")), ". No rule looks at them."));
  return section;
}

function whose(told) {
  const grounds = told.grounds.length ? `, by ${told.grounds.join("; ")}` : "";
  const otherwise = told.otherwise.length && told.sureness !== "certain" ? `; it may be ${told.otherwise.join(" or ")}` : "";
  const found = told.sureness === "given" ? "your choice" : `${told.sureness}${grounds}${otherwise}`;
  const model = told.model.name ? ` Judged for ${told.model.name}${told.model.family ? "" : ", which nobody here knows"}.` : "";
  const place = told.place ? `${told.place} of ` : "";
  return el("p", "aside", said("span", "", `Read from ${place}the ${told.form}. This provider is ${found}.${model}`));
}

function readAs(told) {
  const notes = [];
  if (told.mistake) notes.push(`Read as a program's literal, for what you pasted ${told.mistake}. Sent so, nobody could read it.`);
  if (told.cut) notes.push("The text ends before its last bracket: what is said of its end may be wrong.");
  if (told.unsaid.length) notes.push(`Not judged, for what the program gives there is not in the text: ${told.unsaid.join(", ")}.`);
  return notes;
}

function mended(told) {
  const section = el("section", "mended", el("h3", "", "Mended, losing nothing"), el("ul", "", ...told.did.map((each) => said("li", "", each))));
  const diff = el("pre", "json");
  const tag = (line) => (/^(---|\+\+\+) /.test(line) ? "span" : { "+": "ins", "-": "del" }[line[0]] || "span");
  for (const line of told.diff) diff.append(said(tag(line), "", line), "\n");
  if (told.left) section.append(el("p", "aside", `${counted(told.left, "error")} ${told.left === 1 ? "remains" : "remain"}.`));
  const button = el("button", "", "copy the mended payload");
  button.type = "button";
  button.addEventListener("click", () => copy(button, JSON.stringify(told.body, null, 2)));
  section.append(diff, button);
  return section;
}

async function copy(button, text) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "copied";
  } catch {
    button.textContent = "the browser does not allow it";
  }
  setTimeout(() => (button.textContent = before), 2000);
}

// The address has what was chosen, and nothing of what was pasted.
function address() {
  const kept = new URLSearchParams();
  for (const name of FIELDS) {
    const field = byId(name);
    const value = field.type === "checkbox" ? (field.checked ? "1" : "") : field.value.trim();
    if (value) kept.set(name, value);
  }
  const page = new URL(location.href);
  page.search = "";
  page.hash = kept.size ? `?${kept}` : "";
  return page.href;
}

function chosen() {
  const kept = new URLSearchParams(location.hash.replace(/^#\??/, ""));
  byId("dialect").value = kept.get("dialect") in titles ? kept.get("dialect") : "";
  byId("model").value = kept.get("model") || "";
  byId("thinking").checked = kept.get("thinking") === "1";
}

async function take(file) {
  if (!file) return;
  if (file.size > LARGEST) return say(`${file.name} has more than 64 MB: promptfmt why reads it in a terminal.`);
  byId("text").value = await file.text();
  judge();
}

const titles = JSON.parse(byId("titles").textContent);
chosen();
byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  judge();
});
byId("text").addEventListener("paste", () => setTimeout(judge));
byId("file").addEventListener("change", (event) => take(event.target.files[0]));
byId("link").addEventListener("click", () => copy(byId("link"), address()));
for (const name of FIELDS) byId(name).addEventListener("change", judge);
addEventListener("hashchange", () => {
  chosen();
  judge();
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  take(event.dataTransfer.files[0]);
});
judge();
