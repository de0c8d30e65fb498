import * as v from 'valibot';

/** The scripts of yt-dlp-ejs, as a worker finds them installed beside yt-dlp. */
export const SolverScripts = v.object({ version: v.string(), lib: v.string(), core: v.string() });
export type SolverScripts = v.InferOutput<typeof SolverScripts>;

/** Far above what YouTube has: some 20 characters of an `n`, some 110 of a signature, one or two of each for a video. */
const Challenge = v.pipe(v.string(), v.minLength(1), v.maxLength(4_096));

/** Challenges of one kind: `n`, without whose answer media are refused or slow, or the order of a signature's characters. */
export const ChallengeRequest = v.object({
  type: v.picklist(['n', 'sig']),
  challenges: v.pipe(v.array(Challenge), v.maxLength(64)),
});
export type ChallengeRequest = v.InferOutput<typeof ChallengeRequest>;

/** What a worker asks: challenges of one player, which is named by its address. */
export const ChallengeQuestion = v.object({
  player: v.pipe(v.string(), v.maxLength(2_048)),
  requests: v.pipe(v.array(ChallengeRequest), v.maxLength(8)),
});
export type ChallengeQuestion = v.InferOutput<typeof ChallengeQuestion>;

/** For each request the answers in the order of its challenges; null where that kind could not be solved. */
const Answers = v.array(v.nullable(v.array(Challenge)));
export type ChallengeAnswers = v.InferOutput<typeof Answers>;

const Line = v.pipe(v.string(), v.parseJson());
const Message = v.union([
  v.object({ ready: v.literal(true) }),
  v.object({ id: v.number(), prepared: v.string() }),
  v.object({ id: v.number(), answers: Answers }),
  v.object({ id: v.number(), error: v.string() }),
]);
export type SolverMessage = v.InferOutput<typeof Message>;

/** A player's script has 2.7 MB; whatever is longer than this is none. */
export const PLAYER_MAX_BYTES = 8 * 1024 * 1024;
/** Of a prepared player in JSON, whose quotes and controls are escaped. */
export const SOLVER_LINE_MAX_BYTES = 4 * PLAYER_MAX_BYTES;

/** One line of the solver's process; null: nonsense. */
export function readSolverMessage(line: string): SolverMessage | null {
  const parsed = v.safeParse(Line, line);
  if (!parsed.success) return null;
  const message = v.safeParse(Message, parsed.output);
  return message.success ? message.output : null;
}

/** A player by what its address says: `key` is the same for the same script, and good as a file's name. */
export type PlayerAddress = { key: string; url: string };

/** Only YouTube's own players are loaded, whoever asks; null: this is no address of one. */
export function readPlayerAddress(text: string): PlayerAddress | null {
  const url = URL.parse(text);
  const [, id, path] = /^\/s\/player\/([\da-f]{8,40})\/([\w./-]{1,200})\.js$/i.exec(url?.pathname ?? '') ?? [];
  if (!url || url.protocol !== 'https:' || url.host !== 'www.youtube.com' || !id || !path) return null;
  return { key: `${id}-${path.replaceAll(/\W+/g, '_')}`, url: `https://www.youtube.com${url.pathname}` };
}
