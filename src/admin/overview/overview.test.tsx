import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Overview, Statistics } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { refused, showAdminPage } from '../fixtures/show-admin-page.tsx';
import type { Draw } from './BarsCanvas.tsx';
import type { Bars } from './draw-bars.ts';
import { NowSection } from './NowSection.tsx';
import { PastSection } from './PastSection.tsx';

const STATISTICS: Statistics = {
  since: '2026-11-21T10:00:00.000Z',
  until: '2026-11-21T11:20:00.000Z',
  hours: [
    { startsAt: '2026-11-21T10:00:00.000Z', platform: 'tiktok', kind: 'resolve', outcome: 'ok', count: 12, bytes: 0 },
    {
      startsAt: '2026-11-21T11:00:00.000Z',
      platform: 'tiktok',
      kind: 'resolve',
      outcome: 'private',
      count: 3,
      bytes: 0,
    },
    { startsAt: '2026-11-21T11:00:00.000Z', platform: 'tiktok', kind: 'download', outcome: 'ok', count: 1, bytes: 4e6 },
  ],
};

const OVERVIEW: Overview = {
  server: { node: 'v26.0.0', uptimeS: 7200, memoryBytes: 210e6 },
  engine: {
    available: true,
    extractor: '2026.11.01',
    python: null,
    conversions: true,
    jsChallenges: false,
    browserFingerprints: false,
    tokens: 'off',
    versions: { challengeScripts: '0.8.0', curlCffi: null },
    solver: { solved: 0, failed: 0, restarts: 0 },
    workers: { size: 4, busy: 1, queued: 6, restarts: 0 },
  },
  queue: { waiting: 2, running: 1, dead: 5 },
  transfers: {
    running: 8,
    limit: 8,
    limitPerPlatform: 4,
    byPlatform: [{ platform: 'youtube', running: 8 }],
    isMemoryShort: false,
  },
  disk: { folder: '/srv/clipferry/data', freeBytes: 150e6, neededBytes: 200e6, isShort: true },
  limitsHit: ['transfers', 'workers'],
  platforms: PLATFORMS.map((platform) => ({
    platform,
    isOn: platform !== 'tiktok',
    notice: null,
    changedAt: null,
    health: { state: 'working', reason: null, checkedAt: null },
    routes: [],
  })),
  rules: 11,
  openCases: 3,
};

/** jsdom draws nothing: what would be drawn is noted. */
function createPen() {
  const drawn: Bars[] = [];
  const draw: Draw = async (_, bars) => {
    drawn.push(bars);
    return { resize: () => {}, remove: () => {} };
  };
  return { draw, drawn };
}

test('charts say what they come to, and have their figures in a table', async () => {
  const { draw, drawn } = createPen();
  showAdminPage(() => <PastSection draw={draw} />, { calls: { statistics: () => ok(STATISTICS) } });
  const tiktok = within(await screen.findByRole('article', { name: 'TikTok' }));
  expect(tiktok.getByRole('figure', { name: 'Links read, TikTok: 12 in all, 12 at most in an hour' })).toBeDefined();
  expect(tiktok.getByRole('figure', { name: 'Data, TikTok: 4 MB in all, 4 MB at most in an hour' })).toBeDefined();
  expect(tiktok.getByText('81.2% of what was asked went well')).toBeDefined();
  const rows = tiktok.getAllByRole('row', { hidden: true }).map((row) => row.textContent);
  expect(rows).toHaveLength(3);
  expect(rows[1]).toContain('private3');
  expect(rows[2]).toMatch(/120/);
  expect(drawn.map(({ values }) => values)).toEqual([
    [12, 0],
    [0, 1],
    [0, 4e6],
    [0, 3],
  ]);
});

test('a platform that nobody asked for says so, and another period can be looked at', async () => {
  const { draw } = createPen();
  const { visitor, asked } = showAdminPage(() => <PastSection draw={draw} />, {
    calls: { statistics: () => ok({ ...STATISTICS, hours: [] }) },
  });
  const quiet = within(await screen.findByRole('article', { name: 'YouTube' }));
  expect(quiet.getByText('Nothing was asked in this time.')).toBeDefined();
  expect(quiet.queryByRole('figure')).toBeNull();
  expect(screen.queryByRole('article', { name: 'No platform' })).toBeNull();
  await visitor.selectOptions(screen.getByLabelText('Period'), '7 days');
  expect(asked.at(-1)).toEqual(['statistics', { query: { hours: '168' } }]);
});

test('what needs somebody stands out: limits, files and cases; what is off and missing says so', async () => {
  showAdminPage(() => <NowSection />, { calls: { overview: () => ok(OVERVIEW) } });
  const fact = async (label: string) => (await screen.findByText(label)).closest('div');
  expect((await fact('Limits reached'))?.textContent).toContain('Files at once and Engine workers');
  const disk = await fact('Free on the disk');
  expect(disk?.textContent).toContain('150 MBIn /srv/clipferry/data; 200 MB are needed');
  expect(disk?.dataset['bad']).toBe('true');
  expect((await fact('Files on their way'))?.textContent).toContain('8 of 8YouTube 8');
  expect((await fact('Failed files'))?.dataset['bad']).toBe('true');
  expect((await fact('Open takedown cases'))?.textContent).toContain('3');
  expect((await fact('Python'))?.textContent).toContain('Missing');
  expect((await fact('JavaScript challenges'))?.textContent).toContain('Not available');
  expect((await fact('Reading links'))?.dataset['bad']).toBe('false');
  const off = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(off).toContain('TikTokOff');
  expect(off).toContain('YouTubeWorking');
});

test('where the server cannot answer, it says why, and can be asked again', async () => {
  const { visitor, asked } = showAdminPage(() => <NowSection />, { calls: { overview: () => refused('busy', 503) } });
  const alert = await screen.findByRole('alert');
  const before = asked.length;
  await visitor.click(within(alert).getByRole('button'));
  expect(asked.length).toBeGreaterThan(before);
});
