import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { unconfined } from '#/server/confinement/confinement.ts';
import { TransferError } from '../transfer-error.ts';
import { createFfmpeg, type Ffmpeg, type FfmpegSettings } from './ffmpeg.ts';
import { wav } from './ffmpeg-formats.ts';
import { wavHeader } from './wav-header.ts';

/** What is waited for comes at once, unless other programs share the machine. */
const TIMEOUTS = { timeout: 60_000 };

const FFMPEG = '/usr/bin/ffmpeg';
/** Writes samples without end, from nothing. */
const ENDLESS = ['-f', 'lavfi', '-i', 'sine', '-f', 's16le', 'pipe:1'];
const SHORT = ['-f', 'lavfi', '-i', 'sine=duration=0.1', '-f', 's16le', 'pipe:1'];
const SHORT_BYTES = 4410 * 2;
const COPY = wav({ sampleRate: 44_100, channels: 1, durationSamples: null }).args;

const patient = new AbortController().signal;
let folder: string;
let ffmpeg: Ffmpeg;
let logged: string[];

function create(settings: Partial<FfmpegSettings> = {}): Ffmpeg {
  return createFfmpeg({ path: FFMPEG, confine: unconfined, log: (message) => logged.push(message), ...settings });
}

/** A program that is run in ffmpeg's place. */
async function program(script: string): Promise<string> {
  const path = join(folder, 'program');
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

function failure(code: string) {
  return expect.objectContaining({ name: 'TransferError', failure: expect.objectContaining({ code }) });
}

async function* silence(chunks: number, onChunk: (count: number) => void = () => {}): AsyncGenerator<Buffer> {
  yield wavHeader({ sampleRate: 44_100, channels: 1, durationSamples: null });
  for (let count = 1; count <= chunks; count++) {
    await nextTurn();
    onChunk(count);
    yield Buffer.alloc(65_536);
  }
}

function count(kind: string): number {
  return process.getActiveResourcesInfo().filter((name) => name === kind).length;
}

let pipesBefore: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ffmpeg-'));
});

afterAll(() => rm(folder, { recursive: true }));

beforeEach(() => {
  logged = [];
  pipesBefore = count('PipeWrap');
  ffmpeg = create();
});

afterEach(async () => {
  await ffmpeg.close();
  await vi.waitFor(() => {
    expect(count('ProcessWrap'), 'children left').toBe(0);
    expect(count('PipeWrap'), 'pipes left').toBe(pipesBefore);
  });
  expect(ffmpeg.stats()).toEqual({ running: 0, waiting: 0 });
});

describe('a run', () => {
  test('gives what ffmpeg writes', async () => {
    const { output, finished } = await ffmpeg.run(SHORT, null, patient);
    expect(await buffer(output)).toHaveLength(SHORT_BYTES);
    await finished;
    expect(logged).toEqual([]);
  });

  test('reads its input to the end', async () => {
    const { output, finished } = await ffmpeg.run(COPY, silence(100), patient);
    expect(await buffer(output)).toHaveLength(100 * 65_536);
    await finished;
  });

  test('reads no faster than its output is read', async () => {
    let chunks = 0;
    const { output } = await ffmpeg.run(
      COPY,
      silence(1e9, (count) => (chunks = count)),
      patient,
    );
    // Takes long enough for gigabytes if nothing held the first one back.
    const meanwhile = await ffmpeg.run(COPY, silence(1000), patient);
    await buffer(meanwhile.output);
    expect(chunks * 65_536).toBeLessThan(32 * 2 ** 20);
    output.destroy();
  });

  test('stops an input that ffmpeg needs no more of', async () => {
    const stopped = vi.fn<() => void>();
    async function* input() {
      try {
        yield* silence(1e9);
      } finally {
        stopped();
      }
    }
    const args = wav({ sampleRate: 44_100, channels: 1, durationSamples: 1000 }).args;
    const { output, finished } = await ffmpeg.run(args, input(), patient);
    expect(await buffer(output)).toHaveLength(2000);
    await finished;
    await vi.waitFor(() => expect(stopped).toHaveBeenCalledOnce(), TIMEOUTS);
  });

  test('stops an input that says nothing more', async () => {
    const input = new Readable({ read() {} });
    input.push(wavHeader({ sampleRate: 44_100, channels: 1, durationSamples: null }));
    input.push(Buffer.alloc(2_000_000));
    const args = wav({ sampleRate: 44_100, channels: 1, durationSamples: 1000 }).args;
    const { output, finished } = await ffmpeg.run(args, input, patient);
    await buffer(output);
    await finished;
    expect(input.destroyed).toBe(true);
  });

  test('stops an input that is not read any more while the program goes on', async () => {
    const stopped = Promise.withResolvers<void>();
    async function* input() {
      try {
        yield* silence(1e9);
      } finally {
        stopped.resolve();
      }
    }
    const path = await program('exec 0<&-; echo begun; exec sleep 1000');
    const { output, finished } = await create({ path }).run([], input(), patient);
    await stopped.promise;
    output.destroy();
    await expect(finished).rejects.toEqual(failure('cancelled'));
  });

  test('tells the program nothing of our environment', async () => {
    vi.stubEnv('SECRET', 'value');
    const { output } = await create({ path: await program('env') }).run([], null, patient);
    const names = (await text(output)).split('\n').map((line) => line.split('=')[0]);
    // PWD and what follows are the shell's own.
    expect(names.filter((name) => name && !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name)).sort()).toEqual([
      'LANG',
      'PATH',
    ]);
  });

  test('lets no input open anything but pipes', async () => {
    const { output } = await create({ path: await program('echo "$@"') }).run(['-i', 'a', '-i', 'b'], null, patient);
    const closed = '-protocol_whitelist pipe,fd -i';
    expect(await text(output)).toBe(
      `-hide_banner -nostdin -loglevel error -abort_on empty_output ${closed} a ${closed} b\n`,
    );
  });
});

