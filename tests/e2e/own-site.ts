import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rememberedExtractor, extractorEnvironment } from '../../scripts/setup/extractor/extractor.ts';
import { findProgram } from '../../scripts/setup/programs.ts';
import type { Knobs } from '../platforms/context.ts';
import { startPlatforms } from '../platforms/server.ts';
import { copyFirstStart } from '../setup/first-start.ts';
import { freePort } from '../setup/ports.ts';
import { TRIAL_SETTINGS } from '../setup/identity-trial-settings.ts';
import { API_KEY } from './settings.ts';

export type OwnSite = {
  origin: string;
  /** What disturbs the platforms. */
  knobs: Knobs;
  /** What it has reported: warnings and errors. */
  reported: () => string;
  /** Kills the site, as a crash does, and starts it again with the same data. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * The built site beside replicas of its own, for tests that slow platforms down, restart the site or set its limits.
 * `prepare` is given the data folder before the site first opens it.
 */
export async function startOwnSite(
  env: Record<string, string> = {},
  prepare: (dataDir: string) => Promise<void> = async () => {},
): Promise<OwnSite> {
  const platforms = await startPlatforms();
  const dataDir = await mkdtemp(join(tmpdir(), 'clipferry-e2e-own-'));
  await copyFirstStart(dataDir);
  await prepare(dataDir);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let reported = '';
  const start = async () => {
    const site = spawn(process.execPath, ['src/entry.node.ts'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...extractorEnvironment(rememberedExtractor()),
        FFMPEG_PATH: findProgram(['ffmpeg']) ?? '',
        ...TRIAL_SETTINGS,
        // Each takes more than a second of a processor to start.
        ENGINE_WORKERS: '1',
        ...process.env,
        ...env,
        PORT: `${port}`,
        DATA_DIR: dataDir,
        DOWNLOADER_API_KEY: API_KEY,
        EGRESS_REPLICA_TLS_PORT: String(platforms.tlsPort),
        EGRESS_REPLICA_HTTP_PORT: String(platforms.httpPort),
        EGRESS_CA_FILE: platforms.bundleFile,
      },
    });
    site.stderr.on('data', (chunk: Buffer) => {
      reported += chunk;
      process.stderr.write(chunk);
    });
    // What the program's console says is logged as errors are.
    site.stdout.on('data', (chunk: Buffer) => {
      reported += (chunk.toString().match(/^\S+ error .*$/gm) ?? []).join('\n');
    });
    while (!(await isUp(origin))) {
      if (site.exitCode !== null) throw new Error(`The site ended with ${site.exitCode}`);
      await sleep(100);
    }
    return site;
  };
  let site = await start();
  const end = async (signal: NodeJS.Signals) => {
    site.kill(signal);
    await once(site, 'exit');
  };
  return {
    origin,
    knobs: platforms.knobs,
    reported: () => reported,
    async restart() {
      await end('SIGKILL');
      site = await start();
    },
    async close() {
      await end('SIGTERM');
      await platforms.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function isUp(origin: string): Promise<boolean> {
  return fetch(`${origin}/api/v1/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}
