import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IdentityPool } from '#/model/account.ts';
import { identityOf } from '../../tests/setup/identity-of.ts';
import { end } from '../children.ts';
import { startSite } from '../sites.ts';

const NAMES = ['link-opened', 'link-never', 'tokens', 'guest'] as const;
type Ids = Pick<IdentityPool, 'userPoolId' | 'userPoolClientId' | 'identityPoolId'>;

export type PartOptions = { name: (typeof NAMES)[number]; origin: string; pool: Ids };
/** What was seen, in words, and what of it was wrong. */
export type PartReport = { told: string; faults: string[] };

const PARTS = join(import.meta.dirname, 'soak-sign-in-times/parts.ts');

/**
 * What takes minutes and an hour of real time, between the built site and the client that it gives to browsers, each in a process of its own
 * and all at once: a sign-up by a link that is opened after a minute, or never; tokens that run out; guests' credentials.
 * @param options.only those whose name has it: `link` takes three minutes, all of them an hour
 */
export async function soakSignInTimes({
  only = '',
  log = () => {},
}: {
  only?: string | undefined;
  log?: (line: string) => void;
}): Promise<string[]> {
  const names = NAMES.filter((name) => name.includes(only));
  if (names.length === 0) return [`There is no "${only}" among ${NAMES.join(', ')}.`];
  let pool: Ids = { userPoolId: '', userPoolClientId: '', identityPoolId: null };
  const prepare = async (dataDir: string) => {
    const { userPoolId, clientId: userPoolClientId, identityPoolId } = await identityOf(dataDir);
    pool = { userPoolId, userPoolClientId, identityPoolId };
  };
  const site = await startSite(prepare, { IDENTITY_VERIFICATION: 'link' });
  const folder = await mkdtemp(join(tmpdir(), 'sign-in-times-'));
  try {
    const { origin } = site;
    const reports = await Promise.all(
      names.map(async (name) => {
        const { told, faults } = await run({ name, origin, pool }, join(folder, name));
        log(`${name}: ${told}`);
        return faults.map((fault) => `${name}: ${fault}`);
      }),
    );
    return reports.flat();
  } finally {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** In a process of its own: there is one client in each. `storage`: the file of what browsers call localStorage. */
async function run(options: PartOptions, storage: string): Promise<PartReport> {
  const child = spawn(process.execPath, [`--localstorage-file=${storage}`, PARTS, JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => ({ told: '', faults: [`its process ended with ${code}`] }));
  try {
    return await Promise.race([once(child, 'message').then(([report]) => report as PartReport), ended]);
  } finally {
    // It would wait for the next credentials.
    await end(child);
  }
}
