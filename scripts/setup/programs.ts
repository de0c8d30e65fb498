import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { debianSuite, hasDebianPackages, unpackProgram } from './debian.mjs';
import { lastLine } from './failing.ts';
import { BIN, ENGINE, ROOT } from './paths.mjs';
import { step } from './progress.mjs';
import { runQuietly } from './run-quietly.mjs';

const exec = promisify(execFile);

/** A program of the system that tests need, and how it comes here where it is missing. */
type Program = {
  title: string;
  /** Names it may have, or absolute paths. */
  names: string[];
  /** `proof`: arguments with which it says its version, so that it is known to run. */
  debian: {
    packages: string[];
    /** Its path in the packages, with `*` for a version that releases of Debian differ in. */
    binary: string;
    proof: string[];
    /** Further programs of the packages, by the same names. */
    also?: string[];
  };
  /** For systems without apt. */
  elsewhere?: () => Promise<string>;
};

const WRAPPERS = join(ENGINE, 'bin');

export const CHROMIUM: Program = {
  title: 'Chromium',
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  debian: {
    packages: ['chromium', 'fonts-dejavu-core'],
    binary: 'usr/lib/chromium/chromium',
    proof: ['--version', '--no-sandbox'],
  },
  elsewhere: downloadPlaywrightChromium,
};

/** The same browser without its windows: what tests run, which take a third less time with it. */
export const HEADLESS_SHELL: Program = {
  title: 'Headless Chromium',
  names: ['chromium-headless-shell'],
  debian: {
    packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
    binary: 'usr/lib/chromium/chromium-headless-shell',
    proof: ['--version', '--no-sandbox'],
  },
};

/** Makes the media that the replicas of the platforms serve. */
export const FFMPEG: Program = {
  title: 'ffmpeg',
  names: ['ffmpeg'],
  debian: { packages: ['ffmpeg'], binary: 'usr/bin/ffmpeg', proof: ['-version'], also: ['usr/bin/ffprobe'] },
};

/** Makes the replicas' certificates. */
export const OPENSSL: Program = {
  title: 'openssl',
  names: ['openssl'],
  debian: { packages: ['openssl'], binary: 'usr/bin/openssl', proof: ['version'] },
};

/** In front of several web nodes in tests; the upstream of benchmarks, and what they are compared with. */
export const NGINX: Program = {
  title: 'nginx',
  names: ['nginx', '/usr/sbin/nginx'],
  debian: { packages: ['nginx-light'], binary: 'usr/sbin/nginx', proof: ['-v'] },
};

/** What the store's tests run beside the embedded database: the oldest version that is supported, where there is a choice. */
export const POSTGRES: Program = {
  title: 'PostgreSQL',
  names: ['postgres', ...[15, 16, 17, 18].map((version) => `/usr/lib/postgresql/${version}/bin/postgres`)],
  debian: {
    packages: ['postgresql'],
    binary: 'usr/lib/postgresql/*/bin/postgres',
    proof: ['--version'],
    also: ['usr/lib/postgresql/*/bin/initdb'],
  },
};

/** Where `fetchPython` puts it. */
export const OWN_PYTHON = join(WRAPPERS, 'python3');

/** Python without touching the system; throws where there are no Debian packages. */
export function fetchPython(): Promise<string> {
  if (!hasDebianPackages()) throw new Error('no Debian packages here');
  return unpack('python3', { packages: ['python3'], binary: 'usr/bin/python3', proof: ['--version'] });
}

/**
 * A program's path: one that is installed, else fetched. As root it is installed with apt; otherwise Debian's packages are unpacked
 * into the project. null where neither works.
 */
export async function prepareProgram(program: Program): Promise<string | null> {
  const { path } = await step(program.title, async () => {
    const installed = findProgram(program.names);
    if (installed) return { detail: installed, path: installed };
    const refusals: string[] = [];
    for (const [how, fetch] of Object.entries(waysToGet(program))) {
      try {
        return { detail: `fetched (${how})`, path: await fetch() };
      } catch (error) {
        refusals.push(`${how}: ${lastLine(error)}`);
      }
    }
    const detail =
      refusals.length === 0
        ? 'is not here: install it with your package manager'
        : `could not be fetched\n    ${refusals.join('\n    ')}`;
    return { detail, path: null, missing: true };
  });
  return path;
}

/** The same for what nothing goes on without. */
export async function requireProgram(program: Program): Promise<string> {
  const path = await prepareProgram(program);
  if (!path) throw new Error(`Without ${program.title} this does not go on.`);
  return path;
}

/** Looks along PATH, the project's own programs included. */
export function findProgram(names: string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), WRAPPERS];
  return names.flatMap((name) => folders.map((folder) => resolve(folder, name))).find((path) => existsSync(path));
}

/** PATH with the programs that were fetched into the project, for those who call them by name. */
export function pathWithPrograms(): string {
  return `${process.env['PATH']}${delimiter}${WRAPPERS}`;
}

function waysToGet({ debian, elsewhere, names }: Program): Record<string, () => Promise<string>> {
  const isRoot = process.getuid?.() === 0;
  return {
    ...(isRoot && existsSync('/usr/bin/apt-get') ? { apt: () => installWithApt(debian.packages, names) } : {}),
    ...(hasDebianPackages() ? { 'Debian packages': () => unpack(names[0] ?? '', debian) } : {}),
    ...(elsewhere ? { Playwright: elsewhere } : {}),
  };
}

async function installWithApt(packages: string[], names: string[]): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patience = ['-oAcquire::http::Timeout=15', '-oAcquire::Retries=1'];
  await runQuietly('apt-update', 'apt-get', [...patience, 'update'], { env });
  await runQuietly(
    'apt-install',
    'apt-get',
    [...patience, 'install', '--yes', '--no-install-recommends', ...packages],
    { env },
  );
  const path = findProgram(names);
  if (!path) throw new Error(`apt installed ${packages.join(', ')}, but ${names[0]} is not on PATH`);
  return path;
}

/** The program with its libraries beside it, started by a wrapper that says where those are. */
async function unpack(name: string, { packages, binary, proof, also = [] }: Program['debian']): Promise<string> {
  const folder = join(ENGINE, 'programs', name);
  await rm(folder, { recursive: true, force: true });
  await unpackProgram(packages, [debianSuite()], folder);
  const libraries = ['usr/lib', 'lib'].flatMap((dir) => libraryFolders(join(folder, dir)));
  const wrap = (as: string, path: string): string => {
    const wrapper = join(WRAPPERS, as);
    const [program] = globSync(path, { cwd: folder });
    if (!program) throw new Error(`${packages.join(', ')} brought no ${path}`);
    mkdirSync(WRAPPERS, { recursive: true });
    const start = `LD_LIBRARY_PATH='${libraries.join(':')}' exec '${join(folder, program)}' "$@"`;
    writeFileSync(wrapper, `#!/bin/sh\n${start}\n`, { mode: 0o755 });
    return wrapper;
  };
  for (const program of also) wrap(basename(program), program);
  const wrapper = wrap(name, binary);
  await exec(wrapper, proof);
  return wrapper;
}

/** Folders that hold shared libraries, some of which sit one level below the architecture's own. */
function libraryFolders(dir: string): string[] {
  if (!existsSync(dir)) return [];
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return [...new Set(entries.filter(({ name }) => /\.so(\.|$)/.test(name)).map(({ parentPath }) => parentPath))];
}

async function downloadPlaywrightChromium(): Promise<string> {
  await runQuietly('playwright', join(BIN, 'playwright'), ['install', 'chromium'], { cwd: ROOT, timeoutMs: 300_000 });
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}
