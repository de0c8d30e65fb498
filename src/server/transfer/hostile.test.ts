import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { HOSTILE_FILES } from './fixtures/hostile-files.ts';
import { READ_ON_MAIN } from './fixtures/parsers.ts';

/**
 * Of the processor, for ten ways to read the file. A head takes milliseconds, and the slowest of these 400 to 800 by how fast a machine is;
 * without limits, they take many seconds or have no end.
 */
const MOST_CPU_MS = 3000;
/**
 * Of what is read on the thread that answers everybody: 65 ms at most where it was measured, and a machine may be a few times slower. What
 * is to be true on a fast one, 100 ms, is judged by the long run (bench/soak/soak-parsers.ts).
 */
const MOST_MAIN_CPU_MS = 500;
/** On a machine that does much else. */
const DEADLINE_MS = 60_000;

type Report = { outcome: string; cpuMs: number };

const thread = createRequire(import.meta.url).resolve('#/server/transfer/fixtures/hostile-thread.ts');

test.each(HOSTILE_FILES)(
  '$name ($parser): read soon, or refused',
  { timeout: DEADLINE_MS + 10_000 },
  async ({ name, parser }) => {
    const worker = new Worker(thread, {
      workerData: { name },
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
    });
    try {
      const { promise, resolve, reject } = Promise.withResolvers<Report>();
      const deadline = setTimeout(() => reject(new Error('it does not end')), DEADLINE_MS);
      worker.once('message', resolve).once('error', reject);
      const { outcome, cpuMs } = await promise.finally(() => clearTimeout(deadline));
      expect(outcome).toMatch(/^(?:ok$|media_damaged )/);
      expect(cpuMs).toBeLessThan(READ_ON_MAIN.has(parser) ? MOST_MAIN_CPU_MS : MOST_CPU_MS);
    } finally {
      await worker.terminate();
    }
  },
);
