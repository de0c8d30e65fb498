import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EXTRACTOR_SOURCES } from './extractor-sources.ts';
import { lastLine } from './failing.ts';
import { ENGINE } from './paths.mjs';
import { step } from './progress.mjs';
import { askPython, canExtract, type Python, pythonCandidates } from './python.ts';

/** What the server is told in EXTRACTOR_PYTHON and EXTRACTOR_PATH, and what the set-up has seen of it. */
export type Extractor = {
  python: string;
  /** Folder for PYTHONPATH; null: the Python's own packages. */
  extractorPath: string | null;
  pythonVersion: string;
  version: string;
  keepsConnections: boolean;
  jsChallenges: boolean;
};

export const EXTRACTOR_FILE = join(ENGINE, 'extractor.json');
/** Fetched packages, laid flat: yt_dlp/, requests/, urllib3/ … */
const PACKAGES = join(ENGINE, 'python');
const VENV_PYTHON = join(ENGINE, 'venv/bin/python');

/** Finds or fetches the extractor. Without one the site serves and says that downloads are unavailable, so nothing here throws. */
export async function prepareExtractor(): Promise<Extractor | null> {
  const { extractor } = await step('Extractor', async () => {
    const known = rememberedExtractor();
    if (known) return { detail: `yt-dlp ${known.version}, unchanged`, extractor: known };
    const { extractor: found, detail } = await obtain();
    await mkdir(ENGINE, { recursive: true });
    if (found) writeFileSync(EXTRACTOR_FILE, `${JSON.stringify(found, null, 2)}\n`);
    return { detail, extractor: found, missing: found === null };
  });
  return extractor;
}

/** The extractor of the last set-up, as long as what it names still exists. */
export function rememberedExtractor(): Extractor | null {
  if (!existsSync(EXTRACTOR_FILE)) return null;
  const known = JSON.parse(readFileSync(EXTRACTOR_FILE, 'utf8')) as Extractor;
  const named = process.env['EXTRACTOR_PYTHON'];
  const isThere = existsSync(known.python) && (known.extractorPath === null || existsSync(known.extractorPath));
  return isThere && (!named || named === known.python) ? known : null;
}

/** The variables by which the server finds the extractor (src/server/env.ts). */
export function extractorEnvironment(extractor: Extractor | null): Record<string, string> {
  if (!extractor) return {};
  return { EXTRACTOR_PYTHON: extractor.python, EXTRACTOR_PATH: extractor.extractorPath ?? '' };
}

async function obtain(): Promise<{ extractor: Extractor | null; detail: string }> {
  const pythons: Python[] = [];
  for (const candidate of [VENV_PYTHON, ...pythonCandidates()]) {
    const python = await askPython(candidate, null);
    if (!python || pythons.some(({ executable }) => executable === python.executable)) continue;
    if (canExtract(python)) return found(python, null, 'was installed');
    pythons.push(python);
  }
  const [first] = pythons;
  if (!first) return { extractor: null, detail: 'no Python 3.11 or newer; install python3 and start again' };

  const named = process.env['EXTRACTOR_PATH'];
  for (const python of pythons) {
    for (const path of [named, PACKAGES]) {
      if (!path || !existsSync(path)) continue;
      const complete = await askPython(python.executable, path);
      if (complete && canExtract(complete)) return found(complete, path, 'was there');
    }
  }

  const refusals: string[] = [];
  for (const source of EXTRACTOR_SOURCES) {
    const target = join(ENGINE, source.folder);
    const fresh = `${target}.new`;
    try {
      await rm(fresh, { recursive: true, force: true });
      await source.fetch(first.executable, fresh);
      await rm(target, { recursive: true, force: true });
      await rename(fresh, target);
      const path = source.isPython ? null : target;
      const complete = await askPython(source.isPython ? VENV_PYTHON : first.executable, path);
      if (complete && canExtract(complete)) return found(complete, path, source.name);
      refusals.push(`${source.name}: too old or incomplete`);
    } catch (error) {
      refusals.push(`${source.name}: ${lastLine(error)}`);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  }
  return { extractor: null, detail: `could not be fetched\n    ${refusals.join('\n    ')}` };
}

function found(python: Python, extractorPath: string | null, how: string): { extractor: Extractor; detail: string } {
  const { executable, version: pythonVersion, keepsConnections, jsChallenges } = python;
  const version = python.extractor ?? '';
  return {
    extractor: { python: executable, extractorPath, pythonVersion, version, keepsConnections, jsChallenges },
    detail: `yt-dlp ${version} on Python ${pythonVersion} (${how})`,
  };
}
