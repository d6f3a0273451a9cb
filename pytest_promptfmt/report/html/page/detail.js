// One result, opened: what was found, the conversation and the payload beside it, and how to run it again.

let details = null;
function opened() {
  if (!details) details = JSON.parse(byId("details").textContent);
  return details;
}

function detail(n) {
  const row = index.rows[n];
  const told = opened().results[n];
  const asked = opened().cases[row.case];
  const body = el("div", "detail");
  body.append(el("p", "hunts", "The case looks for ", said("span", "", asked.hunts), "."));
  if (told.unscored) body.append(el("p", "aside", "Younger than the revision that was asked for, and not scored."));
  if (told.failure) body.append(el("div", "raised", el("h4", "", "What was raised"), said("pre", "", told.failure, true)));
  if (told.findings.length) {
    const list = el("ol", "findings");
    inPart(told.findings, 6, new Set(), finding, list);
    body.append(list);
  }
  body.append(both(told, asked, opened().files[row.case] || {}), verdicts(told.verdicts), rerun(told.rerun));
  return body;
}

function finding(each, n) {
  const severity = each.error ? "error" : "warning";
  const head = el("p", "rule", el("b", severity, severity), " ", said("code", "", each.id), " at ", said("code", "path", each.path));
  const item = el("li", "", badge(each, n), head, said("p", "message", each.message));
  if (each.words !== undefined) item.append(said("blockquote", "", opened().words[each.words]));
  if (each.fix !== undefined) item.append(said("p", "fix", `Fix: ${opened().words[each.fix]}`));
  const sides = sideBySide(each);
  if (sides) item.append(sides);
  return item;
}

function both(told, asked, files) {
  const about = new Map();
  told.findings.forEach((each, n) => (each.about || []).forEach((at) => about.set(at, [...(about.get(at) || []), badge(each, n)])));
  const left = el("section", "", el("h4", "", asked.template ? "Template" : "Conversation"));
  if (asked.template) left.append(template(asked.template));
  else if (asked.input) left.append(...talk(asked.input, files, about));
  else left.append(el("p", "aside", "A report keeps the conversation where something was found, and not where it is very long."));
  const payload = opened().payloads[told.payload];
  const whole = told.findings.map((each, n) => (payload !== undefined && deepest(payload, each.path).place === "$" ? badge(each, n) : null));
  const right = el("section", "payload", el("h4", "", "Payload ", ...whole));
  if (payload !== undefined) right.append(json(payload, told.findings));
  else right.append(el("p", "aside", told.failure ? "None: it was refused." : "A report keeps the payload where something was found, and not where it is very long."));
  if (told.right) right.append(el("h4", "", "A right payload, of ", said("span", "", told.right.of)), json(told.right.payload, []));
  return el("div", "both", left, right);
}

function verdicts(given) {
  const items = given.map(([check, outcome, reason]) => {
    const item = el("li", outcome, el("b", "", check), ` ${outcome}`);
    if (reason) item.append(": ", said("span", "", reason));
    return item;
  });
  return el("section", "verdicts", el("h4", "", "Verdicts"), items.length ? el("ul", "", ...items) : el("p", "aside", "none was given"));
}

function rerun(command) {
  const code = said("code", "", command);
  const button = el("button", "", "copy");
  button.type = "button";
  button.addEventListener("click", async () => {
    getSelection().selectAllChildren(code);
    try {
      await navigator.clipboard.writeText(command);
      button.textContent = "copied";
    } catch {
      button.textContent = document.execCommand("copy") ? "copied" : "selected";
    }
  });
  return el("section", "rerun", el("h4", "", "Run it again"), el("p", "", code, button));
}
