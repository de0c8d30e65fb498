import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { CACHE, ROOT } from './setup/paths.mjs';

/**
 * What a tool found. `failures`: the tests that failed and why, where the tool tells them; `flaky`: those that failed and then passed, and
 * why they failed; `files`: how long each took.
 */
export type Verdict = { passed: number; failed: number; failures?: string[]; flaky?: string[]; files?: TimedFile[] };

export type TimedFile = { file: string; seconds: number };

const REPORTS = join(CACHE, 'reports');
/**
 * So many end-to-end tests of a run, about one in a hundred, may pass only when they are tried again; with one more all of them have failed
 * (docs/decisions/2026-11-22-tests-in-fifteen-minutes.md).
 */
const MOST_FLAKY = 3;
/** Of what is wrong in a test: what was expected, what came, and what was waited for. */
const REASON_LINES = 12;

/** Names the file in which scripts/unhandled-errors.ts writes down what was thrown outside of tests. */
export const UNHANDLED_REPORT = 'UNHANDLED_REPORT';

/** What stands in it. `file`: the one that ran then, where that is known; `message`: with where it was thrown. */
export type UnhandledReport = { errors: { file?: string; message: string }[] };

/** Where a tool writes what it found; what an earlier run wrote is gone. */
export function freshReport(name: string): string {
  mkdirSync(REPORTS, { recursive: true });
  const file = join(REPORTS, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/** A tool that failed without a failed test, such as a file that does not load, counts as one failure. */
export function verdictOf(code: number, found: Verdict, whole = 0): Verdict {
  return code === 0 ? { ...found, passed: found.passed + whole } : { ...found, failed: Math.max(found.failed, 1) };
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
};

/** What Vitest's JSON reporter has written, and what was thrown outside of tests, if it came that far. */
export function readVitest(report: string, unhandled: string): Verdict {
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = read<VitestReport>(report);
  const { errors = [] } = read<UnhandledReport>(unhandled);
  const thrown = errors.map(({ file, message }) => {
    return `${file === undefined ? '' : `${relative(ROOT, file)}: `}outside of tests${reason([message])}`;
  });
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => fullName + reason(failureMessages));
    // A file that does not load has no tests.
    const told = failed.length === 0 && status === 'failed' ? [firstLine(message)] : failed;
    return told.map((failure) => `${relative(ROOT, name)}: ${failure}`);
  });
  const files = testResults.map(({ name, startTime, endTime }) => ({
    file: relative(ROOT, name),
    seconds: (endTime - startTime) / 1000,
  }));
  return { passed: numPassedTests, failed: numFailedTests + thrown.length, failures: [...failures, ...thrown], files };
}

type PlaywrightReport = { stats: Record<string, number>; suites: Suite[]; errors: { message: string }[] };
type Suite = { title: string; file: string; specs: Spec[]; suites?: Suite[] };
type Spec = { title: string; line: number; tests: { status: string; results: Attempt[] }[] };
type Attempt = { duration: number; errors?: { message?: string }[] };

/** What Playwright's JSON reporter has written, if it came that far. What passed only when it was tried again is told as what it is. */
export function readPlaywright(report: string): Verdict {
  const { stats = {}, suites = [], errors = [] } = read<PlaywrightReport>(report);
  const { expected = 0, unexpected = 0, flaky = 0 } = stats;
  const broken = [...suites.flatMap((file) => troubleIn(file)), ...errors.map(({ message }) => firstLine(message))];
  const files = suites.map((suite) => ({ file: `tests/e2e/${suite.file}`, seconds: secondsOf(suite) }));
  const unsteady = suites.flatMap((file) => troubleIn(file, 'flaky'));
  return flaky > MOST_FLAKY
    ? { passed: expected, failed: unexpected + flaky, failures: [...broken, ...unsteady], files }
    : { passed: expected + flaky, failed: unexpected, failures: broken, flaky: unsteady, files };
}

/** The tests of a status, each with its first reason. `within`: the titles of the groups that a suite stands in. */
function troubleIn({ file, specs, suites = [] }: Suite, status = 'unexpected', within = ''): string[] {
  const own = specs
    .filter(({ tests }) => tests.some((test) => test.status === status))
    .map(({ tests, title, line }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((attempt) => attempt.errors ?? []));
      return `${file}:${line}: ${within}${title}${reason(errors.map(({ message }) => message ?? ''))}`;
    });
  return [...own, ...suites.flatMap((inner) => troubleIn(inner, status, `${within}${inner.title} › `))];
}

function secondsOf({ specs, suites = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration / 1000)),
  );
  return [...own, ...suites.map(secondsOf)].reduce((sum, seconds) => sum + seconds, 0);
}

/** The first message without where in the code it was thrown, each line below the test's name. */
function reason([message = '']: readonly string[] = []): string {
  const lines = stripVTControlCharacters(message).trim().split('\n');
  const thrown = lines.findIndex((line) => line.startsWith('    at '));
  return lines
    .slice(0, thrown < 0 ? REASON_LINES : Math.min(thrown, REASON_LINES))
    .filter((line) => line.trim() !== '')
    .map((line) => `\n        ${line}`)
    .join('');
}

function firstLine(message: string): string {
  return message.trim().split('\n', 1)[0] ?? '';
}

function read<Report>(file: string): Partial<Report> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : {};
}
