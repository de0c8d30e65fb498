import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { toNodeHandler } from 'srvx/node';
import { TRIAL_SETTINGS } from '../tests/setup/identity-trial-settings.ts';

const ROOT = join(import.meta.dirname, '..');
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

export type Site = { origin: string; close: () => Promise<void> };
/** One that runs in a process of its own. */
export type SiteProcess = Site & { pid: number };

/** The site as `npm start` serves it, from the last build, with an empty data folder of its own, or as `prepare` leaves it. */
export async function startSite(
  prepare?: (dataDir: string) => Promise<void>,
  settings: Record<string, string | undefined> = {},
): Promise<SiteProcess> {
  if (!existsSync(join(ROOT, 'dist/server/server.js')))
    throw new Error('Nothing is built yet: run `npm run build` first.');
  const dataDir = await mkdtemp(join(tmpdir(), 'clipferry-bench-'));
  await prepare?.(dataDir);
  const port = await freePort();
  const child = spawn(process.execPath, ['src/entry.node.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...settings, ...TRIAL_SETTINGS, PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  await answering(origin).catch((error: unknown) => {
    child.kill('SIGTERM');
    throw error;
  });
  return {
    origin,
    pid: child.pid ?? 0,
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(dataDir, { recursive: true });
    },
  };
}

/** A page of the same framework with nothing on it (bench/hello), built and served in this process. */
export async function startHello(): Promise<Site> {
  const vite = spawn('vite', ['build', '--config', 'bench/hello/vite.config.ts', '--logLevel', 'error'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const [code] = await once(vite, 'exit');
  if (code !== 0) throw new Error('The hello-world page could not be built.');
  const dir = join(ROOT, '.cache/bench-hello');
  const { default: app } = await import(join(dir, 'server/server.js'));
  const page = toNodeHandler(app.fetch) as RequestListener;
  const server = createServer(async (req, res) => {
    const path = req.url?.split('?', 1)[0] ?? '/';
    if (!path.startsWith('/assets/')) return page(req, res);
    const body = await readFile(join(dir, 'client', path)).catch(() => undefined);
    res.writeHead(body ? 200 : 404, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

async function answering(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const answered = await fetch(origin).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The site did not answer within a minute.');
}
