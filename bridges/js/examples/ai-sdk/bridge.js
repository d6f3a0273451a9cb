// The AI SDK as an implementation: pytest --promptfmt-impl='cmd:node bridge.js'
// Its public call generateText builds each request; a fetch of ours keeps the body, and sends nothing.

import { createAmazonBedrock } from "@ai-sdk/amazon-bedrock";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createMistral } from "@ai-sdk/mistral";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText } from "ai";
import { createRequire } from "node:module";
import { capture, serve } from "promptfmt-bridge";
import { messages, tools } from "./messages.js";

globalThis.AI_SDK_LOG_WARNINGS = false;

const signed = (provider, more) => (block) =>
  block.type === "redacted_thinking"
    ? more && { [provider]: { [more]: block.data } }
    : block.signature && { [provider]: { signature: block.signature } };
const responses = (block, n) =>
  block.signature && { openai: { itemId: `rs_${n}`, reasoningEncryptedContent: block.signature } };
const gemini = (block) =>
  block.type === "thinking" ? { google: block.signature ? { thoughtSignature: block.signature } : {} } : undefined;
const spoken = (block) => (block.type === "thinking" ? {} : undefined);
const none = () => undefined;

const CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0";

/** What the SDK's messages have no place for: a system message is a text, and so is a failed result. */
const LIMITS = ["media-in-system", "media-in-failed-results"];

/** Target: the model with a fetch, its name, what it takes, which thoughts are its own. */
const TABLE = {
  "openai.chat": [(fetch) => createOpenAI({ apiKey: "none", fetch }).chat("gpt-4o"), "gpt-4o", "tool image audio document", none],
  "openai-responses.chat": [(fetch) => createOpenAI({ apiKey: "none", fetch }).responses("gpt-5"), "gpt-5", "tool thinking image document", responses, { openai: { store: false } }],
  "anthropic.chat": [(fetch) => createAnthropic({ apiKey: "none", fetch })("claude-sonnet-4-5"), "claude-sonnet-4-5", "tool thinking image document", signed("anthropic", "redactedData")],
  "gemini.chat": [(fetch) => createGoogleGenerativeAI({ apiKey: "none", fetch })("gemini-2.5-flash"), "gemini-2.5-flash", "tool thinking image audio video document", gemini],
  "bedrock.chat": [(fetch) => createAmazonBedrock({ apiKey: "none", region: "us-east-1", fetch })(CLAUDE), CLAUDE, "tool thinking image document", signed("bedrock", "redactedContent")],
  "mistral.chat": [(fetch) => createMistral({ apiKey: "none", fetch })("mistral-large-latest"), "mistral-large-latest", "tool thinking image document", spoken],
};

const formatters = {};
for (const [target, [make, model, blocks, thought, providerOptions]] of Object.entries(TABLE)) {
  const calls = target === "gemini.chat" ? (thoughtSignature) => ({ google: { thoughtSignature } }) : undefined;
  const format = (conversation) =>
    capture((fetch) =>
      generateText({
        model: make(fetch),
        messages: messages(conversation, thought, calls),
        tools: tools(conversation),
        allowSystemInMessages: true,
        maxRetries: 0,
        providerOptions,
      }),
    );
  const refuses = target === "bedrock.chat" ? [...LIMITS, "system-later"] : LIMITS;
  formatters[target] = { blocks: blocks.split(" "), refuses, model, format };
}

serve(formatters, { name: "ai-sdk", version: createRequire(import.meta.url)("ai/package.json").version });
