import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianSuite, hasDebianPackages, unpackPackages } from './debian.mjs';
import { lastLine } from './failing.ts';
import { ENGINE } from './paths.mjs';
import { step } from './progress.mjs';

/** Noto for the site's ten languages: Latin, Cyrillic and Vietnamese; Chinese, Japanese and Korean. */
const PACKAGES = ['fonts-noto-core', 'fonts-noto-cjk'];
/** A file of each package, where Debian has them. */
const FILES = [
  'usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
  'usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
];
const FOLDER = join(ENGINE, 'fonts');
const SETTINGS = join(ENGINE, 'fonts.conf');

const hasFonts = (root: string) => FILES.every((file) => existsSync(join(root, file)));

/**
 * Fonts for those who look at pictures of pages, so that no language is empty boxes: the system's, else Debian's, unpacked into the project.
 * Programs that are started afterwards find them. Without them pictures are taken all the same, which the step says.
 */
export async function prepareNoto(): Promise<void> {
  await step('Fonts', async () => {
    if (hasFonts('/')) return { detail: 'Noto, of the system' };
    try {
      if (!hasFonts(FOLDER)) {
        if (!hasDebianPackages()) throw new Error('no Debian packages here');
        await unpackPackages(PACKAGES, [debianSuite()], FOLDER);
      }
    } catch (error) {
      const detail = `Noto could not be fetched: some languages are empty boxes\n    ${lastLine(error)}`;
      return { detail, missing: true };
    }
    mkdirSync(ENGINE, { recursive: true });
    const include = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>';
    writeFileSync(SETTINGS, `<?xml version="1.0"?>\n<fontconfig>${include}<dir>${FOLDER}</dir></fontconfig>\n`);
    process.env['FONTCONFIG_FILE'] = SETTINGS;
    return { detail: 'Noto, unpacked into the project' };
  });
}
