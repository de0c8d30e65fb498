import * as v from 'valibot';
import { NewAdminKey } from '#/model/admin.ts';
import { ApiKey, CreatedApiKey } from '#/model/api-key.ts';
import { ok } from '#/model/failure.ts';
import { listOperations, Search } from './list.ts';
import { ADMIN_PATH, adminOperation, UNKNOWN } from './route.ts';

/** Keys of the downloader API: the operator's own, and those of users. */
export const KEY_LIST = listOperations({
  name: 'keys',
  summary: 'Keys of everybody, revoked ones too',
  filters: v.object({ search: Search }),
  row: ApiKey,
  // Few enough to be given at once.
  page: async ({ keyRepository }, { search }) => ({
    rows: (await keyRepository.list(null)).filter((key) => isFound(key, search)),
    cursor: null,
  }),
});

export const KEY_OPERATIONS = {
  createKey: adminOperation({
    id: 'postKeys',
    method: 'POST',
    path: `${ADMIN_PATH}/keys`,
    summary: 'Makes a key of the operator or of a user; only this answer has the key itself',
    body: NewAdminKey,
    answer: CreatedApiKey,
    failures: ['too_many_keys'],
    async handle({ caller: { actor }, body: { username, ...wanted } }, { apiKeys, audit, users }) {
      const user = username === null ? null : await (await users())?.find(username);
      if (username !== null && !user) return UNKNOWN;
      const created = await apiKeys.create(user?.sub ?? null, wanted);
      if (!created.ok) return created;
      const { key } = created.value;
      await audit.note({ actor, action: 'key.create' }, { target: key.id, before: null, after: key });
      return ok(created.value);
    },
  }),
  revokeKey: adminOperation({
    id: 'deleteKeysId',
    method: 'DELETE',
    path: `${ADMIN_PATH}/keys/{id}`,
    summary: 'Revokes a key, whoever it belongs to',
    async handle({ caller: { actor }, id }, { apiKeys, keyRepository, audit }) {
      const before = v.is(ApiKey.entries.id, id) && (await keyRepository.list(null)).find((key) => key.id === id);
      if (!before) return UNKNOWN;
      const revoked = await apiKeys.revoke(null, id);
      if (!revoked.ok) return UNKNOWN;
      const after = (await keyRepository.list(null)).find((key) => key.id === id) ?? null;
      await audit.note({ actor, action: 'key.revoke' }, { target: id, before, after });
      return ok(null);
    },
  }),
};

/** By its name, what it begins with, or whose it is. */
function isFound({ name, prefix, userId }: ApiKey, search: string): boolean {
  return [name, prefix, userId ?? ''].some((text) => text.toLowerCase().includes(search.toLowerCase()));
}
