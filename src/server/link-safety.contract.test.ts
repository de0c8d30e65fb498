import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPlatforms } from '../../tests/platforms/server.ts';
import { startSite, type TestSite } from '../../tests/setup/site.ts';
import { createLinkSigner, LinkPurpose, type LinkScope, VIDEO_PATH } from './api/links.ts';
import { createVisitorCookies } from './api/visitor-cookie.ts';
import { signPath } from './bucket/signed-path.ts';

const FILM = 'https://www.youtube.com/watch?v=OKvideo0001';
const RUNS = 10_000;
const SEED = 20_261_121;
const AT_ONCE = 24;

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let site: TestSite;
let logged: string[];
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

beforeAll(async () => {
  platforms = await startPlatforms();
  site = await startSite({ platforms, works: false, log: (line) => logged.push(line) });
});
afterAll(async () => {
  agent.destroy();
  await site.close();
  await platforms.close();
});
beforeEach(() => {
  platforms.reset();
  logged = [];
});

const IDS: Record<LinkPurpose, string> = {
  download: '18',
  preview: '136+140',
  thumbnail: 'thumb',
  subtitles: 'sub-en.vtt',
  storyboard: 'storyboard',
};

function sign(purpose: LinkPurpose, own: Partial<LinkScope> = {}): string {
  const expiresAtS = Math.floor(Date.now() / 1000) + 3600;
  return createLinkSigner(site.secret).sign({
    purpose,
    canonicalUrl: FILM,
    formatId: IDS[purpose],
    expiresAtS,
    ...own,
  });
}

/** A path as it is, which `fetch` would tidy first. What a request line cannot have is sent as a browser would. */
async function statusOf(path: string): Promise<number> {
  const sendable = path.replace(/[^\x21-\xff]/gu, (character) => encodeURIComponent(character.toWellFormed()));
  const asked = request({ agent, port: new URL(site.origin).port, path: sendable }).end();
  try {
    const [answer] = await once(asked, 'response');
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode;
  } catch (error) {
    // Node itself breaks off what is longer than any header may be.
    if (sendable.length > 16_000) return 431;
    throw error;
  }
}

/** All that can be done to good links without the secret. */
function bentLinks(good: readonly string[]): fc.Arbitrary<string> {
  const cookie = createVisitorCookies(site.secret).create({ isSecure: false }).setCookie;
  const file = signPath(site.secret, { key: 'kept/x', fileName: 'x', expiresAt: new Date(4e12) });
  const signatures = [
    ...good.map((link) => link.slice(-43)),
    ...[cookie, file].flatMap((text) => text.match(/[\w-]{43}/g) ?? []),
  ];
  const link = fc.constantFrom(...good);
  const place = fc.nat({ max: 4000 });
  const token = (text: string) => text.slice(VIDEO_PATH.length);
  const payloadOf = (text: string) => token(text).slice(0, -44);
  const claimsOf = (text: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(payloadOf(text), 'base64url').toString());
  const withClaims = (text: string, claims: object | string) => {
    const json = typeof claims === 'string' ? claims : JSON.stringify({ ...claimsOf(text), ...claims });
    return `${VIDEO_PATH}${Buffer.from(json).toString('base64url')}${text.slice(-44)}`;
  };
  const claims = fc.oneof(
    fc.record({ p: fc.constantFrom(...LinkPurpose.options) }),
    fc.record({ p: fc.string() }),
    fc.record({ e: fc.oneof(fc.integer(), fc.double(), fc.constantFrom(4e9, Infinity, '9999999999')) }),
    fc.record({ f: fc.oneof(fc.string(), fc.constantFrom(...Object.values(IDS), 'zip', '../x')) }),
    fc.record({ u: fc.oneof(fc.webUrl(), fc.constantFrom('http://127.0.0.1/', 'file:///etc/passwd', `${FILM}&t=1`)) }),
    fc.dictionary(fc.string(), fc.jsonValue()),
  );
  return fc.oneof(
    fc.tuple(link, place, fc.nat({ max: 7 })).map(([text, at, bit]) => {
      const bytes = Buffer.from(text, 'latin1');
      const index = VIDEO_PATH.length + (at % (bytes.length - VIDEO_PATH.length));
      bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
      return bytes.toString('latin1');
    }),
    fc.tuple(link, place).map(([text, at]) => text.slice(0, VIDEO_PATH.length + (at % token(text).length))),
    fc.tuple(link, link).map(([one, other]) => `${one.slice(0, -43)}${other.slice(-43)}`),
    fc.tuple(link, fc.constantFrom(...signatures)).map(([text, other]) => `${text.slice(0, -43)}${other}`),
    fc.tuple(link, claims).map(([text, changed]) => withClaims(text, changed)),
    fc.tuple(link, fc.json()).map(([text, json]) => withClaims(text, json)),
    fc.tuple(link, fc.string({ unit: 'binary', minLength: 1 }), place).map(([text, more, at]) => {
      const index = VIDEO_PATH.length + (at % (token(text).length + 1));
      return text.slice(0, index) + more + text.slice(index);
    }),
    fc.tuple(link, fc.integer({ min: 4000, max: 30_000 })).map(([text, more]) => text + 'A'.repeat(more)),
    fc
      .tuple(fc.base64String(), fc.base64String({ minLength: 43, maxLength: 43 }))
      .map((parts) => VIDEO_PATH + parts.join('.')),
    fc
      .tuple(
        link,
        fc.constantFrom('./', '../', '/', 'x/../', '%2e/', '%2e%2e/video/', ';/', '\\', '//api/video/', '%00'),
      )
      .map(([text, trick]) => VIDEO_PATH + trick + token(text)),
    fc
      .tuple(
        link,
        fc.constantFrom('/', '/x', '/..', '%00', '%20', '+', '=', '==', '.', '#', '/file.mp4', ';v=1', '%2f'),
      )
      .map(([text, trick]) => text + trick),
    fc
      .tuple(link, fc.constantFrom('.', '%2e', '%252e', '..', '. ', '\u3002', '\u{1f3ac}'))
      .map(([text, dot]) => `${text.slice(0, -44)}${dot}${text.slice(-43)}`),
    fc.tuple(link, fc.func(fc.boolean())).map(([text, isUpper]) => {
      const other = [...token(text)].map((letter, at) => (isUpper(at) ? letter.toUpperCase() : letter.toLowerCase()));
      return VIDEO_PATH + other.join('');
    }),
  );
}

