// A conversation as the AI SDK's own messages, told as the same provider's model would have answered.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { jsonSchema, tool } from "ai";
import { Refused } from "promptfmt-bridge";

/** `thought(block, n)` is the providerOptions of a thought that this provider's models have had, undefined for others. */
export function messages(conversation, thought, signed) {
  const named = new Map();
  const made = [];
  let thoughts = 0;
  for (const message of conversation.messages) {
    let results = [];
    let other = [];
    const flush = () => {
      if (results.length) made.push({ role: "tool", content: results });
      if (other.length || message.content.length === 0) made.push(turn(message.role, other));
      results = [];
      other = [];
    };
    for (const block of message.content) {
      // Nothing may stand between a call and its result: what others say beside a result comes behind it.
      if (message.role === "assistant" && (block.type === "tool_result" ? other : results).length) flush();
      if (block.type === "tool_result") results.push(result(block, block.name ?? named.get(block.id) ?? "unknown"));
      else if (block.type === "text") other.push({ type: "text", text: block.text });
      else if (block.type === "tool_use") {
        if (message.role !== "assistant") throw new Refused("a call is the assistant's");
        named.set(block.id, block.name);
        const call = { type: "tool-call", toolCallId: block.id, toolName: block.name, input: block.input };
        other.push(block.signature ? { ...call, providerOptions: signed?.(block.signature) } : call);
      } else if (block.type.endsWith("thinking")) {
        const providerOptions = message.role === "assistant" ? thought(block, ++thoughts) : undefined;
        if (providerOptions) other.push({ type: "reasoning", text: block.thinking ?? "", providerOptions });
      } else other.push(file(block));
    }
    flush();
  }
  return made;
}

export function tools(conversation) {
  const offered = (conversation.tools ?? []).map(({ name, description, parameters }) => [
    name,
    tool({ description, inputSchema: jsonSchema(parameters) }),
  ]);
  return offered.length ? Object.fromEntries(offered) : undefined;
}

function turn(role, content) {
  if (role === "tool") throw new Refused("a tool says results and nothing else");
  if (role !== "system") return { role, content };
  if (content.some((part) => part.type !== "text")) throw new Refused("a system message is a text");
  return { role, content: content.map((part) => part.text).join("\n") };
}

function result({ id, output, is_error }, toolName) {
  const part = { type: "tool-result", toolCallId: id, toolName };
  if (output === null) return { ...part, output: is_error ? { type: "error-json", value: null } : { type: "json", value: null } };
  if (typeof output === "string") return { ...part, output: { type: is_error ? "error-text" : "text", value: output } };
  if (is_error && output.every((block) => block.type === "text"))
    return { ...part, output: { type: "error-text", value: output.map((block) => block.text).join("\n") } };
  if (is_error) throw new Refused("an error result is a text");
  return { ...part, output: { type: "content", value: output.map(inResult) } };
}

function inResult(block) {
  if (block.type === "text") return { type: "text", text: block.text };
  const { data, mediaType } = file(block);
  const kind = block.type === "image" ? "image" : "file";
  if (data instanceof URL) return { type: `${kind}-url`, url: String(data) };
  return { type: `${kind}-data`, data, mediaType };
}

function file({ type, source }) {
  if (source.type === "base64") return { type: "file", data: source.data, mediaType: source.media_type };
  if (/^(https?|data|s3|gs):/i.test(source.url)) return { type: "file", data: new URL(source.url), mediaType: DECLARED[type] };
  let bytes;
  try {
    bytes = readFileSync(/^file:/i.test(source.url) ? fileURLToPath(source.url) : source.url);
  } catch (error) {
    throw new Refused(`the file cannot be read: ${error.message}`);
  }
  const sniffed = SNIFFED.find(([begin]) => bytes.subarray(0, 16).toString("latin1").match(begin))?.[1];
  if (sniffed === undefined) throw new Refused(`${source.url.split("/").at(-1)} is no file of a known kind`);
  return { type: "file", data: bytes.toString("base64"), mediaType: sniffed };
}

const DECLARED = { image: "image/*", audio: "audio/wav", video: "video/mp4", document: "application/pdf" };
const SNIFFED = [
  [/^\x89PNG/, "image/png"], [/^\xff\xd8\xff/, "image/jpeg"], [/^GIF8/, "image/gif"], [/^RIFF....WEBP/s, "image/webp"],
  [/^RIFF....WAVE/s, "audio/wav"], [/^(ID3|\xff[\xf2\xf3\xfb])/, "audio/mpeg"], [/^FORM....AIF/s, "audio/aiff"], [/^OggS/, "audio/ogg"],
  [/^fLaC/, "audio/flac"], [/^\xff[\xf1\xf9]/, "audio/aac"], [/^....ftypM4A/s, "audio/mp4"], [/^....ftypqt/s, "video/quicktime"],
  [/^....ftyp/s, "video/mp4"], [/^\x1aE\xdf\xa3/, "video/webm"], [/^%PDF/, "application/pdf"],
];
