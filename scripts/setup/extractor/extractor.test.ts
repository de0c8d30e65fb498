import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { costsOf, lacking, presentOf } from './parts.ts';
import { ofIndex } from '#/server/updates/pip.ts';
import { readPins } from '#/server/updates/releases.ts';
import { writeRequirements } from './pins.ts';
import { installWithPip, REQUIREMENTS } from './sources.ts';
import { type Extractor, isDue, rememberedExtractor } from './extractor.ts';
import { ENGINE } from '../paths.mjs';
import { askPython } from './python.ts';
import { EXTRACTOR_VERSION } from './versions.ts';

/** Debian's, where there is one: what a version manager puts first may need a HOME. */
const PYTHON = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-extractor-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const WHOLE = { jsChallenges: true, browserFingerprints: true, keepsConnections: true };

describe('a better extractor is looked for', () => {
  const DAY_MS = 86_400_000;
  const now = { nowMs: 100 * DAY_MS, requirements: 'these' };
  const venv = join(ENGINE, 'venv/bin/python');
  const place = { python: '/usr/bin/python3', extractorPath: null, pythonVersion: '3.11.2', version: '2026.10.26' };
  const tried = (agoMs: number, requirements = 'these') => ({ atMs: now.nowMs - agoMs, requirements });
  beforeEach(() => {
    for (const name of ['EXTRACTOR_PYTHON', 'EXTRACTOR_PATH']) vi.stubEnv(name, undefined);
  });

  test.each<[string, Partial<Extractor>, boolean]>([
    ['never where nothing is missing', { tried: tried(1000 * DAY_MS) }, false],
    ['a day after the last time', { browserFingerprints: false, tried: tried(DAY_MS + 1) }, true],
    ['and not before', { browserFingerprints: false, tried: tried(DAY_MS - 1) }, false],
    ['at once where it never was', { jsChallenges: false, tried: null }, true],
    ['at once where the requirements have changed', { jsChallenges: false, tried: tried(1, 'others') }, true],
    ['and where it was installed by others', { python: venv, tried: tried(1, 'others') }, true],
    ['but not where a whole one is somebody else’s', { tried: tried(1, 'others') }, false],
  ])('%s', (_, differing, expected) => {
    expect(isDue({ ...place, ...WHOLE, tried: null, ...differing }, now)).toBe(expected);
  });

  test('not in place of one that somebody has named', () => {
    vi.stubEnv('EXTRACTOR_PYTHON', '/opt/python3');
    expect(isDue({ ...place, ...WHOLE, jsChallenges: false, tried: null }, now)).toBe(false);
  });
});

test('what a full disk has left of the last set-up is no extractor', () => {
  // What somebody has named counts more.
  vi.stubEnv('EXTRACTOR_PYTHON', undefined);
  const file = join(folder, 'extractor.json');
  const whole = JSON.stringify({ ...WHOLE, python: PYTHON, extractorPath: null, version: '9999.01.01', tried: null });
  for (const [text, expected] of [
    ['', null],
    [whole.slice(0, 20), null],
    [whole, { python: PYTHON }],
  ] as const) {
    writeFileSync(file, text);
    if (expected) expect(rememberedExtractor(file)).toMatchObject(expected);
    else expect(rememberedExtractor(file)).toBeNull();
  }
});

test('what is missing is said with what it costs', () => {
  expect([costsOf(WHOLE), lacking(WHOLE)]).toEqual([[], '']);
  const debian = { ...WHOLE, jsChallenges: false, browserFingerprints: false };
  expect(costsOf(debian)).toEqual([
    expect.stringMatching(/yt-dlp-ejs.*YouTube/),
    expect.stringMatching(/curl-cffi.*TikTok/),
  ]);
  expect(presentOf(debian)).toEqual(['kept connections (current requests and urllib3)']);
  expect(lacking(debian)).toMatch(/^without .*challenges for YouTube, .*browsers for Instagram and TikTok$/);
});

describe('what a Python is asked', () => {
  /** A package that looks like yt-dlp's where it is looked at. */
  function pretend(curl: string | null): void {
    mkdirSync(join(folder, 'yt_dlp/networking'), { recursive: true });
    for (const file of ['__init__', 'networking/__init__', 'networking/_requests'])
      writeFileSync(join(folder, `yt_dlp/${file}.py`), '');
    writeFileSync(join(folder, 'yt_dlp/version.py'), "__version__ = '2026.10.26'\n");
    if (curl !== null) writeFileSync(join(folder, 'yt_dlp/networking/_curlcffi.py'), curl);
  }

  test.each([
    ['are there with targets', "class CurlCFFIRH:\n    supported_targets = ('chrome',)\n", true],
    ['are not without a target', 'class CurlCFFIRH:\n    supported_targets = ()\n', false],
    ['are not where curl_cffi is too new', "raise ImportError('Only versions through 0.17.x')\n", false],
    ['are not without curl_cffi', null, false],
  ])('fingerprints %s', async (_, curl, expected) => {
    pretend(curl);
    expect(await askPython(PYTHON, folder)).toMatchObject({
      extractor: '2026.10.26',
      keepsConnections: true,
      browserFingerprints: expected,
    });
  });
});

