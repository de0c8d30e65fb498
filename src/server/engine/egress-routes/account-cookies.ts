import { readFileSync, statSync } from 'node:fs';
import type { Platform } from '#/model/platform.ts';
import { platformRules } from '../platforms/all.ts';

/** Where the operator keeps the cookies of an account of theirs on a platform, and for which way out: all of them, unless one is named. */
export type AccountFile = { platform: Platform; route: string | null; path: string };

/** As a worker takes it. `expiresAtS`: seconds since 1970; null: with the session. */
export type AccountCookie = {
  name: string;
  value: string;
  domain: string;
  path: string;
  secure: boolean;
  expiresAtS: number | null;
};

/** The cookies to sign in with on a platform by a way out; null: there is no account for it, or nothing of its file can be used. */
export type AccountCookies = (platform: Platform, route: string) => readonly AccountCookie[] | null;

/** No browser exports more of one platform, and each is sent with each request. */
const MOST_BYTES = 256 * 1024;
/** What browsers' exports put before the domain of a cookie that pages cannot read. */
const HTTP_ONLY = '#HttpOnly_';

/**
 * Reads the files anew when they have changed, so that an operator can replace them while the site runs. What is wrong with one is
 * logged once for each state of it; nothing of its content ever is.
 */
export function createAccountCookies(files: readonly AccountFile[], log: (line: string) => void): AccountCookies {
  const known = new Map<AccountFile, { state: string; cookies: readonly AccountCookie[] }>();

  function read(file: AccountFile): readonly AccountCookie[] {
    const { state, text, trouble } = look(file.path);
    const former = known.get(file);
    if (former?.state === state) return former.cookies;
    const cookies = text === null ? [] : readCookieFile(text, platformRules[file.platform].egressHosts);
    const problem = trouble ?? (cookies.length === 0 ? `has no cookies of ${file.platform}` : null);
    if (problem) log(`The operator's account for ${file.platform} is not used: its file ${problem}.`);
    known.set(file, { state, cookies });
    return cookies;
  }

  return (platform, route) => {
    const mine = files.filter((file) => file.platform === platform);
    const file = mine.find((each) => each.route === route) ?? mine.find((each) => each.route === null);
    if (!file) return null;
    const nowS = Date.now() / 1000;
    const cookies = read(file).filter(({ expiresAtS }) => expiresAtS === null || expiresAtS > nowS);
    return cookies.length > 0 ? cookies : null;
  };
}

function look(path: string): { state: string; text: string | null; trouble: string | null } {
  try {
    const { size, mtimeMs, mode } = statSync(path);
    const state = `${size} ${mtimeMs} ${mode}`;
    if (size > MOST_BYTES) return { state, text: null, trouble: 'is too large for cookies' };
    // Workers run as others do, and what they read comes from outside.
    if ((mode & 0o004) !== 0) return { state, text: null, trouble: 'may be read by everybody (chmod 600)' };
    return { state, text: readFileSync(path, 'utf8'), trouble: null };
  } catch {
    return { state: 'unreadable', text: null, trouble: 'cannot be read' };
  }
}

/**
 * Cookies in the form that browsers' extensions and curl export (Netscape's: seven fields with tabs between them, one line each). Those of
 * other sites, of which an export has many, are left out.
 */
export function readCookieFile(text: string, hosts: readonly string[]): AccountCookie[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const own = line.startsWith(HTTP_ONLY) ? line.slice(HTTP_ONLY.length) : line;
    if (own.startsWith('#')) return [];
    const [domain = '', , path = '', secure, expires = '', name = '', value] = own.split('\t');
    const host = domain.replace(/^\./, '').toLowerCase();
    const isOurs = hosts.some((each) => host === each || host.endsWith(`.${each}`));
    if (!isOurs || name === '' || value === undefined || !path.startsWith('/')) return [];
    const expiresAtS = Number(expires) || null;
    return [{ name, value, domain: domain.toLowerCase(), path, secure: secure === 'TRUE', expiresAtS }];
  });
}
