import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BIN, NODE, ROOT } from './setup/paths.mjs';

/** `label` stands before each line that the tool says, where others speak meanwhile; without one it speaks for itself. */
type Execution = { args?: string[]; env?: Record<string, string>; label?: string | null };

/**
 * Runs a tool of this project and gives its exit code. What it, and processes that it kills, leave among the temporary files is gone after
 * it: a run of all tests leaves gigabytes.
 */
export async function execute(program: string, { args = [], env = {}, label = null }: Execution): Promise<number> {
  const temporary = mkdtempSync(join(tmpdir(), 'clipferry-run-'));
  // PostgreSQL runs as another user, in a folder below this one.
  chmodSync(temporary, 0o755);
  const out = label === null ? 'inherit' : 'pipe';
  const child = spawn(NODE, [join(BIN, program), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env, TMPDIR: temporary },
    stdio: ['ignore', out, out],
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => console.log(`${label} │ ${line}`));
  }
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code ?? 1;
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
