import type { PlatformHealth } from '#/model/download.ts';
import type { Failure } from '#/model/failure.ts';
import { type Platform, PLATFORMS } from '#/model/platform.ts';
import type { Notice } from '#/model/notice.ts';
import type { PlatformReporter } from '#/server/jobs/platform-reporter.ts';
import type { CanaryResult, PlatformReport, PlatformReportRepository } from '#/server/store/tables/platform-reports.ts';
import { toStoreError } from '#/server/store/store-error.ts';
import { judgePlatform } from './judge.ts';

/** What an operator says of a platform. `off`: it is switched off, and this is what links of it are answered. */
export type PlatformWord = { off: Failure | null; notice: Notice | null };

export type PlatformStateRegistry = {
  /** As all servers see it, two seconds old at most; while the database is away, as this one does. */
  now(): Promise<Record<Platform, PlatformHealth>>;
  /** The same without what an operator has switched off. */
  observed(): Promise<Record<Platform, PlatformHealth>>;
};

type Ports = {
  repository: Pick<PlatformReportRepository, 'others' | 'canaries'>;
  reporter: Pick<PlatformReporter, 'node' | 'own'>;
  wordOf: (platform: Platform) => PlatformWord | null;
  log: (message: string) => void;
  /** What durations are measured by. */
  now?: () => number;
  /** The time of day, which canaries have. */
  instant?: () => number;
};

type Heard = { others: PlatformReport[]; canaries: CanaryResult[] };

const FRESH_MS = 2_000;

export function createPlatformStates({
  repository,
  reporter,
  wordOf,
  log,
  now = () => performance.now(),
  instant = Date.now,
}: Ports): PlatformStateRegistry {
  let heard: Heard = { others: [], canaries: [] };
  let heardAt = -Infinity;
  let hearing: Promise<void> | null = null;
  let isAway = false;

  async function hear(): Promise<void> {
    try {
      const [others, canaries] = await Promise.all([repository.others(reporter.node), repository.canaries()]);
      heard = { others, canaries };
      isAway = false;
    } catch (error) {
      heard = { ...heard, others: [] };
      if (!isAway) log(`Platforms are judged by this server alone. ${toStoreError(error).message}`);
      isAway = true;
    }
    heardAt = now();
    hearing = null;
  }

  async function observed(): Promise<Record<Platform, PlatformHealth>> {
    if (now() - heardAt > FRESH_MS) await (hearing ??= hear());
    const reports = [...reporter.own(), ...heard.others];
    const judge = (platform: Platform) =>
      judgePlatform(
        platform,
        reports.filter((report) => report.platform === platform),
        heard.canaries.find((canary) => canary.platform === platform),
        instant(),
      );
    return Object.fromEntries(PLATFORMS.map((platform) => [platform, judge(platform)])) as Awaited<
      ReturnType<PlatformStateRegistry['now']>
    >;
  }

  return {
    observed,
    async now() {
      const states = await observed();
      for (const platform of PLATFORMS) {
        const { off = null, notice = null } = wordOf(platform) ?? {};
        if (off) states[platform] = { ...states[platform], state: 'unavailable', reason: off };
        if (notice) states[platform] = { ...states[platform], notice };
      }
      return states;
    },
  };
}
