import { expect, test } from 'vitest';
import type { ExtractorChange } from '#/model/engine/extractor-version.ts';
import { statusFeed } from './feed.ts';
import { OUTAGE, reportOf } from './fixtures/report.ts';

const read = (xml: string) => new DOMParser().parseFromString(xml, 'application/xml');
const textOf = (element: Element | Document | null | undefined, name: string) =>
  element?.querySelector(name)?.textContent;

test('each incident is an entry that changes when it is over', () => {
  const open = {
    ...OUTAGE,
    id: '1b5b7a52-7f0e-4f3e-8a54-6d1c2b3a4f50',
    beganAt: '2026-11-21T08:00:00.000Z',
    endedAt: null,
  };
  const feed = read(statusFeed(reportOf({}, [open, OUTAGE]), 'https://clipferry.example'));
  expect(feed.querySelector('parsererror')).toBeNull();
  expect(feed.documentElement.namespaceURI).toBe('http://www.w3.org/2005/Atom');
  expect(textOf(feed, 'feed > id')).toBe('https://clipferry.example/status');
  expect(textOf(feed, 'feed > updated')).toBe('2026-11-21T08:00:00.000Z');
  expect(textOf(feed, 'feed > author > name')).toBe('Clipferry');
  expect(feed.querySelector('feed > link[rel=self]')?.getAttribute('href')).toBe(
    'https://clipferry.example/status/feed.xml',
  );
  const [first, second] = feed.querySelectorAll('entry');
  expect(textOf(first, 'id')).toBe(`urn:uuid:${open.id}`);
  expect(textOf(second, 'published')).toBe(OUTAGE.beganAt);
  expect(textOf(second, 'updated')).toBe(OUTAGE.endedAt);
  expect(textOf(second, 'title')).toBe('YouTube: Unavailable');
  expect(second?.querySelector('link')?.getAttribute('href')).toBe(`https://clipferry.example/status#${OUTAGE.id}`);
});

test('a change of the extractor is an entry among them, by its time', () => {
  const taken: ExtractorChange = {
    id: '2b5b7a52-7f0e-4f3e-8a54-6d1c2b3a4f50',
    kind: 'taken',
    version: '2026.11.20',
    before: null,
    at: '2026-11-20T11:00:00.000Z',
  };
  const returned: ExtractorChange = { ...taken, id: '3b5b7a52-7f0e-4f3e-8a54-6d1c2b3a4f50', kind: 'returned' };
  const back = { ...returned, version: null, before: '2026.11.20', at: '2026-11-20T08:00:00.000Z' };
  const feed = read(statusFeed(reportOf({}, [OUTAGE], [taken, back]), 'https://clipferry.example'));
  const titles = [...feed.querySelectorAll('entry')].map((entry) => textOf(entry, 'title'));
  expect(titles).toEqual([
    'Updated from the installed version to yt-dlp 2026.11.20',
    'YouTube: Unavailable',
    'Rolled back from yt-dlp 2026.11.20 to the installed version',
  ]);
  expect(textOf(feed, 'feed > updated')).toBe(taken.at);
});

test('a feed without incidents is one all the same, with its required parts', () => {
  const feed = read(statusFeed(reportOf(), 'https://clipferry.example'));
  expect(feed.querySelectorAll('entry')).toHaveLength(0);
  for (const part of ['id', 'title', 'updated']) expect(textOf(feed, `feed > ${part}`)).toBeTruthy();
});
