import { expect, test } from 'vitest';
import { LISTS, type Operation, OPERATIONS } from '#/admin/operations.ts';
import { ADMIN_ROUTES } from '#/server/http/admin/serve-admin.ts';

const operations: Operation[] = Object.values(OPERATIONS);
const lists = Object.keys(LISTS).flatMap((name) => [`GET /${name}`, `GET /${name}/export`]);
/** Told to programs alone. */
const DOCUMENT = 'GET /openapi.json';
const name = ({ method, path }: Pick<Operation, 'method' | 'path'>) => `${method} ${path}`;

test('the pages know every route of the admin API, and no other', () => {
  const known = [...operations.map(name), ...lists];
  expect([...known, DOCUMENT].toSorted()).toEqual(ADMIN_ROUTES.map(name).toSorted());
});

test.each(operations.map((operation) => ({ name: name(operation), operation })))(
  '$name takes and answers by the schemas of the API',
  ({ operation }) => {
    const route = ADMIN_ROUTES.find((one) => name(one) === name(operation));
    expect([operation.answer === null, operation.body === null]).toEqual([
      route?.answer === null,
      route?.body === null,
    ]);
    if (operation.answer) expect(operation.answer).toBe(route?.answer);
  },
);
