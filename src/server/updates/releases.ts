import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Pin, PinnedFile } from '#/server/store/tables/extractor-versions.ts';
import type { Pip } from './pip.ts';

/** The package that is the extractor, as indexes call it. */
const EXTRACTOR = 'yt-dlp';

/** What yt-dlp's releases name the versions by that they were made with (its pyproject.toml): for `default`, and for `curl-cffi`. */
const PIN_EXTRAS = ['pin', 'pin-curl-cffi'];

/** Installs nothing but files as they are: no package is built, and none brings others along. */
const AS_THEY_ARE = ['install', '--no-deps', '--only-binary', ':all:'];

/** What pip says it would install (its `--report`), as far as it is used. */
const Report = v.object({
  install: v.array(
    v.object({
      metadata: v.object({
        name: v.string(),
        version: v.string(),
        requires_dist: v.optional(v.array(v.string()), []),
      }),
      download_info: v.object({
        url: v.string(),
        archive_info: v.optional(v.object({ hashes: v.optional(v.object({ sha256: v.optional(v.string()) })) })),
      }),
    }),
  ),
});
type Report = v.InferOutput<typeof Report>;

/** A release, and the packages that it was made with, itself the first. */
export type Release = { version: string; pins: Pin[] };

/** A file to install, of a package at a version. */
type PackageFile = Pin & PinnedFile;

/** The newest release of the index that runs on the interpreter, or the one of this version. Rejects as pip does. */
export async function askRelease(pip: Pip, version?: string, signal?: AbortSignal): Promise<Release> {
  const { install } = await wouldInstall(pip, [version === undefined ? EXTRACTOR : `${EXTRACTOR}==${version}`], signal);
  const [release] = install;
  if (!release) throw new Error(`the index has no ${EXTRACTOR}`);
  const { version: found, requires_dist: dependencies } = release.metadata;
  return { version: found, pins: [{ name: EXTRACTOR, version: found }, ...readPins(dependencies)] };
}

/**
 * The files of a release for the interpreter, with the hashes that the index has for them. An index may be some days behind: of what it
 * does not have, the newest before that. Rejects as pip does, and where a file has no hash.
 */
export async function askFiles(pip: Pip, pins: readonly Pin[], signal?: AbortSignal): Promise<PackageFile[]> {
  const wanted = pins.map(({ name, version }) => `${name}${name === EXTRACTOR ? '==' : '<='}${version}`);
  const { install } = await wouldInstall(pip, wanted, signal);
  return install.map(({ metadata: { name, version }, download_info: { url, archive_info: archive } }) => {
    const sha256 = archive?.hashes?.sha256;
    const file = decodeURIComponent(new URL(url).pathname).split('/').at(-1) ?? '';
    if (!sha256) throw new Error(`the index has no hash of ${file}`);
    return { name, version, file, sha256 };
  });
}

/** Installs files into a folder, and nothing that has other bytes. Rejects as pip does. */
export async function installFiles(
  pip: Pip,
  files: readonly PackageFile[],
  into: string,
  signal?: AbortSignal,
): Promise<void> {
  await inScratch(async (folder) => {
    const requirements = join(folder, 'requirements.txt');
    await writeFile(requirements, files.map((file) => `${requirementOf(file)}\n`).join(''));
    // Workers keep compiled code in a place of their own.
    const what = [...AS_THEY_ARE, '--require-hashes', '--no-compile', '--target', into, '--requirement', requirements];
    await pip(what, signal);
  });
}

/** Of a release's dependencies those that are named by an exact version, for CPython. */
export function readPins(dependencies: readonly string[]): Pin[] {
  const pins = dependencies.flatMap((dependency) => {
    const [, name, version, condition = '', extra = ''] =
      /^([\w.-]+)==([\w.]+) ?;(.*)extra == ['"]([\w-]+)['"]\)?$/.exec(dependency) ?? [];
    const isForUs = PIN_EXTRAS.includes(extra) && !/implementation_name != ['"]cpython/.test(condition);
    return name && version && isForUs ? [[name, version] as const] : [];
  });
  return [...new Map(pins)].map(([name, version]) => ({ name, version }));
}

/** All hashes that are named in requirements as pip reads them. */
export function readHashes(requirements: string): ReadonlySet<string> {
  return new Set([...requirements.matchAll(/--hash[= ]sha256:([0-9a-f]{64})\b/g)].map(([, hash]) => hash ?? ''));
}

const requirementOf = ({ name, version, sha256 }: PackageFile) => `${name}==${version} --hash=sha256:${sha256}`;

function wouldInstall(pip: Pip, wanted: readonly string[], signal?: AbortSignal): Promise<Report> {
  return inScratch(async (folder) => {
    const report = join(folder, 'report.json');
    const nowhere = ['--dry-run', '--ignore-installed', '--target', join(folder, 'nothing'), '--report', report];
    await pip([...AS_THEY_ARE, ...nowhere, ...wanted], signal);
    return v.parse(Report, JSON.parse(await readFile(report, 'utf8')));
  });
}

async function inScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'clipferry-release-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
