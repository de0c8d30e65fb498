import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDownloaderClient } from '#/server/http/client.ts';
import type { Downloader } from '#/server/service/downloader.ts';
import { type S3Server, startS3Server } from '#/server/bucket/fixtures/s3-server.ts';
import { SIZE_WAIT_MS } from '#/server/engine/fixtures/local-extractor.ts';
import { extractorEnvironment, rememberedExtractor } from '../../scripts/setup/extractor/extractor.ts';
import { findProgram } from '../../scripts/setup/programs.ts';
import { type Platforms, startPlatforms } from '../platforms/server.ts';
import { copyCompiledExtractor } from '../setup/compiled-extractor.ts';
import { freePort } from '../setup/ports.ts';
import { type Postgres, startPostgres } from '../setup/postgres.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { createSiteProcess, type SiteProcess } from './site-process.ts';

export const API_KEY = 'a key that only tests of several machines use';

/** A site on several machines, each a process: the built site, as docs/several-machines.md says. */
export type Cluster = {
  webs: [SiteProcess, SiteProcess];
  workers: [SiteProcess, SiteProcess];
  /** Each web node by itself, as nginx reaches it. */
  origins: [string, string];
  nginx: Nginx;
  postgres: Postgres;
  databaseUrl: string;
  s3: S3Server;
  platforms: Platforms;
  /** Data folders of all nodes. */
  folder: string;
  client: (origin: string) => Downloader;
  close: () => Promise<void>;
};

/** Everybody in a test has the same address. */
const PLENTY = '100000';

/** Two web nodes behind nginx, two workers, PostgreSQL and S3, in front of the replicas of the platforms. */
export async function startCluster(settings: Record<string, string> = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'clipferry-cluster-'));
  const [platforms, postgres, s3] = [await startPlatforms(), await startPostgres(), await startS3Server()];
  const databaseUrl = await postgres.createDatabase();
  const ports: [number, number] = [await freePort(), await freePort()];
  const nginx = await startNginx(ports);
  const shared = {
    ...siteSettings(platforms),
    DATABASE_URL: databaseUrl,
    S3_BUCKET: s3.settings.bucket,
    S3_ENDPOINT: s3.settings.endpoint,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    PUBLIC_ORIGIN: nginx.origin,
    TRUSTED_PROXY_HOPS: '1',
    ...settings,
  };
  const own = (name: string) => {
    const dataDir = join(folder, name);
    copyCompiledExtractor(join(dataDir, 'engine'));
    return { ...shared, DATA_DIR: dataDir };
  };
  const web = (name: string, port: number) =>
    createSiteProcess(name, 'web', { ...own(name), HOST: '127.0.0.1', PORT: String(port), JOB_WORKERS: '0' });
  const worker = (name: string) => createSiteProcess(name, 'worker', { ...own(name), JOB_WORKERS: '2' });
  const webs: Cluster['webs'] = [web('web-1', ports[0]), web('web-2', ports[1])];
  const workers: Cluster['workers'] = [worker('worker-1'), worker('worker-2')];
  const nodes = [...webs, ...workers];
  // All at once, on an empty database.
  await Promise.all(nodes.map(({ start }) => start()));
  return {
    webs,
    workers,
    origins: [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`],
    nginx,
    postgres,
    databaseUrl,
    s3,
    platforms,
    folder,
    client: (origin) => createDownloaderClient({ origin, apiKey: API_KEY, fetch }),
    async close() {
      await Promise.all(nodes.map(({ close }) => close()));
      await nginx.close();
      await postgres.close();
      await s3.close();
      await platforms.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What every node in a test is told, embedded ones too. */
export function siteSettings({
  tlsPort,
  httpPort,
  bundleFile,
}: Pick<Platforms, 'tlsPort' | 'httpPort' | 'bundleFile'>): Record<string, string> {
  return {
    ...extractorEnvironment(rememberedExtractor()),
    FFMPEG_PATH: findProgram(['ffmpeg']) ?? '',
    DOWNLOADER_API_KEY: API_KEY,
    ENGINE_WORKERS: '1',
    SIZE_WAIT_MS: String(SIZE_WAIT_MS),
    GUEST_RESOLUTIONS: PLENTY,
    GUEST_DOWNLOADS: PLENTY,
    GUEST_GIGABYTES_PER_DAY: PLENTY,
    GUEST_TRANSFERS: PLENTY,
    GUEST_KEPT_FILES: PLENTY,
    GUEST_EVENT_STREAMS: PLENTY,
    IDENTITY_SIGN_UPS_PER_ADDRESS: PLENTY,
    EGRESS_REPLICA_TLS_PORT: String(tlsPort),
    EGRESS_REPLICA_HTTP_PORT: String(httpPort),
    EGRESS_CA_FILE: bundleFile,
  };
}
