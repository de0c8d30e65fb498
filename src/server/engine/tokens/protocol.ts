import * as v from 'valibot';

/** What a token is bound to, as a worker says it: the id of a video, or what YouTube calls a visitor or an account (some 100 characters). */
export const Binding = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,1024}$/));

/** What YouTube would have run to see who asks: its interpreter, a program for that, and the settings of the page they came with. */
export type Attestation = {
  interpreter: string;
  program: string;
  /** Where the interpreter puts itself. */
  globalName: string;
  config: Record<string, unknown>;
};

/** Base64 for addresses: some 110 to 128 bytes for a video, more for a visitor. */
const Token = v.pipe(v.string(), v.regex(/^[\w-]{16,4096}={0,2}$/));

const Line = v.pipe(v.string(), v.parseJson());
const Message = v.union([
  v.object({ ready: v.literal(true) }),
  v.object({ id: v.number(), response: v.pipe(v.string(), v.minLength(1)) }),
  v.object({ id: v.number(), isMinting: v.literal(true) }),
  v.object({ id: v.number(), token: Token }),
  v.object({ id: v.number(), error: v.string() }),
]);
export type MinterMessage = v.InferOutput<typeof Message>;

/** Of what it says, in bytes: a response has some kilobytes. */
export const MINTER_LINE_MAX_BYTES = 1024 * 1024;

/** One line of the minter's process; null: nonsense. */
export function readMinterMessage(line: string): MinterMessage | null {
  const parsed = v.safeParse(Line, line);
  if (!parsed.success) return null;
  const message = v.safeParse(Message, parsed.output);
  return message.success ? message.output : null;
}
