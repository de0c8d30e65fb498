import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A process of its own, so that what it costs can be told from what the others cost. */
export type Child = { pid: number; port: number; close: () => Promise<void> };

/** Starts a program of this folder with options that it reads by `childOptions`; resolves when it listens. */
export async function startChild(file: string, options: unknown = {}): Promise<Child> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}`);
  });
  const [{ port }] = (await Promise.race([once(child, 'message'), failed])) as [{ port: number }];
  failed.catch(() => {});
  return { pid: child.pid ?? 0, port, close: () => end(child) };
}

/** Asks a child for what it alone knows of itself, or to do something; the answer is JSON. */
export async function ask<T>({ port }: Pick<Child, 'port'>, path: string): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as T;
}

/** In the child: what it was started with. */
export function childOptions<T>(): T {
  return JSON.parse(process.argv[2] ?? '{}') as T;
}

/** In the child: listens, tells where, and ends with the process that started it. */
export async function serveAsChild(listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.once('disconnect', () => process.exit());
  process.send?.({ port: (server.address() as AddressInfo).port });
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
