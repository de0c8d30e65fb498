import * as v from 'valibot';
import { ok } from '#/model/failure.ts';
import { ADMIN_PATH, adminOperation } from './route.ts';

/** What the admin API can do, for programs. */
export const DOCUMENT_OPERATIONS = {
  document: adminOperation({
    id: 'getOpenapiJson',
    method: 'GET',
    path: `${ADMIN_PATH}/openapi.json`,
    summary: 'This document',
    answer: v.looseObject({ openapi: v.string() }),
    handle: async (_, { adminDocument }) => ok(adminDocument()),
  }),
};
