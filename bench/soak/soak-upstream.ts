import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Source } from '#/server/engine/media/extraction.ts';
import type { Chance } from '../../src/server/transfer/fixtures/chance.ts';
import type { Asked, Fault } from '../../src/server/transfer/fixtures/faulty-answer.ts';
import {
  type FaultyUpstream,
  sourceAt,
  startFaultyUpstream,
} from '../../src/server/transfer/fixtures/faulty-upstream.ts';

export type SoakFile = { path: string; bytes: Buffer };

export type SoakUpstream = FaultyUpstream & {
  files: readonly SoakFile[];
  /** A link to a file that expires some time, and whose file may change or go for good; `visit` is told apart by it. */
  link(path: string, visit: number): Source;
  renew(stale: Source): Promise<Result<Source>>;
};

const FILE_COUNT = 24;
const MIN_BYTES = 50_000;
const MAX_BYTES = 4_000_000;
/** One request in so many errs; of those, one in so many is silence, which takes the reader's patience to find out. */
const FAULT_EVERY = 5;
const STALL_EVERY = 25;
/** A link lasts for so many requests of all downloads together. */
const LINK_LASTS = 400;
/** One link in so many leads to a file that changes, or is gone, while it is read. */
const FATE_EVERY = 60;
/** One renewal in so many fails. */
const REFUSED_EVERY = 40;

/**
 * One upstream for all downloads, which errs in every way that issue 3 names. Everything it needs to know of a link is in the link,
 * so that nothing of it is left when a download is over.
 */
export async function startSoakUpstream(chance: Chance): Promise<SoakUpstream> {
  const pool = chance.bytes(MAX_BYTES * 2);
  const files = Array.from({ length: FILE_COUNT }, (_, n): SoakFile => {
    const length = MIN_BYTES + Math.floor((MAX_BYTES - MIN_BYTES) * (n / (FILE_COUNT - 1)) ** 2);
    const at = chance.below(pool.length - length);
    return { path: `/file-${n}`, bytes: pool.subarray(at, at + length) };
  });
  let count = 0;
  const upstream = await startFaultyUpstream({
    files: new Map(files.map(({ path, bytes }) => [path, bytes])),
    lastModified: 'Sat, 21 Nov 2026 07:28:00 GMT',
    faultOf(asked) {
      count = asked.nth;
      upstream.requests.length = 0;
      return fateOf(asked) ?? randomFault(asked, chance);
    },
  });

  function link(path: string, visit: number): Source {
    const until = count + 1 + chance.below(LINK_LASTS);
    const fate = chance.below(FATE_EVERY) > 0 ? 'none' : chance.pick(['changes', 'dates', 'goes', 'breaks'] as const);
    const at = count + 1 + chance.below(40);
    return sourceAt(`${path}?visit=${visit}&until=${until}&fate=${fate}&at=${at}`);
  }

  return {
    ...upstream,
    files,
    link,
    async renew(stale) {
      await sleep(chance.below(20));
      if (chance.below(REFUSED_EVERY) === 0) return fail(chance.pick(['rate_limited', 'geo_blocked', 'busy'] as const));
      const { pathname, searchParams } = new URL(stale.url);
      if (searchParams.get('fate') === 'goes') return fail('format_gone');
      return ok(link(pathname, Number(searchParams.get('visit'))));
    },
  };
}

/** What a link's own end makes of an answer. */
function fateOf({ path, nth }: Asked): Fault | undefined {
  const told = new URLSearchParams(path.replace(/^[^?]*/, ''));
  const isOver = nth >= Number(told.get('at'));
  if (nth > Number(told.get('until'))) return { kind: 'status', status: 403 };
  switch (isOver && told.get('fate')) {
    case 'changes':
      return { kind: 'other', totalBytes: 49_999 };
    case 'dates':
      return { kind: 'other', lastModified: 'Sun, 22 Nov 2026 07:28:00 GMT' };
    case 'goes':
      return { kind: 'status', status: 404 };
    case 'breaks':
      return { kind: 'status', status: 502 };
    default:
      return undefined;
  }
}

function randomFault({ range, path }: Asked, chance: Chance): Fault | undefined {
  if (chance.below(FAULT_EVERY) > 0) return undefined;
  const length = range ? Math.min(range.last + 1 - range.first, 1024 * 1024) : MAX_BYTES;
  const after = chance.below(length);
  if (chance.below(STALL_EVERY) === 0)
    return chance.pick<Fault>([{ kind: 'silent' }, { kind: 'stalled', after }, { kind: 'whole, stalled', after }]);
  return chance.pick<Fault>([
    { kind: 'cut', after },
    { kind: 'cut', after },
    { kind: 'truncated', after },
    { kind: 'truncated', after },
    { kind: 'wrong length', by: -1 - after },
    { kind: 'wrong length', by: 1 + after },
    { kind: 'wrong range', by: 1 + chance.below(1000) },
    { kind: 'wrong range', by: -1 - chance.below(1000) },
    { kind: 'untold total' },
    { kind: 'compressed' },
    { kind: 'whole' },
    { kind: 'whole', after },
    { kind: 'chunked' },
    { kind: 'chunked', after },
    { kind: 'until closed', after },
    { kind: 'garbage' },
    { kind: 'slow', after, bytesPerTick: 1 + Math.ceil(length / 10), tickMs: 1 },
    { kind: 'status', status: 429, headers: { 'Retry-After': '1' } },
    { kind: 'status', status: chance.pick([500, 502, 503, 504]) },
    { kind: 'status', status: chance.pick([401, 403, 404, 410]) },
    { kind: 'status', status: 416 },
    { kind: 'status', status: 302, headers: { Location: `http://v19.tiktok.com${path}` } },
    { kind: 'status', status: 302, headers: { Location: 'nowhere://' } },
  ]);
}
