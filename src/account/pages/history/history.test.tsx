import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { HistoryPage as Page, HistoryQuery } from '#/model/account.ts';
import type { DownloadRecord } from '#/model/download.ts';
import { fail, ok } from '#/model/failure.ts';
import { type WantedAgain, wantedAgain } from '../../account-events.ts';
import type { SiteAccount } from '../account-ports.ts';
import { createFakeAccount, recordOf } from '../fixtures/fake-account.ts';
import { showPage } from '../fixtures/show-page.tsx';
import { HistoryPage } from './HistoryPage.tsx';
import type { HistoryFilter } from './history-filter.ts';

const SECOND = recordOf({ id: '00000000-0000-4000-8000-000000000002', title: 'Another crossing' });

const pageOf = (downloads: DownloadRecord[], cursor: string | null = null) => ok<Page>({ downloads, cursor });
const listing = (...downloads: DownloadRecord[]): Partial<SiteAccount> => ({
  listHistory: async () => pageOf(downloads),
  listQueueEntries: async () => ok({ entries: [], removed: [] }),
  listWatched: async () => ok([]),
});

function show(site: Partial<SiteAccount>, wanted: HistoryFilter = {}) {
  const { account, asked } = createFakeAccount(site);
  const wants: HistoryFilter[] = [];
  const page = showPage(<HistoryPage account={account} wanted={wanted} onWant={(next) => wants.push(next)} />);
  return { ...page, asked, wants };
}

const rowOf = (title: string) => screen.findByRole('article', { name: title });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = () => within(screen.getByRole('dialog'));

describe('a download in the history', () => {
  test('says what it was, whence, how large and what became of it', async () => {
    show(listing(recordOf()));
    const row = within(await rowOf('A crossing'));
    expect(row.getByText('YouTube')).toBeDefined();
    expect(row.getByText('48.3 MB')).toBeDefined();
    expect(row.getByText('Saved')).toBeDefined();
    expect(row.getByText('MP3 · 192k')).toBeDefined();
    expect(document.querySelector('time[datetime="2026-11-20T10:00:00.000Z"]')).not.toBeNull();
    expect(row.getByRole('presentation').getAttribute('src')).toBe('/api/video/picture.signed');
  });

  test('whose picture was not kept shows its platform’s mark', async () => {
    show(listing(recordOf()));
    const row = within(await rowOf('A crossing'));
    fireEvent.error(row.getByRole('presentation'));
    expect(row.queryByRole('presentation')).toBeNull();
  });

  test('stands under its day', async () => {
    const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toISOString();
    show(listing(recordOf({ createdAt: yesterday }), SECOND));
    const day = within(await screen.findByRole('region', { name: 'Yesterday' }));
    expect(day.getAllByRole('article').map((row) => row.getAttribute('aria-label'))).toEqual(['A crossing']);
  });

  test('is wanted again of the queue, in the same format, where there is one', async () => {
    const { visitor } = show(listing(recordOf()));
    const wanted: WantedAgain[] = [];
    const end = wantedAgain.on((one) => wanted.push(one));
    await visitor.click(await screen.findByRole('link', { name: 'Download again: A crossing' }));
    end();
    const link = 'https://www.youtube.com/watch?v=abcdefghijk';
    const file = { formatId: 'mp3-192', summary: 'MP3 · 192k · 48.3 MB', isKept: false };
    expect(wanted).toEqual([{ link, platform: 'youtube', mode: 'audio', ...file }]);
  });

  test('leads to its source without telling where from, and to the form with its link and mode', async () => {
    show(listing(recordOf()));
    const row = within(await rowOf('A crossing'));
    const source = row.getByRole('link', { name: 'Original post: A crossing' });
    expect(source.getAttribute('href')).toBe('https://www.youtube.com/watch?v=abcdefghijk');
    expect(source.getAttribute('rel')).toContain('noreferrer');
    const again = new URL(
      row.getByRole('link', { name: 'Download again: A crossing' }).getAttribute('href') ?? '',
      'http://site',
    );
    expect(again.pathname).toBe('/youtube');
    expect(Object.fromEntries(again.searchParams)).toEqual({
      u: 'https://www.youtube.com/watch?v=abcdefghijk',
      mode: 'audio',
    });
  });

  test('that failed says why; an archive of many links can only be removed', async () => {
    show(
      listing(recordOf({ state: 'failed', failure: { code: 'private' } }), {
        ...SECOND,
        platform: null,
        canonicalUrl: null,
        formatId: null,
        fileName: 'Another crossing.zip',
      }),
    );
    expect(within(await rowOf('A crossing')).getByText('This post is private.')).toBeDefined();
    const archive = within(await rowOf('Another crossing'));
    expect(archive.getByText('ZIP of several links')).toBeDefined();
    expect(archive.queryByText('ZIP')).toBeNull();
    expect(archive.queryByRole('link')).toBeNull();
  });

  test('is removed once that was confirmed, and stays when it was not', async () => {
    const { visitor, asked } = show({ ...listing(recordOf(), SECOND), forgetDownload: async () => ok(null) });
    await visitor.click(await button('Remove A crossing'));
    expect(dialog().getByText(/^A crossing is removed from your history/)).toBeDefined();
    await visitor.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked.filter(([name]) => name === 'forgetDownload')).toEqual([]);

    await visitor.click(await button('Remove A crossing'));
    await visitor.click(dialog().getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('A crossing was removed.')).toBeDefined();
    expect(asked).toContainEqual(['forgetDownload', recordOf().id]);
    expect(screen.queryByRole('article', { name: 'A crossing' })).toBeNull();
    expect(screen.getByRole('article', { name: 'Another crossing' })).toBeDefined();
  });

  test('that another device removed already is gone here too', async () => {
    const { visitor } = show({ ...listing(recordOf()), forgetDownload: async () => fail('download_unknown') });
    await visitor.click(await button('Remove A crossing'));
    await visitor.click(dialog().getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('A crossing was removed.')).toBeDefined();
  });

  test('that could not be removed stays, and the dialog says why', async () => {
    const { visitor } = show({ ...listing(recordOf()), forgetDownload: async () => fail('offline') });
    await visitor.click(await button('Remove A crossing'));
    await visitor.click(dialog().getByRole('button', { name: 'Remove' }));
    expect((await dialog().findByRole('alert')).textContent).toContain('You seem to be offline.');
    expect(screen.getByRole('article', { name: 'A crossing' })).toBeDefined();
  });
});

