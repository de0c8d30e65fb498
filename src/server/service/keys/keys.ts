import { allowances } from '#app.config';
import { type ApiKeyLimits, type ApiKeyUsage, type CreatedApiKey, type NewApiKey } from '#/model/api-key.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import { type ApiKeyRepository, ownerOfKey } from '#/server/store/tables/api-keys.ts';
import { type GuestLimits, type LimitSettings, userLimits } from '../limits/limit-settings.ts';
import type { Limits } from '../limits/limits.ts';

/** Keys as their users and the operator manage them. `userId` null: the operator. */
export type ApiKeys = {
  /** A user's key may do at most what the user may. Failures: too_many_keys; invalid_request, of one that has expired already. */
  create(userId: string | null, wanted: NewApiKey): Promise<Result<CreatedApiKey>>;
  /** The newest first: a user's in use, or all of everybody for the operator. */
  list(userId: string | null): Promise<ApiKeyUsage[]>;
  /** From then on no server takes it. A user's own only, or anybody's by the operator. Failures: key_unknown. */
  revoke(userId: string | null, id: string): Promise<Result<null>>;
};

type Ports = { repository: ApiKeyRepository; limits: Pick<Limits, 'usage'>; settings: LimitSettings };

export function createApiKeys({ repository, limits, settings }: Ports): ApiKeys {
  return {
    async create(userId, { limits: wanted, ...request }) {
      if (request.expiresAt !== null && Date.parse(request.expiresAt) <= Date.now()) return fail('invalid_request');
      const allowed = userId === null ? { ...settings.key, ...wanted } : within(userLimits(settings), wanted);
      const created = await repository.create({ ...request, userId, limits: allowed }, allowances.keysPerUser);
      return created ? ok(created) : fail('too_many_keys');
    },
    async list(userId) {
      const all = await repository.list(userId);
      const keys = userId === null ? all : all.filter(({ revokedAt }) => revokedAt === null);
      const usageOf = (key: ApiKeyUsage['key']) => limits.usage({ owner: ownerOfKey(key.id), address: null, key });
      return Promise.all(keys.map(async (key) => ({ key, usage: await usageOf(key) })));
    },
    async revoke(userId, id) {
      return (await repository.revoke(id, userId)) ? ok(null) : fail('key_unknown');
    },
  };
}

function within(most: GuestLimits, wanted: NewApiKey['limits']): ApiKeyLimits {
  return {
    resolutions: Math.min(wanted.resolutions ?? Infinity, most.resolutions),
    downloads: Math.min(wanted.downloads ?? Infinity, most.downloads),
    gigabytesPerDay: Math.min(wanted.gigabytesPerDay ?? Infinity, most.gigabytesPerDay),
    transfers: Math.min(wanted.transfers ?? Infinity, most.transfers),
  };
}
