import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pin } from '#/server/store/tables/extractor-versions.ts';
import { readPins } from '#/server/updates/releases.ts';
import { REQUIREMENTS } from './sources.ts';
import { withPip } from './pip.ts';
import { step } from '../progress.mjs';
import { EXTRACTOR_VERSION } from './versions.ts';

/** Those that yt-dlp runs on and its packages have wheels for. */
const PYTHONS = ['3.11', '3.12', '3.13', '3.14'];
const PROCESSORS = ['x86_64', 'aarch64'];
/** Of glibc 2.x and of the older names for some of them (PEP 600), and of musl (PEP 656). */
const GLIBC_MINORS = [5, 12, 17, 24, 26, 27, 28, 31, 34, 35, 38, 39];
const OLDER_NAMES = ['manylinux1', 'manylinux2010', 'manylinux2014'];
const MUSL_MINORS = [1, 2];
/** Older ones are taken as well by pip itself. */
const MACOS = ['macosx_15_0_x86_64', 'macosx_15_0_arm64'];

type Wheel = { name: string; version: string; sha256: string };
type Report = { install: { metadata: Metadata; download_info: DownloadInfo }[] };
type Metadata = { name: string; version: string; requires_dist?: string[] };
type DownloadInfo = { archive_info?: { hashes?: { sha256?: string } } };
/** Asks pip's index what the tested release was made with, for all systems, and writes the requirements. Throws where an answer is missing. */
export async function pinExtractor(python: string): Promise<void> {
  await step('Requirements', async () => {
    const pins = [{ name: 'yt-dlp', version: EXTRACTOR_VERSION.tested }, ...(await pinsOfRelease(python))];
    // An index may be some days behind: of what it does not have, the newest before that.
    const wanted = pins.map(({ name, version }) => `${name}<=${version}`);
    const wheels: Wheel[] = [];
    for (const tags of systems())
      for (const version of PYTHONS) wheels.push(...(await wheelsFor(python, version, tags, wanted)));
    writeFileSync(REQUIREMENTS, writeRequirements(wheels, pins));
    return {
      detail: `${pins.length} packages for ${EXTRACTOR_VERSION.tested}, ${olderOnes(wheels, pins).join(', ') || 'as released'}`,
    };
  });
}

/** The versions that the release itself names; throws where it names none. */
async function pinsOfRelease(python: string): Promise<Pin[]> {
  const { install } = await ask(python, [`yt-dlp==${EXTRACTOR_VERSION.tested}`]);
  const pins = readPins(install[0]?.metadata.requires_dist ?? []);
  if (pins.length === 0) throw new Error(`yt-dlp ${EXTRACTOR_VERSION.tested} does not say what it was made with`);
  return pins;
}

/** The tags of each system, which name the wheels it can use. */
function systems(): string[][] {
  const linux = PROCESSORS.flatMap((processor) => {
    const glibc = GLIBC_MINORS.map((minor) => `manylinux_2_${minor}_${processor}`);
    const older = OLDER_NAMES.map((name) => `${name}_${processor}`);
    return [[...glibc, ...older], MUSL_MINORS.map((minor) => `musllinux_1_${minor}_${processor}`)];
  });
  return [...linux, ...MACOS.map((tag) => [tag])];
}

async function wheelsFor(python: string, version: string, tags: string[], wanted: string[]): Promise<Wheel[]> {
  const system = ['--implementation', 'cp', '--python-version', version, ...tags.flatMap((tag) => ['--platform', tag])];
  const { install } = await ask(python, [...system, ...wanted]);
  return install.map(({ metadata, download_info: { archive_info: archive } }) => {
    const sha256 = archive?.hashes?.sha256;
    if (!sha256) throw new Error(`The index has no hash of ${metadata.name} ${metadata.version}`);
    return { name: metadata.name, version: metadata.version, sha256 };
  });
}

/** What pip would install, without installing it. */
async function ask(python: string, args: string[]): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'clipferry-pins-'));
  const report = join(folder, 'report.json');
  try {
    const nowhere = ['--dry-run', '--ignore-installed', '--target', join(folder, 'nothing'), '--report', report];
    const what = ['--no-deps', '--only-binary', ':all:', ...args];
    await withPip(python, (pip) => pip('pins', ['install', ...nowhere, ...what]));
    return JSON.parse(await readFile(report, 'utf8')) as Report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As pip reads it, one package after the other, always in the same order. Throws where systems would get different versions. */
export function writeRequirements(wheels: readonly Wheel[], pins: readonly Pin[]): string {
  const names = [...new Set(wheels.map(({ name }) => name))].toSorted();
  const entries = names.map((name) => {
    const own = wheels.filter((wheel) => wheel.name === name);
    const versions = [...new Set(own.map(({ version }) => version))];
    if (versions.length > 1) throw new Error(`${name} is needed as ${versions.join(' and ')}`);
    const hashes = [...new Set(own.map(({ sha256 }) => sha256))].toSorted();
    return [`${name}==${versions[0]}`, ...hashes.map((hash) => `    --hash=sha256:${hash}`)].join(' \\\n');
  });
  const remarks = [
    'Written by `npm run extractor -- --pin` for the version in versions.ts.',
    ...olderOnes(wheels, pins).map((older) => `The index had no newer one: ${older}.`),
  ];
  return `${[...remarks.map((remark) => `# ${remark}`), ...entries].join('\n')}\n`;
}

/** What the index has only in an older version than the release was made with. */
function olderOnes(wheels: readonly Wheel[], pins: readonly Pin[]): string[] {
  return pins.flatMap(({ name, version }) => {
    const got = wheels.find((wheel) => plain(wheel.name) === plain(name))?.version;
    return got === version ? [] : [`${name} ${got ?? 'missing'} instead of ${version}`];
  });
}

/** Names of packages are the same in capitals and with any of these signs (PEP 503). */
const plain = (name: string) => name.toLowerCase().replaceAll(/[-_.]+/g, '-');
