import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSolverProcess, type SolverProcess } from './process.ts';
import { SOLVER_LINE_MAX_BYTES } from './protocol.ts';

let folder: string;
let solver: SolverProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-solver-'));
});
afterEach(async () => {
  solver.kill();
  await solver.exited;
  rmSync(folder, { recursive: true, force: true });
});

/** A process that says it is ready, and answers each order as a shell's command does: it stands where confinement starts the solver. */
async function start(answer: string): Promise<SolverProcess> {
  const python = join(folder, 'python');
  writeFileSync(python, `#!/bin/sh\nread -r scripts\necho '{"ready":true}'\nwhile read -r line; do ${answer}; done\n`);
  chmodSync(python, 0o755);
  solver = startSolverProcess({ python, scripts: { version: '1', lib: '', core: '' }, heapMb: 64 });
  await solver.ready;
  return solver;
}

const says = (line: string) => `printf '%s\\n' '${line}'`;
const request = { player: 'a', requests: [{ type: 'n' as const, challenges: ['x', 'y'] }] };
test.each([
  ['no JSON', says('oops')],
  ['JSON of another shape', says('{"id":1,"answers":{"x":"y"}}')],
  ['answers that are no texts', says('{"id":1,"answers":[[1,2]]}')],
  ['answers of no length', says('{"id":1,"answers":[["",""]]}')],
  ['fewer answers than were asked', says('{"id":1,"answers":[["one"]]}')],
  ['answers to more than was asked', says('{"id":1,"answers":[["one","two"],["three"]]}')],
  ['another kind of answer', says('{"id":1,"prepared":"code"}')],
  ['a line without end', `head -c ${SOLVER_LINE_MAX_BYTES + 1} /dev/zero | tr '\\0' 'a'`],
])('whoever says %s is ended, and what it said is no answer', async (_, answer) => {
  const outcome = await (await start(answer)).solve(request, 20_000);
  expect(outcome).toEqual({ died: expect.stringMatching(/^it said /), isLate: false });
  await solver.exited;
  expect(solver.alive()).toBe(false);
});

test('an answer to another order is passed over, and one that does not come in time ends it', async () => {
  const outcome = await (await start(says('{"id":7,"answers":[["one","two"]]}'))).solve(request, 300);
  expect(outcome).toEqual({ died: 'it took too long', isLate: true });
  await solver.exited;
});

test('a refusal is told, and it goes on', async () => {
  const running = await start(says('{"id":1,"error":"Error: no"}'));
  expect(await running.solve(request, 20_000)).toEqual({ refused: 'Error: no' });
  expect(running.alive()).toBe(true);
});
