import { spawn } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { firstPage, outputOf } from './first-page.ts';

/**
 * `npm start` and its first page in one process tree, since nobody outside reaches a network of its own:
 * `node bench/soak/soak-fresh/offline.ts <port> <milliseconds> npm start`.
 */
const [port = '', timeoutMs = '', program = '', ...args] = process.argv.slice(2);
const outward = Object.values(networkInterfaces()).flatMap((addresses = []) =>
  addresses.filter((one) => !one.internal),
);
if (outward.length > 0) throw new Error(`There is a network: ${outward.map(({ address }) => address).join(', ')}`);
const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
const output = outputOf(child);
try {
  await firstPage(child, Number(port), Number(timeoutMs));
} finally {
  child.kill();
  console.log(output.text());
}
process.exit(0);
