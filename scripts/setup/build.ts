import { existsSync, writeFileSync } from 'node:fs';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { prepareFonts } from '../pictures/fonts.ts';
import { fingerprint, isMarked } from './fingerprint.mjs';
import { BIN, ROOT } from './paths.mjs';
import { step } from './progress.mjs';
import { runQuietly } from './run-quietly.mjs';

const DIST = join(ROOT, 'dist');
const MARK_FILE = join(DIST, '.built');
const SOURCES = [
  'app.config.ts',
  'content',
  'messages',
  'package-lock.json',
  'project.authenticator.inlang/settings.json',
  'project.inlang/settings.json',
  'public',
  'scripts/pictures',
  'scripts/vite',
];
const COMPRESSED = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest', '.xml']);

/** Builds the site into dist/, when a source has changed. */
export async function buildSite(): Promise<void> {
  const mark = fingerprint([...SOURCES, 'src', 'tsconfig.json', 'vite.config.ts'], isBuilt);
  if (!isMarked(MARK_FILE, mark)) await prepareFonts();
  await step('Build', async () => {
    if (isMarked(MARK_FILE, mark)) return { detail: 'unchanged' };
    // Beside, then swapped: a build that fails leaves it as it was. A server that still runs from dist/ loses what it has not loaded yet
    // (docs/operations.md, A new version).
    const fresh = `dist.${process.pid}`;
    try {
      const env = { ...process.env, BUILD_DIR: fresh, NODE_ENV: 'production' };
      await runQuietly('build', join(BIN, 'vite'), ['build', '--logLevel', 'warn'], { env });
      await compressAssets(join(ROOT, fresh, 'client'));
      writeFileSync(join(ROOT, fresh, '.built'), mark);
      await rm(`${DIST}.old`, { recursive: true, force: true });
      if (existsSync(DIST)) await rename(DIST, `${DIST}.old`);
      await rename(join(ROOT, fresh), DIST);
    } finally {
      await rm(join(ROOT, fresh), { recursive: true, force: true });
      await rm(`${DIST}.old`, { recursive: true, force: true });
    }
    return { detail: 'built into dist/' };
  });
}

/** What is generated from sources that count already, and tests, do not change a build. */
function isBuilt(path: string): boolean {
  return !path.endsWith('/paraglide') && path !== 'src/routeTree.gen.ts' && !/\.(test|contract)\.tsx?$/.test(path);
}

/** Once at build time with the strongest setting, instead of for each visitor. */
async function compressAssets(folder: string): Promise<void> {
  const brotli = promisify(brotliCompress);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSED.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (content.length < 1024) continue;
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    await writeFile(`${file}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}
