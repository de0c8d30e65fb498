import * as v from 'valibot';
import { m } from '#/language/paraglide/messages.js';
import { API_ACTIONS, ApiAction, Network, type NewApiKey } from '#/model/api-key.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { Platform } from '#/model/platform-schema.ts';

/** Days that a key may work for. */
export const KEY_DAYS = [30, 90, 365] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

const lines = (text: string) => text.split(/[\s,]+/).filter((line) => line !== '');

/** What the form asks, as its fields have it. */
export const KeyAnswers = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => m.account_keys_name_missing()),
    v.maxLength(100),
  ),
  /** Empty: until it is revoked. */
  days: v.picklist(['', ...KEY_DAYS.map(String)]),
  actions: v.pipe(
    v.array(ApiAction),
    v.minLength(1, () => m.account_keys_choose()),
  ),
  platforms: v.pipe(
    v.array(Platform),
    v.minLength(1, () => m.account_keys_choose()),
  ),
  networks: v.pipe(
    v.string(),
    v.check(
      (text) => lines(text).length <= 20 && lines(text).every((line) => v.is(Network, line)),
      () => m.account_keys_networks_wrong(),
    ),
  ),
  hasWebhooks: v.boolean(),
});
export type KeyAnswers = v.InferInput<typeof KeyAnswers>;

export const BLANK: KeyAnswers = {
  name: '',
  days: '',
  actions: [...API_ACTIONS],
  platforms: [...PLATFORMS],
  networks: '',
  hasWebhooks: false,
};

/** The key that valid answers ask for. */
export function toNewKey(answers: KeyAnswers, nowMs = Date.now()): NewApiKey {
  const { name, days, actions, platforms, networks, hasWebhooks } = v.parse(KeyAnswers, answers);
  const only = lines(networks);
  return {
    name,
    hasWebhooks,
    limits: {},
    expiresAt: days === '' ? null : new Date(nowMs + Number(days) * DAY_MS).toISOString(),
    scopes: {
      actions,
      // All of today's is all: a platform that is added later is among them.
      platforms: platforms.length === PLATFORMS.length ? null : platforms,
      networks: only.length === 0 ? null : only,
    },
  };
}
