import type { PlatformHealth } from '#/model/download.ts';
import type { Platform } from '#/model/platform.ts';

/** How a platform does at the moment; null where that is not known. */
export async function readPlatformHealth(platform: Platform): Promise<PlatformHealth | null> {
  // What calls the server is no part of every page: the browser asks this where a page has no payload only.
  const { getPlatformHealth } = await import('./download.functions.ts');
  const told = await getPlatformHealth();
  return told.ok ? told.value[platform] : null;
}

type Shown = { platform: Platform; health: PlatformHealth | null };

let shown: Shown | undefined;

/** Remembers in the browser what a page tells. */
export function keepShownHealth(told: Shown): void {
  shown = told;
}

/** What the page of a platform that is open in the browser tells: in another language it is the same. undefined: no such page is open. */
export function shownHealth(platform: Platform): PlatformHealth | null | undefined {
  return shown?.platform === platform ? shown.health : undefined;
}
