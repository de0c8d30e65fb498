import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { fail } from '#/model/failure.ts';
import { refuses, type Script, works } from '../../fixtures/fake-client.ts';
import { DELIVERY, EMAIL } from '../../fixtures/flow.ts';
import type { Device, MfaPreference, MfaType } from '../../identity-client.ts';
import { speakInAuthenticator } from '../../texts/catalogue.ts';
import type { Account } from '../account-ports.ts';
import { createFakeAccount } from '../fixtures/fake-account.ts';
import { showPage } from '../fixtures/show-page.tsx';
import { SecurityPage } from './SecurityPage.tsx';

const PHONE = { attribute: 'phone_number', value: '+12345678900' } as const;
const DEVICE: Device = {
  id: 'device-1',
  name: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  isRemembered: false,
  lastIpAddress: null,
  createdAt: new Date('2026-11-01T10:00:00Z'),
  lastSeenAt: new Date('2026-11-20T10:00:00Z'),
};

const quiet: Script = {
  mfaPreference: async () => works({ enabled: [], preferred: null }),
  findContacts: async () => works({ verified: [EMAIL], unverified: [] }),
  listDevices: async () => works([]),
};

beforeEach(() => speakInAuthenticator('en'));

function show(identity: Script, changes: Partial<Account> = {}) {
  const { account, asked, calls } = createFakeAccount({}, { ...quiet, ...identity }, changes);
  const made = (name: string) => calls.filter(([call]) => call === name).map(([, input]) => input);
  return { ...showPage(<SecurityPage account={account} />), asked, made };
}

