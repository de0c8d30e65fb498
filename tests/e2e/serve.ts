import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SIZE_WAIT_MS } from '#/server/engine/fixtures/local-extractor.ts';
import { rememberedExtractor, extractorEnvironment } from '../../scripts/setup/extractor/extractor.ts';
import { findProgram } from '../../scripts/setup/programs.ts';
import { startPlatforms } from '../platforms/server.ts';
import { copyFirstStart } from '../setup/first-start.ts';
import { TRIAL_SETTINGS } from '../setup/identity-trial-settings.ts';
import { API_KEY } from './settings.ts';

/**
 * The built site on PORT as end-to-end tests meet it: its data folder new, its egress door leading to the replicas of the
 * platforms, whose knobs listen on E2E_CONTROL_PORT. Ends with SIGTERM, and with the site.
 */
const platforms = await startPlatforms({ controlPort: Number(process.env['E2E_CONTROL_PORT'] ?? 0) });
const dataDir = await mkdtemp(join(tmpdir(), 'clipferry-e2e-'));
await copyFirstStart(dataDir);
const site = spawn(process.execPath, ['src/entry.node.ts'], {
  stdio: 'inherit',
  env: {
    ...extractorEnvironment(rememberedExtractor()),
    FFMPEG_PATH: findProgram(['ffmpeg']) ?? '',
    ...process.env,
    ...TRIAL_SETTINGS,
    // All tests come from one address.
    GUEST_RESOLUTIONS: '100000',
    GUEST_DOWNLOADS: '100000',
    GUEST_TRANSFERS: '1000',
    COMPONENTS_PAGE: 'on',
    SIZE_WAIT_MS: String(SIZE_WAIT_MS),
    DATA_DIR: dataDir,
    DOWNLOADER_API_KEY: API_KEY,
    EGRESS_REPLICA_TLS_PORT: String(platforms.tlsPort),
    EGRESS_REPLICA_HTTP_PORT: String(platforms.httpPort),
    EGRESS_CA_FILE: platforms.bundleFile,
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => site.kill(signal));
site.on('exit', async (code) => {
  await platforms.close();
  await rm(dataDir, { recursive: true, force: true });
  process.exit(code ?? 0);
});
