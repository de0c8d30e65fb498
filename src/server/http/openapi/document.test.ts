import { Validator } from '@seriousme/openapi-schema-validator';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { OPERATION_IDS, type OperationId } from '#/model/api-reference.ts';
import { DownloadRecord, Resolved } from '#/model/download.ts';
import { FiledTakedown } from '#/model/operations.ts';
import { ALL_ROUTES } from '../all-routes.ts';
import { DOWNLOADER_ROUTES, PUBLIC_OPERATIONS } from '../rest/public-operations.ts';
import { STATUS } from '../http-status.ts';
import { makeDocument } from './document.ts';

const document = makeDocument(PUBLIC_OPERATIONS);
const told = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

test('the document is valid OpenAPI 3.1, and every reference in it leads somewhere', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect([valid, validator.version]).toEqual([true, '3.1']);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(50);
  const components: Record<string, object> = document.components;
  for (const [, kind = '', name = ''] of references) expect(Object.keys(components[kind] ?? {})).toContain(name);
  expect(JSON.stringify(document)).not.toContain('$defs');
});

test('every route of the table is in it, and nothing else', () => {
  const names = (list: readonly { method: string; path: string }[]) =>
    list.map(({ method, path }) => `${method} ${path}`).toSorted();
  expect(names(told)).toEqual(names(PUBLIC_OPERATIONS));
  expect(told.map(({ operation }) => operation.operationId).toSorted()).toEqual([...OPERATION_IDS].toSorted());
  const known = names(ALL_ROUTES);
  expect(new Set(known).size).toBe(known.length);
  for (const name of names(told)) expect(known).toContain(name);
});

test('an operation tells its limit, its versions, its repetition and every way it can fail', () => {
  for (const route of DOWNLOADER_ROUTES) {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()];
    const { responses = {}, parameters = [], security = [] } = operation ?? {};
    for (const code of route.failures) expect(responses[STATUS[code]]?.description).toContain(code);
    const [answer] = route.answers;
    const headers = Object.keys(responses[answer.status]?.headers ?? {});
    expect(headers.includes('RateLimit-Remaining')).toBe(route.limit !== null);
    expect(headers.includes('ETag')).toBe(route.isVersioned);
    expect('304' in responses).toBe(route.isVersioned);
    expect(parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(route.isIdempotent);
    expect(security.length > 0).toBe(route.credential !== 'none');
  }
});

test('an operation has an example of all that it takes and of its usual answer, by its own schemas, and the document shows it', () => {
  let answered = 0;
  for (const { id, method, path, parameters, query, body, answers, example } of PUBLIC_OPERATIONS) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    const names = Object.keys({ ...parameters?.entries, ...query?.entries });
    expect(names, id).toEqual(expect.arrayContaining(Object.keys(example.parameters ?? {})));
    expect(Object.keys(example.parameters ?? {}), id).toEqual(
      expect.arrayContaining(Object.keys(parameters?.entries ?? {})),
    );
    if (body) expect(v.parse(body, example.body), id).toEqual(example.body);
    const [{ status, contentType, schema }] = answers;
    const content = operation?.responses[status]?.content?.[contentType ?? ''];
    expect(content?.example, id).toEqual(schema ? example.answer : undefined);
    if (contentType === 'application/json') expect(schema, id).not.toBeNull();
    if (!schema) continue;
    // Nothing that a schema does not know, and all that it puts in where it is missing.
    expect(v.parse(schema, example.answer), id).toEqual(example.answer);
    answered++;
  }
  expect(answered).toBeGreaterThan(10);
});

test('examples are about the same things: what one answers, the next one takes', () => {
  const told = Object.fromEntries(PUBLIC_OPERATIONS.map(({ id, example }) => [id, example])) as Record<
    OperationId,
    { parameters?: Record<string, string>; body?: unknown; answer?: unknown }
  >;
  const { links } = v.parse(Resolved, told.resolve.answer);
  expect(Object.values(links)).toContain(v.parse(v.object({ link: v.string() }), told.createDownload.body).link);
  expect(Object.values(links)).toContain(`/api/video/${told.getVideo.parameters?.['token']}`);
  const { id } = v.parse(DownloadRecord, told.createDownload.answer);
  expect(told.getDownload).toMatchObject({ parameters: { id }, answer: { id, state: 'ready' } });
  expect(told.followDownload).toMatchObject({ parameters: { id }, answer: { id } });
  const { key, ...query } = told.getKeptFile.parameters ?? {};
  const { file } = v.parse(DownloadRecord, told.getDownload.answer);
  expect(file?.link).toBe(`/files/${key}?${new URLSearchParams(query)}`);
  expect(told.fileCounterNotice.body).toMatchObject({ caseId: v.parse(FiledTakedown, told.fileTakedown.answer).id });
});

test('what may be left out of a request is always there in an answer', () => {
  const { Resolved: resolved, HistoryPage, WebhookEvent } = document.components.schemas;
  expect(resolved?.['required']).toContain('shown');
  expect(HistoryPage?.['required']).toEqual(['downloads', 'cursor']);
  expect(WebhookEvent).toBeDefined();
});
