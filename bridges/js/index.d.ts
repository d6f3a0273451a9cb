/** The bridge between pytest-promptfmt and formatters in JavaScript. */

export interface Text { type: "text"; text: string }
export interface Thinking { type: "thinking"; thinking: string; signature?: string }
export interface RedactedThinking { type: "redacted_thinking"; data: string }
export interface ToolUse { type: "tool_use"; id: string; name: string; input: Record<string, unknown>; signature?: string }
export interface ToolResult {
  type: "tool_result";
  id: string;
  name?: string;
  output: string | Array<Text | Media> | null;
  is_error?: boolean;
}
export type Source = { type: "url"; url: string } | { type: "base64"; media_type: string; data: string };
export interface Media { type: "image" | "audio" | "video" | "document"; source: Source }
export type Block = Text | Thinking | RedactedThinking | ToolUse | ToolResult | Media;

export interface Message {
  name: string;
  role: "system" | "user" | "assistant" | "tool";
  content: Block[];
}
export interface Tool { name: string; description: string; parameters: Record<string, unknown> }

/** What a formatter is given. An address without a scheme, or file://, is a file on this machine. */
export interface Conversation { messages: Message[]; tools?: Tool[]; speaker?: string }

/** There where the target claims truncation and the case has a budget. */
export interface Options {
  budget?: number;
  /** How many tokens a payload has: the kit's counter. */
  count?: (payload: unknown) => Promise<number>;
}

export type Format = (conversation: Conversation, options: Options) => unknown;

export interface Claims {
  blocks?: Array<"tool" | "thinking" | "image" | "audio" | "video" | "document">;
  truncation?: "none" | "drop" | "summarise";
  layer?: "wire" | "sdk";
  model?: string;
  /** What it has no place for and refuses aloud: `promptfmt list limits`. `serve` adds integers-beyond-2-53. */
  refuses?: string[];
  [limit: string]: unknown;
}

/** Serves formatters by target until standard input ends. */
export function serve(
  formatters: Record<string, Format | ({ format: Format } & Claims)>,
  about?: { name?: string; version?: string },
): Promise<never>;

/** The JSON body of the first request that `call` sends by the fetch that it is given; nothing goes out. */
export function capture(call: (fetch: typeof globalThis.fetch) => unknown): Promise<any>;

/** The JSON path of the first place in which two values differ; undefined where they are equal. */
export function difference(one: unknown, other: unknown): string | undefined;

/** Thrown on purpose, for what a formatter has no place for: an honest refusal. */
export class Refused extends Error {}

/** Thrown by the network, which nobody may reach. */
export class Connects extends Error {}
