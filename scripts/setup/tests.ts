import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { ensureCertificates } from '../../tests/platforms/certificates.ts';
import { ensureMedia } from '../../tests/platforms/make-media.ts';
import {
  CHROMIUM,
  FFMPEG,
  findProgram,
  HEADLESS_SHELL,
  NGINX,
  OPENSSL,
  pathWithPrograms,
  POSTGRES,
  prepareProgram,
  requireProgram,
} from './programs.ts';
import { hasDebianPackages } from './debian.mjs';
import { step } from './progress.mjs';

/** What tests and the demo need beyond the site: programs that make the replicas' media and certificates, and a browser. */
export async function prepareReplicas(): Promise<void> {
  await requireProgram(OPENSSL);
  await requireProgram(FFMPEG);
  process.env['PATH'] = pathWithPrograms();
  // Here and not by the first tests that need them, which may be several at once.
  await step('Replicas', async () => {
    ensureCertificates();
    return { detail: `${Object.keys(ensureMedia()).length} files to serve` };
  });
}

/** The database server that the store's contract is tried on (tests/setup/postgres.ts), and what stands before several web nodes. */
export async function prepareServers(): Promise<void> {
  await prepareProgram(POSTGRES);
  await prepareProgram(NGINX);
}

/** Tells tests and benchmarks where the browser is (tests/e2e/browser.ts): the whole one. */
export async function prepareBrowser(): Promise<void> {
  const chromium = await prepareProgram(CHROMIUM);
  if (chromium) process.env['CHROMIUM_PATH'] = chromium;
}

/** Tells tests where the browser without windows is; the whole one where it is not packaged. */
export async function prepareHeadlessBrowser(): Promise<void> {
  const isPackaged = findProgram(HEADLESS_SHELL.names) || hasDebianPackages();
  const shell = isPackaged ? await prepareProgram(HEADLESS_SHELL) : null;
  if (shell) process.env['CHROMIUM_PATH'] = shell;
  else await prepareBrowser();
}

/** More than a run of all tests has among the temporary files at once: databases, kept files, profiles of the browser. */
const TEMPORARY_GIGABYTES = 4;

/** Says beforehand that the disk is too full. Tests that fail for it, one after another, do not tell why. */
export async function prepareSpace(): Promise<void> {
  const folder = tmpdir();
  const { bavail, bsize } = await statfs(folder);
  const free = (bavail * bsize) / 1e9;
  if (free >= TEMPORARY_GIGABYTES) return;
  throw new Error(
    `The tests need ${TEMPORARY_GIGABYTES} GB in ${folder}, where ${free.toFixed(1)} GB are free. Make room, or set TMPDIR to another place.`,
  );
}
