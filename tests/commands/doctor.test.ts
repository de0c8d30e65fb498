import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowserFingerprints } from '#/server/engine/fixtures/local-extractor.ts';
import { ENGINE, ROOT } from '../../scripts/setup/paths.mjs';
import { startPlatforms } from '../platforms/server.ts';
import { bareEnvironment } from '../setup/bare-environment.ts';

/** What the command is made of beside the scripts, which remember what they have found in a folder beside them. */
const PARTS = ['src', 'node_modules', 'app.config.ts', 'package.json', 'tsconfig.json'];

let folder: string;
let platforms: Awaited<ReturnType<typeof startPlatforms>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-doctor-'));
  chmodSync(folder, 0o755);
  cpSync(join(ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true });
  for (const part of PARTS) symlinkSync(join(ROOT, part), join(folder, part));
  platforms = await startPlatforms();
});
afterAll(async () => {
  await platforms.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A folder of packages whose scripts for challenges cannot be imported, in front of those that the set-up found. */
function brokenScripts(): string {
  const broken = join(folder, 'broken');
  mkdirSync(join(broken, 'yt_dlp_ejs'), { recursive: true });
  writeFileSync(join(broken, 'yt_dlp_ejs/__init__.py'), "raise ImportError('broken')\n");
  return broken;
}

/** What the doctor says, line by line, of a machine where the last set-up has left `extractorPath`. */
async function doctor(extractorPath: string | null, settings: Record<string, string> = {}): Promise<string[]> {
  mkdirSync(join(folder, '.engine'), { recursive: true });
  const remembered = JSON.parse(readFileSync(join(ENGINE, 'extractor.json'), 'utf8')) as { python: string };
  writeFileSync(join(folder, '.engine/extractor.json'), JSON.stringify({ ...remembered, extractorPath }));
  const { tlsPort, httpPort, caFile } = platforms;
  const command = join(folder, 'scripts/commands/doctor.ts');
  const { stdout } = spawn(process.execPath, [command], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...bareEnvironment(),
      DATA_DIR: join(folder, 'data'),
      // What is named is taken as it is: no index is asked for a better one.
      EXTRACTOR_PYTHON: remembered.python,
      EGRESS_REPLICA_TLS_PORT: String(tlsPort),
      EGRESS_REPLICA_HTTP_PORT: String(httpPort),
      EGRESS_CA_FILE: caFile,
      ...settings,
    },
  });
  return (await text(stdout)).split('\n');
}

describe.runIf(hasBrowserFingerprints)('npm run doctor', () => {
  test('says yes to challenges, fingerprints and tokens where all is there', async () => {
    const lines = await doctor(null);
    for (const line of [
      /^✓ Challenges +of YouTube are solved \(yt-dlp-ejs \d/,
      /^✓ Fingerprints +of browsers \(curl-cffi \d/,
      // On a busy machine the token of its trial may take longer than anybody waits: then it is able, and knows no more.
      /^✓ Tokens +of YouTube are made by this server(?:, and YouTube gives what that takes|; .* not known \(timeout\))$/,
      /^✓ YouTube +www\.youtube\.com answers 200/,
      /^. Confinement +(?:not )?of the disk/,
      /^. Confinement +(?:not )?of the (?:whole )?network/,
      /^. Confinement +as (?:a user of their own|root without rights|the user who starts the site)/,
      /^✓ Database +PGlite, within the site/,
    ])
      expect(lines).toContainEqual(expect.stringMatching(line));
  });

  test('says no where the scripts are broken and tokens are off, and what that costs', async () => {
    const lines = await doctor(brokenScripts(), { POT_PROVIDER: 'off' });
    for (const line of [
      /^! Challenges .*– only those of YouTube’s clients answer that set none, and some formats are absent\.$/,
      /^✓ Fingerprints +of browsers \(curl-cffi \d/,
      /^! Tokens +of YouTube are made by nobody \(POT_PROVIDER\) – YouTube’s clients for browsers are refused/,
    ])
      expect(lines).toContainEqual(expect.stringMatching(line));
  });
});
