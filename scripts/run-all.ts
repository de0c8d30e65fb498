import type { TimedFile, Verdict } from './reports.ts';
import type { Runner } from './runners.ts';

/** Those of one row run one after the other. */
type Row = readonly Runner[];

type Timed = Verdict & { seconds: number };

const SLOWEST = 10;

/**
 * Runs all of them, the rows side by side, also after a failure. Says what each found and how long it took, which files took longest, and
 * once more what failed; the last line is `N passed, N failed`. Gives whether nothing failed.
 */
export async function runAll(rows: readonly Row[]): Promise<boolean> {
  const startedAt = performance.now();
  const timed = new Map<string, Timed>();
  const width = Math.max(...rows.flat().map(({ name }) => name.length));
  const isAlone = rows.length === 1;
  const runRow = async (row: Row): Promise<void> => {
    for (const { name, run } of row) {
      console.log(isAlone ? `\n▸ ${name}` : `▸ ${name}`);
      const begunAt = performance.now();
      const verdict = await run({ label: isAlone ? null : name.padEnd(width) });
      timed.set(name, { ...verdict, seconds: secondsSince(begunAt) });
      if (!isAlone) console.log(lineOf(name, { ...verdict, seconds: secondsSince(begunAt) }));
    }
  };
  console.log('');
  await Promise.all(rows.map(runRow));
  return report(timed, secondsSince(startedAt));
}

function report(timed: ReadonlyMap<string, Timed>, seconds: number): boolean {
  const verdicts = [...timed];
  const slowest = verdicts
    .flatMap(([, { files = [] }]) => files)
    .toSorted((a: TimedFile, b: TimedFile) => b.seconds - a.seconds)
    .slice(0, SLOWEST);
  if (slowest.length > 0) console.log('\nWhat took longest:');
  for (const { file, seconds: own } of slowest) console.log(`${minutes(own)}  ${file}`);
  console.log('');
  for (const [name, verdict] of verdicts) {
    console.log(lineOf(name, verdict));
    for (const failure of verdict.failures ?? []) console.log(`    ${failure}`);
    for (const test of verdict.flaky ?? []) console.log(`    ! passed only when it was tried again: ${test}`);
  }
  console.log(`  all${minutes(seconds).padStart(34)}`);
  const sum = (count: 'passed' | 'failed') => verdicts.reduce((total, [, verdict]) => total + verdict[count], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0;
}

function lineOf(name: string, { passed, failed, seconds }: Timed): string {
  const counts = `${String(passed).padStart(5)} passed, ${failed} failed`;
  return `${failed === 0 ? '✓' : '✗'} ${name.padEnd(12)}${counts}${minutes(seconds)}`;
}

function minutes(seconds: number): string {
  return `${(seconds / 60).toFixed(1)} min`.padStart(10);
}

function secondsSince(instant: number): number {
  return (performance.now() - instant) / 1000;
}
