import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDownloaderClient } from '#/server/http/client.ts';
import { type Platforms, startPlatforms } from '../platforms/server.ts';
import { freePort } from '../setup/ports.ts';
import { API_KEY, siteSettings } from './cluster.ts';
import { createSiteProcess } from './site-process.ts';
import { value } from './visitor.ts';

const ROOT = join(import.meta.dirname, '../..');
const LINK = 'https://x.com/replica/status/1800000000000000001';
/** What is the same wherever it is installed, and only large. The extractor is found where it is here. */
const LINKED = ['node_modules', '.engine/venv'];

let platforms: Platforms;
let image: string;

beforeEach(async () => {
  platforms = await startPlatforms();
  image = await mkdtemp(join(tmpdir(), 'clipferry-image-'));
  await symlink(join(ROOT, 'node_modules'), join(image, 'node_modules'));
  for (const path of (await copiedPaths()).filter((path) => !LINKED.includes(path))) {
    await mkdir(dirname(join(image, path)), { recursive: true });
    await cp(join(ROOT, path), join(image, path), { recursive: true });
  }
});
afterEach(async () => {
  await rm(image, { recursive: true, force: true });
  await platforms.close();
});

/** What the Dockerfile's last stage takes over from the first; each lies in the same place in both. */
async function copiedPaths(): Promise<string[]> {
  const text = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).replaceAll(/\\\n\s*/g, '');
  return [...text.matchAll(/^COPY --from=pruned (.+) (\S+)$/gm)].flatMap(([, from = '', to = '']) =>
    from.split(' ').map((source) => {
      const path = relative('/app', source);
      expect([path, dirname(path)]).toContain(relative('/app', resolve('/app', to)) || '.');
      return path;
    }),
  );
}

test('what the image takes over of the repository is enough to serve pages and to read links', async () => {
  const port = await freePort();
  const place = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(image, 'data') };
  const site = createSiteProcess('image', 'web', { ...siteSettings(platforms), ...place }, image);
  await site.start();
  const origin = `http://127.0.0.1:${port}`;
  expect((await fetch(`${origin}/youtube`)).status).toBe(200);
  const client = createDownloaderClient({ origin, apiKey: API_KEY, fetch });
  const { media } = value(await client.resolve(LINK, { onBehalf: { visitorId: null, address: '203.0.113.7' } }));
  expect(media.formats.length).toBeGreaterThan(0);
  expect(await site.close()).toBe(0);
});
