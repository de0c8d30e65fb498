import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * What an installation offers whoever tries it: the outbox of codes, and stand-ins of the social providers. Both open accounts, so they
 * are there only where the operator asks for them, and for who has the token that is printed at start. Where a request comes from is
 * no proof: behind a plain reverse proxy everybody comes from this machine.
 */
export type Trial = {
  token: string;
  /** The site's own address is https, also where a proxy asks for it by http. */
  isSecure?: boolean;
};

/** What a browser keeps the token in, once it has followed the printed address. */
export const TRIAL_COOKIE = 'identity-trial';
/** Its name where the site is reached by https: what is not, cannot set one of this prefix. `__Host-` would want it on every path. */
const SECURE_TRIAL_COOKIE = `__Secure-${TRIAL_COOKIE}`;

/** Whether a request brings the token: in its address, its cookie, or as a bearer token. `null`: nobody tries this installation. */
export function isTrying(trial: Trial | null, request: Request): boolean {
  if (trial === null) return false;
  const expected = sha256(trial.token);
  // Each is compared, and as hashes: neither content nor length shows in the time it takes.
  return tokensOf(request).reduce((isFound, given) => timingSafeEqual(sha256(given), expected) || isFound, false);
}

/** Keeps the token in a browser for as long as it runs, for the identity service's own pages and no other site's requests. */
export function trialCookie({ token }: Trial, { isSecure }: { isSecure: boolean }): string {
  const cookie = `=${token}; Path=/identity/; HttpOnly; SameSite=Strict`;
  return isSecure ? `${SECURE_TRIAL_COOKIE}${cookie}; Secure` : `${TRIAL_COOKIE}${cookie}`;
}

function tokensOf({ url, headers }: Request): string[] {
  const cookies = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  const kept = [SECURE_TRIAL_COOKIE, TRIAL_COOKIE].map(
    (wanted) => cookies.find(([name]) => name === wanted)?.[1] ?? '',
  );
  const [, bearer = ''] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return [new URL(url).searchParams.get('token') ?? '', ...kept, bearer];
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
