import type { PlatformHealth } from '#/model/download.ts';
import type { DiskRoom } from './bucket/disk-room.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { Jobs } from './jobs/index.ts';
import type { Metrics } from './observability/metrics.ts';

type Ports = {
  metrics: Pick<Metrics, 'gauge'>;
  engine: Pick<Engine, 'health'>;
  jobs: Pick<Jobs, 'counts'>;
  disk: Pick<DiskRoom, 'room'>;
  platforms: () => Promise<Record<string, PlatformHealth>>;
};

const LEVELS: Record<PlatformHealth['state'], number> = { unavailable: 0, degraded: 0.5, working: 1 };

/** What is measured by asking: the queue, the extractors and the platforms. */
export function addServerGauges({ metrics, engine, jobs, disk, platforms }: Ports): void {
  metrics.gauge('disk_bytes', 'Room on the disk of the data folder: what is free, and what is needed', 'what', () => {
    const { freeBytes, neededBytes } = disk.room();
    return { free: freeBytes, needed: neededBytes };
  });
  metrics.gauge('queue_jobs', 'Kept files of all servers by what becomes of them', 'state', () => jobs.counts());
  metrics.gauge('engine_workers', 'Extractor processes here, what they do and how often they died', 'what', () => ({
    ...engine.health().workers,
  }));
  metrics.gauge('engine_available', 'Whether links can be read here', 'extractor', () => {
    const { available, extractor } = engine.health();
    return { [extractor ?? 'none']: available ? 1 : 0 };
  });
  metrics.gauge('platform_state', 'As all servers see it: 1 works, 0.5 partly, 0 does not', 'platform', async () => {
    const states = Object.entries(await platforms());
    return Object.fromEntries(states.map(([platform, { state }]) => [platform, LEVELS[state]]));
  });
}
