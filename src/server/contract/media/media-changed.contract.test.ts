import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Resolved } from '#/model/download.ts';
import type { MediaChange } from '../../../../tests/platforms/context.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { startSite, type TestSite } from '../../../../tests/setup/site.ts';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let calm: TestSite;

beforeAll(async () => {
  platforms = await startPlatforms();
  calm = await startSite({ platforms, works: false });
});
afterAll(async () => {
  await calm.close();
  await platforms.close();
});
beforeEach(() => platforms.reset());

const BIG = 'https://www.youtube.com/watch?v=BigFile0001';
const FILM = 'https://www.youtube.com/watch?v=OKvideo0001';
const SEGMENTS = 'https://www.youtube.com/watch?v=HlsFmp40001';
/** `after`: which requests are answered before the change; so few that some follow, whatever is read ahead. */
type Kind = { link: string; id: (resolved: Resolved) => string; query?: string; after?: MediaChange['after'] };
const AFTER = 3;

const first =
  (isIt: (id: string) => boolean) =>
  ({ media }: Resolved): string =>
    media.formats.find(({ id }) => isIt(id))?.id ?? '';
const KINDS: [string, Kind][] = [
  ['a file as it is', { link: BIG, id: first((id) => id === '18') }],
  ['a range of it', { link: BIG, id: first((id) => id === '18'), query: 'range' }],
  // The head of each, before the rest of the small files.
  ['picture and sound of two files', { link: FILM, id: first((id) => id === '298+140'), after: 'beginnings' }],
  [
    'segments',
    { link: SEGMENTS, id: ({ media }) => media.formats.find(({ kind }) => kind === 'video+audio')?.id ?? '' },
  ],
  ['what a codec makes', { link: BIG, id: first((id) => id === 'mp3-192') }],
];

type Trouble = Omit<MediaChange, 'after'>;
type Got = { status: number; sum: string; isWhole: boolean; code: string | null };

async function take({ client, origin }: TestSite, { link, id, query = '' }: Kind, change?: MediaChange): Promise<Got> {
  const resolved = await client.resolve(link);
  if (!resolved.ok) throw new Error(resolved.failure.code);
  const path = resolved.value.links[id(resolved.value)];
  if (!path) throw new Error(`not offered: ${Object.keys(resolved.value.links).join(' ')}`);
  if (change) platforms.knobs.change = { ...change };
  const isRange = query === 'range';
  const headers: Record<string, string> = isRange ? { range: 'bytes=500000-' } : {};
  const response = await fetch(`${origin}${path}${isRange || !query ? '' : `?${query}`}`, { headers });
  if (response.status >= 400) {
    const { code } = (await response.json()) as { code: string };
    return { status: response.status, sum: '', isWhole: false, code };
  }
  const hash = createHash('sha256');
  try {
    for await (const chunk of response.body ?? []) hash.update(chunk);
  } catch {
    return { status: response.status, sum: '', isWhole: false, code: null };
  }
  return { status: response.status, sum: hash.digest('hex'), isWhole: true, code: null };
}

const SAME: Trouble = { expires: true, bytes: 'same', etag: 'other', lastModified: 'same' };
const OTHER = { ...SAME, bytes: 'other' } as const;
const TROUBLES: [string, Trouble][] = [
  ['a fresh address has other bytes, of another ETag', OTHER],
  ['a fresh address has other bytes, of the same ETag', { ...OTHER, etag: 'same' }],
  ['a fresh address has other bytes, and nothing tells', { ...OTHER, etag: 'none', lastModified: 'none' }],
  ['other bytes of another ETag in its place', { ...OTHER, expires: false }],
  ['other bytes of one ETag and another date', { ...OTHER, expires: false, etag: 'same', lastModified: 'other' }],
  ['other bytes in its place, and nothing tells', { ...OTHER, expires: false, etag: 'none', lastModified: 'none' }],
];

describe.each(KINDS)('%s', (_kind, kind) => {
  const { after = AFTER } = kind;
  test.each(TROUBLES)('is never spliced: %s', { timeout: 120_000 }, async (_, trouble) => {
    const { isWhole, code } = await take(calm, kind, { ...trouble, after });
    // What nobody asked for after the change would prove nothing.
    expect(platforms.knobs.change?.late?.size).toBeGreaterThan(0);
    expect(isWhole).toBe(false);
    // Broken off where it had begun, and refused where not; addresses that expire faster than they are renewed are given up.
    expect([null, 'media_changed', ...(trouble.expires ? ['upstream_forbidden'] : [])]).toContain(code);
  });

  test('goes on where an edge calls the same bytes otherwise', { timeout: 120_000 }, async () => {
    const { sum: expected } = await take(calm, kind);
    // A server that has renewed nothing a moment ago: the fresh address is another one.
    const site = await startSite({ platforms, works: false });
    try {
      const got = await take(site, kind, { ...SAME, after });
      expect(platforms.knobs.change?.late?.size).toBeGreaterThan(0);
      expect([got.isWhole, got.sum]).toEqual([true, expected]);
    } finally {
      await site.close();
    }
  });
});
