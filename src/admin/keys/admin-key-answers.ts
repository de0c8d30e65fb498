import * as v from 'valibot';
import { BLANK, KeyAnswers, toNewKey } from '#/account/pages/keys/key-answers.ts';
import { m } from '#/language/paraglide/messages.js';
import type { NewAdminKey } from '#/model/admin.ts';
import type { ApiKeyLimits } from '#/model/api-key.ts';

/** In the order of the form. */
export const KEY_LIMITS = [
  'resolutions',
  'downloads',
  'gigabytesPerDay',
  'transfers',
] as const satisfies readonly (keyof ApiKeyLimits)[];

/** As the field has it; empty: as configured. */
const Count = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => /^\d{0,7}$/.test(text) && Number(text) <= 1_000_000,
    () => m.admin_keys_number_wrong(),
  ),
);

/** What the form of a key asks an operator, as its fields have it. */
export const AdminKeyAnswers = v.object({
  ...KeyAnswers.entries,
  /** Whatever the user pool finds people by; empty: the operator's own. */
  username: v.pipe(v.string(), v.trim(), v.maxLength(256)),
  resolutions: Count,
  downloads: Count,
  gigabytesPerDay: Count,
  transfers: Count,
});
export type AdminKeyAnswers = v.InferInput<typeof AdminKeyAnswers>;

export const BLANK_ADMIN_KEY: AdminKeyAnswers = {
  ...BLANK,
  username: '',
  resolutions: '',
  downloads: '',
  gigabytesPerDay: '',
  transfers: '',
};

/** The key that valid answers ask for. */
export function toNewAdminKey(answers: AdminKeyAnswers): NewAdminKey {
  const read = v.parse(AdminKeyAnswers, answers);
  const asked = KEY_LIMITS.filter((limit) => read[limit] !== '');
  return {
    ...toNewKey(answers),
    limits: Object.fromEntries(asked.map((limit) => [limit, Number(read[limit])])),
    username: read.username === '' ? null : read.username,
  };
}