describe('failures', () => {
  test('garbage', async () => {
    const garbage = Readable.from([Buffer.from('this is no sound at all '.repeat(10_000))]);
    await expect(ffmpeg.run(COPY, garbage, patient)).rejects.toEqual(failure('conversion_failed'));
    expect(logged).toEqual([expect.stringMatching(/^ffmpeg failed \(1\): .*Invalid data found/)]);
  });

  test('nothing', async () => {
    await expect(ffmpeg.run(COPY, Readable.from([]), patient)).rejects.toEqual(failure('conversion_failed'));
  });

  test('a playlist that names a file of ours', async () => {
    const secret = join(folder, 'secret.wav');
    await writeFile(secret, await buffer(Readable.from(silence(10))));
    const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${secret}\n#EXT-X-ENDLIST\n`;
    const concat = `ffconcat version 1.0\nfile '${secret}'\n`;
    for (const list of [playlist, concat]) {
      const run = ffmpeg.run(COPY, Readable.from([Buffer.from(list)]), patient);
      // eslint-disable-next-line no-await-in-loop
      await expect(run).rejects.toEqual(failure('conversion_failed'));
    }
    expect(logged.join()).not.toContain('file://');
  });

  test('a program that ends well without a word', async () => {
    const run = create({ path: await program('exit 0') }).run([], null, patient);
    await expect(run).rejects.toEqual(failure('conversion_failed'));
  });

  test('a program that fails in the middle: no complete output', async () => {
    const path = await program('echo half; echo "no space on https://cdn.example/v?token=1" >&2; exit 3');
    const { output, finished } = await create({ path }).run([], null, patient);
    await expect(buffer(output)).rejects.toEqual(failure('conversion_failed'));
    await expect(finished).rejects.toEqual(failure('conversion_failed'));
    expect(logged).toEqual(['ffmpeg failed (3): no space on [address]']);
  });

  test('no program', async () => {
    const run = create({ path: join(folder, 'none') }).run(SHORT, silence(1), patient);
    await expect(run).rejects.toEqual(failure('conversion_failed'));
    expect(logged).toEqual([expect.stringContaining('ENOENT')]);
  });

  test('arguments that cannot be given give their place back', async () => {
    await expect(ffmpeg.run(['a\0b'], null, patient)).rejects.toEqual(failure('conversion_failed'));
    expect(ffmpeg.stats().running).toBe(0);
  });

  test('an input that fails at once', async () => {
    const input = Readable.from(
      (async function* () {
        yield* silence(0);
        throw new TransferError('transfer_broken');
      })(),
    );
    await expect(ffmpeg.run(COPY, input, patient)).rejects.toEqual(failure('transfer_broken'));
  });

  test('an input that fails in the middle', async () => {
    async function* input() {
      yield* silence(200);
      throw new TransferError({ code: 'rate_limited', retryAfterS: 7 });
    }
    const { output, finished } = await ffmpeg.run(COPY, input(), patient);
    const expected = { failure: { code: 'rate_limited', retryAfterS: 7 } };
    await expect(buffer(output)).rejects.toMatchObject(expected);
    await expect(finished).rejects.toMatchObject(expected);
    expect(logged).toEqual([]);
  });

  test('an input that fails by a mistake of ours', async () => {
    const mistake = new TypeError('mistake');
    async function* input() {
      yield* silence(200);
      throw mistake;
    }
    const { output, finished } = await ffmpeg.run(COPY, input(), patient);
    await expect(buffer(output)).rejects.toEqual(failure('conversion_failed'));
    await expect(finished).rejects.toMatchObject({ cause: mistake });
  });
});

