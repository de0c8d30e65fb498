import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { lacking } from './parts.ts';
import { type ExtractorSource, OTHER_SOURCES, PIP, PIP_WITHOUT_VENV, REQUIREMENTS } from './sources.ts';
import { lastLine } from '../failing.ts';
import { fingerprint } from '../fingerprint.mjs';
import { ENGINE, ROOT } from '../paths.mjs';
import { fetchPython, OWN_PYTHON } from '../programs.ts';
import { step } from '../progress.mjs';
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
  browserFingerprints: boolean;
  /** When a better one was looked for the last time, in milliseconds since 1970, and by which requirements; null: never. */
  tried: { atMs: number; requirements: string } | null;
};

const EXTRACTOR_FILE = join(ENGINE, 'extractor.json');
/** Fetched packages, laid flat: yt_dlp/, requests/, urllib3/ … */
const PACKAGES = join(ENGINE, 'python');
const VENV_PYTHON = join(ENGINE, 'venv/bin/python');
const DAY_MS = 86_400_000;

/**
 * Finds or fetches the extractor. Without one the site serves and says that downloads are unavailable, so nothing here throws.
 * `again` looks for a better one now, whatever there is; otherwise that is done when `isDue`.
 */
export async function prepareExtractor({ again = false } = {}): Promise<Extractor | null> {
  const { extractor } = await step('Extractor', async () => {
    const known = rememberedExtractor();
    if (known && !again && !isDue(known)) return told({ extractor: known, how: 'unchanged', refusals: [] });
    const obtained = known ? await better(known) : await obtain();
    const { extractor: found } = obtained;
    await mkdir(ENGINE, { recursive: true });
    if (found) {
      found.tried = { atMs: Date.now(), requirements: requirementsMark() };
      writeFileSync(`${EXTRACTOR_FILE}.new`, `${JSON.stringify(found, null, 2)}\n`);
      await rename(`${EXTRACTOR_FILE}.new`, EXTRACTOR_FILE);
    }
    return told(obtained);
  });
  return extractor;
}

/** The extractor of the last set-up, as long as what it names still exists. */
export function rememberedExtractor(file = EXTRACTOR_FILE): Extractor | null {
  const read = existsSync(file) && readExtractorFile(file);
  if (!read) return null;
  const known = { ...read, browserFingerprints: read.browserFingerprints ?? false, tried: read.tried ?? null };
  const named = process.env['EXTRACTOR_PYTHON'];
  const isThere = existsSync(known.python) && (known.extractorPath === null || existsSync(known.extractorPath));
  const isNewEnough = atLeast(known.version, EXTRACTOR_VERSION.oldest);
  return isThere && isNewEnough && (!named || named === known.python) ? known : null;
}

/** null: a full disk or an end in the middle has left a file that nobody can read, and the extractor is looked for again. */
function readExtractorFile(file: string): Extractor | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Extractor;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The variables by which the server finds the extractor (src/server/env.ts). */
export function extractorEnvironment(extractor: Extractor | null): Record<string, string> {
  if (!extractor) return {};
  return { EXTRACTOR_PYTHON: extractor.python, EXTRACTOR_PATH: extractor.extractorPath ?? '' };
}

/**
 * Whether a better extractor is to be looked for: this one lacks a part, or the requirements have changed since it was installed by them.
 * With the same requirements once a day at most, since where there is no index that is waited for. One that somebody has named stays.
 */
export function isDue(
  { tried, python, extractorPath, ...parts }: Extractor,
  { nowMs = Date.now(), requirements = requirementsMark() } = {},
): boolean {
  if (process.env['EXTRACTOR_PYTHON'] || process.env['EXTRACTOR_PATH']) return false;
  const isWhole = lacking(parts) === '';
  const isOurs = python === VENV_PYTHON || extractorPath === PACKAGES;
  if (tried?.requirements !== requirements) return isOurs || !isWhole;
  return !isWhole && nowMs - tried.atMs > DAY_MS;
}

const requirementsMark = () => fingerprint([relative(ROOT, REQUIREMENTS)]);

/** What was found, how, and what was tried in vain before. */
type Obtained = { extractor: Extractor | null; how: string; refusals: string[] };