describe('a link that was bent', () => {
  test(
    `is refused, each of ${RUNS} times: no byte, no question to a platform, no line in the log`,
    { timeout: 180_000 },
    async () => {
      const good = LinkPurpose.options.map((purpose) => sign(purpose));
      const bent = fc.sample(bentLinks(good), { numRuns: RUNS, seed: SEED }).filter((path) => !good.includes(path));
      expect(bent.length).toBeGreaterThan(RUNS * 0.95);
      const accepted: string[] = [];
      const statuses = new Map<number, number>();
      const queue = bent.values();
      const work = async () => {
        for (const path of queue) {
          const status = await statusOf(path);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status < 400 || status >= 500) accepted.push(`${status} ${path.slice(0, 300)}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      expect(accepted).toEqual([]);
      expect([...statuses.keys()].every((status) => [400, 403, 418, 431].includes(status))).toBe(true);
      expect(logged).toEqual([]);
      expect(platforms.log).toEqual([]);
      // The links themselves are good, so it was the bending.
      for (const path of good) expect(await statusOf(path)).toBe(200);
    },
  );
});

test.each(LinkPurpose.options)('a link for %s cannot be replayed after its end', async (purpose) => {
  const expiresAtS = Math.ceil(Date.now() / 1000) + 2;
  const path = sign(purpose, { expiresAtS });
  expect(await statusOf(path)).toBe(200);
  await sleep(expiresAtS * 1000 - Date.now() + 1);
  platforms.reset();
  expect(await statusOf(path)).toBe(410);
  expect(platforms.log).toEqual([]);
});

describe('a link that we signed', () => {
  let victim: ReturnType<typeof createServer>;
  let visits = 0;
  beforeAll(async () => {
    victim = createServer((_, res) => res.end('secret')).on('connection', () => visits++);
    victim.listen(0, '127.0.0.1');
    await once(victim, 'listening');
  });
  afterAll(() => victim.close());

  test.each(LinkPurpose.options)('for %s leads nowhere but to media of the platforms', async (purpose) => {
    const { port } = victim.address() as AddressInfo;
    const addresses = [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/video.mp4`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://2130706433:${port}/`,
      `https://www.youtube.com@127.0.0.1:${port}/watch?v=OKvideo0001`,
      `https://youtube.com.127.0.0.1.nip.io:${port}/watch?v=OKvideo0001`,
      `https://www.youtube.com:${port}/robots.txt`,
      'https://www.youtube.com/robots.txt',
      'https://rr1---sn-replica.googlevideo.com/videoplayback?id=1',
      'https://i.ytimg.com/vi/OKvideo0001/maxresdefault.jpg',
      'https://example.com/watch?v=OKvideo0001',
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'data:text/html,x',
      'javascript:alert(1)',
      '//127.0.0.1/',
      'not an address',
      '',
    ];
    for (const canonicalUrl of addresses) {
      for (const query of ['', purpose === 'thumbnail' ? '?w=80' : '', purpose === 'storyboard' ? '?sheet=0' : '']) {
        const status = await statusOf(sign(purpose, { canonicalUrl }) + query);
        expect([400, 403, 404, 422], `${purpose} ${canonicalUrl} ${status}`).toContain(status);
      }
    }
    expect(visits).toBe(0);
    expect(platforms.log).toEqual([]);
    expect(logged).toEqual([]);
  });
});
