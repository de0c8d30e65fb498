import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminDownload } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { ConfirmAction } from '../ConfirmAction.tsx';
import { refused, type Script, showAdminPage, whole } from '../fixtures/show-admin-page.tsx';
import type { FilterName } from '../operations.ts';
import { ExportButtons } from './ExportButtons.tsx';
import type { Filter } from './filter.ts';
import type { ListPageProps } from './list-page-props.ts';
import type { ListSearch } from './list-search.ts';
import { ListPage } from './ListPage.tsx';

const download = (id: string): AdminDownload => ({
  id,
  ownerKind: 'guest',
  ownerId: null,
  isKept: true,
  platform: 'tiktok',
  canonicalUrl: null,
  formatId: null,
  title: `Film ${id}`,
  state: 'failed',
  attempt: 3,
  receivedBytes: 0,
  totalBytes: null,
  failure: { code: 'timeout' },
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  expiresAt: null,
});

const FILTERS: Filter<FilterName<'downloads'>>[] = [
  { name: 'search', kind: 'text', label: 'Text' },
  { name: 'state', kind: 'choice', label: 'Status', options: [{ value: 'open', label: 'Open' }] },
  { name: 'from', kind: 'time', label: 'From' },
];

function Downloads(props: ListPageProps) {
  return (
    <ListPage
      list="downloads"
      label="Downloads"
      empty={{ text: 'None.' }}
      filters={FILTERS}
      columns={[
        { key: 'title', label: 'Title', cell: ({ title }) => title },
        { key: 'attempt', label: 'Tries', cell: ({ attempt }) => attempt, isNumber: true },
      ]}
      keyOf={({ id }) => id}
      renderActions={({ id, title }) => (
        <ConfirmAction operation="cancelDownload" given={{ id }} label="End" of={title} title="Sure?" text="Gone." />
      )}
      {...props}
    />
  );
}

const show = (script: Script, search: ListSearch = {}) => showAdminPage(Downloads, script, search);
const askedFor = (asked: [string, unknown][], name: string) =>
  asked.filter(([one]) => one === name).map(([, given]) => given);

test('where there is nothing at all, there is nothing to look for in it', async () => {
  show({ lists: { downloads: whole() } });
  expect(await screen.findByText('None.')).toBeDefined();
  expect(screen.queryByRole('form', { name: 'Filters' })).toBeNull();
});

test('rows are in a table, each named by its first cell, and more come by the cursor', async () => {
  const { visitor, asked } = show({
    lists: {
      downloads: ({ cursor }) =>
        ok(cursor ? { rows: [download('2')], cursor: null } : { rows: [download('1')], cursor: 'c1' }),
    },
  });
  const row = await screen.findByRole('row', { name: /Film 1/ });
  expect(within(row).getByRole('rowheader').textContent).toBe('Film 1');
  expect(screen.getByRole('columnheader', { name: 'Tries' })).toBeDefined();
  screen.getByRole('button', { name: 'Show more' }).focus();
  await visitor.keyboard('{Enter}');
  const next = await screen.findByRole('row', { name: /Film 2/ });
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  // Nobody is brought back to the beginning of what they have read, or has to look for where they are.
  expect(document.activeElement).toBe(next);
  expect(askedFor(asked, 'list downloads')).toEqual([{}, { cursor: 'c1' }]);
});

test('more is asked for once, by a button that keeps the keyboard', async () => {
  const silent = new Promise(() => {});
  const { visitor, asked } = show({
    lists: {
      downloads: ({ cursor }) => (cursor ? (silent as never) : ok({ rows: [download('1')], cursor: 'c1' })),
    },
  });
  const more = await screen.findByRole<HTMLButtonElement>('button', { name: 'Show more' });
  more.focus();
  await visitor.keyboard('{Enter}');
  await expect.poll(() => more.ariaBusy).toBe('true');
  expect(more.disabled).toBe(false);
  await visitor.keyboard('{Enter}');
  expect(askedFor(asked, 'list downloads')).toEqual([{}, { cursor: 'c1' }]);
});

test('an empty list says so; one that is filtered offers all of it', async () => {
  const { visitor, searches } = show({ lists: { downloads: whole() } }, { state: 'open' });
  await visitor.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(searches).toEqual([{}]);
  expect(await screen.findByText('None.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
});

test('filters are asked as the address has them, without what cannot be read', async () => {
  const { asked } = show(
    { lists: { downloads: whole(download('1')) } },
    { search: ' film ', state: 'nonsense', from: 'yesterday', other: 'x' },
  );
  await screen.findByText('Film 1');
  expect(askedFor(asked, 'list downloads')).toEqual([{ search: 'film' }]);
});

test('a time of a year that no server reads is not asked, and cannot be typed', async () => {
  const { asked } = show(
    { lists: { downloads: whole(download('1')) } },
    { search: 'film', from: '+012345-01-01T00:00:00.000Z' },
  );
  await screen.findByText('Film 1');
  expect(askedFor(asked, 'list downloads')).toEqual([{ search: 'film' }]);
  expect(screen.getByLabelText<HTMLInputElement>('From').max).toBe('9999-12-31T23:59');
});

test('what is typed and chosen goes into the address', async () => {
  const { visitor, searches } = show({ lists: { downloads: whole(download('1')) } });
  await visitor.selectOptions(await screen.findByLabelText('Status'), 'Open');
  await visitor.type(screen.getByLabelText('Text'), 'film');
  await expect.poll(() => searches.at(-1)).toEqual({ state: 'open', search: 'film' });
});

test('a list that does not come says why, and can be asked again', async () => {
  let isAway = true;
  const { visitor } = show({
    lists: { downloads: () => (isAway ? refused('busy', 503) : ok({ rows: [download('1')], cursor: null })) },
  });
  const alert = await screen.findByRole('alert');
  isAway = false;
  await visitor.click(within(alert).getByRole('button'));
  expect(await screen.findByText('Film 1')).toBeDefined();
});

test('a list that could not be asked for anew after a change is asked for once more, and not for what follows', async () => {
  let asks = 0;
  const { visitor, asked } = show({
    lists: {
      downloads: () => (++asks === 2 ? refused('busy', 503) : ok({ rows: [download(String(asks))], cursor: 'c1' })),
    },
    calls: { cancelDownload: () => ok(null) },
  });
  await visitor.click(await screen.findByRole('button', { name: 'End: Film 1' }));
  await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'End' }));
  const alert = await screen.findByRole('alert');
  expect(screen.getByText('Film 1')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Show more' })).toBeDefined();
  await visitor.click(within(alert).getByRole('button'));
  expect(await screen.findByText('Film 3')).toBeDefined();
  expect(screen.queryByText('Film 1')).toBeNull();
  expect(askedFor(asked, 'list downloads')).toEqual([{}, {}, {}]);
});

