import * as v from 'valibot';
import { ok } from '#/model/failure.ts';
import { type AdminRoute, route } from './route.ts';

/** What the admin API can do, for programs. */
export const DOCUMENT_ROUTES: AdminRoute[] = [
  route({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    answer: v.looseObject({ openapi: v.string() }),
    handle: async (_, { adminDocument }) => ok(adminDocument()),
  }),
];
