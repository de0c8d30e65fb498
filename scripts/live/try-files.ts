import { setTimeout as sleep } from 'node:timers/promises';
import type { FailureCode } from '#/model/failure.ts';
import { allFormats } from '#/model/media/media.ts';
import { type Egress, EgressError } from '#/server/egress/egress.ts';
import type { Extraction, Source } from '#/server/engine/media/extraction.ts';

/** What came of the first bytes of a media's files. */
export type TriedFiles = { tried: number; begun: number; refused: { id: string; code: FailureCode }[] };

/** Enough to know that it is the file, and little enough for a platform not to mind. */
const FIRST_BYTES = 16 * 1024;
const AT_ONCE = 4;
/** Platforms that give a film in a hundred languages mind being asked for all of its texts. */
const MOST_TEXTS = 2;
/** A pre-roll advertisement is not waited for longer than this. */
const LONGEST_WAIT_MS = 10_000;
const TIMEOUT_MS = 15_000;

/** Asks for the first bytes of each file that formats of a media are made of, each by the way out that it was read by. */
export async function tryFiles({ media, sources }: Extraction, egress: Pick<Egress, 'request'>): Promise<TriedFiles> {
  const texts = new Set(
    allFormats(media)
      .filter(({ kind }) => kind === 'subtitles')
      .map(({ id }) => id),
  );
  const wanted = [
    ...[...sources].filter(([id]) => !texts.has(id)),
    ...[...sources].filter(([id]) => texts.has(id)).slice(0, MOST_TEXTS),
  ];
  const refused: TriedFiles['refused'] = [];
  const queue = wanted.values();
  const work = async () => {
    for (const [id, source] of queue) {
      const code = await firstBytes(source, egress);
      if (code) refused.push({ id, code });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { tried: wanted.length, begun: wanted.length - refused.length, refused };
}

/** null: they came. */
async function firstBytes(source: Source, egress: Pick<Egress, 'request'>): Promise<FailureCode | null> {
  const { url, headers, route, availableAt } = source;
  const waitMs = (availableAt ?? 0) - performance.now();
  if (waitMs > 0) await sleep(Math.min(waitMs, LONGEST_WAIT_MS));
  try {
    const { status, body } = await egress.request(url, {
      headers: { ...headers, range: `bytes=0-${FIRST_BYTES - 1}` },
      route,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status !== 200 && status !== 206) {
      body.destroy();
      return codeOf(status);
    }
    // Leaving the loop ends the connection.
    for await (const chunk of body as AsyncIterable<Buffer>) if (chunk.length > 0) return null;
    return 'transfer_broken';
  } catch (error) {
    return error instanceof EgressError ? error.code : 'transfer_broken';
  }
}

function codeOf(status: number): FailureCode {
  if (status === 429) return 'rate_limited';
  return status === 401 || status === 403 || status === 410 ? 'upstream_forbidden' : 'upstream_error';
}
