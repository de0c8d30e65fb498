import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_STATUS } from '../../src/uncaught-errors.ts';
import { type Platforms, startPlatforms } from '../platforms/server.ts';
import { copyFirstStart } from '../setup/first-start.ts';
import { freePort } from '../setup/ports.ts';
import { siteSettings } from './cluster.ts';
import { createSiteProcess, type SiteProcess } from './site-process.ts';

const ORIGIN = 'https://site.example';
const FOREIGN = 'evil.example';

let platforms: Platforms;
let folder: string;
let port: number;
let site: SiteProcess;

beforeAll(async () => {
  platforms = await startPlatforms();
  folder = await mkdtemp(join(tmpdir(), 'clipferry-front-'));
  await copyFirstStart(join(folder, 'data'));
  port = await freePort();
  // Some time after it is asked to, an error that nothing catches.
  const fault = join(folder, 'fault.mjs');
  await writeFile(
    fault,
    "process.on('SIGUSR2', () => setTimeout(() => { throw new Error('a fault for the test') }, 10));\n",
  );
  site = createSiteProcess('site', 'web', {
    ...siteSettings(platforms),
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    PUBLIC_ORIGIN: ORIGIN,
    EXTRA_HOSTS: '*.site.example',
    SECURITY_CONTACT: 'mailto:security@site.example',
    NODE_OPTIONS: `--import=${fault}`,
  });
  await site.start();
});
afterAll(async () => {
  await site.close();
  await platforms.close();
  await rm(folder, { recursive: true, force: true });
});

async function ask(path: string, host: string, headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, host: '127.0.0.1', agent: false, headers: { host, ...headers } }, resolve).on('error', reject);
  });
  let body = '';
  for await (const part of response.setEncoding('utf8')) body += part;
  return { status: response.statusCode, headers: response.headers, body };
}

describe('a Host', () => {
  const PATHS = [
    '/',
    '/youtube',
    '/fr/youtube',
    '/robots.txt',
    '/sitemap.xml',
    '/youtube?u=1',
    '/youtube/_payload.json',
    '/api/v1/platforms',
    '/api/v1/health',
    '/api/graphql',
    '/api/cobalt/',
    '/identity/',
    '/files/x',
    '/no/such/page',
  ];

  test.each(PATHS)('that is not ours is refused at %s, and its name kept nowhere', async (path) => {
    const refused = await ask(path, FOREIGN);
    expect(refused.status).toBe(421);
    expect(refused.headers['cache-control']).toBe('no-store');
    const ours = await ask(path, 'site.example');
    expect(ours.status).not.toBe(421);
    expect(JSON.stringify([refused, ours])).not.toContain(FOREIGN);
  });

  test('is refused in the language of the path', async () => {
    const { body } = await ask('/ja/youtube', FOREIGN);
    expect(body).toContain('<html lang="ja-JP">');
    expect(body).toContain('PUBLIC_ORIGIN');
  });

  test('of ours is answered as the public one', async () => {
    for (const host of ['site.example', 'fr.site.example', '127.0.0.1', `localhost:${port}`]) {
      const { status, body } = await ask('/youtube', host);
      expect([host, status]).toEqual([host, 200]);
      expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/youtube"`);
    }
  });

  test('of a supervisor is any', async () => {
    expect((await ask('/healthz', 'web-1')).status).toBe(200);
    expect((await ask('/readyz', 'web-1')).status).toBe(200);
  });
});

test('by https, browsers are told to stay there, whatever they fetch', async () => {
  for (const path of ['/youtube', '/', '/robots.txt', '/favicon.svg', '/api/v1/health', '/no/such/page'])
    expect((await ask(path, 'site.example')).headers['strict-transport-security'], path).toBe('max-age=31536000');
});

test('security.txt names whom the operator named', async () => {
  const { status, body } = await ask('/.well-known/security.txt', 'site.example');
  expect(status).toBe(200);
  expect(body).toMatch(
    /^Contact: mailto:security@site\.example\nExpires: \d{4}-.+Z\nCanonical: https:\/\/site\.example\/\.well-known\/security\.txt\n$/,
  );
});

test('the site says at start that without SMTP nobody gets a code, and what to set', () => {
  expect(site.output()).toContain('There is no SMTP_URL: nobody gets a code');
  expect(site.output()).toContain('IDENTITY_TRIAL=on');
});

test('what a client sends forges no line of the log and moves no terminal', async () => {
  await ask('/youtube?u=%1b%5b2J%0a12:00:00%20info%20forged', 'site.example', {
    'user-agent': 'a\u009b31m',
    'x-request-id': 'a%0aforged',
  });
  expect(site.output().replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(site.output()).not.toMatch(/^12:00:00/m);
});

test('an error that nothing caught is logged, and ends the process in order, with a status that says so', async () => {
  const until = Date.now() + 30_000;
  process.kill(site.pid(), 'SIGUSR2');
  while (site.isUp() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(site.isUp()).toBe(false);
  expect(site.output()).toMatch(/error An error that nothing caught: Error: a fault for the test/);
  expect(site.output()).toContain('The process ends, once what runs has ended.');
  expect(await site.close()).toBe(ERROR_STATUS);
  await site.start();
  expect((await ask('/youtube', 'site.example')).status).toBe(200);
});
