import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EXTRACTOR_SOURCES } from './extractor-sources.ts';
import { lastLine } from './failing.ts';
import { ENGINE } from './paths.mjs';
import { fetchPython } from './programs.ts';
import { step } from './progress.mjs';
import { askPython, atLeast, canExtract, type Python, pythonCandidates } from './python.ts';
import { EXTRACTOR_VERSION } from './versions.ts';

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
  const isNewEnough = atLeast(known.version, EXTRACTOR_VERSION.oldest);
  return isThere && isNewEnough && (!named || named === known.python) ? known : null;
}

/** The variables by which the server finds the extractor (src/server/env.ts). */
export function extractorEnvironment(extractor: Extractor | null): Record<string, string> {
  if (!extractor) return {};
  return { EXTRACTOR_PYTHON: extractor.python, EXTRACTOR_PATH: extractor.extractorPath ?? '' };
}

type Obtained = { extractor: Extractor | null; detail: string };

async function obtain(): Promise<Obtained> {
  const pythons: string[] = [];
  const asked = new Set<string>();
  for (const candidate of [VENV_PYTHON, ...pythonCandidates()]) {
    const python = await askPython(candidate, null);
    if (!python || asked.has(python.executable)) continue;
    asked.add(python.executable);
    if (canExtract(python)) return found(python, python.executable, null, 'was installed');
    pythons.push(python.executable);
  }
  for (const python of pythons) {
    for (const path of [process.env['EXTRACTOR_PATH'], PACKAGES]) {
      const complete = path && existsSync(path) ? await askPython(python, path) : null;
      if (path && complete && canExtract(complete)) return found(complete, python, path, 'was there');
    }
  }
  const python = pythons[0] ?? (await pythonOfOurOwn());
  if (python) return fetchExtractor(python);
  return { extractor: null, detail: 'no Python 3.11 or newer; install python3 and start again' };
}

async function fetchExtractor(python: string): Promise<Obtained> {
  const refusals: string[] = [];
  for (const { name, folder, isPython, fetch } of EXTRACTOR_SOURCES) {
    const target = join(ENGINE, folder);
    const fresh = `${target}.new`;
    try {
      await rm(fresh, { recursive: true, force: true });
      await fetch(python, fresh);
      await rm(target, { recursive: true, force: true });
      await rename(fresh, target);
      const [program, path] = isPython ? [VENV_PYTHON, null] : [python, target];
      const complete = await askPython(program, path);
      if (complete && canExtract(complete)) return found(complete, program, path, name);
      refusals.push(`${name}: too old or incomplete`);
    } catch (error) {
      refusals.push(`${name}: ${lastLine(error)}`);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  }
  return { extractor: null, detail: `could not be fetched\n    ${refusals.join('\n    ')}` };
}

/** On a machine without Python. Named by its wrapper, since the program alone does not find its libraries. */
async function pythonOfOurOwn(): Promise<string | null> {
  try {
    const program = await fetchPython();
    return (await askPython(program, null)) && program;
  } catch {
    // Offline or not a Debian: what to do is said by the caller.
    return null;
  }
}

function found(seen: Python, python: string, extractorPath: string | null, how: string): Obtained {
  const { version: pythonVersion, keepsConnections, jsChallenges } = seen;
  const version = seen.extractor ?? '';
  return {
    extractor: { python, extractorPath, pythonVersion, version, keepsConnections, jsChallenges },
    detail: `yt-dlp ${version} on Python ${pythonVersion} (${how})`,
  };
}
