import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** What a visitor asks for first, and what must be in it. */
const ASKED: Record<string, RegExp> = {
  '/': /<html[^>]* lang="en[\s\S]*<h1/,
  '/ja/youtube': /<html[^>]* lang="ja[\s\S]*<h1/,
  '/api/v1/health': /\{/,
};
const EVERY_MS = 500;

/** The output of a process, kept as it comes. */
export function outputOf(child: ChildProcess): { text(): string } {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (more) => (text += more));
  return { text: () => text };
}

/** Waits until the first page is served, and asks for some more. Throws when that does not come, or something else. */
export async function firstPage(child: ChildProcess, port: number, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`it ended with ${child.exitCode ?? child.signalCode} before it served a page`);
    if (performance.now() > deadline) throw new Error(`it served no page in ${timeoutMs / 1000} s`);
    const answer = await fetch(`http://localhost:${port}/`).catch(() => null);
    await answer?.body?.cancel();
    if (answer) break;
    await pause(EVERY_MS);
  }
  for (const [path, expected] of Object.entries(ASKED)) {
    const answer = await fetch(`http://localhost:${port}${path}`);
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
    if (!expected.test(body)) throw new Error(`${path} is something else: ${body.slice(0, 200)}`);
  }
}
