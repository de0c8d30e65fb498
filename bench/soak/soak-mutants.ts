import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { plant } from '../mutants/apply.ts';
import { MUTANTS, type Mutant } from '../mutants/list.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const TIMEOUT_MS = 10 * 60_000;

export type MutantsOptions = { only?: string | undefined; log?: (line: string) => void };

/** What became of the named test. `missing`: no test of that name ran. */
type Outcome = 'passed' | 'failed' | 'missing';

/**
 * Plants each fault in a copy of the tree, never in the checkout, and runs the test that is to notice it. Resolves with what went
 * wrong: a fault that nobody noticed, a test that fails without one, a fault that cannot be planted any more.
 */
export async function soakMutants({ only, log = () => {} }: MutantsOptions): Promise<string[]> {
  const wanted = MUTANTS.filter(({ file, what }) => !only || file.includes(only) || what.includes(only));
  if (wanted.length === 0) return [`No planted fault is like "${only}".`];
  const copy = await mkdtemp(join(tmpdir(), 'clipferry-mutants-'));
  const faults: string[] = [];
  try {
    await copyTree(copy);
    for (const [place, mutant] of wanted.entries()) {
      const fault = await judge(copy, mutant);
      if (fault) faults.push(fault);
      log(`${place + 1}/${wanted.length} ${fault ? `NOT CAUGHT ${fault}` : `caught: ${mutant.what}`}`);
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  return faults;
}

/** What git knows, and what it would: sources alone. Packages are those of the checkout, which nobody writes to. */
async function copyTree(copy: string): Promise<void> {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', listing, { cwd: ROOT, maxBuffer: 2 ** 26 });
  for (const path of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    // A file that is deleted, and not yet for git.
    await cp(join(ROOT, path), join(copy, path)).catch(ignoreMissing);
  }
  for (const generated of ['src/language/paraglide', '.engine'])
    await cp(join(ROOT, generated), join(copy, generated), { recursive: true }).catch(ignoreMissing);
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function judge(copy: string, mutant: Mutant): Promise<string | null> {
  const { what, file, test } = mutant;
  const path = join(copy, file);
  const source = await readFile(path, 'utf8');
  try {
    await writeFile(path, plant(source, mutant));
    const planted = await outcomeOf(copy, test);
    await writeFile(path, source);
    if (planted === 'missing') return `${what}: ${test.file} has no test "${test.name}"`;
    if (planted === 'passed') return `${what}: nothing fails in ${test.file} › ${test.name}`;
    return (await outcomeOf(copy, test)) === 'passed' ? null : `${what}: ${test.name} fails without it, too`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await writeFile(path, source);
  }
}

type Report = { testResults: { assertionResults: { status: string; fullName: string }[] }[] };

async function outcomeOf(copy: string, { project, file, name }: Mutant['test']): Promise<Outcome> {
  const told = join(copy, 'mutant.json');
  await rm(told, { force: true });
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', project, file, '-t', pattern, '--reporter=json', `--outputFile=${told}`];
  // Its exit code says what the report says.
  await run(process.execPath, args, { cwd: copy, timeout: TIMEOUT_MS, maxBuffer: 2 ** 28 }).catch(() => undefined);
  const report: Report = JSON.parse(await readFile(told, 'utf8'));
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = results.filter(({ status, fullName }) => status !== 'skipped' && fullName.includes(name));
  if (named.length === 0) return 'missing';
  return named.some(({ status }) => status === 'failed') ? 'failed' : 'passed';
}
