import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, NGINX } from '../../scripts/setup/programs.ts';
import { freePort, listening } from '../setup/ports.ts';

/** Header in which a test names the address that it comes from. */
export const TEST_CLIENT = 'x-test-client';

export type Nginx = { origin: string; close: () => Promise<void> };

const FILE = join(import.meta.dirname, '../../deploy/nginx.conf');

/** What somebody writes who reads nothing: everything on, with nginx's own defaults. */
const PLAIN = 'server { listen 80 ; location / { proxy_pass http://web-1:3000; } }';

/** nginx with the configuration that the documentation recommends, in front of web nodes on these two ports. */
export async function startNginx([first, second]: readonly [number, number]): Promise<Nginx> {
  return run(async (folder, port) =>
    replaceEach(await readFile(FILE, 'utf8'), {
      'server web-1:3000': `server 127.0.0.1:${first}`,
      'server web-2:3000': `server 127.0.0.1:${second}`,
      'listen 80 ': `listen 127.0.0.1:${port} `,
      '/var/cache/nginx/clipferry': join(folder, 'cache'),
    }),
  );
}

/** nginx as a plain reverse proxy, which adds nothing to a request that would tell from where it came. */
export async function startPlainNginx(node: number): Promise<Nginx> {
  return run(async (_, port) =>
    replaceEach(PLAIN, { 'listen 80 ': `listen 127.0.0.1:${port} `, 'web-1:3000': `127.0.0.1:${node}` }),
  );
}

async function run(siteOf: (folder: string, port: number) => Promise<string>): Promise<Nginx> {
  const program = findProgram(NGINX.names);
  if (!program)
    throw new Error('These tests need nginx. `npm test` fetches it; on Debian: apt-get install nginx-light');
  const folder = await mkdtemp(join(tmpdir(), 'clipferry-nginx-'));
  const port = await freePort();
  await mkdir(join(folder, 'cache'));
  await writeFile(join(folder, 'site.conf'), await siteOf(folder, port));
  await writeFile(join(folder, 'nginx.conf'), around('site.conf'));
  const child = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = (): void => void child.kill('SIGTERM');
  process.once('exit', kill);
  const ended = once(child, 'exit').then(() => {
    throw new Error('nginx ended: it has said why');
  });
  ended.catch(() => {});
  await Promise.race([listening(port), ended]);
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      process.off('exit', kill);
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Throws for what is not there exactly once: the file then is not the one that the documentation speaks of. */
function replaceEach(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    const parts = result.split(from);
    if (parts.length !== 2) throw new Error(`deploy/nginx.conf has "${from}" ${parts.length - 1} times`);
    return parts.join(to);
  }, text);
}

/** What a distribution's own nginx.conf has around it. Started as root, it would write its files as another user. */
function around(site: string): string {
  const isRoot = process.getuid?.() === 0;
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  return [
    ...(isRoot ? ['user root;'] : []),
    // Nodes that are killed are errors to nginx, and what these tests are about.
    'daemon off; worker_processes 2; pid nginx.pid; error_log stderr crit;',
    // Each caller of a flood takes two, and one that is turned away for this would be reset.
    'events { worker_connections 4096; }',
    // Tests come from whatever address they say they do.
    `http { ${folders.join(' ')} set_real_ip_from 127.0.0.1; real_ip_header ${TEST_CLIENT}; gzip on; access_log off; include ${site}; }`,
  ].join('\n');
}
