import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { ADMIN_ROUTES } from './admin-operations.ts';
import { makeAdminDocument } from './openapi-document.ts';

const document = makeAdminDocument(ADMIN_ROUTES);

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('every route of the admin API is in it, under a name of its own, and nothing else', () => {
  const told = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => ({ name: `${method.toUpperCase()} ${path}`, operationId })),
  );
  const known = ADMIN_ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect(told.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  expect(new Set(told.map(({ operationId }) => operationId)).size).toBe(known.length);
});
