import { randomUUID } from 'node:crypto';
import type { Store } from '#/server/store/store.ts';
import { type PoolSettings, REGION } from '../pool.ts';
import type { Encrypter } from '../crypto/encrypt.ts';
import type { SrpCredentials } from '../crypto/srp.ts';

/** A browser that a user has signed in with. A remembered one stands in for the second factor. */
export type KnownDevice = {
  key: string;
  name: string;
  isRemembered: boolean;
  createdAt: Date;
  modifiedAt: Date;
  authenticatedAt: Date;
};

export type DeviceRepository = {
  /** A key for a browser that has none yet; nothing is stored until it confirms. */
  newKey(): { DeviceKey: string; DeviceGroupKey: string };
  /** The group that devices' passwords are hashed with. */
  groupKey: string;
  find(sub: string, key: string): Promise<(KnownDevice & { credentials: SrpCredentials }) | null>;
  /** Stores a browser's own password's verifier. */
  confirm(sub: string, device: { key: string; name: string; credentials: SrpCredentials }): Promise<void>;
  /** Those used last first. */
  list(sub: string): Promise<KnownDevice[]>;
  /** False: there is no such device. */
  remember(sub: string, key: string, isRemembered: boolean): Promise<boolean>;
  noteAuthenticated(sub: string, key: string): Promise<void>;
  /** False: there is no such device. */
  forget(sub: string, key: string): Promise<boolean>;
};

const COLUMNS = `key, name, is_remembered as "isRemembered", created_at as "createdAt", modified_at as "modifiedAt",
  authenticated_at as "authenticatedAt"`;

export function createDeviceRepository(
  { query }: Pick<Store, 'query'>,
  { pool, encrypter, now }: { pool: PoolSettings; encrypter: Encrypter; now: () => number },
): DeviceRepository {
  const groupKey = `-${pool.poolName}`;
  const contextOf = (sub: string, key: string) => `device ${sub} ${key}`;
  return {
    groupKey,
    newKey: () => ({ DeviceKey: `${REGION}_${randomUUID()}`, DeviceGroupKey: groupKey }),
    async find(sub, key) {
      const [row] = await query<KnownDevice & SrpCredentials>(
        `select ${COLUMNS}, salt, verifier from identity_devices where sub = $1 and key = $2`,
        [sub, key],
      );
      if (!row) return null;
      const { salt, verifier, ...device } = row;
      return { ...device, credentials: { salt, verifier: encrypter.decrypt(verifier, contextOf(sub, key)) } };
    },
    async confirm(sub, { key, name, credentials: { salt, verifier } }) {
      await query(
        `insert into identity_devices (sub, key, name, salt, verifier, is_remembered, created_at, modified_at, authenticated_at)
         values ($1, $2, $3, $4, $5, false, $6, $6, $6) on conflict (sub, key) do nothing`,
        [sub, key, name, salt, encrypter.encrypt(verifier, contextOf(sub, key)), new Date(now())],
      );
    },
    list: (sub) =>
      query<KnownDevice>(`select ${COLUMNS} from identity_devices where sub = $1 order by authenticated_at desc, key`, [
        sub,
      ]),
    async remember(sub, key, isRemembered) {
      const changed = await query(
        'update identity_devices set is_remembered = $3, modified_at = $4 where sub = $1 and key = $2 returning key',
        [sub, key, isRemembered, new Date(now())],
      );
      return changed.length > 0;
    },
    async noteAuthenticated(sub, key) {
      await query('update identity_devices set authenticated_at = $3 where sub = $1 and key = $2', [
        sub,
        key,
        new Date(now()),
      ]);
    },
    async forget(sub, key) {
      const gone = await query('delete from identity_devices where sub = $1 and key = $2 returning key', [sub, key]);
      return gone.length > 0;
    },
  };
}
