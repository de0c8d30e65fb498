import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EXPORT_VERSION } from '#/model/account.ts';
import { fail, ok } from '#/model/failure.ts';
import { type Script } from '../../fixtures/fake-client.ts';
import { refuses, works } from '../../fixtures/fake-client.ts';
import { speakInAuthenticator } from '../../texts/catalogue.ts';
import type { SiteAccount } from '../account-ports.ts';
import { createFakeAccount, recordOf } from '../fixtures/fake-account.ts';
import { showPage } from '../fixtures/show-page.tsx';
import { DataPage } from './DataPage.tsx';
import { saveFile } from './save-file.ts';

const KEPT = {
  version: EXPORT_VERSION,
  exportedAt: '2026-11-21T16:00:00.000Z',
  userId: 'sub-1',
  preferences: null,
  queue: [],
  watched: [],
  apiKeys: [],
  downloads: [recordOf()],
} as const;

beforeEach(() => speakInAuthenticator('en'));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(site: Partial<SiteAccount>, identity: Script = {}) {
  const { account, asked, calls } = createFakeAccount(site, { requireRecent: async () => works(null), ...identity });
  const saved: Array<{ name: string; content: Blob }> = [];
  const page = showPage(<DataPage account={account} save={(name, content) => saved.push({ name, content })} />);
  return { ...page, asked, calls, saved };
}

const named = (name: string) => screen.getByRole('button', { name });

describe('taking everything along', () => {
  test('is one JSON file of what the site keeps and what the identity service knows', async () => {
    const { visitor, saved } = show(
      { exportAccount: async () => ok({ ...KEPT, queue: [], watched: [], apiKeys: [], downloads: [recordOf()] }) },
      { attributes: async () => works({ email: 'ada@example.com' }) },
    );
    await visitor.click(named('Download data'));
    expect(await screen.findByText('clipferry-account-2026-11-21.json was saved.')).toBeDefined();
    expect(saved.map(({ name }) => name)).toEqual(['clipferry-account-2026-11-21.json']);
    const text = await readText(saved[0]?.content);
    expect(JSON.parse(text)).toEqual({ ...KEPT, attributes: { email: 'ada@example.com' } });
  });

  test('saves nothing when a part of it is missing, and says why', async () => {
    const { visitor, saved } = show({ exportAccount: async () => fail('busy') }, { attributes: async () => works({}) });
    await visitor.click(named('Download data'));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(saved).toEqual([]);
  });
});

describe('deleting the account', () => {
  const dialog = () => within(screen.getByRole('dialog'));
  const confirm = () => dialog().getByRole<HTMLButtonElement>('button', { name: 'Delete account' });

  test('waits for the word, whichever its capitals', async () => {
    const { visitor } = show({});
    await visitor.click(named('Delete account'));
    expect(confirm().disabled).toBe(true);
    await visitor.type(dialog().getByLabelText('Type “delete” to continue'), 'delet');
    expect(confirm().disabled).toBe(true);
    await visitor.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace} DELETE');
    expect(confirm().disabled).toBe(false);
  });

  test('does not go by Enter alone', async () => {
    const { visitor, asked } = show({});
    await visitor.click(named('Delete account'));
    await visitor.type(dialog().getByRole('textbox'), 'no{Enter}');
    expect(asked).toEqual([]);
  });

  test('deletes what the site keeps, then the user, then says goodbye', async () => {
    const order: string[] = [];
    const { visitor, asked } = show(
      {
        deleteAccountData: async () => {
          order.push('data');
          return ok(null);
        },
      },
      {
        deleteUser: async () => {
          order.push('user');
          return works(null);
        },
      },
    );
    await visitor.click(named('Delete account'));
    await visitor.type(dialog().getByRole('textbox'), 'delete{Enter}');
    await expect.poll(() => asked.at(-1)).toEqual(['sayFarewell']);
    expect(order).toEqual(['data', 'user']);
  });

  test('does not touch the user while the site still keeps something', async () => {
    const { visitor, asked, calls } = show({ deleteAccountData: async () => fail('busy') });
    const isDeleted = () => calls.some(([name]) => name === 'deleteUser');
    await visitor.click(named('Delete account'));
    await visitor.type(dialog().getByRole('textbox'), 'delete{Enter}');
    expect(await dialog().findByRole('alert')).toBeDefined();
    expect(isDeleted()).toBe(false);
    expect(asked).not.toContainEqual(['sayFarewell']);
  });

  test('touches nothing of who does not show again who they are', async () => {
    const { visitor, asked, calls } = show({}, { requireRecent: async () => refuses('PasswordWanted') });
    await visitor.click(named('Delete account'));
    await visitor.type(dialog().getByRole('textbox'), 'delete{Enter}');
    expect((await dialog().findByRole('alert')).textContent).toContain('For your security, this is only possible');
    expect([asked, calls.map(([name]) => name)]).toEqual([[], ['requireRecent']]);
  });

  test('can be tried again when the identity service refuses', async () => {
    let isUp = false;
    const { visitor, asked } = show(
      { deleteAccountData: async () => ok(null) },
      { deleteUser: async () => (isUp ? works(null) : refuses('NetworkError')) },
    );
    await visitor.click(named('Delete account'));
    await visitor.type(dialog().getByRole('textbox'), 'delete{Enter}');
    expect((await dialog().findByRole('alert')).textContent).toBe('Network Error');
    isUp = true;
    await visitor.click(confirm());
    await expect.poll(() => asked.at(-1)).toEqual(['sayFarewell']);
  });
});

test('an account that is being deleted cannot be kept any more, and how that ends is told', async () => {
  const deleted = Promise.withResolvers<ReturnType<typeof ok<null>>>();
  const { visitor } = show(
    { deleteAccountData: () => deleted.promise },
    { deleteUser: async () => refuses('NetworkError') },
  );
  await visitor.click(named('Delete account'));
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  await visitor.type(within(dialog).getByRole('textbox'), 'delete{Enter}');
  await within(dialog).findByRole('button', { name: 'Deleting…' });
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
  expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
  // A browser closes it at the second Escape, whatever a page says to it.
  dialog.close();
  expect(dialog.isConnected && dialog.open).toBe(true);
  deleted.resolve(ok(null));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Network Error');
  dialog.close();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what is saved can still be read after a while: Safari asks first', () => {
  vi.useFakeTimers();
  const revokeObjectURL = vi.fn();
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL: () => 'blob:saved', revokeObjectURL }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  saveFile('everything.json', new Blob());
  vi.advanceTimersByTime(30_000);
  expect(revokeObjectURL).not.toHaveBeenCalled();
  vi.advanceTimersByTime(30_000);
  expect(revokeObjectURL.mock.calls).toEqual([['blob:saved']]);
});

/** jsdom's files cannot be read by `text()`. */
function readText(file: Blob | undefined): Promise<string> {
  if (!file) throw new Error('No file was saved');
  const reader = new FileReader();
  return new Promise((resolve) => {
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.readAsText(file);
  });
}
