import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { speakInAuthenticator } from '#/account/texts/catalogue.ts';
import { API_ACTIONS, type ApiKey } from '#/model/api-key.ts';
import { ok } from '#/model/failure.ts';
import { refused, type Script, showAdminPage, whole } from '../fixtures/show-admin-page.tsx';
import { AdminKeysPage } from './AdminKeysPage.tsx';

const KEY: ApiKey = {
  id: '00000000-0000-4000-8000-000000000001',
  prefix: 'cf_AbCdEf',
  name: 'nightly',
  scopes: { platforms: ['tiktok'], networks: ['203.0.113.0/24'], actions: ['resolve'] },
  limits: { resolutions: 60, downloads: 40, gigabytesPerDay: 200, transfers: 6 },
  hasWebhooks: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  userId: null,
};
const EXPIRED = { ...KEY, id: KEY.id.replace('1', '2'), name: 'old', expiresAt: KEY.createdAt, userId: 'sub-9' };
const REVOKED = { ...KEY, id: KEY.id.replace('1', '3'), name: 'lost', revokedAt: KEY.createdAt };

beforeEach(() => speakInAuthenticator('en'));

const show = (calls: Script['calls'], ...rows: ApiKey[]) =>
  showAdminPage(AdminKeysPage, { calls: calls ?? {}, lists: { keys: whole(...rows) } });
const create = () => screen.getByRole('button', { name: 'Create key' });
const rowOf = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement);

describe('the keys there are', () => {
  test('tell whose they are, what for, how much, and whether they work', async () => {
    show({}, KEY, EXPIRED, REVOKED);
    await screen.findByText('nightly');
    for (const text of ['Active', 'Operator', 'TikTok', 'Check links', '203.0.113.0/24', 'Downloads at once: 6'])
      expect(rowOf('nightly').getByText(text)).toBeDefined();
    for (const text of ['Expired', 'sub-9']) expect(rowOf('old').getByText(text)).toBeDefined();
    expect(rowOf('lost').getByText('Revoked')).toBeDefined();
    expect(rowOf('lost').queryByRole('button')).toBeNull();
  });

  test('are revoked by who is sure', async () => {
    const { visitor, asked } = show({ revokeKey: () => ok(null) }, KEY);
    await visitor.click(await screen.findByRole('button', { name: 'Revoke: nightly' }));
    await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Key revoked: nightly')).toBeDefined();
    expect(asked).toContainEqual(['revokeKey', { id: KEY.id }]);
  });
});

describe('a new key', () => {
  test('of the operator has the limits that were typed, and is shown once', async () => {
    const { visitor, asked } = show({
      createKey: () => ok({ key: KEY, secret: 'cf_the-key-itself', webhookSecret: null }),
    });
    await visitor.type(screen.getByLabelText('Name'), 'nightly');
    await visitor.type(screen.getByLabelText('GB per day'), '500');
    await visitor.click(create());
    expect(await screen.findByText('cf_the-key-itself')).toBeDefined();
    const body = {
      name: 'nightly',
      scopes: { platforms: null, networks: null, actions: [...API_ACTIONS] },
      limits: { gigabytesPerDay: 500 },
      expiresAt: null,
      hasWebhooks: false,
      username: null,
    };
    expect(asked).toContainEqual(['createKey', { body }]);
    await visitor.click(screen.getByRole('button', { name: 'I’ve copied it' }));
    expect(screen.queryByText('cf_the-key-itself')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
  });

  test('that follows another has the focus, and the one before stays until it was copied', async () => {
    let made = 0;
    const { visitor } = show({
      createKey: ({ body }) => {
        const key = { ...KEY, id: KEY.id.replace('1', `${4 + made++}`), name: body?.name ?? '' };
        return ok({ key, secret: `cf_key-of-${key.name}`, webhookSecret: null });
      },
    });
    for (const name of ['first', 'second']) {
      await visitor.type(screen.getByLabelText('Name'), name);
      await visitor.click(create());
      const heading = await screen.findByRole('heading', { name: new RegExp(name) });
      expect(document.activeElement).toBe(heading);
    }
    const second = within(screen.getByRole('region', { name: /second/ }));
    await visitor.click(second.getByRole('button', { name: 'I’ve copied it' }));
    expect(screen.queryByText('cf_key-of-second')).toBeNull();
    expect(screen.getByText('cf_key-of-first')).toBeDefined();
  });

  test('is for whoever is found by a name, too', async () => {
    const { visitor, asked } = show({
      createKey: () => ok({ key: { ...KEY, userId: 'sub-bob' }, secret: 'cf_the-key-itself', webhookSecret: null }),
    });
    await visitor.type(screen.getByLabelText('Name'), 'theirs');
    await visitor.type(screen.getByLabelText('For user'), ' bob-name ');
    await visitor.click(create());
    expect(await screen.findByText('cf_the-key-itself')).toBeDefined();
    expect(asked).toContainEqual(['createKey', { body: expect.objectContaining({ username: 'bob-name' }) }]);
  });

  test('for a user whom nobody knows is refused beside the name', async () => {
    const { visitor, asked } = show({ createKey: () => refused('invalid_request', 404) });
    await visitor.type(screen.getByLabelText('Name'), 'theirs');
    await visitor.type(screen.getByLabelText('For user'), 'nobody@example.org');
    await visitor.click(create());
    expect(await screen.findByText('There’s no matching account.')).toBeDefined();
    expect(asked).toContainEqual([
      'createKey',
      { body: expect.objectContaining({ username: 'nobody@example.org', limits: {} }) },
    ]);
    expect(screen.queryByText('This no longer exists.')).toBeNull();
  });

  test('needs a name, and numbers that are some', async () => {
    const { visitor, asked } = show({});
    await visitor.type(screen.getByLabelText('GB per day'), 'many');
    await visitor.click(create());
    for (const text of ['Enter a name for the key.', 'Enter a whole number up to one million.'])
      expect(screen.getByText(text)).toBeDefined();
    expect(asked.map(([name]) => name)).not.toContain('createKey');
  });
});
