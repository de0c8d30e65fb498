import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, ROOT } from './paths.mjs';

/**
 * Runs a program without showing its output, which is kept in .cache/logs/<log>.log; throws with the end of it on failure.
 * @param {string} log
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 * @returns {Promise<string>} what it wrote
 */
export async function runQuietly(log, program, args, { cwd = ROOT, env = process.env, timeoutMs } = {}) {
  const child = spawn(program, args, { cwd, env, timeout: timeoutMs, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve(signal ?? exitCode));
  });
  const file = join(CACHE, 'logs', `${log}.log`);
  mkdirSync(join(CACHE, 'logs'), { recursive: true });
  writeFileSync(file, output);
  if (code === 0) return output;
  const lastLines = output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^ +at /.test(line))
    .slice(-15)
    .join('\n');
  throw new Error(
    `${program} ${args[0] ?? ''} ended with ${code}. The whole output is in ${file}; its end:\n${lastLines}`,
  );
}
