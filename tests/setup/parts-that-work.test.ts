import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasBrowserFingerprints, localExtractor } from '#/server/engine/fixtures/local-extractor.ts';
import { findParts } from '../../scripts/setup/parts-that-work.ts';

/** The extractor that the set-up found, with a package in front of its own that cannot be imported. */
function without(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-without-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, '__init__.py'), "raise ImportError('broken')\n");
  chmodSync(folder, 0o755);
  return { python: localExtractor().python, extractorPath: folder };
}

describe.runIf(hasBrowserFingerprints)('the doctor says what works, not what was there once', () => {
  const solved = { what: 'Challenges', seen: expect.stringMatching(/^of YouTube are solved \(yt-dlp-ejs \d/) };
  const asBrowsers = { what: 'Fingerprints', seen: expect.stringMatching(/^of browsers \(curl-cffi \d/) };

  test('no fingerprints where curl_cffi is broken', async () => {
    expect(await findParts(without('curl_cffi'))).toEqual([
      solved,
      { what: 'Fingerprints', seen: expect.any(String), cost: expect.stringMatching(/Instagram and TikTok .*refuse/) },
    ]);
  });

  test('no solved challenges where yt_dlp_ejs is broken', async () => {
    expect(await findParts(without('yt_dlp_ejs'))).toEqual([
      { what: 'Challenges', seen: expect.any(String), cost: expect.stringMatching(/YouTube’s clients/) },
      asBrowsers,
    ]);
  });
});
