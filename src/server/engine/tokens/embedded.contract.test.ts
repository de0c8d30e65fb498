import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EgressRequest } from '#/server/egress/egress.ts';
import { localExtractor } from '../fixtures/local-extractor.ts';
import { createEmbeddedProvider, type EmbeddedLimits } from './embedded.ts';
import { type MinterProcess, startMinterProcess } from './process.ts';
import type { TokenProvider } from './provider.ts';

/** What the answer below says: twelve hours, but for the five minutes before their end in which it wants to be asked again. */
const LIFE_MS = (43_200 - 300) * 1000;
const EU = { name: 'eu', localAddress: null };
/** A program that is good takes its time where other programs share the machine. */
const PATIENT: Partial<EmbeddedLimits> = { requestsMs: 120_000, programMs: 120_000, mintMs: 120_000 };
const { python } = localExtractor();
/** A browser's program as far as bgutils-js looks at it; `look` is what it does first. */
const program = (look: string, mint = 'return Uint8Array.from([...integrity,...binding])') =>
  `this.vm={a:function(program,setUp){var seen=(function(){${look}})();
   setUp(function(done,args){args[2].push(async function(integrity){return async function(binding){${mint}}});done(String(seen))},
   function(){},function(){},function(){});return [function(){return ""}]}}`;

let provider: TokenProvider;
let started: MinterProcess[];
let asked: { url: string; route: string | undefined }[];
let responses: string[];
let logged: string[];
let script: string;
let answeredAt: number;
const PAGE = `<script>ytcfg.set({"EVENT_ID":"event"});</script>
<script>window.ytAtN({'R':'{\\x22bgChallenge\\x22:{\\x22program\\x22:\\x22p\\x22,\\x22globalName\\x22:\\x22vm\\x22,\\x22interpreterUrl\\x22:{\\x22privateDoNotAccessOrElseTrustedResourceUrlWrappedValue\\x22:\\x22//www.google.com/js/th/x.js\\x22}}}','T':'t'})</script>`;

/** YouTube, as far as its answers go. */
async function text(url: string, { route, body }: EgressRequest) {
  asked.push({ url, route: route?.name });
  const answer = (said: string) => ({ status: 200, headers: {}, text: said });
  if (url.endsWith('/GenerateIT')) {
    answeredAt = performance.now();
    responses.push((JSON.parse(body ?? '') as string[])[1] ?? '');
    return answer(JSON.stringify([Buffer.from('integrity token').toString('base64'), 43_200, 300, 'other']));
  }
  return answer(url.endsWith('.js') ? script : PAGE);
}

function start(limits: Partial<EmbeddedLimits> = {}, startProcess = startMinterProcess): void {
  provider = createEmbeddedProvider({
    egress: { text },
    python,
    log: (line) => logged.push(line),
    start(settings) {
      const process = startProcess(settings);
      started.push(process);
      return process;
    },
    limits: { ...PATIENT, ...limits },
  });
}

beforeEach(() => {
  [started, asked, responses, logged] = [[], [], [], []];
  script = program('return [yt.config_.EVENT_ID,document.createElement("p").tagName].join()');
  start();
});
afterEach(() => provider.close());

const tokenOf = (binding: string) => Buffer.from(`integrity token${binding}`).toString('base64url');
const minted = (binding: string) => ({
  ok: true,
  value: { token: expect.stringMatching(new RegExp(`^${tokenOf(binding)}=*$`)), lifeMs: expect.any(Number) },
});
const broken = { ok: false, failure: { code: 'extractor_broken', platform: 'youtube' } };

test('what is here mints, and without a page’s world it is said what is missing', async () => {
  expect(await provider.check()).toBeNull();
  await provider.close();
  const none = createEmbeddedProvider({ egress: { text }, python: '/nonexistent/python', log: () => {} });
  expect(await none.check()).toMatch(/minter of YouTube’s tokens ended/);
  await none.close();
});

test('one session serves a way out, by which all of it is asked; another way has its own', async () => {
  const both = await Promise.all([provider.mint(EU, 'one'), provider.mint(EU, 'two')]);
  expect(both).toEqual([minted('one'), minted('two')]);
  expect(both[0].ok && both[0].value.lifeMs).toBeGreaterThan(42_000_000);
  expect(responses).toEqual(['event,P']);
  expect(asked.map(({ url }) => new URL(url).host)).toEqual(['www.youtube.com', 'www.google.com', 'www.youtube.com']);
  expect(await provider.mint({ name: 'us', localAddress: null }, 'one')).toEqual(minted('one'));
  expect(asked.map(({ route }) => route)).toEqual(['eu', 'eu', 'eu', 'us', 'us', 'us']);
  expect(started).toHaveLength(2);
});

test('a session is as old as YouTube’s answer, however long its process took to begin', async () => {
  await provider.close();
  let mintedAt = 0;
  start({}, (settings) => {
    const minter = startMinterProcess(settings);
    return {
      ...minter,
      begin: (...given) => sleep(200).then(() => minter.begin(...given)),
      mint: (...given) => minter.mint(...given).finally(() => (mintedAt = performance.now())),
    };
  });
  const { value } = (await provider.mint(EU, 'one')) as { value: { lifeMs: number } };
  expect(value.lifeMs).toBeLessThanOrEqual(LIFE_MS - (mintedAt - answeredAt));
});

