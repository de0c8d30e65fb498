import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ExtractorChange } from '#/model/extractor-version.ts';
import type { StatusReport } from '#/model/status.ts';
import { OUTAGE, reportOf } from './fixtures/report.ts';
import { StatusPage } from './StatusPage.tsx';

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
  expect(screen.getByText('All platforms work.')).toBeTruthy();
  expect(screen.getByText('No incidents in the last 90 days.')).toBeTruthy();
  const youtube = region('YouTube');
  expect(youtube.getByText('100% of links read')).toBeTruthy();
  // Never rounded up to what it was not.
  expect(youtube.getByText('99.8% of links read')).toBeTruthy();
  const texts = (name: string) =>
    within(youtube.getByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(texts('Last 24 hours')).toHaveLength(24);
  expect(texts('Last 24 hours').at(-1)).toBe('Nov 21, 2026, 12:00 PM UTC: Working, 100% of links read');
  expect(texts('Last 90 days')).toHaveLength(90);
  expect(texts('Last 90 days')[0]).toBe('Aug 24, 2026: No data');
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
  expect(screen.getByText('There is trouble with YouTube.')).toBeTruthy();
  expect(region('YouTube').getByText('Not available')).toBeTruthy();
  expect(region('YouTube').getByText('We are at it.')).toBeTruthy();
  expect(region('YouTube').getAllByText('No links yet')).toHaveLength(2);
  expect(region('TikTok').queryByText('Not available')).toBeNull();
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
  const [entry] = region('Changes of yt-dlp').getAllByRole('listitem');
  expect(entry?.textContent).toBe('yt-dlp 2026.11.20 reads links now, in place of 2026.10.26Nov 20, 2026, 9:05 AM UTC');
});

test('incidents have a beginning, an end unless they go on, and a reason', () => {
  const region = show(reportOf({}, [{ ...OUTAGE, id: 'later', endedAt: null, platform: 'tiktok' }, OUTAGE]));
  const [open, over] = region('Incidents').getAllByRole('listitem');
  expect(open?.textContent).toContain('TikTok: Not available');
  expect(open?.textContent).toContain('Since Nov 20, 2026, 9:05 AM UTC, not over yet');
  expect(over?.textContent).toContain('From Nov 20, 2026, 9:05 AM UTC to Nov 20, 2026, 10:00 AM UTC');
  expect(over?.id).toBe(OUTAGE.id);
});
