import { join } from 'node:path';
import { buildSite } from './setup/build.ts';
import { execute } from './execute.ts';
import { freshReport, readPlaywright, readVitest, UNHANDLED_REPORT, type Verdict, verdictOf } from './reports.ts';

type Running = {
  /** Of the tool. */
  args?: string[];
  /** Stands before each line, where others speak meanwhile. */
  label?: string | null;
};

/** One tool that checks something, and how its verdict is counted. */
export type Runner = { name: string; run: (running?: Running) => Promise<Verdict> };

export const types: Runner = check('types', 'tsc', ['--noEmit']);
/** The rooms of oxlint.config.ts included. */
export const lint: Runner = check('lint', 'oxlint', ['--deny-warnings']);
export const format: Runner = check('format', 'oxfmt', ['--check']);
/** Files and dependencies that nobody needs, and dependencies that are not named (knip.config.ts). */
export const unused: Runner = check('unused', 'knip', ['--no-progress']);
export const unit: Runner = vitest('unit');
export const components: Runner = vitest('components');
/** With the replicas of the platforms and the real extractor. */
export const contract: Runner = vitest('contract');
/** Needs the built site, PostgreSQL and nginx: several of each, some of which are killed. */
export const cluster: Runner = vitest('cluster');

/** A check of its own: without the build, only what is tried on the built site fails as well. */
export const build: Runner = {
  name: 'build',
  run: () =>
    buildSite().then(
      () => ({ passed: 1, failed: 0 }),
      (error) => {
        console.error(error instanceof Error ? error.message : error);
        return { passed: 0, failed: 1 };
      },
    ),
};

/** Needs the built site. What fails is tried once more, for the trace of it. */
export const e2e: Runner = {
  name: 'e2e',
  async run({ args = [], label } = {}) {
    const report = freshReport('e2e');
    const code = await execute('playwright', { args: ['test', ...args], label });
    return verdictOf(code, readPlaywright(report));
  },
};

/** A tool that says yes or no, counted as one. */
function check(name: string, program: string, args: string[]): Runner {
  return {
    name,
    run: async ({ label } = {}) => verdictOf(await execute(program, { args, label }), { passed: 0, failed: 0 }, 1),
  };
}

function vitest(project: string): Runner {
  return {
    name: project,
    async run({ args = [], label } = {}) {
      const report = freshReport(project);
      const unhandled = freshReport(`${project}-unhandled`);
      const own = join(import.meta.dirname, 'unhandled-errors.ts');
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, `--reporter=${own}`];
      const all = ['run', '--project', project, '--passWithNoTests', ...reporters, ...args];
      const code = await execute('vitest', { args: all, label, env: { [UNHANDLED_REPORT]: unhandled } });
      return verdictOf(code, readVitest(report, unhandled));
    },
  };
}
