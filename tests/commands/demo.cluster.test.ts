import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { turnOnTrial } from '../../scripts/setup/trial-settings.ts';
import { bareEnvironment } from '../setup/bare-environment.ts';
import { freePort } from '../setup/ports.ts';

const RUN = join(import.meta.dirname, '../../scripts/run.mjs');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the demonstration opens the outbox of codes for who has the printed address, and for nobody else', async () => {
  const port = await freePort();
  // What replicas serve is made once for this user (tests/setup/cache.ts).
  const { HOME, XDG_CACHE_HOME } = process.env;
  const env = { ...bareEnvironment(), HOME, XDG_CACHE_HOME, DATA_DIR: folder, PORT: `${port}` };
  const demo = spawn(process.execPath, [RUN, 'demo'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let outbox = '';
    for await (const line of createInterface(demo.stdout)) {
      outbox ||= /http:\S+\/identity\/outbox\?token=\S+/.exec(line)?.[0] ?? '';
      if (line === 'Links to paste:') break;
    }
    const address = new URL(outbox);
    expect(address.port).toBe(`${port}`);
    const entered = await fetch(address, { redirect: 'manual' });
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    address.search = '';
    expect((await fetch(address, { headers: { cookie } })).status).toBe(200);
    expect((await fetch(address)).status).toBe(404);
    expect((await fetch(new URL('/components', address))).status).toBe(200);
  } finally {
    demo.kill('SIGTERM');
    await once(demo, 'exit');
  }
});

test('what the environment says about the trial counts more', () => {
  const environment: NodeJS.ProcessEnv = { IDENTITY_TRIAL: 'off' };
  turnOnTrial(environment);
  expect(environment).toEqual({ IDENTITY_TRIAL: 'off', GRAPHQL_INTROSPECTION: 'on', COMPONENTS_PAGE: 'on' });
});
