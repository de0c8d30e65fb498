import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { OPERATION_IDS } from '#/model/api-reference.ts';
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

test('what may be left out of a request is always there in an answer', () => {
  const { Resolved, HistoryPage, WebhookEvent } = document.components.schemas;
  expect(Resolved?.['required']).toContain('shown');
  expect(HistoryPage?.['required']).toEqual(['downloads', 'cursor']);
  expect(WebhookEvent).toBeDefined();
});
