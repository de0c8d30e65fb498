import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ownerOfUser } from '#/server/store/visitor-users.ts';
import type { Sessions } from './accounts/sessions.ts';
import { ADDRESS_HEADER, USER_HEADER, VISITOR_HEADER } from './client.ts';
import { clientAddress } from './limits/client-address.ts';
import type { Caller } from './limits/holders.ts';
import { isOfUser, type VisitorCookies } from './visitor-cookie.ts';

/** Who calls: whose downloads these are, and whose limits count. */
export type Callers = {
  /** By key. The site's own key may speak for a visitor or a user. null: no key of ours. */
  ofKey(request: Request): Caller | null;
  /** Of a request that brings no key: by its network address alone. */
  ofAddress(request: Request & { ip?: string | undefined }): Caller;
  /** By the visitor's cookie, of a signed-in user through `Sessions`. */
  ofBrowser(req: IncomingMessage): Promise<Caller>;
  /** The network address behind a request, as far as trusted proxies tell. */
  addressOf(remoteAddress: string | null | undefined, forwardedFor: string | null | undefined): string | null;
};

type CallerOptions = {
  apiKey: string;
  cookies: VisitorCookies;
  sessions: Pick<Sessions, 'userOf'>;
  trustedHops: number;
};

export function createCallers({ apiKey, cookies, sessions, trustedHops }: CallerOptions): Callers {
  const keyHash = sha256(apiKey);
  const addressOf: Callers['addressOf'] = (remoteAddress, forwardedFor) =>
    clientAddress({ remoteAddress, forwardedFor, trustedHops });
  return {
    addressOf,
    ofKey({ headers }) {
      const given = headers.get('api-key') ?? /^Api-Key (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
      // As hashes, so that neither content nor length shows in the time it takes.
      if (!timingSafeEqual(sha256(given), keyHash)) return null;
      const [userId, visitorId] = [headers.get(USER_HEADER), headers.get(VISITOR_HEADER)];
      const address = addressOf(headers.get(ADDRESS_HEADER), null);
      if (userId || visitorId || address) return { owner: ownerOf(userId, visitorId), address };
      return { owner: `key:${keyHash.toString('hex').slice(0, 16)}`, address: null };
    },
    ofAddress: ({ ip, headers }) => ({ owner: null, address: addressOf(ip, headers.get('x-forwarded-for')) }),
    async ofBrowser({ headers, socket }) {
      const visitorId = cookies.read(headers.cookie);
      const address = addressOf(socket.remoteAddress, [headers['x-forwarded-for'] ?? ''].flat().join(','));
      return { owner: ownerOf(await sessions.userOf(visitorId), visitorId), address };
    },
  };
}

/** A cookie of a session that has ended stands for nobody. */
function ownerOf(userId: string | null, visitorId: string | null): string | null {
  if (userId) return ownerOfUser(userId);
  return visitorId && !isOfUser(visitorId) ? `visitor:${visitorId}` : null;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
