import { join } from 'node:path';
import { copyCompiledExtractor } from './compiled-extractor.ts';
import { copyDatabase } from './embedded-template.ts';

/** Puts copies into a data folder of what a first start would make there: an embedded database, and the extractor's code compiled. */
export async function copyFirstStart(dataDir: string): Promise<void> {
  await copyDatabase(dataDir);
  copyCompiledExtractor(join(dataDir, 'engine'));
}
