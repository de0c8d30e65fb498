import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { askFiles, readHashes } from './releases.ts';

/** pip that would install what is given. */
const pipOf =
  (files: { name: string; version: string; url: string; sha256?: string }[]) => async (args: readonly string[]) => {
    const install = files.map(({ name, version, url, sha256 }) => ({
      metadata: { name, version },
      download_info: { url, ...(sha256 && { archive_info: { hashes: { sha256 } } }) },
    }));
    writeFileSync(args[args.indexOf('--report') + 1] ?? '', JSON.stringify({ install }));
  };
const wheel = {
  name: 'yt-dlp',
  version: '2026.11.1',
  url: 'https://files.example/a/yt_dlp-2026.11.1%2Blocal.whl#egg=1',
};
const pins = [{ name: 'yt-dlp', version: '2026.11.1' }];

test('a file is known by its name and its hash', async () => {
  const sha256 = 'a'.repeat(64);
  expect(await askFiles(pipOf([{ ...wheel, sha256 }]), pins)).toEqual([
    { name: 'yt-dlp', version: '2026.11.1', file: 'yt_dlp-2026.11.1+local.whl', sha256 },
  ]);
});

test('one without a hash is not installed', async () => {
  await expect(askFiles(pipOf([wheel]), pins)).rejects.toThrow('no hash of yt_dlp-2026.11.1+local.whl');
});

test('hashes of an operator’s list are read as pip reads them', () => {
  const [one, two] = ['1'.repeat(64), '2'.repeat(64)];
  const list = `# yt-dlp\nyt-dlp==2026.11.1 \\\n    --hash=sha256:${one} \\\n    --hash=sha256:${two}\n`;
  expect([...readHashes(list)]).toEqual([one, two]);
});
