import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { ApiKey } from '#/model/api-key.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import { changedKeyOf } from '#/server/store/events/api-key-events.ts';
import type { StoredApiKey } from '#/server/store/schema/api-key-schema.ts';
import type { Identity } from '#/server/identity/identity.ts';
import { createApiKeyRepository, describeKey, hashOfKey } from '#/server/store/tables/api-keys.ts';
import type { Store } from '#/server/store/store.ts';
import { createLimiterClient } from '../limits/limiter-client.ts';

/** A key that is valid now. */
type KnownKey = {
  key: ApiKey;
  /** Whether it may be used from an address; null: not known. */
  isFrom: (address: string | null) => boolean;
};

/** Keys by what their clients show. */
export type KeyRing = {
  /** Failures: unauthorized (none of ours, expired, revoked, of a user who is disabled or gone), busy while nobody can tell. */
  find(secret: string): Promise<Result<KnownKey>>;
  /** Of what was given to a client earlier, and is used without its key. Failures: the same. */
  findById(id: string): Promise<Result<KnownKey>>;
  close(): void;
};

type Ports = {
  store: Store;
  log: (line: string) => void;
  /** Whether whose key it is may still act. Rejects when nobody can tell. */
  isUserLive: Identity['isUserLive'];
  /** What durations are measured by. */
  now?: () => number;
  /** The time of day. */
  instant?: () => number;
};

/** How long what was read is believed. A key that changes is told to all servers; this is for when that is not heard. */
const KNOWN_MS = 5_000;
const MAX_KNOWN = 10_000;
/** `last_used_at` is to the minute; the database is spared the rest. */
const TOUCH_EVERY_MS = 60_000;
const AWAY_RETRY_S = 5;

type Read = (KnownKey & Pick<StoredApiKey, 'hash' | 'expiresAt' | 'revokedAt'>) | null;
/** `id` null: of no key, or it is still being read: any event may be about it. */
type Entry = { read: Promise<Read>; id: string | null; until: number };

export function createKeyRing({
  store,
  log,
  isUserLive,
  now = () => performance.now(),
  instant = Date.now,
}: Ports): KeyRing {
  const repository = createApiKeyRepository(store);
  // A dead database would keep each request waiting. That it is away, others log.
  const soon = createLimiterClient(store, () => {});
  const asked = createApiKeyRepository({
    ...store,
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await soon.query({ text, values: [...values] })).rows as Row[],
  });
  const known = new LRUCache<string, Entry>({ max: MAX_KNOWN });
  const touched = new LRUCache<string, number>({ max: MAX_KNOWN });

  function lookUp(name: string, row: Promise<StoredApiKey | null>): Promise<Read> {
    const entry: Entry = { id: null, until: now() + KNOWN_MS, read: row.then(readOf) };
    entry.read.then(
      (read) => (entry.id = read?.key.id ?? null),
      () => known.delete(name),
    );
    known.set(name, entry);
    return entry.read;
  }

  /** `name`: what the key is remembered by. */
  async function judge(name: string, ask: () => Promise<StoredApiKey | null>): Promise<Result<NonNullable<Read>>> {
    const entry = known.get(name);
    try {
      const read = await (entry && entry.until > now() ? entry.read : lookUp(name, ask()));
      if (!read || !isValid(read, instant())) return fail('unauthorized');
      const { userId } = read.key;
      return userId === null || (await isUserLive(userId)) ? ok(read) : fail('unauthorized');
    } catch {
      return fail('busy', { retryAfterS: AWAY_RETRY_S });
    }
  }

  /** Never waited for. */
  function touch(id: string): void {
    if (now() - (touched.get(id) ?? -Infinity) < TOUCH_EVERY_MS) return;
    touched.set(id, now());
    repository.touch(id).catch((error: Error) => log(`The use of a key was not noted. ${error.message}`));
  }

  const endings = [
    store.onEvent((event) => {
      const changed = changedKeyOf(event);
      if (changed === null) return;
      for (const [name, { id }] of known.entries().toArray()) if (id === changed || id === null) known.delete(name);
    }),
    store.onResync(() => known.clear()),
  ];

  return {
    async find(secret) {
      const hash = hashOfKey(secret);
      if (hash === null) return fail('unauthorized');
      const judged = await judge(hash, () => asked.find(hash));
      if (!judged.ok) return judged;
      if (!isSame(judged.value.hash, hash)) return fail('unauthorized');
      touch(judged.value.key.id);
      return judged;
    },
    findById: (id) => judge(id, () => asked.findById(id)),
    close() {
      for (const end of endings) end();
    },
  };
}

function readOf(row: StoredApiKey | null): Read {
  if (!row) return null;
  const { hash, expiresAt, revokedAt } = row;
  return { key: describeKey(row), isFrom: createNetworkCheck(row.scopes.networks), hash, expiresAt, revokedAt };
}

function isSame(one: string, other: string): boolean {
  const [bytes, otherBytes] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes);
}

function isValid({ expiresAt, revokedAt }: NonNullable<Read>, nowMs: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt.getTime() > nowMs);
}

/** Whether a canonical address is within networks such as `203.0.113.0/24`; null as networks: from anywhere, as an address: not known. */
function createNetworkCheck(networks: readonly string[] | null): (address: string | null) => boolean {
  if (networks === null) return () => true;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => address !== null && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}
