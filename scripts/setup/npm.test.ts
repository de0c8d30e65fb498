import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startRegistry } from './fixtures/registry.ts';
import { installLocked } from './npm.mjs';
import { linesOfRegistry, ofRegistry } from './npm-settings.mjs';
import { ROOT } from './paths.mjs';

/** What somebody may have set for other projects, each of which once changed or ended an installation, or would. */
const HOSTILE = `
  omit[]=dev omit[]=optional omit[]=peer production=true only=production
  ignore-scripts=true package-lock=false omit-lockfile-registry-resolved=false package-lock-only=true lockfile-version=1
  global=true location=global prefix=/nowhere bin-links=false install-strategy=linked
  global-style=true legacy-bundling=true legacy-peer-deps=true strict-peer-deps=true min-release-age=9999
  before=2001-01-01 engine-strict=true dry-run=true force=true save=false
  save-exact=false prefer-dedupe=true workspaces=true workspace[]=nowhere include-workspace-root=false
  os=aix cpu=ppc64 libc=musl node-options=--no-such-option script-shell=/nowhere
  loglevel=silly json=true offline=true prefer-online=true install-links=false
  allow-scripts=none strict-allow-scripts=true package-import-method=copy allow-remote=none allow-file=none
  allow-directory=none allow-git=none
`
  .trim()
  .split(/\s+/);

const PACKAGES = [
  { name: 'served', version: '1.0.0', peerDependencies: { companion: '^2.0.0' } },
  { name: 'companion', version: '2.0.0' },
  { name: 'companion', version: '2.1.0' },
  { name: 'program', version: '1.0.0', os: [process.platform], cpu: [process.arch] },
  { name: 'building', version: '3.0.0', bin: { building: 'index.js' }, scripts: { postinstall: 'exit 9' } },
];

let registry: Awaited<ReturnType<typeof startRegistry>>;
let folder = '';
let home = '';
beforeAll(async () => {
  registry = await startRegistry(PACKAGES);
});
afterAll(() => registry.close());

beforeEach(() => {
  const base = mkdtempSync(join(tmpdir(), 'clipferry-npm-'));
  [folder, home] = [join(base, 'project'), join(base, 'home')];
  for (const made of [folder, home]) mkdirSync(made);
  copyFileSync(join(ROOT, '.npmrc'), join(folder, '.npmrc'));
  const manifest = { name: 'project', dependencies: { served: '1.0.0' }, devDependencies: { building: '3.0.0' } };
  write('package.json', { ...manifest, optionalDependencies: {} });
  write('package-lock.json', lockOf(manifest));
  // What an npm that was started by another finds in its environment is none of this test's.
  for (const name of Object.keys(process.env)) if (/^npm_/i.test(name)) vi.stubEnv(name, undefined);
  vi.stubEnv('HOME', home);
  setUser([]);
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

describe('with settings of the user for other projects', () => {
  test('installs what the lock says', async () => {
    setUser(HOSTILE);
    await installLocked(folder, 'npm-test');
    expectWhole();
  });

  test('installs what the lock says, where they are in the environment', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    for (const setting of HOSTILE) {
      const [name = '', value = ''] = setting.replace('[]', '').split('=');
      vi.stubEnv(`npm_config_${name.replaceAll('-', '_')}`, value);
    }
    await installLocked(folder, 'npm-test');
    expectWhole();
  });
});

test('takes the registry from the user, and leaves the lock as it is', async () => {
  const before = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  registry.asked.length = 0;
  await installLocked(folder, 'npm-test');
  expectWhole();
  expect(registry.asked).toContain('/building/-/building-3.0.0.tgz');
  expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toBe(before);
});

test('comes back for a program of this system that it could not fetch', async () => {
  const program = '/program/-/program-1.0.0.tgz';
  addOptional();
  registry.broken.add(program);
  registry.asked.length = 0;
  await installLocked(folder, 'npm-test');
  expect(registry.asked.filter((path) => path === program)).toHaveLength(2);
  expect(existsSync(join(folder, 'node_modules/program'))).toBe(true);
});

test('does not install what the lock was not made for', async () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  write('package.json', { ...manifest, dependencies: { served: '1.0.0', companion: '2.1.0' } });
  await expect(installLocked(folder, 'npm-test')).rejects.toThrow(
    'companion: 2.1.0 in package.json, nothing in the lock',
  );
});

test('does not take another content for what the lock says', async () => {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  lock.packages['node_modules/served'].integrity = registry.integrityOf('building');
  write('package-lock.json', lock);
  await expect(installLocked(folder, 'npm-test')).rejects.toThrow(/integrity/i);
});

test('says so when something else is there afterwards', async () => {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  delete lock.packages['node_modules/companion'];
  write('package-lock.json', lock);
  await expect(installLocked(folder, 'npm-test')).rejects.toThrow('companion: 2.1.0 is installed, and not in the lock');
});

test('what says where packages come from is kept of the environment', () => {
  const kept = {
    npm_config_registry: 'a',
    'npm_config_@own:registry': 'b',
    NPM_CONFIG_CAFILE: 'c',
    npm_config_cache: 'd',
  };
  const also = { 'npm_config_//host/:_authToken': 'e', npm_config_https_proxy: 'f', npm_config__auth: 'g', PATH: 'h' };
  const dropped = { npm_config_omit: 'dev', NPM_CONFIG_PRODUCTION: 'true', NODE_ENV: 'production' };
  expect(ofRegistry({ ...kept, ...also, ...dropped })).toEqual({ ...kept, ...also });
});

test('and so it is of the files', () => {
  const kept = [
    'registry=https://registry.example/',
    '@own:registry = "a"',
    '//host/:_authToken=${TOKEN}',
    'ca[]="b"',
    'cafile=/c',
  ];
  expect(linesOfRegistry(['; mine', 'omit[]=dev', ...kept, 'prefix=~/.local'].join('\r\n'))).toBe(
    `${kept.join('\n')}\n`,
  );
});

/** Everything is there, of the versions in the lock, with its program; nothing has run. */
function expectWhole(): void {
  const version = (name: string) =>
    JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
  expect(['served', 'companion', 'building'].map(version)).toEqual(['1.0.0', '2.0.0', '3.0.0']);
  expect(existsSync(join(folder, 'node_modules/.bin/building'))).toBe(true);
}

function lockOf(manifest: Record<string, unknown>) {
  const entry = (name: string, version: string) => ({ version, integrity: registry.integrityOf(name) });
  return {
    name: 'project',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': manifest,
      'node_modules/building': { ...entry('building', '3.0.0'), dev: true, bin: { building: 'index.js' } },
      'node_modules/companion': { ...entry('companion', '2.0.0'), peer: true },
      'node_modules/served': { ...entry('served', '1.0.0'), peerDependencies: { companion: '^2.0.0' } },
    },
  };
}

function addOptional(): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  write('package.json', { ...manifest, optionalDependencies: { program: '1.0.0' } });
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  lock.packages[''].optionalDependencies = { program: '1.0.0' };
  const systems = { os: [process.platform], cpu: [process.arch], optional: true };
  lock.packages['node_modules/program'] = { version: '1.0.0', integrity: registry.integrityOf('program'), ...systems };
  write('package-lock.json', lock);
}

function setUser(settings: string[]): void {
  const lines = [`registry=${registry.address}/`, `cache=${join(home, 'cache')}`, ...settings];
  writeFileSync(join(home, '.npmrc'), `${lines.join('\n')}\n`);
}

function write(name: string, content: unknown): void {
  writeFileSync(join(folder, name), JSON.stringify(content, null, 2));
}
