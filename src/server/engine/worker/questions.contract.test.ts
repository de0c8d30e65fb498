import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Egress } from '#/server/egress/egress.ts';
import { createEgress } from '#/server/egress/index.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { PLAYERS, scriptPath } from '../../../../tests/platforms/youtube/youtube-players.ts';
import { localExtractor } from '../fixtures/local-extractor.ts';
import { egressHosts } from '../platforms/all.ts';
import type { ChallengeAnswers, ChallengeQuestion } from '../solver/protocol.ts';
import { type WorkerOutcome, startWorker, type WorkerProcess } from './process.ts';
import type { Job } from './protocol.ts';

const job: Job = {
  url: 'https://www.youtube.com/watch?v=Challenge01',
  deadlineMs: 20_000,
  extractorArgs: { youtube: { player_client: ['visionos'] } },
};

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let egress: Egress;
let worker: WorkerProcess;
/** What it asked, and how each question is answered here. */
let questions: { question: ChallengeQuestion; signal: AbortSignal | undefined }[];
let answer: (question: ChallengeQuestion) => Promise<Result<ChallengeAnswers>>;
let isAble: boolean;
/** What it wanted tokens for, by which way, and what comes of that. */
let bindings: string[];
let mint: () => Promise<Result<string>>;
let asked: PromiseWithResolvers<void>;

beforeAll(async () => {
  platforms = await startPlatforms();
  const { tlsPort, httpPort, caFile, bundleFile } = platforms;
  egress = await createEgress({ allowedHosts: egressHosts, replica: { tlsPort, httpPort, caFile } });
  worker = startWorker({
    ...localExtractor(),
    proxyUrl: egress.proxyUrl,
    caBundleFile: bundleFile,
    tokens: {
      mint(route, binding) {
        bindings.push(`${route.name} ${binding}`);
        return mint();
      },
    },
    solver: {
      isAble: () => isAble,
      solve(question, signal) {
        questions.push({ question, signal });
        asked.resolve();
        return answer(question);
      },
    },
  });
  await worker.ready;
});
afterAll(async () => {
  worker.kill();
  await worker.exited;
  await egress.close();
  await platforms.close();
});
beforeEach(() => {
  [questions, bindings, isAble, asked] = [[], [], true, Promise.withResolvers()];
  mint = async () => ok(TOKEN);
  answer = async (question) => ok(answersTo(question, '+'));
});

/** A signature's places stay as they are. */
const answersTo = ({ requests }: ChallengeQuestion, mark: string) =>
  requests.map(({ type, challenges }) => challenges.map((text) => (type === 'n' ? `${text}${mark}` : text)));
const TOKEN = Buffer.from('a token of some length').toString('base64url');
const never = () => new Promise<never>(() => {});
const formatsOf = (outcome: WorkerOutcome) =>
  'info' in outcome ? (outcome.info as { formats: { url: string }[] }).formats.map(({ url }) => url) : outcome;
const kindOf = (outcome: WorkerOutcome) => ('error' in outcome ? outcome.error.kind : outcome);

describe('a worker that meets challenges', () => {
  test('asks once about all of a video, and puts the answers where they belong', async () => {
    const urls = formatsOf(await worker.run(job)) as string[];
    const [{ question } = { question: null }] = questions;
    expect(questions).toHaveLength(1);
    expect(question?.player).toBe(`https://www.youtube.com${scriptPath(PLAYERS.prototypes)}`);
    expect(question?.requests.map(({ type }) => type)).toEqual(['n', 'sig']);
    expect(question?.requests[0]?.challenges).toHaveLength(4);
    expect(urls.length).toBeGreaterThan(0);
    for (const url of urls) expect(new URL(url).searchParams.get('n')).toMatch(/^[\w-]{16}\+$/);
  });

  test('leaves out formats whose challenges nobody solves, and says why in its own words', async () => {
    answer = async () => fail('upstream_forbidden');
    const outcome = await worker.run(job);
    expect(formatsOf(outcome)).toEqual([]);
    expect('warnings' in outcome && outcome.warnings.join('\n')).toContain(
      'using "engine" provider: failure upstream_forbidden',
    );
  });

  test('keeps what one kind of answer is enough for', async () => {
    answer = async ({ requests }) =>
      ok(requests.map(({ type, challenges }) => (type === 'n' ? challenges.map((text) => `${text}+`) : null)));
    expect(formatsOf(await worker.run(job))).toEqual([expect.stringContaining('itag=18')]);
  });

  test('does not ask where there is no solver', async () => {
    isAble = false;
    expect(formatsOf(await worker.run(job))).toEqual([]);
    expect(questions).toEqual([]);
  });

  test('minds its deadline while it waits for an answer, and goes on', async () => {
    answer = never;
    expect(kindOf(await worker.run({ ...job, deadlineMs: 1_500 }))).toBe('deadline');
    expect(questions[0]?.signal?.aborted).toBe(true);
    expect(worker.alive()).toBe(true);
  });

  test('is cancelled while it waits; an answer that comes after that is nobody’s', async () => {
    const late = Promise.withResolvers<Result<ChallengeAnswers>>();
    answer = () => late.promise;
    const leaving = new AbortController();
    const outcome = worker.run(job, leaving.signal);
    await asked.promise;
    leaving.abort();
    expect(kindOf(await outcome)).toBe('cancelled');
    answer = async (question) => {
      late.resolve(ok([['x'], ['y']]));
      return ok(answersTo(question, '-right'));
    };
    const urls = formatsOf(await worker.run(job)) as string[];
    expect(new URL(urls[0] ?? '').searchParams.get('n')).toMatch(/-right$/);
    expect(worker.alive()).toBe(true);
  });

  test('takes no order of a signature that has other places than it', async () => {
    answer = async (question) => ok(answersTo(question, '+').map((answers, n) => (n ? ['other'] : answers)));
    expect(formatsOf(await worker.run(job))).toEqual([expect.stringContaining('itag=18')]);
  });

  test('has no use for answers that are too few', async () => {
    answer = async () => ok([['one']]);
    expect(formatsOf(await worker.run(job))).toEqual([]);
    expect(worker.alive()).toBe(true);
  });
});

