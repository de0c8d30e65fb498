import type { FailureCode } from '#/model/failure.ts';
import type { Outcome } from '#/model/outcome.ts';
import type { Platform } from '#/model/platform-schema.ts';
import type { Store } from '../store.ts';

/** How one process fares with one platform. */
export type PlatformReport = {
  platform: Platform;
  /** Whether it can read links at all. */
  isAvailable: boolean;
  /** What the platform refuses it with, so that links are not even tried; null: they are. */
  refusedBy: FailureCode | null;
  /** Of the last ten minutes: answers, and by code what was none. */
  answers: number;
  faults: Partial<Record<FailureCode, number>>;
  /** When the platform last answered or failed; null: never yet. */
  checkedAt: Date | null;
};

/** The last link that was read on trial. */
export type CanaryResult = {
  platform: Platform;
  outcome: Outcome;
  /** How many in a row were faults. */
  failures: number;
  checkedAt: Date;
};

/** What servers tell each other of the platforms. Rejects with StoreError. */
export type PlatformReportRepository = {
  /** Replaces what this process told before. */
  tell(node: string, reports: readonly PlatformReport[]): Promise<void>;
  /** Of all processes but this that were heard of within 45 s. */
  others(node: string): Promise<PlatformReport[]>;
  /** What a process told that ends now. */
  forget(node: string): Promise<void>;
  noteCanary(platform: Platform, outcome: Outcome, isFault: boolean): Promise<void>;
  canaries(): Promise<CanaryResult[]>;
};

/** Three times as long as a process that lives is ever silent. */
const SILENT_S = 45;

export function createPlatformReportRepository({ query }: Pick<Store, 'query'>): PlatformReportRepository {
  return {
    async tell(node, reports) {
      await query(
        `insert into platform_reports (node, platform, is_available, refused_by, answers, faults, checked_at)
         select $1, told.platform, told."isAvailable", told."refusedBy", told.answers, told.faults, told."checkedAt"
         from jsonb_to_recordset($2::text::jsonb) told (platform text, "isAvailable" boolean, "refusedBy" text,
           answers integer, faults jsonb, "checkedAt" timestamptz)
         on conflict (node, platform) do update set is_available = excluded.is_available, refused_by = excluded.refused_by,
           answers = excluded.answers, faults = excluded.faults, checked_at = excluded.checked_at, updated_at = now()`,
        [node, JSON.stringify(reports)],
      );
    },
    others: (node) =>
      query(
        `select platform, is_available as "isAvailable", refused_by as "refusedBy", answers, faults,
           checked_at as "checkedAt"
         from platform_reports where node <> $1 and updated_at > now() - $2 * interval '1 second'`,
        [node, SILENT_S],
      ),
    async forget(node) {
      await query('delete from platform_reports where node = $1', [node]);
    },
    async noteCanary(platform, outcome, isFault) {
      await query(
        `insert into canaries (platform, outcome, failures) values ($1, $2, $3::integer)
         on conflict (platform) do update set outcome = excluded.outcome, checked_at = now(),
           failures = case when excluded.failures = 0 then 0 else canaries.failures + 1 end`,
        [platform, outcome, isFault ? 1 : 0],
      );
    },
    canaries: () => query('select platform, outcome, failures, checked_at as "checkedAt" from canaries'),
  };
}
