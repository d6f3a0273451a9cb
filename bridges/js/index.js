// The bridge between pytest-promptfmt and formatters in JavaScript: JSON Lines on the standard streams, protocol 1.

import { Console } from "node:console";
import net from "node:net";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { inspect } from "node:util";

/** Thrown on purpose, for what a formatter has no place for: an honest refusal. */
export class Refused extends Error {
  name = "Refused";
}

/** A formatter tried to reach the network; nobody lets it. */
export class Connects extends Error {
  name = "Connects";
}

/** Accidents of the language; every other error is taken as raised on purpose. */
const ACCIDENTS = ["TypeError", "ReferenceError", "RangeError", "SyntaxError", "EvalError", "URIError", "AssertionError"];

let printed = "";
let tried;

/** Serves formatters until standard input ends: `{"openai.chat": format}`, or with claims `{"openai.chat": {format, blocks}}`. */
export async function serve(formatters, { name = "javascript", version = process.version } = {}) {
  const say = process.stdout.write.bind(process.stdout);
  const send = (value, payload) => {
    const line = payload === undefined ? spell(value) : `${spell(value).slice(0, -1)},"payload":${payload}}`;
    return new Promise((done) => say(`${line}\n`, done));
  };
  keepForTheProtocol();
  const table = new Map(Object.entries(formatters).map(([target, entry]) => [target, typeof entry === "function" ? { format: entry } : entry]));
  const claims = Object.fromEntries([...table].map(([target, { format, ...claimed }]) => [target, limited(claimed)]));
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })[Symbol.asyncIterator]();
  let fail;
  process.on("uncaughtException", (error) => (fail ? fail(error) : console.error(error)));
  process.on("unhandledRejection", (error) => (fail ? fail(error) : console.error(error)));
  await send({ promptfmt: 1, name, version, formatters: claims });
  for (;;) {
    const { done, value: line } = await lines.next();
    if (done) break;
    const request = JSON.parse(line);
    const count = async (payload) => {
      await send({ id: request.id, count: payload });
      return JSON.parse((await lines.next()).value).count;
    };
    printed = "";
    tried = undefined;
    const thrown = new Promise((_, reject) => (fail = reject));
    let answer = await Promise.race([answered(table, request, count), thrown]).catch((error) => ({ error: told(error) }));
    fail = undefined;
    if (tried !== undefined) answer = { error: told(tried) };
    const { payload, ...beside } = answer;
    await send({ id: request.id, ...beside, ...(printed ? { printed } : {}) }, payload);
  }
  process.exit(0); // a client may hold timers or sockets that would keep it
}

/** With the limit of a language whose numbers are all 64-bit floats. */
function limited(claims) {
  return { ...claims, refuses: [...new Set([claims.refuses ?? [], "integers-beyond-2-53"].flat())] };
}

async function answered(table, { target, conversation, budget }, count) {
  const entry = table.get(target);
  if (entry === undefined) throw new Refused(`there is no formatter for ${target}; there are ${[...table.keys()].join(", ")}`);
  const before = structuredClone(conversation);
  const returned = await entry.format(conversation, budget === undefined ? {} : { budget, count });
  const payload = spell(returned ?? null); // at once: what is changed later is not this payload
  const changed = difference(before, conversation);
  return { payload, ...(changed === undefined ? {} : { changed_input: changed }) };
}

const fetchHere = globalThis.fetch;

/** Does the address hold what it names, so that nothing is connected to? */
const isHere = (address) => /^(data|blob):/i.test(String(address?.url ?? address));

/** What is printed is told with the answer, since standard output is the protocol's. */
function keepForTheProtocol() {
  const aside = new Writable({
    write(chunk, _, done) {
      printed += chunk;
      process.stderr.write(chunk, done);
    },
  });
  globalThis.console = new Console({ stdout: aside, stderr: process.stderr });
  process.stdout.write = (chunk, encoding, done) => {
    printed += chunk;
    return process.stderr.write(chunk, encoding, done);
  };
  const refuse = (address) => {
    tried = new Connects(address);
    throw tried;
  };
  globalThis.fetch = async (url, ...given) => (isHere(url) ? fetchHere(url, ...given) : refuse(new URL(url?.url ?? url).host));
  net.Socket.prototype.connect = function (...given) {
    const { host, port, path } = Array.isArray(given[0]) ? given[0][0] : typeof given[0] === "object" ? given[0] : { port: given[0], host: given[1] };
    refuse(path ?? `${host ?? "localhost"}:${port}`);
  };
}