test('signals may end the wait for a line at any moment, and leave no half of one behind', () => {
  const script = `
import json, os, signal, threading
from lines import Lines, put_off
class Stop(BaseException): pass
reading, writing = os.pipe()
def write():
    text = b"".join(json.dumps({"n": n, "long": "x" * (n % 97)}).encode() + b"\\n" for n in range(20000))
    for at in range(0, len(text), 997):
        os.write(writing, text[at:at + 997])
    os.close(writing)
def stop(*_):
    global going
    if going and not put_off(stop):
        going = False
        raise Stop
lines, going, ended, stopped, read = Lines(reading), False, False, 0, []
signal.signal(signal.SIGALRM, stop)
threading.Thread(target=write, daemon=True).start()
signal.setitimer(signal.ITIMER_REAL, 0.0002, 0.0002)
while not ended:
    try:
        going = True
        line = lines.next()
        ended = line is None
        going = False
        if line: read.append(json.loads(line)["n"])
    except Stop:
        stopped += 1
signal.setitimer(signal.ITIMER_REAL, 0)
print(json.dumps([read == sorted(set(read)), len(read), stopped]))
`;
  const { python } = localExtractor();
  const said = execFileSync(python, ['-s', '-c', script], {
    cwd: import.meta.dirname,
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    timeout: 120_000,
  });
  const [inOrder, read, stopped] = JSON.parse(said.toString()) as [boolean, number, number];
  expect(inOrder).toBe(true);
  expect(read).toBeGreaterThan(10_000);
  expect(stopped).toBeGreaterThan(0);
});

describe('a worker that needs tokens', () => {
  const withTokens = (route?: Job['route']): Job => ({
    ...job,
    url: 'https://www.youtube.com/watch?v=OKvideo0001',
    extractorArgs: { youtube: { player_client: ['tv_samsung'], fetch_pot: ['always'] } },
    ...(route && { route }),
  });
  const eu = withTokens({ name: 'eu', localAddress: null });
  const tokensOf = (outcome: WorkerOutcome) =>
    new Set((formatsOf(outcome) as string[]).map((url) => new URL(url).searchParams.get('pot')));

  test('asks for the video and the visitor, by the way of its job, each time anew, and puts them where they belong', async () => {
    for (let times = 0; times < 2; times++) {
      bindings = [];
      expect(tokensOf(await worker.run(eu))).toEqual(new Set([expect.stringContaining(TOKEN)]));
      expect(new Set(bindings)).toEqual(new Set(['eu OKvideo0001', 'eu CgtyZXBsaWNhVmlzaXQ%3D']));
    }
  });

  test('goes on without where there are none, or its job has no way', async () => {
    mint = async () => fail('engine_misconfigured');
    const outcome = await worker.run(eu);
    expect(tokensOf(outcome)).toEqual(new Set([null]));
    expect('warnings' in outcome && outcome.warnings.join('\n')).toContain('failure engine_misconfigured');
    bindings = [];
    expect(tokensOf(await worker.run(withTokens()))).toEqual(new Set([null]));
    expect(bindings).toEqual([]);
  });

  test('is cancelled while it waits for one', async () => {
    const leaving = new AbortController();
    mint = () => {
      leaving.abort();
      return never();
    };
    expect(kindOf(await worker.run(eu, leaving.signal))).toBe('cancelled');
  });
});
