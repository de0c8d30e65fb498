import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { SolverProcess } from './process.ts';
import { createSolver, type SolverLimits } from './solver.ts';

const LIMITS: Partial<SolverLimits> = { solveHeapMb: 1, prepareHeapMb: 2 };
const question = (id: string) => ({ player: `https://www.youtube.com/s/player/${id}/base.js`, requests: [] });

test('a player whose turn to be prepared comes after the end has no process started for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clipferry-solver-'));
  const fetched: string[] = [];
  let preparing = 0;
  const start = ({ heapMb }: { heapMb: number }): SolverProcess => {
    const died = Promise.withResolvers<{ died: string; isLate: boolean }>();
    const isWarm = heapMb === LIMITS.solveHeapMb;
    if (!isWarm) preparing++;
    return {
      pid: undefined,
      ready: Promise.resolve(),
      exited: died.promise.then(() => {}),
      alive: () => true,
      prepare: () => (isWarm ? Promise.resolve({ done: 'prepared' }) : died.promise),
      // What the known player solves.
      solve: async () => ({ done: [['bdfbdf', 'o'], ['\u0001%DCBA']] }),
      kill: () => died.resolve({ died: 'killed', isLate: false }),
    };
  };
  const solver = createSolver({
    egress: {
      async text(url) {
        fetched.push(url);
        return { status: 200, headers: {}, text: 'a script' };
      },
    },
    python: '',
    folder,
    log: () => {},
    start,
    limits: LIMITS,
  });
  solver.use({ version: '1', lib: '', core: '' });
  await solver.settled();
  expect(solver.isAble()).toBe(true);
  const answers = ['00000001', '00000002'].map((id) => solver.solve(question(id)));
  await vi.waitFor(() => expect([fetched.length, preparing]).toEqual([2, 1]));
  await solver.close();
  const codes = (await Promise.all(answers)).map((answer) => answer.ok || answer.failure.code);
  expect(codes.toSorted()).toEqual(['cancelled', 'extractor_broken']);
  expect(preparing).toBe(1);
  await rm(folder, { recursive: true, force: true });
});
