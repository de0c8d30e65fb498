import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readPlaywright, readVitest, verdictOf } from './reports.ts';
import { ROOT } from './setup/paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(report: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

describe('end-to-end tests', () => {
  const spec = (title: string, status: string, durations: number[], errors: object[] = []) => ({
    title,
    line: 7,
    ok: status !== 'unexpected',
    tests: [{ status, results: durations.map((duration) => ({ duration, errors })) }],
  });
  const errors = [
    { message: '\u001b[31mError\u001b[39m: no button\n\nExpected: 1\n    at bad (a.spec.ts:8)' },
    { message: 'more' },
  ];
  const inner = { title: 'group', file: 'a.spec.ts', specs: [spec('lucky', 'flaky', [2_000, 1_000])] };
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1 },
    suites: [
      {
        title: 'a.spec.ts',
        file: 'a.spec.ts',
        specs: [spec('good', 'expected', [500]), spec('bad', 'unexpected', [1_500, 1_000], errors)],
        suites: [inner],
      },
    ],
    errors: [],
  };

  test('what fails is told with its first reason; what passes only when it is tried again has failed, and is told as what it is', () => {
    expect(readPlaywright(written(report))).toEqual({
      passed: 1,
      failed: 2,
      failures: [
        'a.spec.ts:7: bad\n        Error: no button\n        Expected: 1',
        'a.spec.ts:7: group › lucky (passed when it was tried again)',
      ],
      files: [{ file: 'tests/e2e/a.spec.ts', seconds: 6 }],
    });
  });

  test('what keeps all from running is told', () => {
    const broken = { stats: {}, suites: [], errors: [{ message: 'No browser\n    at …' }] };
    expect(verdictOf(1, readPlaywright(written(broken)))).toEqual({
      passed: 0,
      failed: 1,
      failures: ['No browser'],
      files: [],
    });
  });
});

test('Vitest: failed tests by name, a file that does not load by its message, and how long each file took', () => {
  const file = (name: string, status: string, message: string, assertionResults: object[]) => ({
    name: join(ROOT, name),
    status,
    message,
    startTime: 1_000,
    endTime: 3_500,
    assertionResults,
  });
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      file('src/a.test.ts', 'failed', '', [
        { fullName: 'one', status: 'passed' },
        { fullName: 'two', status: 'failed', failureMessages: ['Error: 1 is not 2\n    at two (a.test.ts:3)'] },
      ]),
      file('src/b.test.ts', 'failed', 'No such file\n    at …', []),
    ],
  };
  expect(readVitest(written(report))).toEqual({
    passed: 1,
    failed: 1,
    failures: ['src/a.test.ts: two\n        Error: 1 is not 2', 'src/b.test.ts: No such file'],
    files: [
      { file: 'src/a.test.ts', seconds: 2.5 },
      { file: 'src/b.test.ts', seconds: 2.5 },
    ],
  });
});

test('a tool that wrote nothing and failed counts as one failure', () => {
  const nothing = readVitest(join(folder, 'nothing.json'));
  expect(verdictOf(1, nothing)).toMatchObject({ passed: 0, failed: 1 });
  expect(verdictOf(0, nothing)).toMatchObject({ passed: 0, failed: 0 });
  expect(verdictOf(0, { passed: 0, failed: 0 }, 1)).toEqual({ passed: 1, failed: 0 });
});