/** JSON; numbers beyond a double that were made as BigInt go out in full. */
function spell(value) {
  const great = new Map();
  const text = JSON.stringify(value, (_, item) => {
    if (typeof item !== "bigint") return odd(item);
    const mark = `\u0000bigint ${item}\u0000`;
    great.set(JSON.stringify(mark), String(item));
    return mark;
  });
  return great.size === 0 ? text : text.replace(/"\\u0000bigint -?\d+\\u0000"/g, (mark) => great.get(mark) ?? mark);
}

/** What JSON.stringify would write as null, or leave out, without a word. */
function odd(item) {
  if (typeof item === "number" && !Number.isFinite(item)) throw new TypeError(`the payload holds ${item}, which is no JSON`);
  if (typeof item === "function" || typeof item === "symbol") throw new TypeError(`the payload holds a ${typeof item}, which is no JSON`);
  return item;
}

/** The JSON path of the first place in which two values differ; undefined where they are equal. */
export function difference(one, other, path = "$") {
  if (Object.is(one, other)) return undefined;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return path;
  if (Array.isArray(one) !== Array.isArray(other)) return path;
  if (Array.isArray(one) && one.length !== other.length) return path;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const place = Array.isArray(one) ? `${path}[${key}]` : `${path}.${key}`;
    if (!Object.hasOwn(one, key) || !Object.hasOwn(other, key)) return place;
    const found = difference(one[key], other[key], place);
    if (found !== undefined) return found;
  }
  return undefined;
}

function told(error) {
  if (!(error instanceof Error)) return { kind: "raised", type: "thrown", message: inspect(error) };
  const chain = [error];
  for (const each of chain) if (each.cause instanceof Error && !chain.includes(each.cause)) chain.push(each.cause);
  const connects = chain.find((each) => each instanceof Connects);
  const kind = connects ? "connects" : ACCIDENTS.includes(error.name) ? "raised" : "refused";
  const where = place(error);
  return { kind, type: String(error.name), message: because(connects ?? error, chain.at(-1)), ...(where ? { where } : {}) };
}

/** What an error says, and what it was made of: a wrapper often says nothing but that there was an error. */
function because(error, root) {
  const [text, inner] = [String(error.message), String(root.message)];
  return root === error || !text.trim() || !inner.trim() || text.includes(inner) ? text : `${text} (from ${root.name}: ${inner})`;
}

/** File and line of the innermost frame that is neither node's nor this file's; one's own before a package's. */
function place(error) {
  const frames = [...String(error.stack ?? "").matchAll(/^\s*at (?:(.+?) \()?((?:file:\/\/)?\/[^():]*):(\d+):\d+\)?$/gm)];
  const foreign = frames.filter(([, , file]) => file !== import.meta.url);
  const frame = foreign.find(([, , file]) => !file.includes("/node_modules/")) ?? foreign[0];
  return frame ? `${frame[2].split("/").at(-1)}:${frame[3]}${frame[1] ? ` in ${frame[1]}` : ""}` : "";
}

/** What a captured request is answered: a refusal, since clients try again after errors of the network, and some wait. */
const refusal = () =>
  Response.json({ error: { type: "invalid_request_error", message: "the request was captured" } }, { status: 400 });

/**
 * The JSON body of the first request that `call(fetch)` sends; nothing goes out.
 * An error before that is the client's own, and is thrown on.
 */
export async function capture(call) {
  let captured;
  const fetch = async (input, init = {}) => {
    if (isHere(input)) return fetchHere(input, init);
    const request = input instanceof Request ? input : undefined;
    const body = init.body ?? (request ? await request.text() : undefined);
    captured ??= await text(body);
    return refusal();
  };
  try {
    await call(fetch);
  } catch (error) {
    if (captured === undefined) throw error;
  }
  if (captured === undefined) throw new Error("the client sent no request: does it take the fetch that it was given?");
  return JSON.parse(captured);
}

async function text(body) {
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new TextDecoder("utf-8", { fatal: true }).decode(body);
  return new Response(body).text();
}
