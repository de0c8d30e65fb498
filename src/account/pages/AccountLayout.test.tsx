import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { fail, ok } from '#/model/failure.ts';
import { type Script, works } from '../fixtures/fake-client.ts';
import { DELIVERY, EMAIL } from '../fixtures/flow.ts';
import { speakInAuthenticator } from '../texts/catalogue.ts';
import { AccountLayout } from './AccountLayout.tsx';
import type { Account, SiteAccount } from './account-ports.ts';
import { createFakeAccount, recordOf } from './fixtures/fake-account.ts';
import { showPage } from './fixtures/show-page.tsx';
import { HistoryPage } from './history/HistoryPage.tsx';
import { SecurityPage } from './security/SecurityPage.tsx';

beforeEach(() => speakInAuthenticator('en'));

function show(Page: (props: { account: Account }) => ReactNode, site: Partial<SiteAccount>, identity: Script = {}) {
  const { account } = createFakeAccount(site, identity);
  return showPage(
    <AccountLayout account={account}>
      <Page account={account} />
    </AccountLayout>,
  );
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const expectHeading = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name })));

const identity: Script = {
  mfaPreference: async () => works({ enabled: [], preferred: null }),
  listDevices: async () => works([]),
  setUpTotp: async () => works({ secret: 'JBSWY3DPEHPK3PXP' }),
  sendVerificationCode: async () => works(DELIVERY),
  verifyContact: async () => works(null),
};

test('where a row was removed, the heading of its list has the focus', async () => {
  const { visitor } = show(({ account }) => <HistoryPage account={account} wanted={{}} onWant={() => {}} />, {
    listHistory: async () => ok({ downloads: [recordOf()], cursor: null }),
    forgetDownload: async () => ok(null),
  });
  await visitor.click(await button('Remove A crossing'));
  await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await expectHeading('Downloads');
});

test('but where more of a list has come, the first of that', async () => {
  const { visitor } = show(({ account }) => <HistoryPage account={account} wanted={{}} onWant={() => {}} />, {
    listHistory: async ({ cursor }) =>
      ok(
        cursor
          ? { downloads: [recordOf({ id: '2', title: 'Another' })], cursor: null }
          : { downloads: [recordOf()], cursor: 'c1' },
      ),
  });
  (await button('Show older')).focus();
  await visitor.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Another' })));
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('and where it could not be read, the button that tries again', async () => {
  const { visitor } = show(({ account }) => <HistoryPage account={account} wanted={{}} onWant={() => {}} />, {
    listHistory: async ({ cursor }) => (cursor ? fail('busy') : ok({ downloads: [recordOf()], cursor: 'c1' })),
  });
  (await button('Show older')).focus();
  await visitor.keyboard('{Enter}');
  const downloads = within(screen.getByRole('region', { name: 'Downloads' }));
  const again = await downloads.findByRole('button', { name: 'Try again' });
  await waitFor(() => expect(document.activeElement).toBe(again));
});

test('and so it has where a form has done its work, or was cancelled', async () => {
  let isVerified = false;
  const { visitor } = show(
    SecurityPage,
    {},
    {
      ...identity,
      findContacts: async () =>
        works(isVerified ? { verified: [EMAIL], unverified: [] } : { verified: [], unverified: [EMAIL] }),
      verifyContact: async () => {
        isVerified = true;
        return works(null);
      },
    },
  );
  await visitor.click(await button(/^Verify/));
  await screen.findByText(/We sent a code/);
  await visitor.keyboard('123456');
  await expectHeading('Recovery options');
  await visitor.click(await button('Turn on: Authenticator app (TOTP)'));
  await screen.findByText('JBSWY3DPEHPK3PXP');
  await visitor.click(await button('Cancel'));
  await expectHeading('Two-step verification');
});

test('who has clicked beside everything is left there', async () => {
  const { visitor } = show(
    SecurityPage,
    {},
    { ...identity, findContacts: async () => works({ verified: [EMAIL], unverified: [] }) },
  );
  await visitor.click(await button('Turn on: Authenticator app (TOTP)'));
  await screen.findByText('JBSWY3DPEHPK3PXP');
  await visitor.click(document.body);
  screen.getByRole('button', { name: 'Cancel' }).click();
  await waitFor(() => expect(screen.queryByText('JBSWY3DPEHPK3PXP')).toBeNull());
  expect(document.activeElement).toBe(document.body);
});
