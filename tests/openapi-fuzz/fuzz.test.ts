import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewApiKey } from '#/model/api-key.ts';
import type { OpenApiDocument } from '#/server/http/openapi/document.ts';
import { startPlatforms } from '../platforms/server.ts';
import { siteFetch } from '../setup/site-fetch.ts';
import { API_KEY, startSite, type TestSite } from '../setup/site.ts';
import { placesOf, replaced } from './arbitrary.ts';
import { createJudge, type FuzzAnswer } from './judge.ts';
import { createRequests, type FuzzRequest, type Known } from './requests.ts';

/** `npm run soak -- fuzz` tries more. Each run has a seed of its own, which a failure tells. */
const REQUESTS = Number(process.env['SOAK_REQUESTS'] ?? 2_000);
const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31);
/** Of a machine that is busy with other things. */
const MS_EACH = 12;
/** How many right requests an operation has in which to go well, that did not among all of them. */
const FURTHER = 500;
const FILM = 'https://x.com/replica/status/1800000000000000001';
const FORMAT = 'http-832';
const PRIVATE = 'https://www.youtube.com/watch?v=Private0001';
const ORIGIN = 'http://api.example';
/** Stands for the download that was made last. */
const LATEST = '0b5b7a52-7f0e-4f3e-8a54-6d1c2b3a4f50';
/** An endless answer that has something to say says it at once. */
const SILENCE_MS = 20;

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let site: TestSite;
let send: (request: Request) => Promise<Response>;
const log: string[] = [];

beforeAll(async () => {
  platforms = await startPlatforms();
  site = await startSite({ platforms, works: false, log: (line) => log.push(line) });
  send = siteFetch(site);
});
afterAll(async () => {
  await site.close();
  await platforms.close();
});

async function keyFor(actions: NewApiKey['scopes']['actions']): Promise<string> {
  const scopes = { platforms: null, networks: null, actions };
  const created = await site.api.apiKeys.create(null, {
    name: 'fuzz',
    scopes,
    limits: {},
    expiresAt: null,
    hasWebhooks: false,
  });
  if (!created.ok) throw new Error(created.failure.code);
  return created.value.secret;
}

/** Asks as a program does that has a key. */
async function ask<T>(key: string, method: string, path: string, body?: unknown): Promise<T> {
  const headers = { 'api-key': key, 'content-type': 'application/json' };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const text = await (await send(new Request(ORIGIN + path, init))).text();
  return text === '' ? (undefined as T) : JSON.parse(text);
}

/** What is there to be found: a film, its links, and, in place of LATEST, a download that has ended, so that nobody waits for it. */
async function whatIsKnown(): Promise<Known> {
  const good = await keyFor(['resolve', 'download', 'read']);
  const { links } = await ask<{ links: Record<string, string> }>(good, 'POST', '/api/v1/resolve', { url: FILM });
  const link = links[FORMAT] ?? '';
  return {
    keys: [good, await keyFor(['read']), API_KEY, `${good}x`, ''],
    parameters: {
      id: [LATEST, LATEST, LATEST.toUpperCase(), randomUUID(), 'events'],
      ids: [LATEST, `${LATEST},${randomUUID()}`],
      token: [link.replace('/api/video/', '')],
      waitS: ['0', '1', '50', '51'],
      state: ['cancelled', 'ready'],
    },
    bodies: {
      resolve: [{ url: FILM }, { url: PRIVATE }, { url: 'https://example.org/x' }, { url: ` ${FILM} `, more: 1 }],
      createDownload: [
        { link },
        { link: `${link}x` },
        { link: '/api/video/x' },
        { urls: [FILM], title: 'x', kind: 'audio', heightPx: null },
      ],
      fileCounterNotice: [
        {
          caseId: null,
          sourceUrl: FILM,
          claimant: { name: 'a', email: 'a@example.org', organisation: null, address: 'b', phone: '1' },
          work: 'x',
          statements: { mistake: true, jurisdiction: true },
          signature: 'a',
        },
      ],
      fileTakedown: [
        {
          sourceUrl: FILM,
          claimant: { name: 'a', email: 'a@example.org', organisation: null },
          work: 'x',
          statements: { goodFaith: true, accurate: true },
        },
      ],
    },
  };
}

