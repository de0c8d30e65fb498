import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Overview, UnreadAnswer } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { refused, type Script, showAdminPage } from '../fixtures/show-admin-page.tsx';
import { PlatformsPage } from './PlatformsPage.tsx';

const TIKTOK: Overview['platforms'][number] = {
  platform: 'tiktok',
  isOn: true,
  notice: { en: 'Slow today.' },
  changedAt: null,
  health: { state: 'degraded', reason: { code: 'timeout' }, checkedAt: null },
};

function show(changes: Partial<typeof TIKTOK> = {}, calls: Script['calls'] = {}) {
  let now = { ...TIKTOK, ...changes };
  const { visitor, asked } = showAdminPage(() => <PlatformsPage />, {
    calls: {
      platforms: () => ok([now]),
      unreadAnswers: () => ok([]),
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

const UNREAD: UnreadAnswer = {
  platform: 'youtube',
  kind: 'video',
  host: 'www.youtube.com',
  code: 'extractor_broken',
  extractor: 'Youtube',
  version: '2026.10.26',
  types: ['DownloadError', 'ExtractorError'],
  message: 'Failed to parse JSON',
  count: 7,
  firstAt: '2026-11-21T10:00:00.000Z',
  lastAt: '2026-11-21T11:00:00.000Z',
};

test('answers that nobody understood are told, and copied as a report', async () => {
  const { visitor } = show({}, { unreadAnswers: () => ok([UNREAD]) });
  const section = within(await screen.findByRole('region', { name: 'Answers that were not understood' }));
  expect(await section.findByText('Failed to parse JSON')).toBeDefined();
  expect(section.getByText('www.youtube.com · video · Youtube · DownloadError · ExtractorError')).toBeDefined();
  await visitor.click(section.getByRole('button', { name: 'Copy the report' }));
  expect(await section.findByRole('button', { name: 'Copied' })).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(
    [
      'platform: youtube',
      'link: video of www.youtube.com',
      'answered: extractor_broken',
      'extractor: Youtube (yt-dlp 2026.10.26)',
      'exceptions: DownloadError < ExtractorError',
      'said: Failed to parse JSON',
      'seen: 7, 2026-11-21T10:00:00.000Z to 2026-11-21T11:00:00.000Z',
    ].join('\n'),
  );
});

test('where the browser keeps its clipboard to itself, the report can be marked', async () => {
  const { visitor } = show({}, { unreadAnswers: () => ok([UNREAD]) });
  const copy = await screen.findByRole('button', { name: 'Copy the report' });
  navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  await visitor.click(copy);
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Report' })).value).toContain(
    'platform: youtube',
  );
});

test('where all was understood, it says so', async () => {
  show();
  expect(await screen.findByText('Nothing. All answers were understood.')).toBeDefined();
});
