import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { ApiReference, OperationId, ReferenceOperation } from '#/model/api-reference.ts';
import { enhanceReference } from './enhance.ts';
import { exampleCode } from './example-code.ts';
import { ReferencePage } from './ReferencePage.tsx';
import { TryIt, type TryTexts } from './TryIt.tsx';

const ID = '0b5b7a52-7f0e-4f3e-8a54-6d1c2b3a4f50';
const GET_DOWNLOAD: ReferenceOperation = {
  id: 'getDownload',
  group: 'downloads',
  method: 'GET',
  path: '/api/v1/downloads/{id}',
  credential: 'key',
  action: 'read',
  parameters: [
    { name: 'id', in: 'path', type: 'string', isRequired: true, example: ID },
    { name: 'waitS', in: 'query', type: 'integer', isRequired: false, example: '30' },
    { name: 'If-None-Match', in: 'header', type: 'string', isRequired: false, example: null },
  ],
  body: null,
  answers: [
    { status: 200, contentType: 'application/json', type: 'DownloadRecord', example: '{\n  "state": "ready"\n}' },
    { status: 304, contentType: null, type: null, example: null },
  ],
  failures: ['unauthorized', 'download_unknown'],
};
const RESOLVE: ReferenceOperation = {
  ...GET_DOWNLOAD,
  id: 'resolve',
  group: 'media',
  method: 'POST',
  path: '/api/v1/resolve',
  action: 'resolve',
  parameters: [],
  body: {
    type: 'ResolveRequest',
    fields: [{ name: 'url', type: 'string', isRequired: true }],
    example: '{\n  "url": "it\'s",\n  "isNew": true\n}',
  },
};
const GET_PLATFORMS: ReferenceOperation = {
  ...GET_DOWNLOAD,
  id: 'getPlatforms',
  group: 'service',
  path: '/api/v1/platforms',
  credential: 'none',
  action: null,
  parameters: [],
};
const REFERENCE: ApiReference = {
  operations: [RESOLVE, GET_DOWNLOAD, GET_PLATFORMS],
  shapes: [{ name: 'DownloadRecord', fields: [{ name: 'id', type: 'string', isRequired: true }], values: [] }],
  failures: [{ code: 'download_unknown', status: 404 }],
};
const TEXTS: TryTexts = {
  title: 'Try it',
  intro: 'From here',
  operation: 'Operation',
  key: 'Key',
  body: 'Body',
  send: 'Send',
  answer: 'Response',
  none: 'No answer',
  operations: { resolve: 'Read', getDownload: 'How far', getPlatforms: 'Which work' } as Record<OperationId, string>,
};

const show = (part: React.ReactNode) => render(<MantineProvider env="test">{part}</MantineProvider>);

test('an operation is told with its key, fields, answers and failures, and each name leads to what it means', () => {
  const { container } = show(<ReferencePage reference={REFERENCE} />);
  const entry = within(screen.getByRole('article', { name: 'Show a download’s progress' }));
  expect(entry.getByText('Needs a key for “read”')).toBeTruthy();
  expect(entry.getByRole('table', { name: 'Parameters' }).textContent).toContain('waitSinteger');
  for (const link of container.querySelectorAll('a[href^="#"]')) {
    const id = link.getAttribute('href')?.slice(1) ?? '';
    if (id !== 'failure-unauthorized' && id !== 'try-it') expect(container.querySelector(`[id="${id}"]`)).toBeTruthy();
  }
  const codes = within(screen.getByRole('table', { name: 'Errors' }));
  expect(codes.getByRole('row', { name: /download_unknown 404/ })).toBeTruthy();
});

test('what an operation usually answers is folded below its statuses, is code to be scrolled and copied, and in no language', async () => {
  const { container } = show(<ReferencePage reference={REFERENCE} />);
  const undo = enhanceReference(container);
  const entry = within(screen.getByRole('article', { name: 'Show a download’s progress' }));
  const summaries = entry.getAllByText('Example response');
  expect(summaries).toHaveLength(1);
  const folded = summaries[0]?.closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.previousElementSibling?.textContent).toContain('304');
  const example = within(folded ?? container).getByRole('figure', { hidden: true });
  expect(example.querySelector('figcaption')?.firstChild?.textContent).toBe('200 application/json');
  expect(example.dataset['language']).toBeUndefined();
  expect(example.querySelector('pre')?.tabIndex).toBe(0);
  const visitor = userEvent.setup();
  await visitor.click(within(example).getByText('Copy'));
  expect(await navigator.clipboard.readText()).toBe('{\n  "state": "ready"\n}');
  undo();
});

