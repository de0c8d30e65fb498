import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { fail, ok, type Result } from '#/model/failure.ts';
import { keyOfOwner, ownerOfKey } from '#/server/store/tables/api-keys.ts';
import type { Sessions } from '#/server/service/accounts/sessions.ts';
import { ADDRESS_HEADER, USER_HEADER, VISITOR_HEADER } from './client.ts';
import type { KeyRing } from '#/server/service/keys/key-ring.ts';
import { type Caller, callerOfSite, ownerOfSite } from '#/server/service/caller.ts';
import { networkOf } from '#/server/service/limits/network.ts';
import { type AddressSources, clientAddress } from './client-address.ts';
import type { Follower } from '#/server/service/limits/stream-limiter.ts';
import { ownerOfVisitor } from '#/server/service/accounts/visitor-id.ts';
import type { VisitorCookies } from './visitor-cookie.ts';

/** As the app hands it on: with the address of whoever is connected. */
export type KeyedRequest = Request & { ip?: string | undefined };

/** Who calls: whose downloads these are, and whose limits count. */
export type RequestAuthenticator = {
  /**
   * By key: `api-key: …` or `authorization: Api-Key …`. The site's own may speak for a visitor or a user, and no other.
   * Failures: unauthorized; forbidden, of a key that may not be used from there; busy, while the database is away.
   */
  ofKey(request: Pick<KeyedRequest, 'headers' | 'ip'>): Promise<Result<Caller>>;
  /** Of a request that anybody may make: by its key where it brings one, else by its network address alone. Failures: those of `ofKey`. */
  ofAnybody(request: KeyedRequest): Promise<Result<Caller>>;
  /** By the visitor's cookie, of a signed-in user through `Sessions`. */
  ofBrowser(req: IncomingMessage): Promise<Caller>;
  /** Of a request for bytes or events: by its key where it brings one, else by the visitor's cookie. Failures: those of `ofKey`. */
  ofRaw(req: IncomingMessage): Promise<Result<Caller>>;
  /** Whose stream of events a request opens, as far as it tells by itself: nothing is looked up, so that many cost little. */
  followerOf(req: IncomingMessage): Follower;
  /** Of what was signed for a client: by its key as it is now, from wherever. Failures: unauthorized, of a key that has ended; busy. */
  ofOwner(owner: string): Promise<Result<Caller>>;
  /** The network address behind a request, as far as trusted proxies tell. */
  addressOf(remoteAddress: string | null | undefined, forwardedFor: string | null | undefined): string | null;
};

type CallerOptions = {
  apiKey: string;
  cookies: VisitorCookies;
  sessions: Pick<Sessions, 'userOf'>;
  keyRing: Pick<KeyRing, 'find' | 'findById'>;
  trustedHops: number;
};

type HeaderOf = (name: string) => string | null;

export function createRequestAuthenticator({
  apiKey,
  cookies,
  sessions,
  keyRing,
  trustedHops,
}: CallerOptions): RequestAuthenticator {
  const siteHash = sha256(apiKey);
  const siteOwner = ownerOfSite(apiKey);
  const addressOf: RequestAuthenticator['addressOf'] = (remoteAddress, forwardedFor) =>
    clientAddress({ remoteAddress, forwardedFor, trustedHops });

  function ofSite(headerOf: HeaderOf): Caller {
    const [userId, visitorId] = [headerOf(USER_HEADER), headerOf(VISITOR_HEADER)];
    return callerOfSite({ userId, visitorId, address: headerOf(ADDRESS_HEADER) }, siteOwner);
  }

  async function identify(headerOf: HeaderOf, remoteAddress: string | undefined): Promise<Result<Caller>> {
    const given = givenKey(headerOf);
    // As hashes, so that neither content nor length shows in the time it takes.
    if (timingSafeEqual(sha256(given), siteHash)) return ok(ofSite(headerOf));
    const found = await keyRing.find(given);
    if (!found.ok) return found;
    const { key, isFrom } = found.value;
    const address = addressOf(remoteAddress, headerOf('x-forwarded-for'));
    return isFrom(address) ? ok({ owner: ownerOfKey(key.id), address, key }) : fail('forbidden');
  }

  const authenticator: RequestAuthenticator = {
    addressOf,
    ofKey: ({ headers, ip }) => identify((name) => headers.get(name), ip),
    async ofAnybody(request) {
      const { headers, ip } = request;
      if (givenKey((name) => headers.get(name))) return authenticator.ofKey(request);
      return ok({ owner: null, address: addressOf(ip, headers.get('x-forwarded-for')) });
    },
    async ofBrowser({ headers, socket }) {
      const visitorId = cookies.read(headers.cookie);
      const address = addressOf(socket.remoteAddress, textOf(headers['x-forwarded-for']));
      const userId = await sessions.userOf(visitorId);
      const session = userId !== null && visitorId !== null ? { visitorId } : {};
      return { owner: ownerOfVisitor(userId, visitorId), address, ...session };
    },
    async ofRaw(req) {
      const headerOf: HeaderOf = (name) => textOf(req.headers[name]);
      if (!givenKey(headerOf)) return ok(await authenticator.ofBrowser(req));
      return identify(headerOf, req.socket.remoteAddress);
    },
    followerOf({ headers, socket }) {
      const key = givenKey((name) => textOf(headers[name]));
      const visitorId = cookies.read(headers.cookie);
      const owner = visitorId === null ? null : `visitor:${visitorId}`;
      const address = addressOf(socket.remoteAddress, textOf(headers['x-forwarded-for']));
      return { owner: key ? `key:${sha256(key).toString('base64url')}` : owner, address };
    },
    async ofOwner(owner) {
      const id = keyOfOwner(owner);
      if (id === null) return ok({ owner, address: null });
      const found = await keyRing.findById(id);
      return found.ok ? ok({ owner, address: null, key: found.value.key }) : found;
    },
  };
  return authenticator;
}

/** What a request is counted by; null: of the site itself, or over a socket without an address. */
export function networkOfRequest({ headers, ip }: KeyedRequest, { trustedHops }: Pick<AddressSources, 'trustedHops'>) {
  const address = clientAddress({ remoteAddress: ip, forwardedFor: headers.get('x-forwarded-for'), trustedHops });
  return address === null ? null : networkOf(address);
}

/** An empty header is none. */
function givenKey(headerOf: HeaderOf): string {
  return headerOf('api-key') || (/^Api-Key +(\S+)$/i.exec(headerOf('authorization') ?? '')?.[1] ?? '');
}

function textOf(header: string | string[] | undefined): string {
  return [header ?? ''].flat().join(',');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
