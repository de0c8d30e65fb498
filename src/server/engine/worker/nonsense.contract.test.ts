import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localExtractor } from '../fixtures/local-extractor.ts';
import { createPool, type Pool } from './pool.ts';
import { startWorker, type WorkerProcess } from './process.ts';
import { type Job, WORKER_LINE_MAX_BYTES } from './protocol.ts';

const READY =
  '{"ready":true,"extractor":"2026.10.26","python":"3.11","challengeScripts":null,"browserFingerprints":false}';
const job: Job = {
  url: 'https://x.com/i/status/1',
  deadlineMs: 15_000,
  extractorArgs: {},
};
const GOOD = '{"id":1,"info":{"id":"a"},"warnings":[]}';

let folder: string;
let pool: Pool;
let workers: WorkerProcess[];
let logged: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-nonsense-'));
  [workers, logged] = [[], []];
});
afterEach(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A process that says it is ready, and answers each job as a shell's command does. */
async function start(...answers: string[]): Promise<Pool> {
  pool = createPool({
    size: 1,
    log: (line) => logged.push(line),
    start() {
      const python = join(folder, `worker-${workers.length}`);
      const answer = answers[Math.min(workers.length, answers.length - 1)] ?? '';
      writeFileSync(python, `#!/bin/sh\necho '${READY}'\nwhile read -r line; do ${answer}; done\n`);
      chmodSync(python, 0o755);
      const worker = startWorker({ python, extractorPath: null, proxyUrl: 'http://127.0.0.1:9', cacheDir: folder });
      workers.push(worker);
      return worker;
    },
  });
  await pool.started;
  return pool;
}

const says = (line: string) => `printf '%s\\n' '${line}'`;
/** What a child may write instead of an answer. */
const NONSENSE = {
  'NaN, as Python writes it': says('{"id":1,"info":{"duration":NaN},"warnings":[]}'),
  'Infinity, as Python writes it': says('{"id":1,"info":{"duration":-Infinity},"warnings":[]}'),
  'no JSON': says('Traceback (most recent call last):'),
  'half a message': `printf '{"id":1,"inf\\n'`,
  'an empty line': `echo ''`,
  'JSON of another shape': says('{"id":"1","warnings":null}'),
  'an error of an unknown kind': says('{"id":1,"error":{"kind":"mood"},"warnings":[]}'),
  'a question nobody offered to answer': says('{"id":1,"ask":1,"player":"x","requests":[]}'),
  'a number': says('7'),
  'bytes that are no text': `printf '\\377\\376\\000\\n'`,
  'more parts than an answer has': `printf '{"id":1,"warnings":[],"info":['; yes '{},' | head -n 200000 | tr -d '\\n'; echo '{}]}'`,
  'a line without end': `head -c ${WORKER_LINE_MAX_BYTES * 4} /dev/zero | tr '\\0' 'a'`,
};

describe.each(Object.entries(NONSENSE))('a worker that says %s', (_, answer) => {
  test('is killed and replaced; the visitor gets a failure, and the next an answer', async () => {
    const running = await start(answer, answer, says(GOOD));
    expect(await running.run('twitter', job)).toEqual({
      ok: false,
      failure: { code: 'engine_unavailable', platform: 'twitter' },
    });
    await Promise.all(workers.slice(0, 2).map(({ exited }) => exited));
    expect(logged.at(-1)).toMatch(/died twice on one job \(twitter\): it said a (?:line|question)/);
    expect(await running.run('twitter', job)).toEqual({
      ok: true,
      value: { info: { id: 'a' }, warnings: [], refusals: [] },
    });
    expect(running.stats()).toMatchObject({ busy: 0, queued: 0, restarts: 2 });
  });
});

test('a job is tried once more: one worker’s slip is nothing that a visitor sees', async () => {
  const running = await start(says('oops'), says(GOOD));
  expect(await running.run('twitter', job)).toMatchObject({ ok: true });
});

test('an answer that comes in pieces, and several at once, are each whole', async () => {
  const long = 'é'.repeat(200_000);
  const whole = `{"id":1,"info":{"title":"${long}"},"warnings":[]}`;
  writeFileSync(join(folder, 'answer'), `{"id":99,"warnings":[]}\n${whole}\n`);
  const running = await start(`cat ${join(folder, 'answer')}`);
  expect(await running.run('twitter', job)).toEqual({
    ok: true,
    value: { info: { title: long }, warnings: [], refusals: [] },
  });
});

test('our own worker says null where JSON has no word for a number', async () => {
  await start(says(GOOD));
  const { python, extractorPath } = localExtractor();
  const said = execFileSync(
    python,
    [
      '-s',
      '-c',
      'import worker; worker.send({"id": 1, "info": {"a": float("nan"), "b": [float("-inf"), 1.5, 10**400, 10**6000, 7]}})',
    ],
    {
      cwd: import.meta.dirname,
      env: { PYTHONDONTWRITEBYTECODE: '1', ...(extractorPath && { PYTHONPATH: extractorPath }) },
    },
  );
  expect(JSON.parse(said.toString())).toEqual({ id: 1, info: { a: null, b: [null, 1.5, null, null, 7] } });
});
