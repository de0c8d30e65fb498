import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Overview, Statistics } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { refused, showAdminPage } from '../fixtures/show-admin-page.tsx';
import type { Draw } from './BarsCanvas.tsx';
import type { Bars } from './draw-bars.ts';
import { MissingSection } from './MissingSection.tsx';
import { NowSection } from './NowSection.tsx';
import { PastSection } from './PastSection.tsx';
import { TroubleSection } from './TroubleSection.tsx';

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
    {
      startsAt: '2026-11-21T11:00:00.000Z',
      platform: 'tiktok',
      kind: 'resolve',
      outcome: 'rate_limited',
      count: 5,
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
    troubledSince: null,
    routes: [],
  })),
  rules: 11,
  openCases: 3,
  missing: ['SMTP_URL', 'OPERATOR_NAME'],
};

const FINE: Overview = {
  ...OVERVIEW,
  platforms: OVERVIEW.platforms.map((one) => ({ ...one, isOn: true })),
  limitsHit: [],
  openCases: 0,
  queue: { ...OVERVIEW.queue, dead: 0 },
  missing: [],
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
  const { visitor } = showAdminPage(() => <PastSection draw={draw} />, {
    calls: { statistics: () => ok(STATISTICS), overview: () => ok(OVERVIEW) },
  });
  const open = await screen.findByRole('button', { name: 'Charts: TikTok' });
  const row = open.closest('tr');
  await within(row as HTMLElement).findByText('Off');
  // Of 20 links 15 were answered, three of them by saying that they are private: rate, bars and failures say the same.
  expect(row?.textContent).toMatch(/TikTok.*Off.*75%.*20.*1.*4 MB.*5[A-Z]/);
  expect(row?.textContent).not.toContain('private');
  const bars = [...(row?.querySelectorAll('svg > rect[width="8"]') ?? [])];
  const heights = bars.map((bar) => bar.getAttribute('height'));
  expect(heights.map(Number)).toEqual([100, 37.5, 58.5]);
  await visitor.click(open);
  const tiktok = within(await screen.findByRole('article', { name: 'TikTok' }));
  expect(
    tiktok.getByRole('figure', { name: 'Links checked, TikTok: 20 in total, at most 12 in an hour' }),
  ).toBeDefined();
  expect(tiktok.getByRole('figure', { name: 'Data, TikTok: 4 MB in total, at most 4 MB in an hour' })).toBeDefined();
  expect(tiktok.getByText('Success rate: 75%')).toBeDefined();
  const rows = tiktok.getAllByRole('row', { hidden: true }).map((row) => row.textContent);
  expect(rows).toHaveLength(3);
  expect(rows[1]).toContain('private3');
  expect(rows[2]).toMatch(/120/);
  expect(drawn.map(({ values }) => values)).toEqual([
    [12, 8],
    [0, 1],
    [0, 4e6],
    [0, 5],
  ]);
});

