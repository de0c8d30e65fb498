import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE } from './paths.mjs';
import { runQuietly } from './run-quietly.mjs';

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const APT = join(ENGINE, 'apt');

/** Ends when nobody of this process uses apt's lists and cache: steps run at once, and there is one of each. */
let free = Promise.resolve();

/** Debian's release this runs on, such as `bookworm`. */
export function debianSuite() {
  return /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable';
}

/** Whether this is a Debian whose packages can be fetched and checked. */
export function hasDebianPackages() {
  return existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg') && existsSync(KEYRING);
}

/**
 * Fetches Debian packages and unpacks them into a folder, without root and without touching the system: apt works on lists and a
 * cache of its own, signatures checked as ever, and nothing is installed. A name may end with a suite: `python3-idna/bookworm`.
 * @param {string[]} packages
 * @param {string[]} suites
 * @param {string} into
 */
export function unpackPackages(packages, suites, into) {
  return alone(async () => {
    const options = await updateLists(suites);
    const downloads = join(APT, 'download');
    mkdirSync(downloads, { recursive: true });
    await runQuietly('apt-download', 'apt-get', [...options, 'download', ...packages], { cwd: downloads });
    await unpackAll(downloads, into);
  });
}

/**
 * The same for a program with all it depends on and the system lacks.
 * @param {string[]} packages
 * @param {string[]} suites
 * @param {string} into
 */
export function unpackProgram(packages, suites, into) {
  return alone(async () => {
    const options = await updateLists(suites);
    await runQuietly('apt-install', 'apt-get', [
      ...options,
      '-oDebug::NoLocking=1',
      '--yes',
      '--no-install-recommends',
      '--download-only',
      'install',
      ...packages,
    ]);
    await unpackAll(join(APT, 'cache/archives'), into);
  });
}

/** @param {() => Promise<void>} work */
function alone(work) {
  const mine = free.then(work);
  // A failure is its caller's; the next one begins all the same.
  free = Promise.allSettled([mine]).then(() => undefined);
  return mine;
}

/** @param {string[]} suites */
async function updateLists(suites) {
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(APT, folder), { recursive: true });
  const sources = join(APT, 'sources.list');
  const lines = suites.map((suite) => `deb [signed-by=${KEYRING}] http://deb.debian.org/debian ${suite} main`);
  writeFileSync(sources, `${lines.join('\n')}\n`);
  const options = [
    `-oDir::State::Lists=${join(APT, 'lists')}`,
    `-oDir::Cache=${join(APT, 'cache')}`,
    `-oDir::Etc::SourceList=${sources}`,
    '-oDir::Etc::SourceParts=/dev/null',
    '-oAPT::Sandbox::User=',
    '-oAPT::Update::Error-Mode=any',
    '-oAPT::Keep-Downloaded-Packages=true',
    '-oBinary::apt-get::APT::Keep-Downloaded-Packages=true',
    '-oDPkg::Post-Invoke::=',
    // Mirrors may lag behind. Signatures are checked as ever, and an extractor that is too old is refused by its version.
    '-oAcquire::Check-Valid-Until=false',
    // Offline it should say so soon.
    '-oAcquire::http::Timeout=8',
    '-oAcquire::Retries=0',
  ];
  await runQuietly('apt-update', 'apt-get', [...options, 'update'], { timeoutMs: 120_000 });
  return options;
}

/** @param {string} folder @param {string} into */
async function unpackAll(folder, into) {
  const packages = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  if (packages.length === 0) throw new Error(`apt fetched nothing into ${folder}.`);
  mkdirSync(into, { recursive: true });
  for (const name of packages) await runQuietly('dpkg', 'dpkg', ['-x', join(folder, name), into]);
  rmSync(APT, { recursive: true, force: true });
}
