import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Overview } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { refused, type Script, showAdminPage } from '../fixtures/show-admin-page.tsx';
import { PlatformsPage } from './PlatformsPage.tsx';

const TIKTOK: Overview['platforms'][number] = {
  platform: 'tiktok',
  isOn: true,
  notice: { en: 'Slow today.' },
  changedAt: null,
  health: { state: 'degraded', reason: { code: 'timeout' }, checkedAt: null },
  routes: [{ name: 'direct', kind: 'direct', state: 'working', reason: null, waitS: 0, requests: 3, videos: 1 }],
};

function show(changes: Partial<typeof TIKTOK> = {}, calls: Script['calls'] = {}) {
  let now = { ...TIKTOK, ...changes };
  const { visitor, asked } = showAdminPage(() => <PlatformsPage />, {
    calls: {
      platforms: () => ok([now]),
      switchPlatform: ({ body }) => {
        now = { ...now, ...body, notice: body?.notice ?? null, changedAt: '2026-11-21T10:00:00.000Z' };
        return ok(now);
      },
      ...calls,
    },
  });
  return { visitor, changes: () => asked.filter(([name]) => name === 'switchPlatform').map(([, given]) => given) };
}

const turn = () => screen.findByRole('switch', { name: 'TikTok is served' });

test('a platform is switched off after a question, with the message that it has', async () => {
  const { visitor, changes } = show();
  await visitor.click(await turn());
  expect(changes()).toEqual([]);
  await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Switch off' }));
  await expect.poll(async () => (await turn()).getAttribute('aria-checked')).toBe('false');
  expect(changes()).toEqual([{ id: 'tiktok', body: { isOn: false, notice: { en: 'Slow today.' } } }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('it is switched on at once', async () => {
  const { visitor, changes } = show({ isOn: false });
  await visitor.click(await turn());
  await expect.poll(async () => (await turn()).getAttribute('aria-checked')).toBe('true');
  expect(changes()).toMatchObject([{ body: { isOn: true } }]);
});

test('a switch that the server did not turn stays, and says why', async () => {
  const { visitor } = show({}, { switchPlatform: () => refused('busy', 503) });
  await visitor.click(await turn());
  await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Switch off' }));
  expect(within(screen.getByRole('dialog')).getByRole('alert')).toBeDefined();
  expect((await turn()).getAttribute('aria-checked')).toBe('true');
});

test('a message is written language by language, and seen as its visitors will read it', async () => {
  const { visitor, changes } = show();
  const preview = async () => (await screen.findByRole('blockquote')).textContent;
  await visitor.selectOptions(await screen.findByLabelText('Language'), 'Français');
  expect(await preview()).toBe('Slow today.');
  await visitor.type(screen.getByLabelText('Message to visitors'), 'Lent.');
  expect(await preview()).toBe('Lent.');
  expect(screen.getByRole('option', { name: 'Français (written)' })).toBeDefined();
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(changes)
    .toEqual([{ id: 'tiktok', body: { isOn: true, notice: { en: 'Slow today.', fr: 'Lent.' } } }]);
});

test('a message that is emptied is none; one that is too long is not sent', async () => {
  const { visitor, changes } = show();
  const box = await screen.findByLabelText('Message to visitors');
  await visitor.clear(box);
  expect(screen.getByText('Nothing besides the state.')).toBeDefined();
  await visitor.click(box);
  await visitor.paste('x'.repeat(301));
  expect(screen.getByText('At most 300 characters.')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await visitor.clear(box);
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(changes).toEqual([{ id: 'tiktok', body: { isOn: true, notice: null } }]);
});

test('ways out are told by name, with what each does, where there are any but the server’s own address', async () => {
  const none = { state: 'working', reason: null, waitS: 0, requests: 0, videos: 0 } as const;
  show({
    routes: [
      {
        ...none,
        name: 'eu',
        kind: 'socks5',
        state: 'resting',
        reason: 'blocked_ip',
        waitS: 30,
        requests: 12,
        videos: 4,
      },
      { ...none, name: 'six', kind: 'prefix' },
    ],
  });
  const ways = within(await screen.findByRole('region', { name: 'Ways out' })).getAllByRole('listitem');
  expect(ways.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^euSOCKS5 proxyRests for .*30.*requests 12, links 4$/),
    expect.stringMatching(/^sixnetworkWorking.*requests 0, links 0$/),
  ]);
});

test('a server that has its own address alone says nothing of ways', async () => {
  show();
  await turn();
  expect(screen.queryByRole('region', { name: 'Ways out' })).toBeNull();
});