test('what could not be shown of more is asked for again', async () => {
  let isAway = true;
  const { visitor, asked } = show({
    lists: {
      downloads: ({ cursor }) => {
        if (!cursor) return ok({ rows: [download('1')], cursor: 'c1' });
        return isAway ? refused('busy', 503) : ok({ rows: [download('2')], cursor: null });
      },
    },
  });
  await visitor.click(await screen.findByRole('button', { name: 'Show more' }));
  const alert = await screen.findByRole('alert');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  isAway = false;
  await visitor.click(within(alert).getByRole('button'));
  expect(await screen.findByText('Film 2')).toBeDefined();
  expect(askedFor(asked, 'list downloads')).toEqual([{}, { cursor: 'c1' }, { cursor: 'c1' }]);
});

test('while all of a list is looked for, nothing is said of it, and its filters stay', async () => {
  const held = Promise.withResolvers<void>();
  const { visitor } = show(
    {
      lists: {
        downloads: ({ state }) =>
          state === 'open' ? ok({ rows: [], cursor: null }) : held.promise.then(whole(download('1'))),
      },
    },
    { state: 'open' },
  );
  await screen.findByText('Nothing matches these filters.');
  const filter = screen.getByLabelText('Status');
  await visitor.selectOptions(filter, 'All');
  expect(screen.queryByText('None.')).toBeNull();
  expect(screen.queryByText('Nothing matches these filters.')).toBeNull();
  expect(screen.getByRole('status', { name: 'Loading…' })).toBeDefined();
  expect(document.activeElement).toBe(filter);
  held.resolve();
  expect(await screen.findByText('Film 1')).toBeDefined();
  expect(document.activeElement).toBe(filter);
});

test('a file of the whole that breaks off on its way says so, and can be had once more', async () => {
  let isBroken = true;
  const saved: string[] = [];
  const broken = () => new ReadableStream({ pull: () => Promise.reject(new TypeError('terminated')) });
  const { visitor, asked } = showAdminPage(
    () => <ExportButtons list="downloads" wanted={{ search: 'film' }} save={(name) => saved.push(name)} />,
    { whole: () => new Response(isBroken ? broken() : 'all') },
  );
  await visitor.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect((await screen.findByRole('alert')).dataset['code']).toBe('internal');
  expect(saved).toEqual([]);
  isBroken = false;
  await visitor.click(screen.getByRole('button', { name: 'Download JSON' }));
  await expect.poll(() => saved).toEqual(['downloads.json']);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(askedFor(asked, 'export downloads').at(-1)).toEqual({ search: 'film', format: 'json' });
});

test('something is done with a row after a question, and the list is asked for anew', async () => {
  let isThere = true;
  const { visitor, asked } = show({
    lists: { downloads: () => ok({ rows: isThere ? [download('1')] : [], cursor: null }) },
    calls: {
      cancelDownload: () => {
        isThere = false;
        return ok(null);
      },
    },
  });
  await visitor.click(await screen.findByRole('button', { name: 'End: Film 1' }));
  expect(askedFor(asked, 'cancelDownload')).toEqual([]);
  await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'End' }));
  expect(await screen.findByText('None.')).toBeDefined();
  expect(askedFor(asked, 'cancelDownload')).toEqual([{ id: '1' }]);
});

test('the keyboard stays in the list when its row is gone', async () => {
  let rows = [download('1'), download('2')];
  const { visitor } = show({
    lists: { downloads: () => ok({ rows, cursor: null }) },
    calls: {
      cancelDownload: ({ id }) => {
        rows = rows.filter((row) => row.id !== id);
        return ok(null);
      },
    },
  });
  const end = async (name: string) => {
    (await screen.findByRole('button', { name })).focus();
    await visitor.keyboard('{Enter}');
    within(screen.getByRole('dialog')).getByRole('button', { name: 'End' }).focus();
    await visitor.keyboard('{Enter}');
    await expect.poll(() => screen.queryByRole('button', { name })).toBeNull();
  };
  await end('End: Film 1');
  expect(document.activeElement).toBe(screen.getByRole('table'));
  await end('End: Film 2');
  expect(screen.getByText('None.').closest('[tabindex]')).toBe(document.activeElement);
});

test.each([
  [404, 'This no longer exists.'],
  [409, 'This isn’t possible right now.'],
])('an invalid request answered %i says what that means', async (status, words) => {
  const { visitor } = show({
    lists: { downloads: whole(download('1')) },
    calls: { cancelDownload: () => refused('invalid_request', status) },
  });
  await visitor.click(await screen.findByRole('button', { name: 'End: Film 1' }));
  await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'End' }));
  expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain(words);
});
