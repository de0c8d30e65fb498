import { join } from 'node:path';
import { allowances } from '#app.config';
import { type LocalBucket, openLocalBucket } from '#/server/bucket/local-bucket.ts';
import { createFakePlatform, FORMAT_ID, linkTo } from '#/server/jobs/fixtures/fake-platform.ts';
import { createJobs, type Jobs, type JobsSettings, type JobRequest } from '#/server/jobs/index.ts';
import { type LiveControls, openLiveControls } from '#/server/store/events/live-controls.ts';
import type { Store } from '#/server/store/store.ts';
import { openBenchStore, type Target } from './databases.ts';

export const SECRET = 'a secret of at least 32 characters';
const FILE_BYTES = 1_000;

/** The real store, bucket and jobs of one server; the platforms are faked: files of 1 KB that are there at once. */
type BenchPlace = {
  store: Store;
  controls: LiveControls;
  bucket: LocalBucket;
  jobs: Jobs;
  platform: ReturnType<typeof createFakePlatform>;
  close: () => Promise<void>;
};

type PlaceOptions = {
  settings?: Partial<JobsSettings>;
  /** Hears of each file when a worker asks for what it is made of. */
  onBegin?: (link: string) => void;
};

export async function openPlace(target: Target, { settings = {}, onBegin }: PlaceOptions = {}): Promise<BenchPlace> {
  const store = await openBenchStore(target);
  const bucket = await openLocalBucket({ folder: join(target.folder, 'files'), secret: SECRET });
  const platform = createFakePlatform();
  const { engine, transfer } = platform;
  const heard: typeof engine = {
    ...engine,
    find(link, formatId) {
      onBegin?.(link);
      return engine.find(link, formatId);
    },
  };
  const controls = await openLiveControls(store, (line) => console.error(line));
  const jobs = await createJobs({
    store,
    controls,
    bucket,
    engine: heard,
    transfer,
    log: (line) => console.error(line),
    settings: {
      concurrency: 2,
      keptFileS: allowances.keptFileS,
      downloadRecordS: allowances.downloadRecordS,
      historyS: allowances.historyS,
      removedEntryS: allowances.removedEntryS,
      userTimes: allowances.userTimes,
      keptPerOwner: allowances.guest.kept,
      keptPerPlatform: allowances.server.keptPerPlatform,
      keptWaiting: allowances.server.keptWaiting,
      ...settings,
    },
  });
  return {
    store,
    controls,
    bucket,
    jobs,
    platform,
    async close() {
      await jobs.close();
      controls.close();
      await bucket.close();
      await store.close();
    },
  };
}

/** The request of a visitor of its own for a file of its own. */
export function jobRequestOf(name: string): JobRequest {
  return {
    kind: 'file',
    owner: `visitor:${name}`,
    canonicalUrl: linkTo(name, { bytes: FILE_BYTES }),
    formatId: FORMAT_ID,
    query: { name: 'author-title' },
    platform: 'youtube',
    title: name,
    ruleKeys: [],
  };
}
