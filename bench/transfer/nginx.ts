import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, NGINX } from '../../scripts/setup/programs.ts';
import type { Certificates } from '../../tests/platforms/certificates.ts';
import { end } from '../children.ts';
import { freePort, listening } from '../../tests/setup/ports.ts';

export type Nginx<Ports extends string> = { pid: number; ports: Record<Ports, number>; close: () => Promise<void> };

/** The platform: one process that serves a folder, plainly and over TLS, as fast as a server can. */
export async function startUpstream(folder: string, { key, cert }: Certificates): Promise<Nginx<'http' | 'tls'>> {
  const tls = ['ssl_certificate cert.pem;', 'ssl_certificate_key key.pem;', 'ssl_session_cache shared:tls:4m;'];
  return startNginx(
    ['http', 'tls'],
    ({ http, tls: tlsPort }) => [
      `server { listen 127.0.0.1:${http}; root ${folder}; }`,
      `server { listen 127.0.0.1:${tlsPort} ssl; root ${folder}; ${tls.join(' ')} }`,
    ],
    { 'cert.pem': cert, 'key.pem': key },
  );
}

/** The baseline: what a well-known proxy makes of the same bytes, with buffers of 64 KB. `slow` leads to another upstream. */
export async function startNginxProxy(upstream: {
  http: number;
  tls: number;
  slow: number;
}): Promise<Nginx<keyof typeof upstream>> {
  const buffers =
    'proxy_buffers 16 64k; proxy_buffer_size 64k; proxy_busy_buffers_size 128k; proxy_max_temp_file_size 0;';
  const kept = 'proxy_http_version 1.1; proxy_set_header Connection "";';
  const secure = 'proxy_ssl_session_reuse on; proxy_ssl_server_name on; proxy_ssl_name video.tiktok.com;';
  return startNginx(['http', 'tls', 'slow'], (ports) =>
    (['http', 'tls', 'slow'] as const).flatMap((name) => [
      `upstream ${name} { server 127.0.0.1:${upstream[name]}; keepalive 8; }`,
      `server { listen 127.0.0.1:${ports[name]}; ${buffers} ${kept} ${secure}
         location / { proxy_pass ${name === 'tls' ? 'https' : 'http'}://${name}; } }`,
    ]),
  );
}

async function startNginx<Ports extends string>(
  names: Ports[],
  servers: (ports: Record<Ports, number>) => string[],
  files: Record<string, string> = {},
): Promise<Nginx<Ports>> {
  const program = findProgram(NGINX.names);
  if (!program) throw new Error('This benchmark needs nginx. On Debian: apt-get install nginx-light');
  const folder = await mkdtemp(join(tmpdir(), 'clipferry-nginx-'));
  const entries: [Ports, number][] = [];
  for (const name of names) entries.push([name, await freePort()]);
  const ports = Object.fromEntries(entries) as Record<Ports, number>;
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { mode: 0o600 });
  await writeFile(join(folder, 'nginx.conf'), configuration(servers(ports)));
  const child = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const port of Object.values<number>(ports)) await listening(port);
  return {
    pid: child.pid ?? 0,
    ports,
    async close() {
      await end(child);
      await rm(folder, { recursive: true });
    },
  };
}

/** One worker, as ours is one process. Started as root, it would read files as another user. */
function configuration(servers: string[]): string {
  const isRoot = process.getuid?.() === 0;
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  return [
    ...(isRoot ? ['user root;'] : []),
    'daemon off; worker_processes 1; pid nginx.pid; error_log stderr error;',
    'events { worker_connections 1024; }',
    'http {',
    'access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000;',
    'types { video/mp4 mp4; audio/mp4 m4a; video/webm webm; }',
    ...folders,
    ...servers,
    '}',
  ].join('\n');
}
