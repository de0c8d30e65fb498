import type { PlatformHealth } from '#/model/download.ts';
import type { Platform } from '#/model/platform.ts';
import { getPlatformHealth } from './download.functions.ts';

/** How a platform does at the moment; null where that is not known. */
export async function readPlatformHealth(platform: Platform): Promise<PlatformHealth | null> {
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
