import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ExtractorChange, ExtractorRead, ExtractorRefusal } from '#/model/engine/extractor-version.ts';
import type { Platform } from '#/model/platform-schema.ts';
import { lockControl } from './platform-switches.ts';
import type { Store } from '../store.ts';

/** A package, and the version of it that a release of the extractor was made with. */
export type Pin = { name: string; version: string };

/** A file of the index, and what is in it. */
export type PinnedFile = { file: string; sha256: string };

/** What all servers are to run. */
export type Decision = {
  /** null: the version that each was installed with. */
  version: string | null;
  previous: string | null;
  /** Whether the one before is asked for what this one cannot read. */
  isWatched: boolean;
};

export type StoredVersion = {
  version: string;
  pins: Pin[];
  refusal: ExtractorRefusal | null;
  detail: string | null;
  seenAt: Date;
  takenAt: Date | null;
};

export type ReadCount = { platform: Platform } & Record<ExtractorRead, number>;

export type StoredChange = Omit<ExtractorChange, 'at'> & { at: Date };

export type NodeVersion = { node: string; version: string | null; trouble: string | null; updatedAt: Date };

/** The versions of the extractor, as all servers know them. Rejects with StoreError, or as Store.transaction does. */
export type ExtractorVersionRepository = {
  decision(): Promise<Decision>;
  versions(): Promise<StoredVersion[]>;
  /** Notes what an index offers; tells since how many seconds it is known. What was noted first stays. */
  see(version: string, pins: readonly Pin[]): Promise<{ stored: StoredVersion; knownForS: number }>;
  /** Pins files that are new; the names of those that have been pinned with other bytes. */
  pin(files: readonly PinnedFile[]): Promise<string[]>;
  /**
   * Whether this process, and no other, may look for versions and judge them for so long. With `restS` not where one has looked within so
   * many seconds.
   */
  lead(node: string, forS: number, restS?: number): Promise<boolean>;
  endLead(node: string): Promise<void>;
  /** Has all servers run it; the one before is kept at hand for so long. False: they do already. */
  take(version: string, watchedForS: number): Promise<boolean>;
  /** Has all servers run the one before it. False: it is not run any more. */
  goBack(from: string, refusal: ExtractorRefusal, detail: string): Promise<boolean>;
  refuse(version: string, refusal: ExtractorRefusal, detail: string): Promise<void>;
  /** Adds to what is known since a version took over, and tells it. */
  addReads(version: string, counts: readonly ReadCount[]): Promise<ReadCount[]>;
  reads(version: string): Promise<ReadCount[]>;
  tell(node: string, version: string | null, trouble: string | null): Promise<void>;
  /** Those that were heard of within three minutes. */
  nodes(): Promise<NodeVersion[]>;
  forget(node: string): Promise<void>;
  /** Newest first. */
  changes(since: Date): Promise<StoredChange[]>;
};

/** The type of the event that tells that there is another decision. */
export const DECIDED = 'extractor-decided';

/** Three times as long as a process that lives is ever silent. */
const SILENT_S = 180;
const CHANGES_MAX = 100;
const VERSION = 'version, pins, refusal, detail, seen_at as "seenAt", taken_at as "takenAt"';

