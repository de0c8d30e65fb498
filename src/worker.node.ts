import { join } from 'node:path';
import { exitOnUncaughtErrors } from './uncaught-errors.ts';
import { logConsole } from './log-console.ts';
import type * as Built from './server.ts';

/** A process of the built site that makes kept files, and answers nobody. */
/** After an error that nothing caught, it ends within this time: what it makes goes back to the queue. */
const EXIT_DEADLINE_MS = 12_000;

const built: typeof Built = await import(join(import.meta.dirname, '../dist/server/server.js'));

const worker = await built.worker().catch((error: unknown) => {
  if (!(error instanceof Error && error.name === 'SettingsError')) throw error;
  console.error(`✗ ${error.message}`);
  process.exit(1);
});
let closing: Promise<void> | undefined;
const close = () => (closing ??= worker.close());
logConsole(worker.report);
exitOnUncaughtErrors({ log: worker.report, drain: close, deadlineMs: EXIT_DEADLINE_MS });
worker.announce('✓ Working for the site whose database this is.');
if (!worker.isAvailable()) worker.announce('! The extractor is missing: no file can be made here.');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void close().then(() => process.exit(0)));
}
