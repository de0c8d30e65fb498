import { expect, test } from 'vitest';
import { type Corpus, createFuzzer, type Fault, type Limits, run } from './fixtures/fuzz/fuzz.ts';
import { SEEDS } from './fixtures/fuzz/seeds.ts';
import { parse, type ParserName } from './fixtures/parsers.ts';

const NAMES = Object.keys(SEEDS) as ParserName[];
/** As the long run has them, but for slow machines: on a fast one, what is read where everybody waits takes less than 10 ms. */
const LIMITS: Limits = { cpuMs: 3_000, mainCpuMs: 300, bytes: 64 * 1024 * 1024 };

test.each(NAMES)('seeds of %s are read', async (name) => {
  for (const bytes of SEEDS[name]) expect(await parse(name, bytes)).toMatchObject({ outcome: 'ok' });
});

/** More of the same: `npm run soak -- parsers`. */
test.each([1, 2])(
  'files made of good ones end as failures or not at all, in little time and memory (seed %i)',
  async (seed) => {
    const corpus = Object.fromEntries(NAMES.map((name) => [name, [...SEEDS[name]]])) as Corpus;
    const fuzzer = createFuzzer(corpus, seed);
    const faults: Omit<Fault, 'bytes'>[] = [];
    for (let count = 0; count < 2_000; count++) {
      const input = fuzzer.next();
      const outcome = await run(input, LIMITS);
      if (fuzzer.isNew(input, outcome)) fuzzer.keep(input);
      if (outcome.fault) faults.push({ ...outcome.fault, bytes: undefined } as Omit<Fault, 'bytes'>);
    }
    expect(faults).toEqual([]);
  },
);
