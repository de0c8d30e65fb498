import type { Platform } from '#/model/platform.ts';
import { facebook } from './facebook.ts';
import { instagram } from './instagram.ts';
import type { PlatformRules } from './rules.ts';
import { tiktok } from './tiktok.ts';
import { twitter } from './twitter.ts';
import { youtube } from './youtube.ts';

export const platformRules: Record<Platform, PlatformRules> = { facebook, instagram, tiktok, twitter, youtube };

/** What the egress door has to let through for the engine and for the bytes: suffixes of host names. */
export const egressHosts: readonly string[] = [
  ...new Set(Object.values(platformRules).flatMap((rules) => rules.egressHosts)),
];
