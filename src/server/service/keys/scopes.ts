import type { ApiAction } from '#/model/api-key.ts';
import { type Failure } from '#/model/failure.ts';
import { platformOfLink } from '#/model/links/links.ts';
import type { Platform } from '#/model/platform.ts';
import type { Caller } from '../limits/caller.ts';

/** Failure of a caller whose key is not for this; null: it may. Visitors may do all there is. */
export function forbiddenAction({ key }: Caller, action: ApiAction): Failure | null {
  return !key || key.scopes.actions.includes(action) ? null : { code: 'forbidden' };
}

/** The same of a platform. */
export function forbiddenPlatform({ key }: Caller, platform: Platform): Failure | null {
  return !key?.scopes.platforms || key.scopes.platforms.includes(platform) ? null : { code: 'forbidden', platform };
}

/** The same of the platforms of links, as far as their text tells. */
export function forbiddenLink(caller: Caller, links: readonly string[]): Failure | null {
  for (const link of links) {
    const platform = platformOfLink(link);
    const forbidden = platform && forbiddenPlatform(caller, platform);
    if (forbidden) return forbidden;
  }
  return null;
}