test('a platform that nobody asked for says so, and another period can be looked at', async () => {
  const { draw } = createPen();
  const { visitor, asked } = showAdminPage(() => <PastSection draw={draw} />, {
    calls: { statistics: () => ok({ ...STATISTICS, hours: [] }) },
  });
  await visitor.click(await screen.findByRole('button', { name: 'Charts: YouTube' }));
  const quiet = within(await screen.findByRole('article', { name: 'YouTube' }));
  expect(quiet.getByText('No requests in this period.')).toBeDefined();
  expect(quiet.queryByRole('figure')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Charts: No platform' })).toBeNull();
  await visitor.selectOptions(screen.getByLabelText('Period'), '7 days');
  expect(asked).toContainEqual(['statistics', { query: { hours: '168' } }]);
});

test('what needs somebody stands out: limits, files and cases; what is off and missing says so', async () => {
  showAdminPage(() => <NowSection />, { calls: { overview: () => ok(OVERVIEW) } });
  const fact = async (label: string) => (await screen.findByText(label)).closest('div');
  expect((await fact('Limits reached'))?.textContent).toContain('Downloads at once and Engine workers');
  const disk = await fact('Free disk space');
  expect(disk?.textContent).toContain('150 MBIn /srv/clipferry/data; 200 MB required');
  expect(disk?.dataset['bad']).toBe('true');
  expect((await fact('Active downloads'))?.textContent).toContain('8 of 8YouTube 8');
  expect((await fact('Failed files'))?.dataset['bad']).toBe('true');
  expect((await fact('Open takedown cases'))?.textContent).toContain('3');
  expect((await fact('Python'))?.textContent).toContain('Missing');
  expect((await fact('JavaScript challenges'))?.textContent).toContain('Not available');
  expect((await fact('Checking links'))?.dataset['bad']).toBe('false');
});

test('what is wrong now comes with since when, how it goes on, and the way to its switch', async () => {
  const health = { state: 'degraded', reason: { code: 'login_required' }, checkedAt: null } as const;
  const troubledSince = '2026-11-21T09:00:00.000Z';
  const told = OVERVIEW.platforms.map((one) =>
    one.platform === 'instagram' ? { ...one, health, troubledSince } : { ...one, isOn: true },
  );
  const quiet = {
    ...OVERVIEW,
    platforms: told,
    missing: [],
    limitsHit: [],
    openCases: 0,
    queue: { ...OVERVIEW.queue, dead: 2 },
  };
  showAdminPage(() => <TroubleSection />, {
    calls: { overview: () => ok(quiet), statistics: () => ok(STATISTICS) },
  });
  const [instagram, letters, ...others] = await screen.findAllByRole('listitem');
  expect(others).toEqual([]);
  expect(instagram?.textContent).toMatch(/^Instagram: .*Since Nov 21, 2026/);
  const link = within(instagram as HTMLElement).getByRole('link');
  expect(link.getAttribute('href')).toBe('/admin/platforms#instagram');
  expect(letters?.textContent).toContain('Failed files: 2');
});

test('a figure that changes leaves the keyboard on its link', async () => {
  let dead = 5;
  showAdminPage(() => <TroubleSection />, {
    calls: {
      overview: () => ok({ ...OVERVIEW, queue: { ...OVERVIEW.queue, dead } }),
      statistics: () => ok(STATISTICS),
    },
  });
  const line = await screen.findByText('Failed files: 5');
  const link = within(line.closest('li') as HTMLElement).getByRole('link');
  link.focus();
  dead = 6;
  await act(async () => {
    for (const isOn of [false, true]) onlineManager.setOnline(isOn);
  });
  expect(await screen.findByText('Failed files: 6')).toBeDefined();
  expect(document.activeElement).toBe(link);
});

test('settings that visitors miss are said above all else, and as long as any is missing, not that everything works', async () => {
  const show = (missing: Overview['missing']) =>
    showAdminPage(() => <TroubleSection />, {
      calls: { overview: () => ok({ ...FINE, missing }), statistics: () => ok(STATISTICS) },
    });
  show(['SMTP_URL', 'OPERATOR_NAME']);
  const [mail, all, ...others] = await screen.findAllByRole('listitem');
  expect(others).toEqual([]);
  expect(mail?.textContent).toContain('SMTP_URLWithout it, nobody receives sign-up and password codes.');
  expect(all?.textContent).toContain('Missing settings: 2');
  for (const link of screen.getAllByRole('link')) expect(link.getAttribute('href')).toBe('/admin#missing');
  expect(screen.queryByText('Everything works.')).toBeNull();
  cleanup();
  show([]);
  expect(await screen.findByText('Everything works.')).toBeDefined();
});

test('that everything works is not said while nobody knows it', async () => {
  let isUp = true;
  showAdminPage(() => <TroubleSection />, {
    calls: { overview: () => (isUp ? ok(FINE) : refused('busy', 503)), statistics: () => ok(STATISTICS) },
  });
  const askAgain = (isAnswered: boolean) =>
    act(async () => {
      isUp = isAnswered;
      for (const isOn of [false, true]) onlineManager.setOnline(isOn);
    });
  await screen.findByText('Everything works.');
  await askAgain(false);
  await expect.poll(() => screen.queryByText('Everything works.')).toBeNull();
  await askAgain(true);
  expect(await screen.findByText('Everything works.')).toBeDefined();
});

test('what is missing for a public site is listed with why, and where nothing is, nothing is said', async () => {
  showAdminPage(() => <MissingSection />, { calls: { overview: () => ok(OVERVIEW) } });
  expect((await screen.findByText('SMTP_URL')).closest('div')?.textContent).toContain('codes');
  expect(screen.getByText('OPERATOR_NAME')).toBeDefined();
  expect(screen.queryByText('PUBLIC_ORIGIN')).toBeNull();
});

test('where the server cannot answer, it says why, and can be asked again', async () => {
  const { visitor, asked } = showAdminPage(() => <NowSection />, { calls: { overview: () => refused('busy', 503) } });
  const alert = await screen.findByRole('alert');
  const before = asked.length;
  await visitor.click(within(alert).getByRole('button'));
  expect(asked.length).toBeGreaterThan(before);
});

test('why nothing is answered stays as it is while it is asked again, and so does whoever stands on it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const held = Promise.withResolvers<ReturnType<typeof refused>>();
  let asks = 0;
  showAdminPage(() => <NowSection />, {
    calls: { overview: () => (++asks === 2 ? held.promise : refused('busy', 503)) },
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(10);
  const alert = screen.getByRole('alert');
  const again = within(alert).getByRole('button');
  again.focus();
  await pass(3_000);
  for (const answered of [2, 3]) {
    expect(asks).toBe(answered);
    expect(screen.getByRole('alert')).toBe(alert);
    expect(document.activeElement).toBe(again);
    expect(screen.queryByRole('status', { name: 'Loading…' })).toBeNull();
    held.resolve(refused('busy', 503));
    await pass(3_000);
  }
});
