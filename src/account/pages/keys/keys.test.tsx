import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { overwriteGetLocale } from '#/language/paraglide/runtime.js';
import type { ApiKey, ApiKeyUsage, NewApiKey } from '#/model/api-key.ts';
import { fail, ok } from '#/model/failure.ts';
import { speakInAuthenticator } from '../../texts/catalogue.ts';
import type { SiteAccount } from '../account-ports.ts';
import { createFakeAccount } from '../fixtures/fake-account.ts';
import { showPage } from '../fixtures/show-page.tsx';
import { BLANK, toNewKey } from './key-answers.ts';
import { KeysPage } from './KeysPage.tsx';

const KEY: ApiKey = {
  id: '00000000-0000-4000-8000-000000000001',
  prefix: 'cf_AbCdEf',
  name: 'nightly',
  scopes: { platforms: ['tiktok'], networks: ['203.0.113.0/24'], actions: ['resolve'] },
  limits: { resolutions: 60, downloads: 40, gigabytesPerDay: 200, transfers: 6 },
  hasWebhooks: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-20T11:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
  userId: 'sub-1',
};
const USAGE: ApiKeyUsage['usage'] = {
  resolutions: { limit: 60, remaining: 45, resetsInS: 60 },
  downloads: { limit: 40, remaining: 40, resetsInS: 0 },
  bytes: { limit: 2e11, remaining: 1.5e11, resetsInS: 60 },
  transfers: { limit: 6, running: 0 },
};

beforeEach(() => speakInAuthenticator('en'));
afterEach(() => overwriteGetLocale(() => 'en'));

function show(site: Partial<SiteAccount>) {
  const { account, asked } = createFakeAccount({ listKeys: async () => ok([]), ...site });
  return { ...showPage(<KeysPage account={account} />), asked };
}

const row = () => within(screen.getByRole('listitem', { name: 'nightly' }));
const create = () => screen.getByRole('button', { name: 'Create key' });

describe('the keys in use', () => {
  test('are shown with what they are for, how long they work, and what is used of their limits', async () => {
    show({ listKeys: async () => ok([{ key: KEY, usage: USAGE }]) });
    expect(await screen.findByText('nightly')).toBeDefined();
    for (const text of ['cf_AbCdEf…', 'TikTok', 'Check links', '203.0.113.0/24', 'Expired', 'Never used', '15 of 60'])
      expect(row().getByText(text)).toBeDefined();
    const bar = row().getByRole('progressbar', { name: 'Links checked' });
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['15', '60']);
  });

  test('are revoked by who is sure', async () => {
    const { visitor, asked } = show({
      listKeys: async () => ok([{ key: KEY, usage: USAGE }]),
      revokeKey: async () => ok(null),
    });
    await visitor.click(await screen.findByRole('button', { name: 'Revoke: nightly' }));
    await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('The key was revoked.')).toBeDefined();
    expect(asked).toContainEqual(['revokeKey', KEY.id]);
    expect(screen.queryByText('nightly')).toBeNull();
  });
});