describe('those who leave', () => {
  test('an aborted run kills its child and frees the place', async () => {
    const leaving = new AbortController();
    const stopped = vi.fn<() => void>();
    async function* input() {
      try {
        yield* silence(1e9);
      } finally {
        stopped();
      }
    }
    const single = create({ maxRunning: 1 });
    const { output, finished } = await single.run(COPY, input(), leaving.signal);
    const next = single.run(SHORT, null, patient);
    expect(single.stats()).toEqual({ running: 1, waiting: 1 });
    leaving.abort();
    await expect(finished).rejects.toEqual(failure('cancelled'));
    await expect(buffer(output)).rejects.toEqual(failure('cancelled'));
    expect(await buffer((await next).output)).toHaveLength(SHORT_BYTES);
    expect(stopped).toHaveBeenCalledOnce();
    expect(logged).toEqual([]);
  });

  test('an abort before the first byte', async () => {
    const leaving = new AbortController();
    const input = new Readable({ read: () => leaving.abort() });
    await expect(ffmpeg.run(COPY, input, leaving.signal)).rejects.toEqual(failure('cancelled'));
    expect(input.destroyed).toBe(true);
  });

  test('an abort before anything', async () => {
    await expect(ffmpeg.run(SHORT, null, AbortSignal.abort())).rejects.toEqual(failure('cancelled'));
    expect(count('ProcessWrap')).toBe(0);
  });

  test('an output that is not wanted any more', async () => {
    const { output, finished } = await ffmpeg.run(ENDLESS, null, patient);
    output.destroy();
    await expect(finished).rejects.toEqual(failure('cancelled'));
  });

  test('closing ends what runs, what waits and what comes later', async () => {
    const single = create({ maxRunning: 1, path: await program('echo $$; exec sleep 1000') });
    const { output, finished } = await single.run([], null, patient);
    const [pid] = await once(output, 'data');
    const waiting = single.run([], null, patient);
    const [closed, refused] = await Promise.allSettled([single.close(), waiting]);
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
    expect(closed.status).toBe('fulfilled');
    expect(refused).toEqual({ status: 'rejected', reason: failure('cancelled') });
    await expect(finished).rejects.toEqual(failure('cancelled'));
    await expect(single.run([], null, patient)).rejects.toEqual(failure('cancelled'));
    expect(single.stats()).toEqual({ running: 0, waiting: 0 });
  });
});

test('runs no more children than it may, in their order, and refuses what is too much', async () => {
  const two = create({ maxRunning: 2, maxWaiting: 2 });
  const order: number[] = [];
  const first = await two.run(ENDLESS, null, patient);
  const second = await two.run(ENDLESS, null, patient);
  const others = [3, 4].map(async (number) => {
    const { output } = await two.run(SHORT, null, patient);
    order.push(number);
    expect(two.stats().running).toBeLessThanOrEqual(2);
    await buffer(output);
  });
  expect(two.stats()).toEqual({ running: 2, waiting: 2 });
  expect(count('ProcessWrap')).toBe(2);
  const tooMuch = two.run(SHORT, null, patient);
  await expect(tooMuch).rejects.toMatchObject({ failure: { code: 'busy', retryAfterS: 10 } });
  first.output.destroy();
  await Promise.all(others);
  expect(order).toEqual([3, 4]);
  second.output.destroy();
  await vi.waitFor(() => expect(two.stats()).toEqual({ running: 0, waiting: 0 }), TIMEOUTS);
});
