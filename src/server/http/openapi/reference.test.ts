import { expect, test } from 'vitest';
import { example } from '#app.config';
import { OPERATION_IDS } from '#/model/api-reference.ts';
import { PUBLIC_OPERATIONS } from '../rest/public-operations.ts';
import { makeReference } from './reference.ts';

const { operations, shapes, failures } = makeReference(PUBLIC_OPERATIONS);
const named = (id: string) => operations.find((operation) => operation.id === id);

test('every operation is told, with fields that say their types and which are needed', () => {
  expect(operations.map(({ id }) => id).toSorted()).toEqual([...OPERATION_IDS].toSorted());
  expect(named('resolve')?.body).toMatchObject({
    type: 'ResolveRequest',
    fields: [
      { name: 'url', type: 'string', isRequired: true },
      { name: 'from', type: 'integer', isRequired: false },
    ],
  });
  expect(named('resolve')?.answers).toMatchObject([{ status: 200, contentType: 'application/json', type: 'Resolved' }]);
  expect(named('getDownload')?.parameters).toMatchObject([
    { name: 'id', in: 'path', isRequired: true },
    { name: 'waitS', in: 'query', type: 'integer', isRequired: false, example: '30' },
    { name: 'If-None-Match', in: 'header' },
  ]);
  const keep = named('createDownload')?.body?.fields.map(({ name }) => name);
  expect(keep).toEqual(['link', 'urls', 'title', 'kind', 'heightPx', 'webhook']);
});

test('what a reader sends as it stands is answered: the free film that the home page offers; notices are about no film that anybody has', () => {
  expect(JSON.parse(named('resolve')?.body?.example ?? '')).toEqual({ url: example?.link });
  expect(named('fileTakedown')?.body?.example).not.toContain(example?.link);
});

test('the usual answer has an example, as it comes: JSON in lines, events as they are sent; no other answer has one', () => {
  const examplesOf = (id: string) => named(id)?.answers.map(({ status, example: text }) => [status, text]);
  const [[, resolved] = []] = examplesOf('resolve') ?? [];
  expect(resolved).toMatch(/^\{\n  "media": \{\n/);
  expect(JSON.parse(String(resolved))).toMatchObject({ media: { canonicalUrl: example?.link } });
  expect(examplesOf('getReadiness')).toEqual([
    [200, '{\n  "status": "ready",\n  "failing": []\n}'],
    [503, null],
  ]);
  const [[, event] = []] = examplesOf('followDownload') ?? [];
  expect(event).toMatch(/^event: progress\ndata: \{"id":"0b5b7a52-[^\n]+\}$/);
  expect(examplesOf('cancelDownload')).toEqual([[204, null]]);
  expect(examplesOf('getUsage')?.map(([, text]) => typeof text)).toEqual(['string', 'object']);
});

test('every shape that a type names is told', () => {
  const types = [
    ...operations.flatMap(({ answers, body }) => [...answers.map(({ type }) => type ?? ''), body?.type ?? '']),
    ...shapes.flatMap(({ fields }) => fields.map(({ type }) => type)),
  ];
  const mentioned = types.flatMap((type) => type.replaceAll(/"[^"]*"/g, '').match(/\b[A-Z]\w+/g) ?? []);
  const known = new Set(['Record', ...shapes.map(({ name }) => name)]);
  expect(mentioned.filter((name) => !known.has(name))).toEqual([]);
  expect(shapes.find(({ name }) => name === 'Media')?.fields).toContainEqual({
    name: 'hints.startS',
    type: 'number | null',
    isRequired: true,
  });
  expect(shapes.find(({ name }) => name === 'Platform')?.values).toContain('youtube');
});

test('failures are those that an operation can have', () => {
  expect(failures).toContainEqual({ code: 'limit_reached', status: 429 });
  expect(failures.map(({ code }) => code)).not.toContain('offline');
});
