import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as v from 'valibot';

const ROOT = join(import.meta.dirname, '..');

/** Says which registry it was told, where its HOME is and what is in it, and ends as tests do. */
const NPM = `#!/bin/sh
if [ "$1" = config ]; then echo https://registry.example/; exit; fi
echo "$HOME" >"$SEEN"
echo "$npm_config_registry \${XDG_CACHE_HOME:-} $(ls -A "$HOME" | wc -l) $*" >>"$SEEN"
touch "$HOME/left"
echo "3 passed, 1 failed"
exit 1
`;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-ci-'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/npm'), NPM);
  chmodSync(join(folder, 'bin/npm'), 0o755);
  cpSync(join(ROOT, '.ci'), join(folder, '.ci'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

test('continuous integration tests with a HOME that is empty and gone afterwards, and ends as the tests do', () => {
  const seen = join(folder, 'seen');
  const path = `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`;
  const env = { ...process.env, PATH: path, SEEN: seen, XDG_CACHE_HOME: folder };
  const ended = () => execFileSync(join(folder, '.ci/run'), { env, encoding: 'utf8', stdio: 'pipe' });
  expect(ended).toThrow(expect.objectContaining({ status: 1, stdout: '3 passed, 1 failed\n' }));
  const [home = '', told] = readFileSync(seen, 'utf8').trim().split('\n');
  expect(told).toBe('https://registry.example/  0 test');
  expect(home).not.toBe(process.env['HOME']);
  expect(existsSync(home)).toBe(false);
});

const Workflow = v.object({
  jobs: v.record(
    v.string(),
    v.object({ container: v.string(), steps: v.array(v.object({ run: v.optional(v.string(), '') })) }),
  ),
});

test('the hosted runner has the two commands of README.md, on a machine with nothing but Node, and names no registry', () => {
  const text = readFileSync(join(ROOT, '.github/workflows/ci.yml'), 'utf8');
  const { jobs } = v.parse(Workflow, parse(text));
  const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run.split('\n')));
  const commands = lines.flatMap((line) => /^npm \S+/.exec(line)?.[0] ?? []);
  expect(commands).toEqual(['npm start', 'npm test']);
  for (const { container } of Object.values(jobs)) expect(container).toMatch(/^node:\d+-\w+$/);
  expect(text).not.toMatch(/registry|https:\/\//);
});

const Form = v.strictObject({
  name: v.string(),
  description: v.string(),
  labels: v.array(v.string()),
  body: v.pipe(
    v.array(
      v.object({
        type: v.picklist(['input', 'textarea', 'dropdown', 'markdown', 'checkboxes']),
        id: v.string(),
        attributes: v.object({ label: v.string() }),
      }),
    ),
    v.check((fields) => new Set(fields.map(({ id }) => id)).size === fields.length, 'ids are taken twice'),
  ),
});

test.each(globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT }))('%s is a form', (file) => {
  v.parse(Form, parse(readFileSync(join(ROOT, file), 'utf8')));
});
