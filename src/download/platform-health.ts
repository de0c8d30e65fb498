import type { PlatformHealth } from '#/model/download.ts';
import type { Platform } from '#/model/platform.ts';
import { getPlatformHealth } from './download.functions.ts';

/** How a platform does at the moment; null where that is not known. */
export async function readPlatformHealth(platform: Platform): Promise<PlatformHealth | null> {
  const told = await getPlatformHealth();
  return told.ok ? told.value[platform] : null;
}
