import { randomBytes, timingSafeEqual } from 'node:crypto';
import { REGION, toUuid } from '../pool.ts';
import type { Encrypter } from '../crypto/encrypt.ts';

/** Length of what is random in a UUID's text, up to and with its last hyphen; twelve digits follow. */
const HEAD_LENGTH = 24;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Ids of the identity pool: `us-east-1:<uuid>`. Nothing of them is stored, so that guests cost no row and cannot fill the database. */
type IdentityIds = {
  newGuest(): string;
  /** Whether an id is one of our guests' and not made up. */
  isGuest(id: string): boolean;
  /** Of a user, always the same. */
  ofUser(sub: string): string;
};

/** A guest's id ends in a keyed hash of its beginning; a user's is a keyed hash of the sub. */
export function createIdentityIds({ keyedHash }: Pick<Encrypter, 'keyedHash'>): IdentityIds {
  const tagOf = (head: string) => keyedHash(`guest ${head}`).subarray(0, 6);
  return {
    newGuest() {
      const head = toUuid(randomBytes(16)).slice(0, HEAD_LENGTH);
      return `${REGION}:${head}${tagOf(head).toString('hex')}`;
    },
    isGuest(id) {
      const uuid = id.startsWith(`${REGION}:`) ? id.slice(REGION.length + 1) : '';
      if (!UUID.test(uuid)) return false;
      const head = uuid.slice(0, HEAD_LENGTH);
      return timingSafeEqual(Buffer.from(uuid.slice(HEAD_LENGTH), 'hex'), tagOf(head));
    },
    ofUser: (sub) => `${REGION}:${toUuid(keyedHash(`identity of ${sub}`))}`,
  };
}
