import * as v from 'valibot';
import { ApiKey, CreatedApiKey, NewApiKey } from '#/model/api-key.ts';
import { ok } from '#/model/failure.ts';
import { listRoutes } from './list.ts';
import { type AdminRoute, route, UNKNOWN } from './route.ts';

/** Keys of the downloader API: the operator's own, and those of users. */
export const KEY_ROUTES: AdminRoute[] = [
  ...listRoutes({
    path: '/keys',
    summary: 'Keys of everybody, revoked ones too',
    filters: v.object({}),
    row: ApiKey,
    // Few enough to be given at once.
    page: async ({ keyBook }) => ({ rows: await keyBook.list(null), cursor: null }),
  }),
  route({
    method: 'POST',
    path: '/keys',
    summary: 'Makes a key of the operator; only this answer has the key itself',
    body: NewApiKey,
    answer: CreatedApiKey,
    async handle({ actor, body }, { apiKeys, audit }) {
      const created = await apiKeys.create(null, body);
      if (!created.ok) return created;
      const { key } = created.value;
      await audit.note({ actor, action: 'key.create' }, { target: key.id, before: null, after: key });
      return ok(created.value);
    },
  }),
  route({
    method: 'DELETE',
    path: '/keys/{id}',
    summary: 'Revokes a key, whoever it belongs to',
    async handle({ actor, id }, { apiKeys, keyBook, audit }) {
      const before = v.is(ApiKey.entries.id, id) && (await keyBook.list(null)).find((key) => key.id === id);
      if (!before) return UNKNOWN;
      const revoked = await apiKeys.revoke(null, id);
      if (!revoked.ok) return UNKNOWN;
      const after = (await keyBook.list(null)).find((key) => key.id === id) ?? null;
      await audit.note({ actor, action: 'key.revoke' }, { target: id, before, after });
      return ok(null);
    },
  }),
];
