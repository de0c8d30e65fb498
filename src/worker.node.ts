import { join } from 'node:path';
import type * as Built from './server.ts';

/** A process of the built site that makes kept files, and answers nobody. */
const built: typeof Built = await import(join(import.meta.dirname, '../dist/server/server.js'));

const worker = await built.worker().catch((error: unknown) => {
  if (!(error instanceof Error && error.name === 'SettingsError')) throw error;
  console.error(`✗ ${error.message}`);
  process.exit(1);
});
worker.announce('✓ Working for the site whose database this is.');
if (!worker.isAvailable()) worker.announce('! The extractor is missing: no file can be made here.');

let isClosing = false;
async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  await worker.close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close());
