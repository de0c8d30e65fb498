import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasDebianPackages, unpackPackages } from '../debian.mjs';
import { withPip } from './pip.ts';
import { runQuietly } from '../run-quietly.mjs';
import { EXTRACTOR_VERSION } from './versions.ts';

/** One way to get yt-dlp into a folder of the project. */
export type ExtractorSource = {
  name: string;
  /** Under .engine/. */
  folder: 'venv' | 'python';
  /** Whether the folder is a Python of its own (a venv) rather than packages for PYTHONPATH. */
  isPython: boolean;
  fetch(python: string, into: string): Promise<void>;
};

const RELEASE = `https://github.com/yt-dlp/yt-dlp/releases/download/${EXTRACTOR_VERSION.tested}`;

/** What pip installs, and nothing else: exact versions with the hashes of their files (`npm run extractor -- --pin` writes it). */
export const REQUIREMENTS = join(import.meta.dirname, '..', 'extractor-requirements.txt');

/** All that there is: yt-dlp with the scripts for YouTube's challenges, and browsers' fingerprints. */
export const PIP: ExtractorSource = {
  name: 'pip',
  folder: 'venv',
  isPython: true,
  fetch: (python, into) => installWithPip(python, into, REQUIREMENTS),
};

/** The same for a Python that no venv can be made of: the one that was unpacked into the project, which its wrapper alone can start. */
export const PIP_WITHOUT_VENV: ExtractorSource = {
  name: 'pip',
  folder: 'python',
  isPython: false,
  fetch: (python, into) => install(python, ['install', '--target', into], REQUIREMENTS),
};

/** Without pip's index, in order of preference; neither has all parts. */
export const OTHER_SOURCES: ExtractorSource[] = [
  { name: 'Debian packages', folder: 'python', isPython: false, fetch: unpackDebianPackages },
  { name: 'official release', folder: 'python', isPython: false, fetch: unpackRelease },
];

/** Installs wheels into a new venv, as their hashes say; throws with what pip said. */
export async function installWithPip(python: string, into: string, requirements: string): Promise<void> {
  await runQuietly('venv', python, ['-m', 'venv', '--without-pip', into]);
  // The venv's scripts would name the folder it is made in, so pip runs from outside and installs into it.
  await install(python, ['--python', join(into, 'bin/python'), 'install'], requirements);
}

async function install(python: string, place: string[], requirements: string): Promise<void> {
  // Workers keep compiled code in a place of their own.
  const what = [
    '--require-hashes',
    '--no-deps',
    '--only-binary',
    ':all:',
    '--no-compile',
    '--requirement',
    requirements,
  ];
  await withPip(python, (pip) => pip('pip', [...place, ...what]));
}

/**
 * yt-dlp and what it needs from Debian's newest suite; compiled packages from the stable suite whose Python is 3.11.
 * Stable's own requests and urllib3 are too old and silently cost three to four connections for each extraction.
 */
async function unpackDebianPackages(_python: string, into: string): Promise<void> {
  if (!hasDebianPackages()) throw new Error('no apt here');
  const unpacked = await mkdtemp(join(tmpdir(), 'clipferry-extractor-'));
  try {
    await unpackPackages(
      [
        ...['yt-dlp', 'python3-requests', 'python3-urllib3', 'python3-mutagen', 'python3-certifi'].map(
          (name) => `${name}/sid`,
        ),
        ...['python3-pycryptodome', 'python3-charset-normalizer', 'python3-idna'].map((name) => `${name}/bookworm`),
      ],
      ['sid', 'bookworm'],
      unpacked,
    );
    await cp(join(unpacked, 'usr/lib/python3/dist-packages'), into, { recursive: true, dereference: true });
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

/** The project's own release, against the checksums published with it. */
async function unpackRelease(python: string, into: string): Promise<void> {
  const [archive, sums] = await Promise.all([download('yt-dlp'), download('SHA2-256SUMS')]);
  const published = /^([0-9a-f]{64}) {2}yt-dlp$/m.exec(sums.toString('utf8'))?.[1];
  const actual = createHash('sha256').update(archive).digest('hex');
  if (actual !== published)
    throw new Error(`checksum ${actual} is not the published ${published ?? 'one, which is missing'}`);
  const file = `${into}.zip`;
  await mkdir(into, { recursive: true });
  await writeFile(file, archive);
  try {
    await runQuietly('unzip', python, ['-m', 'zipfile', '-e', file, into]);
  } finally {
    await rm(file, { force: true });
  }
}

async function download(name: string): Promise<Buffer> {
  const response = await fetch(`${RELEASE}/${name}`, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${RELEASE}/${name} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