describe('the history as a whole', () => {
  test('is on its way, then empty, which says what will be in it', async () => {
    show(listing());
    expect(screen.getAllByRole('status', { name: 'Loading…' }).length).toBeGreaterThan(0);
    expect(await screen.findByText('No downloads yet')).toBeDefined();
    // Said once: what the list has is told where it has something.
    expect(screen.getByText('Downloads you make while signed in appear here.')).toBeDefined();
    expect(screen.queryByText('Your downloads while signed in, on any device.')).toBeNull();
  });

  test('that could not be read says why, and is read again', async () => {
    let isUp = false;
    const { visitor } = show({ ...listing(), listHistory: async () => (isUp ? pageOf([SECOND]) : fail('busy')) });
    const note = within(await screen.findByRole('alert'));
    isUp = true;
    await visitor.click(note.getByRole('button', { name: 'Try again' }));
    expect(await rowOf('Another crossing')).toBeDefined();
  });

  test('goes on with older ones, and a refusal of those leaves what is there', async () => {
    let isUp = false;
    const cursors: HistoryQuery['cursor'][] = [];
    const { visitor } = show({
      ...listing(),
      listHistory: async ({ cursor }) => {
        cursors.push(cursor);
        if (cursor === null) return pageOf([recordOf()], 'older');
        return isUp ? pageOf([SECOND]) : fail('busy');
      },
    });
    await visitor.click(await button('Show older'));
    const note = within(await screen.findByRole('alert'));
    expect(screen.getByRole('article', { name: 'A crossing' })).toBeDefined();
    isUp = true;
    await visitor.click(note.getByRole('button', { name: 'Try again' }));
    expect(await rowOf('Another crossing')).toBeDefined();
    expect(cursors).toEqual([null, 'older', 'older']);
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  test('that could not be read anew is read again as a whole, and what was there stays until then', async () => {
    let isUp = true;
    const asked: HistoryQuery[] = [];
    const { visitor } = show({
      ...listing(),
      listHistory: async (query) => {
        asked.push(query);
        if (!isUp) return fail('busy');
        return asked.length === 1 ? pageOf([recordOf()], 'older') : pageOf([SECOND]);
      },
    });
    await rowOf('A crossing');
    isUp = false;
    act(() => {
      for (const isOn of [false, true]) onlineManager.setOnline(isOn);
    });
    const note = within(await screen.findByRole('alert'));
    expect(screen.getByRole('article', { name: 'A crossing' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Show older' })).toBeDefined();
    isUp = true;
    await visitor.click(note.getByRole('button', { name: 'Try again' }));
    expect(await rowOf('Another crossing')).toBeDefined();
    expect(screen.queryByRole('article', { name: 'A crossing' })).toBeNull();
    expect(asked.map(({ cursor }) => cursor)).toEqual([null, null, null]);
  });

  test('is cleared once that was confirmed, and listed anew', async () => {
    let kept = [recordOf()];
    const { visitor } = show({
      ...listing(),
      listHistory: async () => pageOf(kept),
      clearHistory: async () => {
        kept = [];
        return ok(null);
      },
    });
    await visitor.click(await button('Clear history'));
    await visitor.click(dialog().getByRole('button', { name: 'Clear history' }));
    expect(await screen.findByText('History cleared.')).toBeDefined();
    expect(await screen.findByText('No downloads yet')).toBeDefined();
  });
});

describe('looking for downloads', () => {
  test('by what is typed, the platform and the state, which the address then has', async () => {
    const { visitor, wants } = show(listing(recordOf()));
    await visitor.type(await screen.findByLabelText('Search titles and links'), 'ferry');
    await waitFor(() => expect(wants.at(-1)).toEqual({ q: 'ferry' }));
    await visitor.selectOptions(screen.getByLabelText('Platform'), 'TikTok');
    expect(wants.at(-1)).toEqual({ q: 'ferry', platform: 'tiktok' });
    await visitor.selectOptions(screen.getByLabelText('Status'), 'Failed');
    expect(wants.at(-1)).toEqual({ q: 'ferry', state: 'failed' });
  });

  test('by what the address has, also when a link to the page has cleared it; what is typed on meanwhile stays', async () => {
    const { account } = createFakeAccount(listing(recordOf()));
    const wants: HistoryFilter[] = [];
    const page = (wanted: HistoryFilter) => (
      <HistoryPage account={account} wanted={wanted} onWant={(next) => wants.push(next)} />
    );
    const { visitor, show: lead } = showPage(page({}));
    const field = await screen.findByLabelText<HTMLInputElement>('Search titles and links');
    await visitor.type(field, 'ferry{Enter}');
    await visitor.type(field, ' b');
    lead(page({ q: 'ferry' }));
    expect(field.value).toBe('ferry b');
    lead(page({}));
    expect(field.value).toBe('');
    lead(page({ q: 'ferry' }));
    expect(field.value).toBe('ferry');
  });

  test('by everything: nothing is said of it before it has come, and the search stays', async () => {
    const held = Promise.withResolvers<void>();
    const { account } = createFakeAccount({
      ...listing(),
      listHistory: ({ search }) =>
        search === 'ferry' ? Promise.resolve(pageOf([])) : held.promise.then(() => pageOf([])),
    });
    const page = (wanted: HistoryFilter) => <HistoryPage account={account} wanted={wanted} onWant={() => {}} />;
    const { show: lead } = showPage(page({ q: 'ferry' }));
    expect(await screen.findByText('No results')).toBeDefined();
    const field = screen.getByLabelText('Search titles and links');
    lead(page({}));
    expect(screen.queryByText('No downloads yet')).toBeNull();
    expect(screen.getByLabelText('Search titles and links')).toBe(field);
    held.resolve();
    expect(await screen.findByText('No downloads yet')).toBeDefined();
  });

  test('by Enter at once', async () => {
    const { visitor, wants } = show(listing(recordOf()));
    const field = await screen.findByLabelText('Search titles and links');
    await visitor.click(field);
    // As one word, so that none of its letters is waited for where this takes long.
    await visitor.paste('boat');
    await visitor.keyboard('{Enter}');
    expect(wants[0]).toEqual({ q: 'boat' });
  });

  test('asks the site for what the address has; nothing that matches offers everything', async () => {
    const { visitor, asked, wants } = show(listing(), { q: 'ferry', platform: 'tiktok' });
    expect(await screen.findByText('No results')).toBeDefined();
    expect(asked).toContainEqual(['listHistory', { search: 'ferry', platform: 'tiktok', state: null, cursor: null }]);
    await visitor.click(await button('Show all'));
    expect(wants).toEqual([{}]);
    expect(screen.getByLabelText<HTMLInputElement>('Search titles and links').value).toBe('');
  });
});
