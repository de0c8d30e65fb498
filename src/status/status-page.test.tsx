import { AsyncLocalStorage } from 'node:async_hooks';
import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { provideRequestLanguage } from '#/language/current.ts';
import type { Locale } from '#/language/locales.ts';
import type { ExtractorChange } from '#/model/engine/extractor-version.ts';
import type { StatusReport } from '#/model/status.ts';
import { platforms } from '#app.config';
import { OUTAGE, reportOf } from './fixtures/report.ts';
import { StatusPage } from './StatusPage.tsx';

const spoken = new AsyncLocalStorage<{ locale?: Locale }>();
provideRequestLanguage(spoken);

function show(report: StatusReport) {
  render(
    <MantineProvider env="test">
      <StatusPage report={report} />
    </MantineProvider>,
  );
  return (name: string) => within(screen.getByRole('region', { name }));
}

test('where all is well, one line says so, and each platform has its hours and days as texts', () => {
  const region = show(reportOf());
  expect(screen.getByText('All platforms are working.')).toBeTruthy();
  expect(screen.getByText('No incidents in the last 90 days.')).toBeTruthy();
  const youtube = region('YouTube');
  expect(youtube.getByText('100% of links worked')).toBeTruthy();
  // Never rounded up to what it was not.
  expect(youtube.getByText('99.8% of links worked')).toBeTruthy();
  const texts = (name: string) =>
    within(youtube.getByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(texts('Last 24 hours')).toHaveLength(24);
  expect(texts('Last 24 hours').at(-1)).toBe('Nov 21, 2026, 12:00 PM UTC: Working, 100% of links worked');
  expect(texts('Last 90 days')).toHaveLength(90);
  expect(texts('Last 90 days')[0]).toBe('Aug 24, 2026: No data');
});

test('of too few links it is said that nobody can tell, and never that all is well: in the line above, of the platform, and of each bar', () => {
  const [hour, day] = ['2026-11-21T12:00:00.000Z', '2026-11-21T00:00:00.000Z'];
  const region = show(
    reportOf({
      youtube: {
        successRate: { hours: null, days: null },
        hours: [{ startsAt: hour, state: 'working', successRate: null }],
        days: [{ startsAt: day, state: 'unknown', successRate: null }],
      },
    }),
  );
  expect(screen.queryByText('All platforms are working.')).toBeNull();
  const line = screen.getByText('No problems found. Too few links to tell: YouTube.');
  expect(line.dataset['state']).toBe('unjudged');
  const youtube = region('YouTube');
  const heading = youtube.getByText('Too few links to tell');
  expect(heading.dataset['state']).toBe('unjudged');
  const [hourBar, dayBar] = youtube.getAllByRole('listitem');
  expect(hourBar?.textContent).toBe('Nov 21, 2026, 12:00 PM UTC: Too few links to tell');
  expect(hourBar?.dataset['state']).toBe('unjudged');
  expect(dayBar?.textContent).toBe('Nov 21, 2026: No data');
  // Of those who are asked often enough it is said as before.
  expect(region('TikTok').getByText('Working')).toBeTruthy();
});

test('trouble of one platform is named, with what is wrong and what an operator says, and no other has it', () => {
  const region = show(
    reportOf({
      youtube: {
        state: 'unavailable',
        reason: { code: 'blocked_ip', platform: 'youtube' },
        notice: { en: 'We are at it.', fr: 'On y travaille.' },
        successRate: { hours: null, days: null },
      },
    }),
  );
  expect(screen.getByText('There are problems with YouTube.')).toBeTruthy();
  expect(region('YouTube').getByText('Unavailable')).toBeTruthy();
  expect(region('YouTube').getByText('We are at it.')).toBeTruthy();
  expect(region('YouTube').getAllByText('Too few links to tell')).toHaveLength(2);
  expect(region('TikTok').queryByText('Unavailable')).toBeNull();
});

test('what fails comes first, and tells since when', () => {
  const reason = { code: 'blocked_ip' } as const;
  const open = { ...OUTAGE, id: 'open', endedAt: null };
  const region = show(
    reportOf({ twitter: { state: 'degraded', reason }, youtube: { state: 'unavailable', reason } }, [open]),
  );
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names.slice(0, 3)).toEqual(['YouTube', platforms.twitter.name, 'Facebook']);
  expect(region('YouTube').getByText('Since Nov 20, 2026, 9:05 AM UTC')).toBeTruthy();
  expect(region(platforms.twitter.name).queryByText(/^Since/)).toBeNull();
});

test('changes of the extractor are told where there were any', () => {
  const change: ExtractorChange = {
    id: 'one',
    kind: 'taken',
    version: '2026.11.20',
    before: '2026.10.26',
    at: OUTAGE.beganAt,
  };
  const region = show(reportOf({}, [], [change]));
  const [entry] = region('yt-dlp updates').getAllByRole('listitem');
  expect(entry?.textContent).toBe('Updated from 2026.10.26 to yt-dlp 2026.11.20Nov 20, 2026, 9:05 AM UTC');
});

test('incidents have a beginning, an end unless they go on, and a reason', () => {
  const region = show(reportOf({}, [{ ...OUTAGE, id: 'later', endedAt: null, platform: 'tiktok' }, OUTAGE]));
  const [open, over] = region('Incidents').getAllByRole('listitem');
  expect(open?.textContent).toContain('TikTok: Unavailable');
  expect(open?.textContent).toContain('Since Nov 20, 2026, 9:05 AM UTC, ongoing');
  expect(over?.textContent).toContain('From Nov 20, 2026, 9:05 AM UTC to Nov 20, 2026, 10:00 AM UTC');
  // What was shown then is not said of now.
  expect(over?.textContent).toMatch(/Message shown: “.+”$/);
  expect(open?.textContent).not.toContain('Message shown');
  expect(over?.id).toBe(OUTAGE.id);
});

test.each(['ja', 'zh'] as const)('in %s no sentence has a space before it, nor a link behind one', (locale) => {
  spoken.run({ locale }, () => show(reportOf({ tiktok: { state: 'degraded', reason: { code: 'busy' } } }, [OUTAGE])));
  expect(document.body.textContent).toContain('yt-dlp 2026.11.01');
  expect(document.body.textContent.match(/.{0,9}[。！？] .{0,9}/g)).toBeNull();
});
