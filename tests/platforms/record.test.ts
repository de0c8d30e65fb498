import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { allFormats, type Media } from '#/model/media/media.ts';
import type { Platform } from '#/model/platform.ts';
import { localExtractor } from '#/server/engine/fixtures/local-extractor.ts';
import { readSettings, type Settings } from '#/server/env.ts';
import { openOneWay } from '../../scripts/live/open-one-way.ts';
import { recordLink } from '../../scripts/record/record-link.ts';
import { LeftSecretError } from '../../scripts/record/scrub.ts';
import { withCompiledExtractor } from '../setup/compiled-extractor.ts';
import type { Recording } from '../../scripts/record/recording.ts';
import { MEMBER } from './facebook.ts';
import { startProxy, type TestProxy, type TestProxyOptions } from './proxies.ts';
import { LINKS_WITH_SECRETS, REFUSED_WITH_SECRETS, REPLICA_SECRETS } from './secrets.ts';
import { startPlatforms } from './server.ts';

/** Planted where a secret is. */
const MARK = 'pl4nted';
const WAY: TestProxyOptions = {
  kind: 'http',
  from: '127.0.13.1',
  credentials: { user: `a-${MARK}`, password: `b-${MARK}` },
};
const SECRETS = [...REPLICA_SECRETS, MARK, WAY.from, '127.0.0.1'];

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let proxy: TestProxy;
const recordings = new Map<Platform, Recording>();
const media = new Map<Platform, Media>();

beforeAll(async () => {
  [platforms, proxy] = await Promise.all([startPlatforms(), startProxy(WAY)]);
});
afterAll(async () => {
  await Promise.all([proxy.close(), platforms.close()]);
});
beforeEach(() => platforms.reset());

function settingsFor({ tlsPort, httpPort, bundleFile }: typeof platforms, more: Record<string, string> = {}): Settings {
  const { python, extractorPath } = localExtractor();
  return readSettings({
    EGRESS_ROUTES: `way=http://a-${MARK}:b-${MARK}@127.0.0.1:${proxy.port}`,
    EGRESS_REPLICA_TLS_PORT: String(tlsPort),
    EGRESS_REPLICA_HTTP_PORT: String(httpPort),
    EGRESS_CA_FILE: bundleFile,
    EXTRACTOR_PYTHON: python,
    EXTRACTOR_PATH: extractorPath ?? '',
    ...more,
  });
}

/** In a new folder each time: what is asked depends on what is there already. */
const recorded = (link: string, more?: Record<string, string>) =>
  withCompiledExtractor((folder) => recordLink(settingsFor(platforms, more), link, folder));

async function record(link: string, more?: Record<string, string>): Promise<Recording> {
  const outcome = await recorded(link, more);
  if (!outcome.ok) throw new Error(outcome.failure.code);
  return outcome.value;
}

/** What is read where these platforms answer. */
async function readFrom(from: typeof platforms, links: string[]) {
  const read = await withCompiledExtractor(async (folder) => {
    const { engine, close } = await openOneWay(settingsFor(from), 'way', folder);
    const all = [];
    for (const link of links) all.push(await engine.resolve(link));
    await close();
    return all;
  });
  return read.map((one) => (one.ok ? one.value.media : one.failure.code));
}

/** What is read; what files themselves tell comes in time or not, on a busy machine. */
function formatsOf(media: Media) {
  const unknown = { size: null, recommended: false, widthPx: null, heightPx: null };
  return allFormats(media)
    .map((format) => ({ ...format, ...unknown }))
    .toSorted((a, b) => a.id.localeCompare(b.id));
}

/** The other, where both came in time. */
function factsOf(media: Media, also: Media) {
  const others = new Map(allFormats(also).map((format) => [format.id, format]));
  return allFormats(media).flatMap(({ id, size, heightPx }) => {
    const other = others.get(id);
    return [
      ...(size?.exact && other?.size?.exact ? [[id, size.bytes]] : []),
      ...(heightPx !== null && other?.heightPx !== null ? [[id, heightPx]] : []),
    ].toSorted();
  });
}

