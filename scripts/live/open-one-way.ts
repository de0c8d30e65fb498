import { PLATFORMS } from '#/model/platform.ts';
import type { Settings } from '#/server/env.ts';
import { openEngine } from '#/server/index.ts';
import type { OneWay } from './try-links.ts';

/** The site's own engine and door with one way out, one at a time in a folder. Throws SettingsError. */
export async function openOneWay(settings: Settings, route: string, folder: string): Promise<OneWay> {
  const { engine, egress, ffmpeg } = await openEngine(
    {
      ...settings,
      ENGINE_WORKERS: 1,
      EGRESS_PLATFORM_ROUTES: Object.fromEntries(PLATFORMS.map((platform) => [platform, [route]])),
      // What is tried on purpose is not put off.
      EGRESS_REQUESTS_PER_HOUR: undefined,
      EGRESS_VIDEOS_PER_HOUR: undefined,
    },
    { folder, log: () => {} },
  );
  return {
    engine,
    egress,
    async close() {
      await ffmpeg?.close();
      await engine.close();
      await egress.close();
    },
  };
}
