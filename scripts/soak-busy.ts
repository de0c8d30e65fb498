import { availableParallelism, loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Verdict } from './reports.ts';
import { contract, e2e } from './runners.ts';
import { prepareSite } from './setup/site.ts';
import { prepareHeadlessBrowser, prepareReplicas, prepareServers, prepareSpace } from './setup/tests.ts';

export type BusyOptions = {
  /** How many threads do nothing but compute beside the tests, and take what they can get. */
  load: number;
  runs: number;
  log: (line: string) => void;
};

/** More would prove nothing but that the machine can be stopped. */
const MOST_BURNERS = 64;
const LABEL_WIDTH = Math.max(contract.name.length, e2e.name.length);

/**
 * Runs the contract and the end-to-end tests several times, side by side as `npm test` does, on a machine that is busy with other things.
 * Tests that fail for that alone have a time-out that is too tight, or wait for the wrong thing. Gives what failed, by run.
 */
export async function soakBusy({ load, runs, log }: BusyOptions): Promise<string[]> {
  if (!(load >= 0 && load <= MOST_BURNERS)) throw new Error(`--load is a number from 0 to ${MOST_BURNERS}.`);
  await prepareSpace();
  await prepareSite({ build: true });
  await prepareReplicas();
  await prepareHeadlessBrowser();
  await prepareServers();
  const faults: string[] = [];
  const burners = Array.from({ length: load }, () => new Worker('for (;;);', { eval: true }));
  try {
    for (let run = 1; run <= runs; run++) {
      const startedAt = performance.now();
      const suites = [contract, e2e].map(async ({ name, run: start }) => {
        const verdict = await start({ label: name.padEnd(LABEL_WIDTH) });
        const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
        const busy = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`;
        log(`run ${run}: ${name}: ${verdict.passed} passed, ${verdict.failed} failed in ${minutes} min, ${busy}`);
        return faultsOf(verdict).map((fault) => `run ${run}, ${name}${fault}`);
      });
      faults.push(...(await Promise.all(suites)).flat());
    }
  } finally {
    await Promise.all(burners.map((burner) => burner.terminate()));
  }
  log(faults.length === 0 ? 'nothing failed' : faults.join('\n'));
  return faults;
}

/** What passed only when it was tried again is what this looks for as well. */
export function faultsOf({ failed, failures = [], flaky = [] }: Verdict): string[] {
  return [
    ...failures.map((failure) => `: ${failure}`),
    ...(failed > failures.length ? [`: ${failed - failures.length} more failed`] : []),
    ...flaky.map((test) => `, only at the second try: ${test}`),
  ];
}
