import { fail, type Result } from '#/model/failure.ts';
import { outcomeOf } from '#/model/outcome.ts';
import type { Settings } from '#/server/env.ts';
import { createAccountCookies } from '#/server/engine/egress-routes/account-cookies.ts';
import { openEngine } from '#/server/index.ts';
import { readTold, recordingDoor } from './recording-door.ts';
import type { RawExchange, Recording } from './recording.ts';
import { scrubRecording } from './scrub.ts';

/**
 * Reads a link once, as the site does, and tells what was asked and answered, scrubbed; also where the platform refused. Failures: those
 * of a link that is none. Throws LeftSecretError and SettingsError. The engine works in `folder`.
 */
export async function recordLink(settings: Settings, link: string, folder: string): Promise<Result<Recording>> {
  const exchanges: RawExchange[] = [];
  const { engine, egress, ffmpeg } = await openEngine(
    { ...settings, ENGINE_WORKERS: 1 },
    {
      folder,
      log: () => {},
      onExchange: (told) => exchanges.push(readTold(told)),
      around: (door) => recordingDoor(door, (exchange) => exchanges.push(exchange)),
    },
  );
  try {
    const identified = await engine.identify(link);
    const platform = identified.ok ? identified.value.platform : identified.failure.platform;
    if (!platform) return identified.ok ? fail('unsupported_link') : identified;
    const read = await engine.resolve(identified.ok ? identified.value.canonicalUrl : link);
    return {
      ok: true,
      value: scrubRecording({
        about: {
          platform,
          link: identified.ok ? identified.value.canonicalUrl : link,
          recordedOn: new Date().toISOString().slice(0, 10),
          extractor: engine.health().extractor,
          outcome: outcomeOf(read),
        },
        media: read.ok ? read.value.media : null,
        exchanges,
        secrets: secretsOf(settings, egress.proxyUrl),
      }),
    };
  } finally {
    await ffmpeg?.close();
    await engine.close();
    await egress.close();
  }
}

/** Shorter are languages and sizes of windows, which mean nothing where they are found. */
const SHORTEST_SESSION = 10;

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function secretsOf({ EGRESS_ROUTES: routes, PLATFORM_COOKIES: accounts }: Settings, proxyUrl: string): string[] {
  const ofRoutes = routes.flatMap((route) => {
    if (route.kind === 'direct') return [];
    if (route.kind === 'prefix') return [route.network];
    return [route.host, ...(route.credentials ? [route.credentials.user, route.credentials.password] : [])];
  });
  const ofAccounts = accounts.flatMap((file) => {
    const cookies = createAccountCookies([file], () => {})(file.platform, file.route ?? '') ?? [];
    return cookies.flatMap(({ value }) => [value, decoded(value)]).filter((value) => value.length >= SHORTEST_SESSION);
  });
  return [new URL(proxyUrl).password, ...ofRoutes, ...ofAccounts];
}
