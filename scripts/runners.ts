import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { BIN, CACHE, NODE, ROOT } from './setup/paths.mjs';

export type Counts = { passed: number; failed: number };

/** `failures`: the names of the tests that failed, where the tool tells them. */
type Verdict = Counts & { failures?: string[] };

/** One tool that checks something, and how its verdict is counted. */
export type Runner = { name: string; run: (args?: string[]) => Promise<Verdict> };

const REPORTS = join(CACHE, 'reports');

export const types: Runner = check('types', 'tsc', ['--noEmit']);
/** The rooms of oxlint.config.ts included. */
export const lint: Runner = check('lint', 'oxlint', ['--deny-warnings']);
export const format: Runner = check('format', 'oxfmt', ['--check']);
export const unit: Runner = vitest('unit');
export const components: Runner = vitest('components');
/** With the replicas of the platforms and the real extractor. */
export const contract: Runner = vitest('contract');
/** Needs the built site, PostgreSQL and nginx: several of each, some of which are killed. */
export const cluster: Runner = vitest('cluster');
/** Needs the built site. */
export const e2e: Runner = {
  name: 'e2e',
  async run(args = []) {
    const report = freshReport('e2e');
    const code = await execute('playwright', ['test', ...args]);
    const { stats = {}, suites = [], errors = [] } = readReport<PlaywrightReport>(report);
    const { expected = 0, unexpected = 0, flaky = 0 } = stats;
    const failures = [
      ...suites.flatMap((file) => failuresIn(file)),
      ...errors.map(({ message }) => firstLine(message)),
    ];
    return verdict(code, { passed: expected, failed: unexpected + flaky, failures });
  },
};

/** Runs all of them, also after a failure, and says what each found, and once more what failed; the last line is `N passed, N failed`. */
export async function runAll(runners: Runner[]): Promise<boolean> {
  const counted: Record<string, Verdict & { seconds?: number }> = {};
  for (const { name, run } of runners) {
    console.log(`\n▸ ${name}`);
    const startedAt = performance.now();
    counted[name] = { ...(await run()), seconds: (performance.now() - startedAt) / 1000 };
  }
  console.log('');
  const total = { passed: 0, failed: 0 };
  for (const [name, { passed, failed, failures = [], seconds }] of Object.entries(counted)) {
    total.passed += passed;
    total.failed += failed;
    const time = seconds === undefined ? '' : `   ${seconds.toFixed(1)} s`;
    console.log(
      `${failed === 0 ? '✓' : '✗'} ${name.padEnd(12)}${String(passed).padStart(5)} passed, ${failed} failed${time}`,
    );
    for (const failure of failures) console.log(`    ${failure}`);
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0;
}

/** A tool that says yes or no, counted as one. */
function check(name: string, program: string, args: string[]): Runner {
  return { name, run: async () => verdict(await execute(program, args), { passed: 0, failed: 0 }, 1) };
}

function vitest(project: string): Runner {
  return {
    name: project,
    async run(args = []) {
      const report = freshReport(project);
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const code = await execute('vitest', ['run', '--project', project, '--passWithNoTests', ...reporters, ...args]);
      const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport<VitestReport>(report);
      const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
        const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
        // A file that does not load has no tests.
        const told = failed.length === 0 && status === 'failed' ? [firstLine(message)] : failed;
        return told.map((failure) => `${relative(ROOT, name)}: ${failure}`);
      });
      return verdict(code, { passed: numPassedTests, failed: numFailedTests, failures });
    },
  };
}

/** A tool that failed without a failed test, such as a file that does not load, counts as one failure. */
function verdict(code: number, found: Verdict, whole = 0): Verdict {
  return code === 0 ? { ...found, passed: found.passed + whole } : { ...found, failed: Math.max(found.failed, 1) };
}

function freshReport(name: string): string {
  mkdirSync(REPORTS, { recursive: true });
  const file = join(REPORTS, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
};
type PlaywrightReport = { stats: Record<string, number>; suites: Suite[]; errors: { message: string }[] };
type Suite = {
  title: string;
  file: string;
  specs: { title: string; line: number; ok: boolean }[];
  suites?: Suite[];
};

/** `within`: the titles of the groups that a suite stands in. */
function failuresIn({ file, specs, suites = [] }: Suite, within = ''): string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ title, line }) => `${file}:${line}: ${within}${title}`);
  return [...failed, ...suites.flatMap((inner) => failuresIn(inner, `${within}${inner.title} › `))];
}

function firstLine(message: string): string {
  return message.trim().split('\n', 1)[0] ?? '';
}

/** What a tool wrote of its run; nothing where it did not come that far. */
function readReport<Report>(file: string): Partial<Report> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : {};
}

/** What a tool, and processes that it kills, leave among the temporary files is gone after it: a run of all tests leaves gigabytes. */
async function execute(program: string, args: string[]): Promise<number> {
  const temporary = mkdtempSync(join(tmpdir(), 'clipferry-run-'));
  // PostgreSQL runs as another user, in a folder below this one.
  chmodSync(temporary, 0o755);
  const env = { ...process.env, TMPDIR: temporary };
  const child = spawn(NODE, [join(BIN, program), ...args], { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