test('the index has every heading of the page, in its order, no two of the same name; schemas stand by theirs', () => {
  const shape = (name: string) => ({ name, fields: [], values: [] });
  const { container } = show(
    <ReferencePage reference={{ ...REFERENCE, shapes: [shape('Usage'), shape('DownloadRecord')] }} />,
  );
  const headings = [...container.querySelectorAll('h2')].map(({ id, textContent }) => [`#${id}`, textContent]);
  const links = [...container.querySelectorAll('nav ul:not(ul ul) > li > a')].map((link) => [
    link.getAttribute('href'),
    link.textContent,
  ]);
  // The form to try it with comes after what the page is made of.
  expect(links).toEqual([...headings, ['#try-it', 'Try it']]);
  expect(new Set(links.map(([, name]) => name)).size).toBe(links.length);
  const names = [...container.querySelectorAll('[id^="shape-"] > code')].map(({ textContent }) => textContent);
  expect(names).toEqual(['DownloadRecord', 'Usage']);
});

test('what programs send stands as code in sentences; an address has its method apart from its path', () => {
  const { container } = show(<ReferencePage reference={REFERENCE} />);
  const codes = [...container.querySelectorAll('p > code')].map(({ textContent }) => textContent);
  for (const name of ['api-key', 'RateLimit', 'Retry-After', 'ETag', '/api/graphql', 'application/problem+json'])
    expect(codes).toContain(name);
  const address = container.querySelector('summary code:has(> b)');
  expect(address?.querySelector('b')?.textContent).toBe('POST');
  expect(address?.querySelector('span')?.textContent).toBe('/api/v1/resolve');
});

test('the filter leaves what matches, in the index and on the page, and says where nothing does', async () => {
  const { container } = show(<ReferencePage reference={REFERENCE} />);
  const undo = enhanceReference(container);
  const field = screen.getByLabelText('Filter');
  await userEvent.type(field, '/platforms');
  const index = within(screen.getByRole('navigation', { name: 'Contents' }));
  expect(index.queryByRole('link', { name: 'Show a download’s progress' })).toBeNull();
  expect(index.getByRole('link', { name: 'Show which platforms work now' })).toBeTruthy();
  await userEvent.type(field, 'x');
  expect(screen.getByText('No matches').hidden).toBe(false);
  await userEvent.clear(field);
  expect(index.getByRole('link', { name: 'Show a download’s progress' })).toBeTruthy();
  undo();
});

test('an address opens what it leads to, and an example is copied whole', async () => {
  const { container } = show(<ReferencePage reference={REFERENCE} />);
  Element.prototype.scrollIntoView = vi.fn();
  const folded = container.querySelector('#getDownload')?.closest('details');
  expect(folded?.open).toBe(false);
  location.hash = '#getDownload';
  const undo = enhanceReference(container);
  expect(folded?.open).toBe(true);
  const visitor = userEvent.setup();
  const button = folded?.querySelector<HTMLElement>('[data-language="curl"] [data-copy-code]');
  if (button) await visitor.click(button);
  expect(await navigator.clipboard.readText()).toMatch(/^curl '.*api-key/s);
  expect(button?.textContent).toBe('Copied');
  undo();
  location.hash = '';
});

test('examples call the operation in three languages, and can be pasted', () => {
  const [curl, javascript, python] = exampleCode(GET_DOWNLOAD, 'https://clipferry.example').map(({ code }) => code);
  const url = `https://clipferry.example/api/v1/downloads/${ID}?waitS=30`;
  expect(curl).toBe(`curl '${url}' \\\n  -H 'api-key: cf_YOUR_KEY'`);
  expect(javascript).toContain(`fetch('${url}', {\n  headers: { 'api-key': 'cf_YOUR_KEY' },\n})`);
  expect(python).toContain(`requests.get(\n    "${url}",\n    headers={"api-key": "cf_YOUR_KEY"},\n)`);
  const [posted, , snake] = exampleCode(RESOLVE, '').map(({ code }) => code);
  expect(posted).toContain(String.raw`it'\''s`);
  expect(snake).toContain('"isNew": True');
});

test('the form calls the own server with what was typed, without cookies, and shows status, headers and body', async () => {
  const answer = new Response('{"state":"done"}', { status: 200, headers: { etag: 'W/"x"' } });
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
  show(<TryIt operations={REFERENCE.operations} texts={TEXTS} />);
  expect(screen.queryByLabelText('Key')?.closest('label')?.hidden).toBe(true);
  await userEvent.selectOptions(screen.getByLabelText('Operation'), 'getDownload');
  await userEvent.type(screen.getByLabelText('Key'), 'cf_secret');
  await userEvent.type(screen.getByLabelText('waitS'), '5');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/etag: W\/"x"[^]*"state": "done"/)).toBeTruthy();
  const [url, init] = fetch.mock.calls[0] ?? [];
  expect(url).toBe(`/api/v1/downloads/${ID}?waitS=5`);
  expect(init).toMatchObject({ method: 'GET', credentials: 'omit' });
  expect([...new Headers(init?.headers)]).toEqual([['api-key', 'cf_secret']]);
});

test('where there is no answer, the form says so', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('network'));
  show(<TryIt operations={REFERENCE.operations} texts={TEXTS} />);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('No answer')).toBeTruthy();
});
