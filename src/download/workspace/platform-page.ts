import type { PlatformHealth } from '#/model/download.ts';
import type { ChangedFacts } from '#/model/facts.ts';
import type { Platform } from '#/model/platform.ts';

/** What a platform's page tells: how it does, null where that is not known, and which numbers of app.config.ts are others on this installation. */
type PlatformPage = { health: PlatformHealth | null; changedFacts: ChangedFacts };

export async function readPlatformPage(platform: Platform): Promise<PlatformPage> {
  // What calls the server is no part of every page: the browser asks this where a page has no payload only.
  const { getPlatformPages } = await import('../download.functions.ts');
  const { platforms, changedFacts } = await getPlatformPages();
  return { health: platforms.ok ? platforms.value[platform] : null, changedFacts };
}

let shown: { platform: Platform; page: PlatformPage } | undefined;

/** Remembers in the browser what a page tells. */
export function keepShown(platform: Platform, page: PlatformPage): void {
  shown = { platform, page };
}

/** What the page of a platform that is open in the browser tells: in another language it is the same. undefined: no such page is open. */
export function shownOf(platform: Platform): PlatformPage | undefined {
  return shown?.platform === platform ? shown.page : undefined;
}
