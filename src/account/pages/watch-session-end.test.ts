import { describe, expect, test } from 'vitest';
import { fail, ok } from '#/model/failure.ts';
import { works } from '../fixtures/fake-client.ts';
import type { Answer, IdentityClient, SessionTokens } from '../identity-client.ts';
import type { SiteAccount } from './account-ports.ts';
import { watchIdentity, watchSite } from './watch-session-end.ts';

const REVOKED = { ok: false, error: { code: 'SessionRevoked' } } as const;
const TOKENS = works<SessionTokens | null>({ idToken: 'id', accessToken: 'access' });

function watching(session: Answer<SessionTokens | null>, renewed = session) {
  const ends: string[] = [];
  const client = {
    session: async (input?: { isRefreshed: boolean }) => (input?.isRefreshed ? renewed : session),
    onEvent: () => () => {},
  } as unknown as IdentityClient;
  const site = {
    clearHistory: async () => fail('unauthorized'),
    forgetDownload: async () => fail('busy'),
    getPreferences: async () => ok(null),
  } as unknown as SiteAccount;
  return { ends, site: watchSite(site, client, ({ code }) => ends.push(code)) };
}

describe('a session that the site does not take for one', () => {
  test('has ended when its token was revoked', async () => {
    const { site, ends } = watching(TOKENS);
    expect(await site.clearHistory()).toEqual(fail('unauthorized'));
    expect(ends).toEqual(['SessionRevoked']);
  });

  test('has ended for the reason that the identity service gives when it is asked for new tokens', async () => {
    const { site, ends } = watching(TOKENS, { ok: false, error: { code: 'UserDisabled' } });
    await site.clearHistory();
    expect(ends).toEqual(['UserDisabled']);
  });

  test('has ended also where no new tokens can be asked for', async () => {
    const { site, ends } = watching(TOKENS, { ok: false, error: { code: 'NetworkError' } });
    await site.clearHistory();
    expect(ends).toEqual(['SessionRevoked']);
  });

  test('has ended for the reason that the identity service gives', async () => {
    const { site, ends } = watching({ ok: false, error: { code: 'UserDisabled' } });
    await site.clearHistory();
    expect(ends).toEqual(['UserDisabled']);
  });

  test('has ended when nobody is signed in any more', async () => {
    const { site, ends } = watching(works(null));
    await site.clearHistory();
    expect(ends).toEqual(['NoSession']);
  });

  test('goes on when the token could only not be refreshed for want of a connection', async () => {
    const { site, ends } = watching({ ok: false, error: { code: 'NetworkError' } });
    expect(await site.clearHistory()).toEqual(fail('offline'));
    expect(ends).toEqual([]);
  });

  test('is not suspected for other failures', async () => {
    const { site, ends } = watching(TOKENS);
    expect([await site.forgetDownload('a'), await site.getPreferences()]).toEqual([fail('busy'), ok(null)]);
    expect(ends).toEqual([]);
  });
});

describe('an answer of the identity service', () => {
  const client = {
    listDevices: async () => REVOKED,
    updatePassword: async () => ({ ok: false, error: { code: 'NotAuthorizedException' } }),
    onEvent: () => () => 'stopped',
  } as unknown as IdentityClient;

  test('ends the session where it says so, and is passed on', async () => {
    const ends: string[] = [];
    const watched = watchIdentity(client, ({ code }) => ends.push(code));
    expect(await watched.listDevices()).toEqual(REVOKED);
    expect(ends).toEqual(['SessionRevoked']);
  });

  test('about a wrong password ends nothing, and what is no answer stays as it is', async () => {
    const ends: string[] = [];
    const watched = watchIdentity(client, ({ code }) => ends.push(code));
    await watched.updatePassword({ oldPassword: 'a', newPassword: 'b' });
    expect(watched.onEvent(() => {})()).toBe('stopped');
    expect(ends).toEqual([]);
  });
});
