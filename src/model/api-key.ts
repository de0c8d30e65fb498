import * as v from 'valibot';
import { Usage } from './download.ts';
import { Platform } from './platform-schema.ts';
import { CommonInstant } from './instant.ts';
import { Text } from './text.ts';

/** What a key may be for: reading links; having files made, and ending them; looking at its downloads and its limits. */
export const API_ACTIONS = ['resolve', 'download', 'read'] as const;
export const ApiAction = v.picklist(API_ACTIONS);
export type ApiAction = v.InferOutput<typeof ApiAction>;

const Ipv4 = v.pipe(v.string(), v.ipv4());
const Ipv6 = v.pipe(v.string(), v.ipv6());

/** An address, or a network of them in CIDR notation: `203.0.113.7`, `2001:db8::/32`. */
export const Network = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(50),
  v.check((text) => {
    const [, address = '', bits = '0'] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
    if (v.is(Ipv4, address)) return Number(bits) <= 32;
    return v.is(Ipv6, address) && Number(bits) <= 128;
  }, 'must be an address, or a network such as 203.0.113.0/24'),
);

/** What a key may be used for, and from where. null: without restriction. */
export const ApiKeyScopes = v.object({
  platforms: v.nullable(v.pipe(v.array(Platform), v.minLength(1))),
  networks: v.nullable(v.pipe(v.array(Network), v.minLength(1), v.maxLength(20))),
  actions: v.pipe(v.array(ApiAction), v.minLength(1)),
});
export type ApiKeyScopes = v.InferOutput<typeof ApiKeyScopes>;

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** As the settings of guests' limits are bounded. */
const AskedCount = v.optional(v.pipe(Count, v.maxValue(1_000_000)));

/** Resolutions and downloads in each window (`allowances.windowS`), bytes (GB of 10^9) in a day, transfers at once. */
export const ApiKeyLimits = v.object({
  resolutions: Count,
  downloads: Count,
  gigabytesPerDay: Count,
  transfers: Count,
});
export type ApiKeyLimits = v.InferOutput<typeof ApiKeyLimits>;

/** What is asked for when a key is made. */
export const NewApiKey = v.object({
  name: v.pipe(Text, v.trim(), v.nonEmpty(), v.maxLength(100)),
  scopes: ApiKeyScopes,
  /** What is left out is as much as may be. */
  limits: v.optional(
    v.object({ resolutions: AskedCount, downloads: AskedCount, gigabytesPerDay: AskedCount, transfers: AskedCount }),
    {},
  ),
  /** ISO 8601 instant; null: until it is revoked. */
  expiresAt: v.nullable(v.pipe(CommonInstant, v.isoTimestamp())),
  /** Whether downloads of it may name an address that is told of their end. */
  hasWebhooks: v.optional(v.boolean(), false),
});
export type NewApiKey = v.InferOutput<typeof NewApiKey>;

/** A key as it is told: never the key itself. Instants are ISO 8601. */
export const ApiKey = v.object({
  id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  /** What it begins with, so that people can tell theirs apart. */
  prefix: v.string(),
  name: v.string(),
  scopes: ApiKeyScopes,
  limits: ApiKeyLimits,
  hasWebhooks: v.boolean(),
  createdAt: v.string(),
  /** null: until it is revoked. */
  expiresAt: v.nullable(v.string()),
  /** To within a minute; null: never. */
  lastUsedAt: v.nullable(v.string()),
  revokedAt: v.nullable(v.string()),
  /** `sub` of the user whose key it is; null: the operator's. */
  userId: v.nullable(v.string()),
});
export type ApiKey = v.InferOutput<typeof ApiKey>;

/** Told once, when a key is made: nobody can read them again. */
export const CreatedApiKey = v.object({
  key: ApiKey,
  /** What goes into the header `api-key`. */
  secret: v.string(),
  /** What webhooks are signed with (Standard Webhooks: `whsec_…`); null: it has none. */
  webhookSecret: v.nullable(v.string()),
});
export type CreatedApiKey = v.InferOutput<typeof CreatedApiKey>;

/** A key, and what is left of its limits. */
export const ApiKeyUsage = v.object({ key: ApiKey, usage: Usage });
export type ApiKeyUsage = v.InferOutput<typeof ApiKeyUsage>;