describe('the requirements', () => {
  test('are of the tested version, with all parts, and each file by its hash', () => {
    const text = readFileSync(REQUIREMENTS, 'utf8');
    const entries = text.split(/\n(?=\w)/).slice(1);
    const names = entries.map((entry) => {
      const [line = '', ...hashes] = entry.trimEnd().split(' \\\n');
      expect(line).toMatch(/^[\w.-]+==[\d.]+$/);
      expect(hashes.length, line).toBeGreaterThan(0);
      for (const hash of hashes) expect(hash).toMatch(/^ {4}--hash=sha256:[0-9a-f]{64}$/);
      return line.split('==')[0];
    });
    expect(names).toEqual(expect.arrayContaining(['yt-dlp-ejs', 'curl_cffi', 'requests', 'urllib3', 'websockets']));
    expect(text).toContain(`\nyt-dlp==${EXTRACTOR_VERSION.tested} \\\n`);
  });

  test('are the same in any order, and refuse two versions of one package', () => {
    const [a, b, other] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string];
    const wheels = [
      { name: 'two', version: '2.0', sha256: b },
      { name: 'one', version: '1.0', sha256: other },
      { name: 'two', version: '2.0', sha256: a },
      { name: 'two', version: '2.0', sha256: b },
    ];
    const pins = [
      { name: 'one', version: '1.0' },
      { name: 'two', version: '2.1' },
    ];
    const written = writeRequirements(wheels, pins);
    expect(written).toBe(writeRequirements(wheels.toReversed(), pins));
    expect(written).toContain('\n# The index had no newer one: two 2.0 instead of 2.1.\n');
    const [one, two] = [
      `one==1.0 \\\n    --hash=sha256:${other}`,
      `two==2.0 \\\n    --hash=sha256:${a} \\\n    --hash=sha256:${b}`,
    ];
    expect(written).toMatch(
      new RegExp(String.raw`^(?:#.*\n){2}${`${one}\n${two}\n`.replaceAll(/[.\\]/g, String.raw`\$&`)}$`),
    );
    expect(() => writeRequirements([...wheels, { name: 'one', version: '1.1', sha256: a }], pins)).toThrow(
      '1.0 and 1.1',
    );
  });
});

test('a release says what it was made with', () => {
  const named = [
    "brotli; (implementation_name == 'cpython' and sys_platform != 'ios') and extra == 'default'",
    "brotli==1.2.1; (implementation_name == 'cpython' and sys_platform != 'ios') and extra == 'pin'",
    "brotlicffi==1.2.1.0 ; (implementation_name != 'cpython') and extra == 'pin'",
    "certifi==2026.10.23; extra == 'pin'",
    'certifi==2026.10.23 ; (implementation_name == "cpython") and extra == "pin-curl-cffi"',
    "curl-cffi==0.17.0; (implementation_name == 'cpython') and extra == 'pin-curl-cffi'",
    "deno==2.9.8; extra == 'pin-deno'",
    "yt-dlp-ejs==0.8.0; extra == 'default'",
  ];
  const pins = { brotli: '1.2.1', certifi: '2026.10.23', 'curl-cffi': '0.17.0' };
  expect(Object.fromEntries(readPins(named).map(({ name, version }) => [name, version]))).toEqual(pins);
});

test('of pip’s settings those of the index are kept, the nearest of each', () => {
  const listed = String.raw`:env:.find-links='/wheels'
global.cert='/etc/ca.pem'
global.extra-index-url='https://one.example/simple\nhttps://two.example/simple'
global.index-url='https://far.example/simple'
global.target='/elsewhere'
install.index-url="https://near.example/it's"
install.user='true'
download.index-url='https://other.example/simple'`;
  expect(ofIndex(listed)).toEqual({
    PIP_FIND_LINKS: '/wheels',
    PIP_CERT: '/etc/ca.pem',
    PIP_EXTRA_INDEX_URL: 'https://one.example/simple https://two.example/simple',
    PIP_INDEX_URL: "https://near.example/it's",
  });
});

describe('pip', () => {
  /** A wheel with one module, made as PEP 427 says. */
  const WHEEL = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as wheel:
    wheel.writestr('served.py', 'here = True\\n')
    wheel.writestr('served-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: served\\nVersion: 1.0\\n')
    wheel.writestr('served-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr('served-1.0.dist-info/RECORD', 'served.py,,\\n')
`;
  let hash = '';
  beforeEach(() => {
    const wheel = join(folder, 'served-1.0-py3-none-any.whl');
    execFileSync(PYTHON, ['-c', WHEEL, wheel]);
    hash = createHash('sha256').update(readFileSync(wheel)).digest('hex');
    const settings = [
      '[global]',
      `find-links = ${folder}`,
      'no-index = true',
      'target = /nowhere',
      'require-virtualenv = true',
    ];
    writeFileSync(
      join(folder, 'pip.conf'),
      [...settings, '[install]', 'user = true', 'no-binary = :all:', ''].join('\n'),
    );
    // What this machine says of its index is none of this test's.
    for (const name of Object.keys(process.env)) if (name.startsWith('PIP_')) vi.stubEnv(name, undefined);
    vi.stubEnv('PIP_CONFIG_FILE', join(folder, 'pip.conf'));
    vi.stubEnv('PIP_PREFIX', '/nowhere');
  });

  const install = (sha256: string) => {
    writeFileSync(join(folder, 'requirements.txt'), `served==1.0 --hash=sha256:${sha256}\n`);
    return installWithPip(PYTHON, join(folder, 'venv'), join(folder, 'requirements.txt'));
  };

  test('installs what has the hash into the venv, whatever its user has set for other projects', async () => {
    await install(hash);
    const program = join(folder, 'venv/bin/python');
    expect(execFileSync(program, ['-c', 'import served; print(served.here)'], { encoding: 'utf8' })).toBe('True\n');
  });

  test('installs nothing that has another', async () => {
    await expect(install('0'.repeat(64))).rejects.toThrow(/HASHES|hash/i);
  });
});