const part = (name: string) => within(screen.getByRole('region', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const field = (name: string) => {
  const input = document.querySelector(`input[name="${name}"]`);
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field ${name}`);
  return input;
};

describe('changing the password', () => {
  async function fill({ visitor }: ReturnType<typeof show>, password = 'Secret12') {
    await visitor.type(field('old_password'), 'Before12');
    await visitor.type(field('password'), password);
    await visitor.click(part('Password').getByRole('button', { name: 'Change password' }));
  }

  test('sends both, says that it worked, and leaves an empty form', async () => {
    const page = show({ updatePassword: async () => works(null) });
    await fill(page);
    expect(await screen.findByText('Your password was changed.')).toBeDefined();
    expect(page.made('updatePassword')).toEqual([{ oldPassword: 'Before12', newPassword: 'Secret12' }]);
    expect([field('old_password').value, field('password').value]).toEqual(['', '']);
  });

  test('tells of a present password that is not right', async () => {
    const page = show({ updatePassword: async () => refuses('NotAuthorizedException') });
    await fill(page);
    expect((await part('Password').findByRole('alert')).textContent).toContain('The current password is wrong.');
  });

  test('asks for the new one once, which can be looked at', async () => {
    const page = show({});
    await page.visitor.click(part('Password').getAllByRole('button', { name: 'Show password' })[1] as HTMLElement);
    expect(field('password').type).toBe('text');
    expect(document.querySelectorAll('input[name*="password"]')).toHaveLength(2);
  });

  test('is not tried with one that breaks the rules', async () => {
    const page = show({});
    await fill(page, 'secret');
    expect(screen.getByText('Password must have at least 8 characters')).toBeDefined();
    expect(page.made('updatePassword')).toEqual([]);
  });
});

describe('the second step', () => {
  const row = async (name: string) => within(await part('Two-step verification').findByRole('listitem', { name }));
  const APP = 'Authenticator app (TOTP)';

  test('offers an app, and messages where there is a verified place for them', async () => {
    show({ findContacts: async () => works({ verified: [PHONE], unverified: [EMAIL] }) });
    await row(APP);
    const names = part('Two-step verification')
      .getAllByRole('listitem')
      .map((item) => item.getAttribute('aria-label'));
    expect(names).toEqual([APP, 'Text message (SMS)']);
  });

  test.each<[readonly MfaType[], string[]]>([
    [['TOTP'], [APP]],
    [['SMS'], ['Text message (SMS)']],
    [['EMAIL'], ['Email']],
    [
      ['TOTP', 'EMAIL'],
      [APP, 'Email'],
    ],
  ])('of an installation that has %j, no other is offered, though it was on before', async (mfaTypes, names) => {
    show(
      {
        findContacts: async () => works({ verified: [PHONE, EMAIL], unverified: [] }),
        mfaPreference: async () => works({ enabled: ['TOTP', 'SMS', 'EMAIL'], preferred: 'TOTP' }),
      },
      { mfaTypes },
    );
    const rows = await part('Two-step verification').findAllByRole('listitem');
    expect(rows.map((item) => item.getAttribute('aria-label'))).toEqual(names);
  });

  test('of an installation that has none, nothing is said', async () => {
    show({}, { mfaTypes: [] });
    expect(screen.getByRole('region', { name: 'Password' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Two-step verification' })).toBeNull();
  });

  test('an app is set up by its key and a code of it, and is asked for from then on', async () => {
    let now: MfaPreference = { enabled: [], preferred: null };
    const page = show({
      mfaPreference: async () => works(now),
      setUpTotp: async () => works({ secret: 'JBSWY3DPEHPK3PXP' }),
      verifyTotpSetUp: async ({ code }) =>
        code === '123456' ? works(null) : refuses('EnableSoftwareTokenMFAException'),
      setMfaPreference: async () => {
        now = { enabled: ['TOTP'], preferred: 'TOTP' };
        return works(null);
      },
    });
    await page.visitor.click((await row(APP)).getByRole('button', { name: /^Turn on/ }));
    expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeDefined();
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined();
    expect(document.activeElement).toBe(field('confirmation_code'));
    await page.visitor.type(field('confirmation_code'), '999999');
    expect((await screen.findByRole('alert')).textContent).toContain('The code doesn’t match this key');
    await page.visitor.clear(field('confirmation_code'));
    await page.visitor.type(field('confirmation_code'), '123456');
    expect(await screen.findByText('Saved.')).toBeDefined();
    expect(page.made('setMfaPreference')).toEqual([{ TOTP: 'preferred' }]);
    expect((await row(APP)).getByText('On')).toBeDefined();
    expect(screen.queryByText('JBSWY3DPEHPK3PXP')).toBeNull();
  });

  test('what is typed elsewhere goes on while the key of an app is on its way', async () => {
    const key = Promise.withResolvers<void>();
    const page = show({ setUpTotp: () => key.promise.then(() => works({ secret: 'JBSWY3DPEHPK3PXP' })) });
    await page.visitor.click((await row(APP)).getByRole('button', { name: /^Turn on/ }));
    await page.visitor.type(field('old_password'), 'Bef');
    key.resolve();
    await screen.findByText('JBSWY3DPEHPK3PXP');
    await page.visitor.keyboard('ore12');
    expect([field('old_password').value, field('confirmation_code').value]).toEqual(['Before12', '']);
  });

  test('an app is not turned on by who cancels', async () => {
    const page = show({ setUpTotp: async () => works({ secret: 'JBSWY3DPEHPK3PXP' }) });
    await page.visitor.click((await row(APP)).getByRole('button', { name: /^Turn on/ }));
    await screen.findByText('JBSWY3DPEHPK3PXP');
    await page.visitor.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText('JBSWY3DPEHPK3PXP')).toBeNull();
    expect(page.made('setMfaPreference')).toEqual([]);
  });

  test('is turned off once that was confirmed', async () => {
    let now: MfaPreference = { enabled: ['TOTP'], preferred: 'TOTP' };
    const page = show({
      mfaPreference: async () => works(now),
      setMfaPreference: async () => {
        now = { enabled: [], preferred: null };
        return works(null);
      },
    });
    await page.visitor.click((await row(APP)).getByRole('button', { name: /^Turn off/ }));
    expect(page.made('setMfaPreference')).toEqual([]);
    await page.visitor.click(dialog().getByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.made('setMfaPreference')).toEqual([{ TOTP: 'disabled' }]);
    expect((await row(APP)).queryByText('On')).toBeNull();
  });

  test('of several, another one can be asked first', async () => {
    const page = show({
      mfaPreference: async () => works({ enabled: ['TOTP', 'EMAIL'], preferred: 'TOTP' }),
      setMfaPreference: async () => works(null),
    });
    expect((await row(APP)).getByText('Default')).toBeDefined();
    await page.visitor.click((await row('Email')).getByRole('button', { name: /^Make default/ }));
    await waitFor(() => expect(page.made('setMfaPreference')).toEqual([{ EMAIL: 'preferred' }]));
  });

  test('that could not be changed stays, and says why', async () => {
    const page = show({ setMfaPreference: async () => refuses('InvalidParameterException') });
    await page.visitor.click((await row('Email')).getByRole('button', { name: /^Turn on/ }));
    expect((await part('Two-step verification').findByRole('alert')).textContent).toContain('isn’t valid');
  });
});

describe('contacts', () => {
  test('that are not verified are sent a code, which is then asked for', async () => {
    let isVerified = false;
    const page = show({
      findContacts: async () =>
        works(isVerified ? { verified: [EMAIL], unverified: [] } : { verified: [], unverified: [EMAIL] }),
      sendVerificationCode: async () => works(DELIVERY),
      verifyContact: async () => {
        isVerified = true;
        return works(null);
      },
    });
    await page.visitor.click(await screen.findByRole('button', { name: /^Verify/ }));
    expect(await screen.findByText(/We sent a code to a\*\*\*@e\*\*\*/)).toBeDefined();
    expect(document.activeElement).toBe(field('confirmation_code'));
    await page.visitor.click(screen.getByRole('button', { name: 'Resend code' }));
    await page.visitor.type(field('confirmation_code'), '123456');
    expect(await screen.findByText('Recovery option verified.')).toBeDefined();
    expect(await part('Recovery options').findByText('Verified')).toBeDefined();
    expect(page.made('sendVerificationCode')).toEqual([{ attribute: 'email' }, { attribute: 'email' }]);
    expect(page.made('verifyContact')).toEqual([{ attribute: 'email', code: '123456' }]);
  });

  test('another code that cannot be sent leaves what is typed, and says why until that is dismissed', async () => {
    const answers = [works(DELIVERY), refuses('LimitExceededException')];
    const page = show({
      findContacts: async () => works({ verified: [], unverified: [EMAIL] }),
      sendVerificationCode: async () => answers.shift() ?? works(DELIVERY),
    });
    await page.visitor.click(await screen.findByRole('button', { name: /^Verify/ }));
    await screen.findByText(/We sent a code/);
    await page.visitor.type(field('confirmation_code'), '123');
    await page.visitor.click(screen.getByRole('button', { name: 'Resend code' }));
    const contacts = part('Recovery options');
    expect(await contacts.findByRole('alert')).toBeDefined();
    expect(field('confirmation_code').value).toBe('123');
    await page.visitor.click(contacts.getByRole('button', { name: 'Dismiss' }));
    expect(contacts.queryByRole('alert')).toBeNull();
    await page.visitor.click(screen.getByRole('button', { name: 'Resend code' }));
    expect(await screen.findByText('A new code is on its way.')).toBeDefined();
    expect(field('confirmation_code').value).toBe('123');
  });

  test('a wrong code says so, and another can be tried', async () => {
    const page = show({
      findContacts: async () => works({ verified: [], unverified: [EMAIL] }),
      sendVerificationCode: async () => works(DELIVERY),
      verifyContact: async () => refuses('CodeMismatchException'),
    });
    await page.visitor.click(await screen.findByRole('button', { name: /^Verify/ }));
    await screen.findByText(/We sent a code/);
    await page.visitor.type(field('confirmation_code'), '999999');
    expect((await part('Recovery options').findByRole('alert')).textContent).toContain('This code is wrong.');
  });
});

describe('devices', () => {
  test('are named by their browser, and this one is marked', async () => {
    show(
      { listDevices: async () => works([DEVICE, { ...DEVICE, id: 'device-2', name: null }]) },
      { thisDeviceId: 'device-1' },
    );
    const row = within(await screen.findByRole('listitem', { name: 'Firefox on Linux' }));
    expect(row.getByText('This device')).toBeDefined();
    expect(row.getByText(/^Last used Nov 20, 2026/)).toBeDefined();
    // What holds of it stands in its row, with the one thing to do about that.
    expect(row.getByText('Not remembered')).toBeDefined();
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Remember this device']);
    const other = within(screen.getByRole('listitem', { name: 'Unknown device' }));
    expect(other.queryByText('This device')).toBeNull();
    expect(other.queryByText('Not remembered')).toBeNull();
    expect(other.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Forget']);
  });

  test('are forgotten once that was confirmed: this one without a name', async () => {
    const page = show(
      { listDevices: async () => works([{ ...DEVICE, isRemembered: true }]), forgetDevice: async () => works(null) },
      { thisDeviceId: 'device-1' },
    );
    await page.visitor.click(await screen.findByRole('button', { name: /^Forget/ }));
    expect(page.made('forgetDevice')).toEqual([]);
    await page.visitor.click(dialog().getByRole('button', { name: 'Forget' }));
    expect(await screen.findByText('Device forgotten.')).toBeDefined();
    expect(page.made('forgetDevice')).toEqual([{ id: null }]);
    expect(await screen.findByText('Devices appear here when they’re remembered at sign-in.')).toBeDefined();
  });

  test('this one can be remembered once', async () => {
    let isRemembered = false;
    const page = show(
      {
        listDevices: async () => works([{ ...DEVICE, isRemembered }]),
        rememberDevice: async () => {
          isRemembered = true;
          return works(null);
        },
      },
      { thisDeviceId: 'device-1' },
    );
    await page.visitor.click(await screen.findByRole('button', { name: 'Remember this device' }));
    expect(await screen.findByText('This device is remembered.')).toBeDefined();
    const row = within(await screen.findByRole('listitem', { name: 'Firefox on Linux' }));
    expect(await row.findByText('Remembered')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Remember this device' })).toBeNull();
    expect(row.getByRole('button', { name: /^Forget/ })).toBeDefined();
  });

  test('one that the service does not know cannot be remembered', async () => {
    show({ listDevices: async () => works([DEVICE]) }, { thisDeviceId: 'device-2' });
    expect(await screen.findByRole('listitem', { name: 'Firefox on Linux' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Remember this device' })).toBeNull();
  });

  test('where they are not tracked at all, there are none, which is said and no failure', async () => {
    show({ listDevices: async () => refuses('DeviceTrackingOff') });
    expect(await screen.findByText('Device tracking has not been configured in this User Pool')).toBeDefined();
    expect(part('Devices').queryByRole('alert')).toBeNull();
  });

  test('that could not be read are read again', async () => {
    let isUp = false;
    const page = show({ listDevices: async () => (isUp ? works([DEVICE]) : refuses('NetworkError')) });
    const note = within(await part('Devices').findByRole('alert'));
    isUp = true;
    await page.visitor.click(note.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('listitem', { name: 'Firefox on Linux' })).toBeDefined();
  });
});

describe('signing out', () => {
  test('everywhere is done once that was confirmed; here it is a matter of the page’s head', async () => {
    const page = show({});
    expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull();
    await page.visitor.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    expect(page.asked).toEqual([]);
    await page.visitor.click(dialog().getByRole('button', { name: 'Sign out everywhere' }));
    expect(page.asked.at(-1)).toEqual(['signOut', { isEverywhere: true }]);
  });

  test('everywhere that did not work says so, since others are still signed in', async () => {
    const page = show({}, { signOut: async () => fail('offline') });
    await page.visitor.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    await page.visitor.click(dialog().getByRole('button', { name: 'Sign out everywhere' }));
    expect((await dialog().findByRole('alert')).textContent).toContain('You seem to be offline.');
  });
});
