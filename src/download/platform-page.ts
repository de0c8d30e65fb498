import type { PlatformHealth } from '#/model/download.ts';
import type { ChangedFacts } from '#/model/facts.ts';
import type { Platform } from '#/model/platform.ts';

/** What a platform's page tells: how it does, and which numbers of app.config.ts are others on this installation. */
export type PlatformPage = { health: PlatformHealth | null; changedFacts: ChangedFacts };

/** How a platform does at the moment; null where that is not known. */
export async function readPlatformHealth(platform: Platform): Promise<PlatformHealth | null> {
  // What calls the server is no part of every page: the browser asks this where a page has no payload only.
  const { getPlatformHealth } = await import('./download.functions.ts');
  const told = await getPlatformHealth();
  return told.ok ? told.value[platform] : null;
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