async function answerOf({ method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
  const response = await send(new Request(ORIGIN + path, { method, headers, body }));
  const isEndless = response.headers.get('content-type') === 'text/event-stream';
  return {
    status: response.status,
    headers: response.headers,
    body: isEndless ? await beginning(response) : await response.text(),
  };
}

/** The first that an endless answer has to say. */
async function beginning({ body }: Response): Promise<string> {
  if (!body) return '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('data:')) {
    const read = await Promise.race([reader.read(), sleep(SILENCE_MS, { done: true, value: '' })]);
    text += read.value ?? '';
    if (read.done) break;
  }
  await reader.cancel();
  return text;
}

test('a text that no database takes is refused, wherever in a body it is', async () => {
  const document = await ask<OpenApiDocument>('', 'GET', '/api/v1/openapi.json');
  const { keys, bodies } = await whatIsKnown();
  const headers = { 'api-key': keys[0] ?? '', 'content-type': 'application/json' };
  // `more` is what no schema knows, and nobody looks at.
  const spoilt = (body: unknown) =>
    placesOf(body)
      .filter(([key]) => key !== 'more')
      .flatMap((place) => ['https://x.com/i/status/1\0', 'x\ud800'].map((text) => replaced(body, place, text)));
  let tried = 0;
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, { operationId }] of Object.entries(item)) {
      for (const body of (bodies[operationId] ?? []).flatMap(spoilt).map((value) => JSON.stringify(value))) {
        const { status } = await answerOf({ method: method.toUpperCase(), path, headers, body });
        expect.soft(status, `${method} ${path}: ${body}`).toBe(400);
        tried++;
      }
    }
  }
  expect(tried).toBeGreaterThan(50);
});

test(
  `${REQUESTS} requests made from the document find no 5xx, and no answer that it does not tell`,
  async () => {
    const document = await ask<OpenApiDocument>('', 'GET', '/api/v1/openapi.json');
    const { judge, operationOf } = createJudge(document);
    const seen = new Map<string, Map<number, number>>();
    let latest = LATEST;
    const tried = async (request: FuzzRequest) => {
      const answer = await answerOf(request);
      const { operationId = 'none' } = operationOf(request) ?? {};
      const statuses = seen.get(operationId) ?? new Map<number, number>();
      seen.set(operationId, statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1));
      const wrong = judge(request, answer);
      if (wrong !== null) throw new Error(`${request.method} ${request.path}: ${wrong}`);
      return { operationId, ...answer };
    };
    const known = await whatIsKnown();
    const sendDrawn = async (drawn: FuzzRequest) => {
      const request = { ...drawn, path: drawn.path.replaceAll(new RegExp(LATEST, 'gi'), latest) };
      const { operationId, status, body } = await tried(request);
      if (operationId !== 'createDownload' || status !== 202) return;
      latest = JSON.parse(body).id;
      await tried({ ...request, method: 'DELETE', path: `/api/v1/downloads/${latest}`, body: null });
    };
    // Chance may be long in making one, and soon forgets it.
    const orderOne = async () => {
      const [own = ''] = known.keys;
      const headers = { 'api-key': own, 'content-type': 'application/json' };
      const body = JSON.stringify(known.bodies['createDownload']?.[0]);
      await sendDrawn({ method: 'POST', path: '/api/v1/downloads', headers, body });
    };
    const hasGoneWell = (operationId: string) => [...(seen.get(operationId) ?? [])].some(([status]) => status < 300);
    await fc.assert(fc.asyncProperty(createRequests(document, known), sendDrawn), {
      numRuns: REQUESTS,
      endOnFailure: true,
      seed: SEED,
    });
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        const { operationId, responses } = operation;
        // A transfer is under way only while somebody fetches it, and a kept file needs a worker.
        const isOutOfReach = ['pauseDownload', 'resumeDownload', 'getKeptFile'].includes(operationId);
        const further = createRequests({ ...document, paths: { [path]: { [method]: operation } } }, known);
        if (!isOutOfReach && !hasGoneWell(operationId)) await orderOne();
        for (const request of isOutOfReach ? [] : fc.sample(further, { numRuns: FURTHER, seed: SEED })) {
          if (hasGoneWell(operationId)) break;
          await sendDrawn(request);
        }
        expect([operationId, hasGoneWell(operationId)]).toEqual([operationId, !isOutOfReach]);
        expect(Object.keys(responses).length).toBeGreaterThan(0);
      }
    }
    expect(log.filter((line) => line.startsWith('internal error'))).toEqual([]);
  },
  180_000 + REQUESTS * MS_EACH,
);
