import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type RecordedExchange, Recording } from '../../scripts/record/recording.ts';

/** Reads a file of `npm run record`. Throws ValiError. */
export function readRecording(file: string): Recording {
  return v.parse(Recording, JSON.parse(readFileSync(file, 'utf8')));
}

export type AskedRecording = { method: string; url: URL; body: string };
export type RecordedAnswer = RecordedExchange['answer'];

/** Words of a placeholder: whatever stands there was another value when it was recorded. */
const PLACEHOLDER = /scrubbed\d*x*|^x\d+x*$|^9\d*$/;

/**
 * The answers of a recording, to requests like those that were recorded: at the same place, with the most in common of query and body,
 * those that were not given yet before others.
 */
export function serveRecording({ exchanges }: Recording): (asked: AskedRecording) => RecordedAnswer | null {
  const given = new Map<RecordedExchange, number>();
  return ({ method, url, body }) => {
    const like = exchanges
      .filter((one) => isSame(one.method, method) && isThere(new URL(one.url), url))
      .map((one) => ({ one, common: inCommon(one, url, body), times: given.get(one) ?? 0 }))
      .toSorted((a, b) => b.common - a.common || a.times - b.times);
    const [best] = like;
    if (!best) return null;
    given.set(best.one, best.times + 1);
    return best.one.answer;
  };
}

function isSame(recorded: string, asked: string): boolean {
  return recorded === asked || (recorded === 'GET' && asked === 'HEAD');
}

function isThere(recorded: URL, asked: URL): boolean {
  if (recorded.hostname !== asked.hostname) return false;
  const [before, now] = [recorded.pathname.split('/'), asked.pathname.split('/')];
  return before.length === now.length && before.every((part, at) => part === now[at] || PLACEHOLDER.test(part));
}

/** Share of words that both have, of both together: what differs counts against it, but not what nobody knows any more. */
function inCommon(recorded: RecordedExchange, url: URL, body: string): number {
  const [before, now] = [wordsOf(new URL(recorded.url), recorded.body ?? ''), wordsOf(url, body)];
  const both = [...before].filter((word) => now.has(word)).length;
  return both / Math.max(1, new Set([...before, ...now]).size);
}

function wordsOf(url: URL, body: string): Set<string> {
  const query = [...url.searchParams].map(([name, value]) => `${name}=${value}`);
  return new Set([...query, ...body.split(/[^\w.-]+/)].filter((word) => word !== '' && !PLACEHOLDER.test(word)));
}
