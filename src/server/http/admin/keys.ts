import * as v from 'valibot';
import { NewAdminKey } from '#/model/admin.ts';
import { ApiKey, CreatedApiKey } from '#/model/api-key.ts';
import { ok } from '#/model/failure.ts';
import { listRoutes, Search } from './list.ts';
import { type AdminRoute, route, UNKNOWN } from './route.ts';

/** Keys of the downloader API: the operator's own, and those of users. */
export const KEY_ROUTES: AdminRoute[] = [
  ...listRoutes({
    path: '/keys',
    summary: 'Keys of everybody, revoked ones too',
    filters: v.object({ search: Search }),
    row: ApiKey,
    // Few enough to be given at once.
    page: async ({ keyBook }, { search }) => ({
      rows: (await keyBook.list(null)).filter((key) => isFound(key, search)),
      cursor: null,
    }),
  }),
  route({
    method: 'POST',
    path: '/keys',
    summary: 'Makes a key of the operator or of a user; only this answer has the key itself',
    body: NewAdminKey,
    answer: CreatedApiKey,
    async handle({ actor, body: { username, ...wanted } }, { apiKeys, audit, users }) {
      const user = username === null ? null : await (await users())?.find(username);
      if (username !== null && !user) return UNKNOWN;
      const created = await apiKeys.create(user?.sub ?? null, wanted);
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

/** By its name, what it begins with, or whose it is. */
function isFound({ name, prefix, userId }: ApiKey, search: string): boolean {
  return [name, prefix, userId ?? ''].some((text) => text.toLowerCase().includes(search.toLowerCase()));
}
