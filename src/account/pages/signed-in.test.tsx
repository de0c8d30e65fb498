import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountSettings } from '#/model/account.ts';
import { POOL } from '#/model/fixtures/identity-pool.ts';
import { fail, ok } from '#/model/failure.ts';
import { createFakeClient } from '../fixtures/fake-client.ts';
import { USER } from '../fixtures/flow.ts';
import { CONFIG } from '../fixtures/show-authenticator.tsx';
import type { FlowEvent } from '../flow/event.ts';
import { speakInAuthenticator } from '../texts/catalogue.ts';
import { useAccount } from './account-context.ts';
import type { SiteAccount } from './account-ports.ts';
import { showPage } from './fixtures/show-page.tsx';
import { SignedIn } from './SignedIn.tsx';

const SETTINGS: NonNullable<AccountSettings> = {
  config: CONFIG,
  pool: POOL,
  codes: 'sent',
  mfaTypes: [],
};

beforeEach(() => speakInAuthenticator('en'));

function show(site: Partial<SiteAccount> = {}, user = USER) {
  const told: unknown[] = [];
  const fake = createFakeClient({});
  const { emit } = fake;
  const client = { ...fake.client, onEvent: fake.client.onEvent, session: fake.client.session };
  const page = showPage(
    <SignedIn
      user={user}
      settings={SETTINGS}
      client={client}
      site={site as SiteAccount}
      send={(event: FlowEvent) => told.push(event)}
      language="en"
      onEnd={(error) => told.push(error?.code ?? 'no end')}
      onFarewell={() => told.push('farewell')}
    >
      <Actions />
    </SignedIn>,
  );
  const toldAtFirst = told.splice(0);
  return { ...page, toldAtFirst, told, emit };
}

function Actions() {
  const { signOut, sayFarewell } = useAccount();
  return (
    <>
      <button type="button" onClick={() => void signOut({ isEverywhere: true })}>
        Everywhere
      </button>
      <button type="button" onClick={sayFarewell}>
        Farewell
      </button>
    </>
  );
}

describe('around the pages of an account', () => {
  test.each(['users', 'admins'])(
    'one of the %s is told who is signed in, and has links to the other pages',
    (group) => {
      show({}, { ...USER, groups: [group] });
      expect(screen.getByText('You’re signed in as Ada.')).toBeDefined();
      const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
      expect(links).toEqual([
        ['History', '/account'],
        ['Preferences', '/account/preferences'],
        ['Security', '/account/security'],
        ['API keys', '/account/keys'],
        ['Your data', '/account/data'],
      ]);
      expect(screen.getByRole('link', { name: 'History' }).getAttribute('aria-current')).toBe('page');
    },
  );

  test('the way out is always there', async () => {
    const { visitor, told } = show();
    await visitor.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(told).toEqual(['no end', { type: 'signOut', isGlobal: false }]);
  });
});

describe('the end of a session', () => {
  test('is not told above the form once there has been another', () => {
    expect(show().toldAtFirst).toEqual(['no end']);
  });

  test('everywhere is told to the site first', async () => {
    const { visitor, told } = show({ endSessions: async () => ok(null) });
    await visitor.click(screen.getByRole('button', { name: 'Everywhere' }));
    await waitFor(() => expect(told).toEqual(['no end', { type: 'signOut', isGlobal: true }]));
  });

  test('everywhere is none as long as the site has not heard of it', async () => {
    const { visitor, told } = show({ endSessions: async () => fail('offline') });
    await visitor.click(screen.getByRole('button', { name: 'Everywhere' }));
    expect(told).toEqual([]);
  });

  test('by a deleted account leaves for the home page', async () => {
    const { visitor, told } = show();
    await visitor.click(screen.getByRole('button', { name: 'Farewell' }));
    expect(told).toEqual(['no end', 'farewell', { type: 'signOut', isGlobal: false }]);
  });

  test('by a token that cannot be refreshed says why; one that could not be for now is none', async () => {
    const { told, emit } = show();
    emit({ type: 'refreshFailed', error: { code: 'NetworkError' } });
    expect(told).toEqual([]);
    emit({ type: 'refreshFailed', error: { code: 'SessionExpired' } });
    expect(told).toEqual(['SessionExpired', { type: 'sessionFailed', error: { code: 'SessionExpired' } }]);
    // What else is asked meanwhile finds nobody signed in.
    emit({ type: 'refreshFailed', error: { code: 'NoSession' } });
    expect(told).toHaveLength(2);
  });
});
