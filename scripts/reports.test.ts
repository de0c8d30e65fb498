import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readPlaywright, readVitest, verdictOf } from './reports.ts';
import { ROOT } from './setup/paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(report: object, name = 'report'): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(report));
  return file;
}

describe('end-to-end tests', () => {
  const spec = (title: string, status: string, durations: number[], errors: object[] = []) => ({
    title,
    line: 7,
    tests: [{ status, results: durations.map((duration) => ({ duration, errors })) }],
  });
  const errors = [
    { message: '\u001b[31mError\u001b[39m: no button\n\nExpected: 1\n    at bad (a.spec.ts:8)' },
    { message: 'more' },
  ];
  const unsteady = (count: number) => ({
    title: 'group',
    file: 'a.spec.ts',
    specs: Array.from({ length: count }, (_, n) => spec(`lucky ${n}`, 'flaky', [1_000], errors)),
  });
  const reportOf = (flaky: number) => ({
    stats: { expected: 1, unexpected: 1, flaky },
    suites: [
      {
        title: 'a.spec.ts',
        file: 'a.spec.ts',
        specs: [spec('good', 'expected', [500]), spec('bad', 'unexpected', [1_500, 1_000], errors)],
        suites: [unsteady(flaky)],
      },
    ],
    errors: [],
  });
  const why = '\n        Error: no button\n        Expected: 1';
  const lucky = (count: number) => Array.from({ length: count }, (_, n) => `a.spec.ts:7: group › lucky ${n}${why}`);

  test('what fails is told with its first reason; what passes only when it is tried again, as what it is', () => {
    expect(readPlaywright(written(reportOf(3)))).toEqual({
      passed: 4,
      failed: 1,
      failures: [`a.spec.ts:7: bad${why}`],
      flaky: lucky(3),
      files: [{ file: 'tests/e2e/a.spec.ts', seconds: 6 }],
    });
  });

  test('where too many pass only when they are tried again, all of these have failed', () => {
    expect(readPlaywright(written(reportOf(4)))).toEqual({
      passed: 1,
      failed: 5,
      failures: [`a.spec.ts:7: bad${why}`, ...lucky(4)],
      files: [{ file: 'tests/e2e/a.spec.ts', seconds: 7 }],
    });
  });

  test('what keeps all from running is told', () => {
    const broken = { stats: {}, suites: [], errors: [{ message: 'No browser\n    at …' }] };
    expect(verdictOf(1, readPlaywright(written(broken)))).toEqual({
      passed: 0,
      failed: 1,
      failures: ['No browser'],
      flaky: [],
      files: [],
    });
  });
});

test('Vitest: failed tests by name, a file that does not load by its message, what is thrown outside of tests, and how long each file took', () => {
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
  const thrown = [
    { file: join(ROOT, 'src/a.test.ts'), message: 'TypeError: late\n    at it (a.ts:3)' },
    { message: 'Error: no worker' },
  ];
  expect(readVitest(written(report), written({ errors: thrown }, 'unhandled'))).toEqual({
    passed: 1,
    failed: 3,
    failures: [
      'src/a.test.ts: two\n        Error: 1 is not 2',
      'src/b.test.ts: No such file',
      'src/a.test.ts: outside of tests\n        TypeError: late',
      'outside of tests\n        Error: no worker',
    ],
    files: [
      { file: 'src/a.test.ts', seconds: 2.5 },
      { file: 'src/b.test.ts', seconds: 2.5 },
    ],
  });
});

test('a tool that wrote nothing and failed counts as one failure', () => {
  const nothing = readVitest(join(folder, 'nothing.json'), join(folder, 'no-errors.json'));
  expect(verdictOf(1, nothing)).toMatchObject({ passed: 0, failed: 1 });
  expect(verdictOf(0, nothing)).toMatchObject({ passed: 0, failed: 0 });
  expect(verdictOf(0, { passed: 0, failed: 0 }, 1)).toEqual({ passed: 1, failed: 0 });
});