describe('a new key', () => {
  test('is asked for as the form has it, shown once, and then gone', async () => {
    const created = { key: KEY, secret: 'cf_the-key-itself', webhookSecret: 'whsec_c2VjcmV0' };
    const { visitor, asked } = show({ createKey: async () => ok(created) });
    await visitor.type(screen.getByLabelText('Name'), 'nightly');
    await visitor.click(screen.getByLabelText('Check links'));
    await visitor.click(screen.getByLabelText('YouTube'));
    await visitor.type(screen.getByLabelText(/Allowed IP/), '203.0.113.7');
    await visitor.click(screen.getByLabelText(/webhooks/));
    await visitor.click(create());
    expect(await screen.findByText('cf_the-key-itself')).toBeDefined();
    expect(screen.getByText('whsec_c2VjcmV0')).toBeDefined();
    const wanted: NewApiKey = {
      name: 'nightly',
      scopes: {
        actions: ['download', 'read'],
        platforms: ['facebook', 'instagram', 'tiktok', 'twitter'],
        networks: ['203.0.113.7'],
      },
      limits: {},
      expiresAt: null,
      hasWebhooks: true,
    };
    expect(asked).toContainEqual(['createKey', wanted]);
    await visitor.click(screen.getByRole('button', { name: 'I’ve copied it' }));
    expect(screen.queryByText('cf_the-key-itself')).toBeNull();
  });

  test('that follows another has the focus, and the one before stays until it was copied', async () => {
    let made = 0;
    const { visitor } = show({
      createKey: async ({ name }) => {
        const key = { ...KEY, id: KEY.id.replace('1', `${4 + made++}`), name };
        return ok({ key, secret: `cf_key-of-${name}`, webhookSecret: null });
      },
    });
    for (const name of ['first', 'second']) {
      await visitor.type(screen.getByLabelText('Name'), name);
      await visitor.click(create());
      const heading = await screen.findByRole('heading', { name: new RegExp(name) });
      expect(document.activeElement).toBe(heading);
    }
    expect(screen.getByText('cf_key-of-first')).toBeDefined();
    await visitor.click(screen.getAllByRole('button', { name: 'I’ve copied it' })[0] as HTMLElement);
    expect(screen.queryByText('cf_key-of-second')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: /first/ }));
    await visitor.click(screen.getByRole('button', { name: 'I’ve copied it' }));
    expect(document.activeElement).not.toBe(document.body);
  });

  test('needs a name, something that it may do, and addresses that are some', async () => {
    const { visitor, asked } = show({});
    for (const name of ['Check links', /^Prepare and delete/, /^View its/])
      await visitor.click(screen.getByLabelText(name));
    await visitor.type(screen.getByLabelText(/Allowed IP/), 'localhost');
    await visitor.click(create());
    for (const text of ['Enter a name for the key.', 'Choose at least one.', /isn’t a valid address or network/])
      expect(screen.getByText(text)).toBeDefined();
    expect(asked.map(([name]) => name)).not.toContain('createKey');
  });

  test('says what is wrong in the language in which the page goes on', async () => {
    const { account } = createFakeAccount({ listKeys: async () => ok([]) });
    const { visitor, show: goOn } = showPage(<KeysPage account={account} />);
    await visitor.click(create());
    expect(screen.getByText('Enter a name for the key.')).toBeDefined();
    overwriteGetLocale(() => 'fr');
    goOn(<KeysPage account={{ ...account }} />);
    expect(await screen.findByText('Saisissez un nom pour la clé.')).toBeDefined();
    expect(screen.queryByText('Enter a name for the key.')).toBeNull();
  });

  test.each<[label: string | RegExp, name: string, networks: string]>([
    ['Name', ' ', 'localhost'],
    [/Allowed IP/, 'nightly', 'localhost'],
  ])('asks again in the first field that is wrong: %s', async (label, name, networks) => {
    const { visitor } = show({});
    await visitor.type(screen.getByLabelText('Name'), name);
    await visitor.type(screen.getByLabelText(/Allowed IP/), networks);
    await visitor.click(create());
    expect(document.activeElement).toBe(screen.getByLabelText(label));
  });

  test('that is one too many is refused, and what was asked stays', async () => {
    const { visitor } = show({ createKey: async () => fail('too_many_keys') });
    await visitor.type(screen.getByLabelText('Name'), 'nightly');
    await visitor.click(create());
    expect((await screen.findByRole('alert')).textContent).toContain('reached the limit of API keys');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('nightly');
  });
});

test('a key of all platforms is for those to come, too; days count from now', () => {
  const key = toNewKey({ ...BLANK, name: 'x', days: '30' }, Date.parse('2026-01-01T00:00:00Z'));
  expect(key).toMatchObject({ scopes: { platforms: null, networks: null }, expiresAt: '2026-01-31T00:00:00.000Z' });
});
