import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_STATUS } from './uncaught-errors.ts';

const MODULE = JSON.stringify(join(import.meta.dirname, 'uncaught-errors.ts'));

/** Runs a process that has the handler, with what is done in it: its exit status, what it logged, what else it said. */
async function run(code: string, { drain = 'async () => console.log("drained")', deadlineMs = 5_000 } = {}) {
  const start = `import { exitOnUncaughtErrors } from ${MODULE};
    exitOnUncaughtErrors({ log: (line) => console.error(line), deadlineMs: ${deadlineMs}, drain: ${drain} });
    setInterval(() => {}, 1000);
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', start], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [said, logged] = ['', ''];
  child.stdout.on('data', (text) => (said += text));
  child.stderr.on('data', (text) => (logged += text));
  const [status] = await once(child, 'close');
  return { status, said, logged };
}

test.each([
  [
    'an error in a callback',
    'setTimeout(() => { throw new Error("boom") }, 1)',
    /An error that nothing caught: Error: boom\n +at /,
  ],
  [
    'a rejected promise',
    'void Promise.reject(new TypeError("left"))',
    /A rejection that nothing caught: TypeError: left/,
  ],
  ['a rejection without an error', 'void Promise.reject("text")', /A rejection that nothing caught: text/],
  ['an emitter without a listener', 'process.stdin.emit("error", new Error("pipe"))', /Error: pipe/],
])('%s is logged, what runs ends, and the exit status tells', async (_, code, expected) => {
  const { status, said, logged } = await run(code);
  expect(logged).toMatch(expected);
  expect(logged).toContain('The process ends, once what runs has ended.');
  expect([status, said]).toEqual([ERROR_STATUS, 'drained\n']);
});

test('errors on the way out are logged, and end nothing twice', async () => {
  const drain =
    'async () => { console.log("drained"); setTimeout(() => { throw new Error("again") }, 1); await new Promise((r) => setTimeout(r, 200)) }';
  const { status, said, logged } = await run('throw new Error("boom")', { drain });
  expect([status, said]).toEqual([ERROR_STATUS, 'drained\n']);
  expect(logged).toContain('Error: again');
});

test('what cannot be ended in order, or takes too long, ends all the same', async () => {
  const failing = await run('throw new Error("boom")', { drain: 'async () => { throw new Error("no order") }' });
  expect([failing.status, failing.logged]).toEqual([ERROR_STATUS, expect.stringContaining('no order')]);
  const hanging = await run('throw new Error("boom")', { drain: '() => new Promise(() => {})', deadlineMs: 50 });
  expect(hanging.status).toBe(ERROR_STATUS);
});