test('another process takes over when one has died, was forgotten, or has had its share', async () => {
  await provider.close();
  start({ recycleAfter: 2 });
  await provider.mint(EU, 'one');
  process.kill(started[0]?.pid ?? 0, 'SIGKILL');
  expect(await provider.mint(EU, 'two')).toEqual(minted('two'));
  await provider.mint(EU, 'three');
  expect(await provider.mint(EU, 'four')).toEqual(minted('four'));
  provider.forget(EU);
  expect(await provider.mint(EU, 'five')).toEqual(minted('five'));
  expect(started).toHaveLength(4);
  await started[2]?.exited;
});

test('one that dies while it starts is started once more, and no oftener', async () => {
  await provider.close();
  let deaths = 1;
  start({}, (settings) => {
    const minter = startMinterProcess(settings);
    if (deaths-- > 0) minter.kill();
    return minter;
  });
  expect(await provider.mint(EU, 'one')).toEqual(minted('one'));
  expect(started.map((process) => process.alive())).toEqual([false, true]);
  deaths = 5;
  provider.forget(EU);
  const failure = { code: 'engine_misconfigured', platform: 'youtube' };
  expect(await provider.mint(EU, 'one')).toEqual({ ok: false, failure });
  expect(started).toHaveLength(4);
});

test('of more ways out than there are processes for, the one that was used longest ago gives its own up', async () => {
  const mintBy = (name: string) => provider.mint({ name, localAddress: null }, 'one');
  for (const name of ['a', 'b', 'c', 'a', 'd']) expect(await mintBy(name)).toEqual(minted('one'));
  await started[1]?.exited;
  await mintBy('a');
  expect(started.map((process) => process.alive())).toEqual([true, false, true, true]);
});

test('a process that nobody wants anything of ends', async () => {
  await provider.close();
  start({ idleMs: 50 });
  await provider.mint(EU, 'one');
  await started[0]?.exited;
  expect(await provider.mint(EU, 'two')).toEqual(minted('two'));
});

describe('a program that strangers wrote', () => {
  test('has a page, and nothing of this machine, its network or other programs', async () => {
    vi.stubEnv('METRICS_TOKEN', 'pl4nted');
    script = program(`
      var tries={
        file:function(){return process.getBuiltinModule("fs").readFileSync("/etc/passwd","utf8")},
        folder:function(){return process.getBuiltinModule("fs").readdirSync("/tmp").join()},
        child:function(){return process.getBuiltinModule("child_process").execFileSync("/bin/true")},
        secrets:function(){if(Object.values(process.env).join().includes("pl4nted"))return "env";throw 1},
        left:function(){if(window.left||globalThis.left)return "left";window.left=globalThis.left=1;throw 1}
      };
      return Object.keys(tries).filter(function(name){try{tries[name]();return true}catch{return false}}).join()+"!"`);
    await provider.mint(EU, 'one');
    await provider.mint({ name: 'us', localAddress: null }, 'one');
    expect(responses).toEqual(['!', '!']);
  });

  test('reaches nobody, this machine’s own servers included', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    script = program('return ""').replace(
      'done(String(seen))',
      `try{
        process.getBuiltinModule("net").connect(${port},"127.0.0.1")
          .on("connect",function(){done("reached")}).on("error",function(error){done(String(error.code))})
      }catch(error){done(String(error.code))}`,
    );
    await provider.mint(EU, 'one');
    server.close();
    expect([connections, responses]).toEqual([0, [expect.stringMatching(/^(?:EPERM|EACCES|ERR_ACCESS_DENIED)$/)]]);
  });

  test.each([
    ['never ends', 'for(;;);', /it took too long/, { programMs: 4_000 }],
    ['throws', 'throw {toString(){throw 1}}', /did not run/, {}],
    ['says something else', 'process.stdout.write("oops\\n")', /it said a line that is no message/, {}],
    ['fills the memory', 'var a=[];for(;;)a.push(new Array(1e6).fill(1.5))', /SIGABRT|SIGKILL|SIGTRAP/, {}],
  ])('is of no use where it %s, and the next one is', async (_, look, why, limits) => {
    await provider.close();
    start(limits);
    script = program(look);
    expect(await provider.mint(EU, 'one')).toEqual(broken);
    expect(logged.join('\n')).toMatch(why);
    await started[0]?.exited;
    await provider.close();
    start();
    script = program('return "fine"');
    expect(await provider.mint(EU, 'one')).toEqual(minted('one'));
  });

  test.each([
    ['never mints', 'return new Promise(function(){})'],
    ['mints what is no token', 'return new Uint8Array(2)'],
  ])('is of no use where it %s', async (_, mint) => {
    await provider.close();
    start({ mintMs: 500 });
    script = program('return "fine"', mint);
    expect(await provider.mint(EU, 'one')).toEqual(broken);
    expect(logged).not.toEqual([]);
  });
});
