import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterEach, expect, test, vi } from 'vitest';
import type { Format, Media } from '#/model/media/media.ts';
import { createEgress } from '#/server/egress/index.ts';
import type { FoundFormat, UpstreamSyntax } from '#/server/engine/media/extraction.ts';
import { createSubtitleCache } from './subtitle-cache.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

/** A cache whose platform answers as told. */
async function bookOf(platform: RequestListener) {
  const server = createServer(platform).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const folder = await mkdtemp(join(tmpdir(), 'subtitle-cache-'));
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, rootCertificates[0] ?? '');
  const egress = await createEgress({
    allowedHosts: ['youtube.com'],
    replica: { tlsPort: port, httpPort: port, caFile },
  });
  cleanUp.push(
    () => rm(folder, { recursive: true, force: true }),
    () => server.close(),
    () => server.closeAllConnections(),
    () => egress.close(),
  );
  const { signal } = new AbortController();
  const cache = createSubtitleCache(egress);
  return (id: string, language: string, from: UpstreamSyntax = 'vtt') =>
    cache.of('https://www.youtube.com/watch?v=1', foundOf(id, language, from), signal);
}

function foundOf(id: string, language: string, from: UpstreamSyntax): FoundFormat {
  const format = { id, kind: 'subtitles', container: 'vtt', language } as Format;
  const source = {
    url: `http://www.youtube.com/${id}`,
    headers: {},
    expiresAt: null,
    availableAt: null,
    maxRangeBytes: null,
    sizeBytes: null,
    contentType: 'text/vtt',
    subtitles: { from, to: 'vtt' },
  } as const;
  return { media: {} as Media, format, recipe: { kind: 'direct', from: id }, parts: [{ formatId: id, source }] };
}

const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;

test('subtitles are read once, and known by what they say and in which language', async () => {
  let asked = 0;
  const of = await bookOf((req, res) => {
    asked++;
    res.end(vtt(req.url?.includes('other') ? 'other' : 'same'));
  });
  const first = await of('a', 'en');
  expect(first).toMatchObject({ language: 'en', cues: [{ startS: 1, endS: 2, text: 'same' }] });
  expect(await of('a', 'en')).toEqual(first);
  expect(asked).toBe(1);
  const others = [await of('b', 'en'), await of('other', 'en'), await of('c', 'fr')];
  expect(others.map(({ fingerprint }) => fingerprint === first.fingerprint)).toEqual([true, false, false]);
  expect(asked).toBe(4);
});

test('beyond what is kept, what was asked for longest ago is read again, and so is all after ten minutes', async () => {
  const asked: string[] = [];
  const of = await bookOf((req, res) => {
    asked.push(req.url ?? '');
    res.end(`${vtt('there')}\nNOTE ${'x'.repeat(3_000_000)}\n`);
  });
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await of(id, 'en');
  expect(asked).toEqual(['/a', '/b', '/c', '/b']);
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10 * 60_000);
  cleanUp.push(() => clock.mockRestore());
  await of('a', 'en');
  expect(asked).toEqual(['/a', '/b', '/c', '/b', '/a']);
});

test.each([
  [429, 'rate_limited'],
  [404, 'upstream_error'],
])('a platform that answers %i is %s, and is asked again', async (status, code) => {
  let asked = 0;
  const of = await bookOf((_, res) => {
    res.statusCode = asked++ === 0 ? status : 200;
    res.end(vtt('there'));
  });
  await expect(of('a', 'en')).rejects.toMatchObject({ failure: { code } });
  expect((await of('a', 'en')).cues).toHaveLength(1);
});

const PAGE = '\n<!DOCTYPE html><html><body>Sign in</body></html>';

test.each([
  ['nothing', 'vtt', '', vtt('there')],
  ['blanks', 'vtt', '\uFEFF\r\n \n', vtt('there')],
  ['a page', 'vtt', PAGE, vtt('there')],
  ['a page', 'srt', PAGE, '1\n00:00:01,000 --> 00:00:02,000\nthere\n'],
  ['a page', 'json3', PAGE, '{"events":[{"tStartMs":1000,"dDurationMs":1000,"segs":[{"utf8":"there"}]}]}'],
  ['nothing', 'ttml', '', '<tt><body><p begin="1s" end="2s">there</p></body></tt>'],
  ['nothing', 'srv3', '', '<timedtext format="3"><body><p t="1000" d="1000">there</p></body></timedtext>'],
] as const)(
  'a platform that answers 200 with %s for %s has failed, and is asked again',
  async (_, from, text, good) => {
    let asked = 0;
    const of = await bookOf((_, res) => res.end(asked++ === 0 ? text : good));
    await expect(of('a', 'en', from)).rejects.toMatchObject({ failure: { code: 'upstream_error' } });
    expect((await of('a', 'en', from)).cues).toEqual([{ startS: 1, endS: 2, text: 'there' }]);
  },
);

test('a file of subtitles that say nothing is one, and is kept', async () => {
  let asked = 0;
  const of = await bookOf((_, res) => {
    asked++;
    res.end('\uFEFFWEBVTT\nKind: captions\n');
  });
  expect((await of('a', 'en')).cues).toEqual([]);
  expect((await of('a', 'en')).cues).toEqual([]);
  expect(asked).toBe(1);
});

test('a file without end is refused', async () => {
  const of = await bookOf((_, res) => res.end(Buffer.alloc(6 * 1024 * 1024, 'x')));
  await expect(of('a', 'en')).rejects.toMatchObject({ code: 'upstream_too_large' });
});