/** As a step of the set-up says it: in one line, unless something was tried in vain. */
function told({ extractor, how, refusals }: Obtained) {
  const lines = refusals.map((refusal) => `\n    ${refusal}`).join('');
  if (!extractor) return { detail: `${how}${lines}`, extractor, missing: true };
  const lacks = lacking(extractor);
  const what = `yt-dlp ${extractor.version} on Python ${extractor.pythonVersion} (${how})`;
  return { detail: `${what}${lacks && `, ${lacks}`}${lines}`, extractor, missing: lacks !== '' };
}

async function obtain(): Promise<Obtained> {
  const pythons = await pythonsHere();
  const here = await extractorHere(pythons);
  if (here && (lacking(here) === '' || isNamed(here))) return { extractor: here, how: 'was there', refusals: [] };
  const python = pythons[0] ?? (await pythonOfOurOwn());
  if (!python) {
    const how = 'no Python 3.11 or newer; install python3 and start again';
    return { extractor: here, how: here ? 'was there' : how, refusals: [] };
  }
  const byPip = await fetchByPip(python);
  if (byPip.extractor) return byPip;
  if (here) return { extractor: here, how: 'was there', refusals: byPip.refusals };
  const fetched = await fetchExtractor(python, OTHER_SOURCES);
  return { ...fetched, refusals: [...byPip.refusals, ...fetched.refusals] };
}

/** Whether somebody has named it in the settings, and not only a Python for ours. */
function isNamed({ extractorPath }: Extractor): boolean {
  const { EXTRACTOR_PYTHON: python, EXTRACTOR_PATH: path } = process.env;
  return extractorPath ? extractorPath === path : Boolean(python);
}

/** By pip, in place of one that was found before; that one again where pip has no success. */
async function better(known: Extractor): Promise<Obtained> {
  const [python] = await pythonsHere();
  const byPip = await fetchByPip(python ?? known.python);
  return byPip.extractor ? byPip : { extractor: known, how: 'unchanged', refusals: byPip.refusals };
}

/** The interpreters of this machine that are new enough, most specific first. */
async function pythonsHere(): Promise<string[]> {
  const asked = await Promise.all(pythonCandidates().map((candidate) => askPython(candidate, null)));
  return [...new Set(asked.flatMap((python) => (python ? [python.executable] : [])))];
}

/** The first extractor of this machine that lacks nothing; else the first. */
async function extractorHere(pythons: readonly string[]): Promise<Extractor | null> {
  const folders = [null, process.env['EXTRACTOR_PATH'], PACKAGES].filter(
    (path) => path === null || (path && existsSync(path)),
  );
  const places = folders.flatMap((path) => pythons.map((python) => ({ python, path: path ?? null })));
  const own = { python: VENV_PYTHON, path: null };
  let first: Extractor | null = null;
  for (const { python, path } of process.env['EXTRACTOR_PYTHON'] ? [...places, own] : [own, ...places]) {
    const seen = await askPython(python, path);
    if (!seen || !canExtract(seen)) continue;
    const extractor = asSeen(seen, python, path);
    if (lacking(extractor) === '') return extractor;
    first ??= extractor;
  }
  return first;
}

function fetchByPip(python: string): Promise<Obtained> {
  return fetchExtractor(python, [python === OWN_PYTHON ? PIP_WITHOUT_VENV : PIP]);
}

async function fetchExtractor(python: string, sources: ExtractorSource[]): Promise<Obtained> {
  const refusals: string[] = [];
  for (const { name, folder, isPython, fetch } of sources) {
    const target = join(ENGINE, folder);
    const fresh = `${target}.new`;
    const [program, path] = isPython ? [join(fresh, 'bin/python'), null] : [python, fresh];
    try {
      await rm(fresh, { recursive: true, force: true });
      await fetch(python, fresh);
      // Before it takes another's place.
      const seen = await askPython(program, path);
      if (!seen || !canExtract(seen)) throw new Error('too old or incomplete');
      await rm(target, { recursive: true, force: true });
      await rename(fresh, target);
      const extractor = isPython ? asSeen(seen, VENV_PYTHON, null) : asSeen(seen, python, target);
      return { extractor, how: name, refusals };
    } catch (error) {
      refusals.push(`${name}: ${lastLine(error)}`);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  }
  return { extractor: null, how: 'could not be fetched', refusals };
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

function asSeen(
  { version: pythonVersion, extractor, keepsConnections, jsChallenges, browserFingerprints }: Python,
  python: string,
  extractorPath: string | null,
): Extractor {
  const parts = { keepsConnections, jsChallenges, browserFingerprints };
  return { python, extractorPath, pythonVersion, version: extractor ?? '', ...parts, tried: null };
}