describe('a recording', () => {
  test.each(Object.entries(LINKS_WITH_SECRETS))(
    'of %s has what was asked and answered, and nothing of who asked',
    async (name, link) => {
      const platform = name as Platform;
      const recording = await record(link);
      recordings.set(platform, recording);
      expect(recording).toMatchObject({
        format: 1,
        platform,
        link,
        outcome: 'ok',
        extractor: expect.stringMatching(/^20/),
      });
      expect(recording.exchanges.length).toBeGreaterThan(0);
      const text = JSON.stringify(recording);
      expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
      // Encoded, too.
      expect(text).not.toContain(Buffer.from(`a-${MARK}:b-${MARK}`).toString('base64'));
    },
  );

  test('is answered by the replicas as the platforms did: the same media with the same formats', async () => {
    const links = Object.values(LINKS_WITH_SECRETS);
    const before = await readFrom(platforms, links);
    const exchanges = [...recordings.values()].flatMap((one) => one.exchanges);
    const [any] = recordings.values();
    if (!any) throw new Error('nothing was recorded');
    const served = await startPlatforms({ recording: { ...any, exchanges } });
    const after = await readFrom(served, links);
    await served.close();
    for (const [at, name] of Object.keys(LINKS_WITH_SECRETS).entries()) {
      const [one, other] = [before[at], after[at]];
      if (typeof one !== 'object' || typeof other !== 'object')
        throw new Error(`${name}: ${String(one)}, ${String(other)}`);
      expect(formatsOf(other)).toEqual(formatsOf(one));
      expect(factsOf(other, one).toSorted()).toEqual(factsOf(one, other).toSorted());
      expect([other.title, other.author, other.durationS]).toEqual([one.title, one.author, one.durationS]);
      media.set(name as Platform, other);
    }
    expect(media.size).toBe(5);
  });

  test('of a refusal in words says the words, and none of their secrets', async () => {
    const recording = await record(REFUSED_WITH_SECRETS);
    const text = JSON.stringify(recording);
    expect(text).toContain('The stars stand wrong for');
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test('of a refusal is refused alike', async () => {
    const link = 'https://www.tiktok.com/@replica.user/video/7400000000000000010';
    const recording = await record(link);
    expect(recording.outcome).toBe('private');
    const served = await startPlatforms({ recording });
    expect(await readFrom(served, [link])).toEqual(['private']);
    await served.close();
  });

  /** The setting that lends an account of Facebook with this session. */
  function account(session: string): { PLATFORM_COOKIES: string } {
    const folder = mkdtempSync(join(tmpdir(), 'clipferry-account-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'facebook.txt');
    writeFileSync(path, ['.facebook.com', 'TRUE', '/', 'TRUE', '2000000000', 'xs', session].join('\t'), {
      mode: 0o600,
    });
    return { PLATFORM_COOKIES: `facebook=${path}` };
  }

  test('of what an account of the operator’s was shown has nothing of the account', async () => {
    const recording = await record('https://www.facebook.com/watch/?v=900000000000010', account(MEMBER));
    expect(recording.outcome).toBe('ok');
    expect(platforms.log.map(({ cookies }) => cookies['xs'])).toContain(MEMBER);
    const text = JSON.stringify(recording);
    const secrets = [...SECRETS, MEMBER, decodeURIComponent(MEMBER), 'facebook.txt'];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test('is none where a session of the operator’s stands in it, whoever has written it there', async () => {
    // As the page has its owner's name: nobody was asked as a member, so that nothing else tells of this cookie.
    const recording = recorded(LINKS_WITH_SECRETS.facebook, account('Replica%20Page'));
    await expect(recording).rejects.toThrow(LeftSecretError);
  });

  test('of a short link has where it led, and a link of nobody’s has none', async () => {
    const recording = await record('https://vm.tiktok.com/ZMreplica1/');
    expect(recording.link).toBe(LINKS_WITH_SECRETS.tiktok);
    expect(recording.exchanges[0]).toMatchObject({
      url: 'https://vm.tiktok.com/ZMreplica1/',
      answer: { status: 301, headers: expect.arrayContaining([['location', expect.stringContaining('/video/7400')]]) },
    });
    const none = await recorded('https://example.com/');
    expect(none).toMatchObject({ ok: false, failure: { code: 'unsupported_host' } });
  });
});
