import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { startSite, type TestSite } from '../../../../tests/setup/site.ts';
import { bentLinks, isGood } from '#/server/service/links/fixtures/bent-links.ts';
import { createLinkSigner, LinkPurpose, type LinkScope } from '#/server/service/links/links.ts';
import { createVisitorCookies } from '#/server/http/visitor-cookie.ts';
import { signPath } from '#/server/bucket/signed-path.ts';

const FILM = 'https://www.youtube.com/watch?v=OKvideo0001';
/** `npm run soak -- links` tries more, by another seed each time. */
const RUNS = Number(process.env['SOAK_LINKS'] ?? 1_000);
const SEED = Number(process.env['SOAK_SEED'] ?? 20_261_121);
/** Of a machine that is busy with other things. */
const MS_EACH = 18;
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

/** Of other things that the same secret signs. */
function otherSignatures(): string[] {
  const { setCookie } = createVisitorCookies(site.secret).create({ isSecure: false });
  const file = signPath(site.secret, { key: 'kept/x', fileName: 'x', expiresAt: new Date(4e12) });
  return [setCookie, file].flatMap((text) => text.match(/(?<=[.=])[\w-]{43}(?![\w-])/g) ?? []);
}

describe('a link that was bent', () => {
  test(
    `is refused, each of ${RUNS} times: no byte, no question to a platform, no line in the log`,
    { timeout: 180_000 + RUNS * MS_EACH },
    async () => {
      const good = LinkPurpose.options.map((purpose) => sign(purpose));
      const bent = fc
        .sample(bentLinks(good, otherSignatures()), { numRuns: RUNS, seed: SEED })
        .filter((path) => !isGood(path, good));
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