export function createExtractorVersionRepository({
  query,
  transaction,
  publish,
}: Pick<Store, 'query' | 'transaction' | 'publish'>): ExtractorVersionRepository {
  const readDecision = async (): Promise<Decision> => {
    const [row] = await query<Decision>(
      `select version, previous, coalesce(watched_until > now(), false) as "isWatched" from extractor_decision`,
    );
    return row ?? { version: null, previous: null, isWatched: false };
  };
  const reads = (version: string) =>
    query<ReadCount>(
      'select platform, answered, failed, lost from extractor_reads where version = $1 order by platform',
      [version],
    );
  const tellAll = () => publish([{ type: DECIDED }]);

  return {
    decision: readDecision,
    versions: () => query(`select ${VERSION} from extractor_versions order by seen_at desc, version desc`),
    async see(version, pins) {
      await query(
        'insert into extractor_versions (version, pins) values ($1, $2::text::jsonb) on conflict (version) do nothing',
        [version, JSON.stringify(pins)],
      );
      const [row] = await query<StoredVersion & { knownForS: number }>(
        `select ${VERSION}, extract(epoch from now() - seen_at)::float8 as "knownForS"
         from extractor_versions where version = $1`,
        [version],
      );
      if (!row) throw new Error(`${version} was not noted`);
      const { knownForS, ...stored } = row;
      return { stored, knownForS };
    },
    async pin(files) {
      const [names, hashes] = [files.map(({ file }) => file), files.map(({ sha256 }) => sha256)];
      await query(
        `insert into extractor_files (file, sha256) select * from unnest($1::text[], $2::text[])
         on conflict (file) do nothing`,
        [names, hashes],
      );
      const others = await query<{ file: string }>(
        `select file from extractor_files join unnest($1::text[], $2::text[]) told (name, hash)
         on file = name where sha256 <> hash order by file`,
        [names, hashes],
      );
      return others.map(({ file }) => file);
    },
    async lead(node, forS, restS = 0) {
      const led = await query(
        `insert into extractor_decision (id, leader, led_until, looked_at)
         values (true, $1, now() + $2 * interval '1 second', now())
         on conflict (id) do update
           set leader = excluded.leader, led_until = excluded.led_until, looked_at = excluded.looked_at
         where coalesce(extractor_decision.led_until < now(), true)
           and coalesce(extractor_decision.looked_at <= now() - $3 * interval '1 second', true)
         returning leader`,
        [node, forS, restS],
      );
      return led.length > 0;
    },
    async endLead(node) {
      await query('update extractor_decision set leader = null, led_until = null where leader = $1', [node]);
    },
    async take(version, watchedForS) {
      const isTaken = await transaction(async (tx) => {
        await lockControl(tx, 'extractor');
        const { rows } = await tx.execute<{ version: string | null }>(sql`select version from extractor_decision`);
        const before = rows[0]?.version ?? null;
        if (before === version) return false;
        const until = sql`now() + ${watchedForS}::float8 * interval '1 second'`;
        await tx.execute(sql`insert into extractor_decision (id, version, previous, decided_at, watched_until)
          values (true, ${version}, ${before}, now(), ${until}) on conflict (id) do update set
            version = excluded.version, previous = excluded.previous,
            decided_at = excluded.decided_at, watched_until = excluded.watched_until`);
        await tx.execute(sql`delete from extractor_reads where version = ${version}`);
        await tx.execute(sql`update extractor_versions set taken_at = now(), refusal = null, detail = null
          where version = ${version}`);
        await tx.execute(sql`insert into extractor_changes (id, kind, version, before)
          values (${randomUUID()}, 'taken', ${version}, ${before})`);
        return true;
      });
      if (isTaken) await tellAll();
      return isTaken;
    },
    async goBack(from, refusal, detail) {
      const isBack = await transaction(async (tx) => {
        await lockControl(tx, 'extractor');
        const { rows } = await tx.execute<{ version: string | null }>(
          sql`update extractor_decision set version = previous, previous = null, decided_at = now(), watched_until = null
            where version = ${from} returning version`,
        );
        const [row] = rows;
        if (!row) return false;
        await tx.execute(sql`update extractor_versions set refusal = ${refusal}, detail = ${detail}
          where version = ${from}`);
        await tx.execute(sql`insert into extractor_changes (id, kind, version, before)
          values (${randomUUID()}, 'returned', ${row.version}, ${from})`);
        return true;
      });
      if (isBack) await tellAll();
      return isBack;
    },
    async refuse(version, refusal, detail) {
      await query('update extractor_versions set refusal = $2, detail = $3 where version = $1', [
        version,
        refusal,
        detail,
      ]);
    },
    async addReads(version, counts) {
      const column = <Key extends keyof ReadCount>(key: Key) => counts.map((count) => count[key]);
      await query(
        `insert into extractor_reads (version, platform, answered, failed, lost)
         select $1, told.* from unnest($2::text[], $3::integer[], $4::integer[], $5::integer[]) told
         on conflict (version, platform) do update set answered = extractor_reads.answered + excluded.answered,
           failed = extractor_reads.failed + excluded.failed, lost = extractor_reads.lost + excluded.lost`,
        [version, column('platform'), column('answered'), column('failed'), column('lost')],
      );
      return reads(version);
    },
    reads,
    async tell(node, version, trouble) {
      await query(
        `insert into extractor_nodes (node, version, trouble) values ($1, $2, $3)
         on conflict (node) do update set version = excluded.version, trouble = excluded.trouble, updated_at = now()`,
        [node, version, trouble],
      );
    },
    nodes: () =>
      query(
        `select node, version, trouble, updated_at as "updatedAt" from extractor_nodes
         where updated_at > now() - $1 * interval '1 second' order by node`,
        [SILENT_S],
      ),
    async forget(node) {
      await query('delete from extractor_nodes where node = $1', [node]);
    },
    changes: (since) =>
      query(
        `select id, kind, version, before, at from extractor_changes where at >= $1 order by at desc, id limit $2`,
        [since, CHANGES_MAX],
      ),
  };
}
