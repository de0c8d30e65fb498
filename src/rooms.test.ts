import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOMS } from '../oxlint.config.ts';

const ROOT = join(import.meta.dirname, '..');

/** Tests of what the server's rooms do together. */
const CONTRACT = 'server/contract';

test('the folders of src are the rooms of the table', () => {
  const folders = (path: string) =>
    readdirSync(join(ROOT, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && readdirSync(join(ROOT, path, entry.name)).length > 0)
      .map((entry) => entry.name);
  const rooms = [
    ...folders('src').filter((name) => name !== 'server'),
    ...folders('src/server').map((name) => `server/${name}`),
  ];
  expect(rooms.filter((room) => !Object.hasOwn(ROOMS, room))).toEqual([CONTRACT]);
});

/** A file, what it imports, and whether the rooms allow that. */
const CASES: [file: string, imports: string, verdict: 'allowed' | 'refused'][] = [
  ['src/model/a.ts', 'valibot', 'allowed'],
  ['src/model/a.ts', '#app.config', 'allowed'],
  ['src/model/a.ts', './b.ts', 'allowed'],
  ['src/model/a.test.ts', 'vitest', 'allowed'],
  ['src/model/a.ts', 'react', 'refused'],
  ['src/model/a.ts', 'vite', 'refused'],
  ['src/model/a.ts', 'node:fs', 'refused'],
  ['src/model/a.ts', '#/language/locales.ts', 'refused'],
  ['src/model/a.ts', '#/model/b.ts', 'refused'],
  ['src/language/a.ts', '#/model/b.ts', 'allowed'],
  ['src/language/a.ts', '#/site/b.ts', 'refused'],
  ['src/site/a.tsx', '#/language/b.ts', 'allowed'],
  ['src/site/a.tsx', '#/download/b.ts', 'refused'],
  ['src/site/a.tsx', '../download/b.ts', 'refused'],
  ['src/site/a.tsx', '../model/b.ts', 'refused'],
  ['src/site/a.tsx', '#/router.tsx', 'refused'],
  ['src/download/a.ts', '#/site/b.ts', 'allowed'],
  ['src/download/a.ts', '#/account/b.ts', 'refused'],
  ['src/download/a.ts', '#/routes/__root.tsx', 'refused'],
  ['src/download/a.ts', '#/server/index.ts', 'refused'],
  ['src/download/a.functions.ts', '#/server/index.ts', 'allowed'],
  ['src/download/deep/a.functions.ts', '#/server/index.ts', 'allowed'],
  ['src/download/a.functions.ts', '#/server/env.ts', 'refused'],
  ['src/download/a.functions.ts', '#/server/engine/index.ts', 'refused'],
  ['src/download/a.functions.ts', '#/server/identity/index.ts', 'refused'],
  ['src/account/a.ts', '#/download/b.ts', 'refused'],
  ['src/admin/a.ts', '#/account/b.ts', 'allowed'],
  ['src/analytics/a.ts', '#/site/b.ts', 'allowed'],
  ['src/analytics/a.ts', '#/download/b.ts', 'refused'],
  ['src/download/a.ts', '#/analytics/b.ts', 'refused'],
  ['src/routes/{-$lang}/$platform.tsx', '#/download/b.ts', 'allowed'],
  ['src/routes/{-$lang}/$platform.tsx', '#/server/index.ts', 'refused'],
  ['src/routes/api/$.ts', '#/server/index.ts', 'allowed'],
  ['src/routes/api/$.ts', '#/server/http/b.ts', 'refused'],
  ['src/server/egress/a.ts', '#/model/b.ts', 'allowed'],
  ['src/server/egress/a.ts', '#/server/engine/b.ts', 'refused'],
  ['src/server/egress/a.ts', '../engine/b.ts', 'refused'],
  ['src/server/egress/a.ts', '../env.ts', 'refused'],
  ['src/server/egress/a.ts', '#/server/index.ts', 'refused'],
  ['src/server/engine/a.ts', '#/server/egress/b.ts', 'allowed'],
  ['src/server/engine/worker/a.ts', '../b.ts', 'allowed'],
  ['src/server/engine/a.ts', '#/server/store/b.ts', 'refused'],
  ['src/server/engine/a.ts', '#/site/b.ts', 'refused'],
  ['src/server/transfer/a.ts', '#/server/engine/b.ts', 'allowed'],
  ['src/server/transfer/a.ts', '#/server/service/b.ts', 'refused'],
  ['src/server/service/a.ts', '#/server/transfer/b.ts', 'allowed'],
  ['src/server/service/a.ts', '#/server/http/b.ts', 'refused'],
  ['src/server/http/a.ts', '#/server/service/b.ts', 'allowed'],
  ['src/server/http/a.ts', '#/server/egress/b.ts', 'refused'],
];

let folder = '';
let report: { filename: string }[] = [];
const fileOf = (index: number, file: string) => join(dirname(file), `case-${index}`, file.split('/').at(-1) ?? '');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-rooms-'));
  const config = JSON.stringify(join(ROOT, 'oxlint.config.ts'));
  writeFileSync(join(folder, 'oxlint.config.ts'), `export { default } from ${config};\n`);
  for (const [index, [file, imports]] of CASES.entries()) {
    const path = join(folder, fileOf(index, file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `import { thing } from '${imports}';\n\nexport const used = [thing];\n`);
  }
  const oxlint = join(ROOT, 'node_modules/.bin/oxlint');
  const args = [oxlint, '--format=json', '-A', 'all', '-D', 'no-restricted-imports'];
  // It ends with 1 when it found something, as it must here.
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch((error) => error);
  report = JSON.parse(stdout).diagnostics;
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each(CASES.map((row, index) => [...row, index] as const))(
  '%s importing %s is %s',
  (file, _imports, verdict, index) => {
    const complaints = report.filter(({ filename }) => filename === fileOf(index, file));
    expect(complaints.length > 0 ? 'refused' : 'allowed').toBe(verdict);
  },
);
