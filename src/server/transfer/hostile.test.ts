import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { HOSTILE_FILES } from './fixtures/hostile-files.ts';

/**
 * Of the processor, for ten ways to read the file. A head takes milliseconds, and the slowest of these 400 to 800 by how fast a machine is;
 * without limits, they take many seconds or have no end.
 */
const MOST_CPU_MS = 3000;
/** On a machine that does much else. */
const DEADLINE_MS = 60_000;

type Report = { outcome: string; cpuMs: number };

const thread = createRequire(import.meta.url).resolve('#/server/transfer/fixtures/hostile-thread.ts');

test.each(HOSTILE_FILES)(
  '$name ($parser): read soon, or refused',
  { timeout: DEADLINE_MS + 10_000 },
  async ({ name }) => {
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
      expect(cpuMs).toBeLessThan(MOST_CPU_MS);
    } finally {
      await worker.terminate();
    }
  },
);
