import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { AccountSettings } from '#/model/account.ts';
import { createFakeClient, refuses, type Script, works } from '../../fixtures/fake-client.ts';
import { USER } from '../../fixtures/flow.ts';
import { CONFIG } from '../../fixtures/show-authenticator.tsx';
import type { FlowEvent } from '../../flow/event.ts';
import { speakInAuthenticator } from '../../texts/catalogue.ts';
import { useAccount } from '../account-context.ts';
import type { SiteAccount } from '../account-ports.ts';
import { showPage } from '../fixtures/show-page.tsx';
import { SignedIn } from '../SignedIn.tsx';

const SETTINGS = { config: CONFIG, pool: { userPoolClientId: 'client' } } as unknown as NonNullable<AccountSettings>;

beforeEach(() => speakInAuthenticator('en'));

/** A page with one button, which turns the second step off, and what came of it. */
function show(identity: Script) {
  const outcomes: unknown[] = [];
  const told: unknown[] = [];
  const { client, calls } = createFakeClient(identity);
  function Page() {
    const account = useAccount();
    const turnOff = () =>
      void account.identity.setMfaPreference({ TOTP: 'disabled' }).then((told) => outcomes.push(told));
    return (
      <button type="button" onClick={turnOff}>
        Turn off
      </button>
    );
  }
  const page = showPage(
    <SignedIn
      user={USER}
      settings={SETTINGS}
      client={client}
      site={{} as SiteAccount}
      send={(event: FlowEvent) => told.push(event)}
      language="en"
      onEnd={() => {}}
      onFarewell={() => {}}
    >
      <Page />
    </SignedIn>,
  );
  const made = (name: string) => calls.filter(([call]) => call === name).map(([, input]) => input);
  return { ...page, outcomes, told, made };
}

const dialog = async () => within(await screen.findByRole('dialog'));

/** A service that wants the password confirmed. */
function strict(password = 'Secret12'): Script {
  let isConfirmed = false;
  return {
    setMfaPreference: async () => (isConfirmed ? works(null) : refuses('PasswordWanted')),
    confirmPassword: async (given) => {
      isConfirmed = given.password === password;
      return isConfirmed ? works(null) : refuses('NotAuthorizedException');
    },
  };
}

test('who has not shown for a while who they are is asked for the password, and what they wanted is done then', async () => {
  const { visitor, outcomes, made } = show(strict());
  await visitor.click(screen.getByRole('button', { name: 'Turn off' }));
  const question = await dialog();
  expect(question.getByRole('heading', { name: 'Confirm it’s you' })).toBeDefined();
  expect(question.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
  await visitor.type(question.getByLabelText('Current password'), 'Secret12{Enter}');
  await expect.poll(() => outcomes).toEqual([{ ok: true, value: null }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(made('confirmPassword')).toEqual([{ password: 'Secret12' }]);
  expect(made('setMfaPreference')).toEqual([{ TOTP: 'disabled' }, { TOTP: 'disabled' }]);
});

test('a wrong password is said at the field, and can be typed again', async () => {
  const { visitor, outcomes } = show(strict());
  await visitor.click(screen.getByRole('button', { name: 'Turn off' }));
  const question = await dialog();
  await visitor.type(question.getByLabelText('Current password'), 'Wrong123{Enter}');
  expect(await question.findByText('The current password is wrong.')).toBeDefined();
  await visitor.clear(question.getByLabelText('Current password'));
  await visitor.type(question.getByLabelText('Current password'), 'Secret12{Enter}');
  await expect.poll(() => outcomes).toEqual([{ ok: true, value: null }]);
});

test('who cancels has changed nothing, and is told why', async () => {
  const { visitor, outcomes, made } = show(strict());
  await visitor.click(screen.getByRole('button', { name: 'Turn off' }));
  await visitor.click((await dialog()).getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => outcomes).toEqual([{ ok: false, error: { code: 'PasswordWanted' } }]);
  expect(made('setMfaPreference')).toHaveLength(1);
});

test('several refusals at once are one question', async () => {
  const { visitor, outcomes, made } = show(strict());
  await visitor.dblClick(screen.getByRole('button', { name: 'Turn off' }));
  await visitor.type((await dialog()).getByLabelText('Current password'), 'Secret12{Enter}');
  await expect.poll(() => outcomes).toHaveLength(2);
  expect(made('confirmPassword')).toHaveLength(1);
});

test('who has no password to confirm is led to another sign-in', async () => {
  const { visitor, told, outcomes } = show({ setMfaPreference: async () => refuses('SignInWanted') });
  await visitor.click(screen.getByRole('button', { name: 'Turn off' }));
  const question = await dialog();
  expect(question.getByRole('heading', { name: 'Sign in again first' })).toBeDefined();
  await visitor.click(question.getByRole('button', { name: 'Sign out' }));
  await expect.poll(() => told).toEqual([{ type: 'signOut', isGlobal: false }]);
  expect(outcomes).toEqual([{ ok: false, error: { code: 'SignInWanted' } }]);
});
