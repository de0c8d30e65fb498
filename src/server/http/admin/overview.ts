import { Overview } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { describePlatforms } from './platforms.ts';
import type { AdminPorts } from './ports.ts';
import { ADMIN_PATH, adminOperation } from './route.ts';

/** How the server does. What happened over time is told by the statistics. */
export const OVERVIEW_OPERATIONS = {
  overview: adminOperation({
    id: 'getOverview',
    method: 'GET',
    path: `${ADMIN_PATH}/overview`,
    summary: 'Engine, queue, transfers and limits at this moment',
    answer: Overview,
    handle: async (_, ports) => ok(await overview(ports)),
  }),
};

async function overview(ports: AdminPorts): Promise<Overview> {
  const { engine, jobs, limits, disk, rules, cases } = ports;
  const [queue, platforms, ruleKeys, openCases] = await Promise.all([
    jobs.counts(),
    describePlatforms(ports),
    rules.keys(),
    cases.countOpen(),
  ]);
  const health = engine.health();
  const transfers = limits.transfers.load();
  const { freeBytes, ...room } = disk.room();
  return {
    server: { node: process.version, uptimeS: Math.round(process.uptime()), memoryBytes: process.memoryUsage.rss() },
    engine: health,
    queue,
    transfers,
    disk: { ...room, freeBytes: Number.isFinite(freeBytes) ? freeBytes : null },
    limitsHit: limitsHit(transfers, health, room.isShort),
    platforms,
    rules: ruleKeys.size,
    openCases,
    missing: [...ports.missing],
  };
}

function limitsHit(
  { running, limit, limitPerPlatform, byPlatform, isMemoryShort }: Overview['transfers'],
  { workers }: Overview['engine'],
  isDiskShort: boolean,
): Overview['limitsHit'] {
  const isHit = {
    transfers: running >= limit,
    transfersPerPlatform: byPlatform.some((one) => one.running >= limitPerPlatform),
    memory: isMemoryShort,
    workers: workers.queued > 0,
    disk: isDiskShort,
  };
  const names = ['transfers', 'transfersPerPlatform', 'memory', 'workers', 'disk'] as const;
  return names.filter((name) => isHit[name]);
}
