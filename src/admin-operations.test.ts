import { expect, test } from 'vitest';
import { LISTS, OPERATIONS } from '#/admin/operations.ts';
import { ADMIN_LISTS, ADMIN_OPERATIONS } from '#/server/http/admin/admin-operations.ts';

test('the pages know every operation and every list of the admin API, and no other', () => {
  expect(Object.keys(OPERATIONS).toSorted()).toEqual(Object.keys(ADMIN_OPERATIONS).toSorted());
  expect(Object.keys(LISTS).toSorted()).toEqual(Object.keys(ADMIN_LISTS).toSorted());
});
