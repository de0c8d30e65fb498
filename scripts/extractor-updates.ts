import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createEgress } from '#/server/egress/index.ts';
import { createEngine, egressHosts } from '#/server/engine/index.ts';
import { readSettings } from '#/server/env.ts';
import type { Store } from '#/server/store/store.ts';
import { replicaOf } from '#/server/contract/replica-settings.ts';
import { updateSettingsOf } from '#/server/update-settings.ts';
import { createExtractorUpdates, type ExtractorUpdates } from '#/server/updates/index.ts';
import type { Extractor } from './setup/extractor/extractor.ts';

/** Uses the versions of the extractor as a server would, with a worker of its own to try them, and ends it all whatever comes of that. */
export async function withUpdates<T>(
  { store, folder, extractor }: { store: Store; folder: string; extractor: Extractor },
  task: (updates: ExtractorUpdates) => Promise<T>,
): Promise<T> {
  const log = (line: string) => console.log(line);
  const settings = readSettings();
  const replica = replicaOf(settings);
  const { python, extractorPath } = extractor;
  const egress = await createEgress({
    allowedHosts: egressHosts,
    routes: settings.EGRESS_ROUTES,
    log,
    ...(replica && { replica }),
  });
  const engine = await createEngine({
    egress,
    python,
    extractorPath,
    cacheDir: join(folder, 'engine'),
    playersDir: join(folder, 'players'),
    size: 1,
    log,
    ...(replica && { caBundleFile: replica.caFile }),
  });
  const updates = createExtractorUpdates({
    store,
    engine,
    node: randomUUID(),
    ...updateSettingsOf(settings),
    python,
    folder,
    log,
  });
  try {
    return await task(updates);
  } finally {
    await updates.close();
    await engine.close();
    await egress.close();
  }
}
