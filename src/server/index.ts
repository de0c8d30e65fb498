import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createApi, type Api } from './api/index.ts';
import { createDownloaderClient, type DownloaderClient } from './api/client.ts';
import { openDataFolder } from './data-folder.ts';
import { createEgress } from './egress/index.ts';
import { createEngine, egressHosts } from './engine/index.ts';
import { readSettings, type Settings, SettingsError } from './env.ts';
import { createFfmpeg, createTransfer } from './transfer/index.ts';

export { SettingsError };

export type Server = Pick<Api, 'api' | 'handleRaw'> & {
  /** What the site's server functions call: the API of this very server, or the one at DOWNLOADER_API_URL. */
  downloader: DownloaderClient;
  /** Where the site listens, and the address that visitors see if it is another. */
  address: { host: string; port: number; publicOrigin: string | null };
  /** Whether links can be resolved at all. */
  isAvailable: () => boolean;
  close: () => Promise<void>;
};

declare global {
  /** Kept over hot reloads, which would otherwise open the data folder twice. */
  var clipferryServer: Promise<Server> | undefined;
}

/** The one server of this process, with everything behind it. Rejects with SettingsError when it cannot be set up. */
export function server(): Promise<Server> {
  globalThis.clipferryServer ??= start(readSettings());
  return globalThis.clipferryServer;
}

async function start(settings: Settings): Promise<Server> {
  const data = openDataFolder(settings.DATA_DIR, settings.DOWNLOAD_SECRET);
  const log = (message: string) => console.info(message);
  const replica = replicaOf(settings);
  const egress = await createEgress({ allowedHosts: egressHosts, log, ...(replica && { replica }) });
  const ffmpeg = settings.FFMPEG_PATH ? createFfmpeg({ path: settings.FFMPEG_PATH, log }) : null;
  const engine = await createEngine({
    egress,
    python: settings.EXTRACTOR_PYTHON ?? null,
    extractorPath: settings.EXTRACTOR_PATH || null,
    cacheDir: join(data.path, 'engine'),
    size: settings.ENGINE_WORKERS,
    canConvert: ffmpeg !== null,
    log,
    ...(replica && { caBundleFile: replica.caFile }),
    ...(settings.YOUTUBE_PLAYER_CLIENTS && { youtubePlayerClients: settings.YOUTUBE_PLAYER_CLIENTS }),
  });
  const apiKey = settings.DOWNLOADER_API_KEY ?? randomBytes(24).toString('base64url');
  const transfer = createTransfer({ egress, engine, ffmpeg });
  const { api, handleRaw, close } = createApi({ engine, transfer, apiKey, secret: data.secret, log });
  const remote = settings.DOWNLOADER_API_URL;
  return {
    api,
    handleRaw,
    downloader: createDownloaderClient({ origin: remote ?? 'http://embedded', apiKey, fetch: remote ? fetch : api }),
    address: { host: settings.HOST, port: settings.PORT, publicOrigin: settings.PUBLIC_ORIGIN ?? null },
    isAvailable: () => engine.health().available,
    async close() {
      await close();
      await ffmpeg?.close();
      await engine.close();
      await egress.close();
      data.release();
    },
  };
}

function replicaOf(settings: Settings): { tlsPort: number; httpPort: number; caFile: string } | undefined {
  const { EGRESS_REPLICA_TLS_PORT: tlsPort, EGRESS_REPLICA_HTTP_PORT: httpPort, EGRESS_CA_FILE: caFile } = settings;
  if (!tlsPort && !httpPort && !caFile) return undefined;
  if (tlsPort && httpPort && caFile) return { tlsPort, httpPort, caFile };
  throw new SettingsError(
    'EGRESS_REPLICA_TLS_PORT, EGRESS_REPLICA_HTTP_PORT and EGRESS_CA_FILE go together: set all or none.',
  );
}
