import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createShutdown } from './shutdown.ts';

/** A server that follows what it answers, and answers when told. */
async function serve({ isRaw = true } = {}) {
  const shutdown = createShutdown();
  const answers: ServerResponse[] = [];
  const http = createServer((_, res) => {
    shutdown.follow(res, { isRaw });
    answers.push(res);
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const ask = async () => {
    const asking = get({ port: (http.address() as AddressInfo).port, host: '127.0.0.1' });
    const answer = once(asking, 'response') as Promise<[IncomingMessage]>;
    answer.catch(() => {});
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    const res = answers.pop();
    if (!res) throw new Error('nobody asked');
    return { answer: answer.then(([first]) => first), res };
  };
  return { shutdown, ask };
}

const textOf = async (answer: IncomingMessage) => Buffer.concat(await Array.fromAsync(answer)).toString();

test('nothing runs: it ends at once, and transfers are refused from then on', async () => {
  const { shutdown } = await serve();
  expect(shutdown.refusal()).toBeNull();
  await shutdown.begin(60_000);
  expect(shutdown.refusal()).toEqual({ code: 'busy', retryAfterS: 5 });
});

test('what runs is waited for; what comes meanwhile loses its connection with its answer', async () => {
  const { shutdown, ask } = await serve();
  const { answer, res } = await ask();
  res.writeHead(200).write('be');
  const ended = shutdown.begin(60_000);
  const late = await ask();
  late.res.end('late');
  expect((await late.answer).headers.connection).toBe('close');
  res.end('gun');
  expect(await textOf(await answer)).toBe('begun');
  await ended;
  expect(shutdown.running()).toBe(0);
});

test('when the time is over, what has begun is cut, and what has not is told to come back', async () => {
  const { shutdown, ask } = await serve();
  const begun = await ask();
  begun.res.writeHead(200).write('be');
  const waiting = await ask();
  const body = textOf(await begun.answer);
  body.catch(() => {});
  await shutdown.begin(10);
  await expect(body).rejects.toThrow('aborted');
  const told = await waiting.answer;
  expect([told.statusCode, told.headers['retry-after'], told.headers.connection]).toEqual([503, '5', 'close']);
  expect(JSON.parse(await textOf(told))).toMatchObject({ code: 'busy' });
});

test('told again, it does not wait any longer; whose answer is somebody else’s is left to them', async () => {
  const { shutdown, ask } = await serve({ isRaw: false });
  const { answer, res } = await ask();
  const ended = shutdown.begin(60_000);
  void shutdown.begin(0);
  await ended;
  res.end('after all');
  expect(await textOf(await answer)).toBe('after all');
});
