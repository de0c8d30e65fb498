import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isMarked } from './fingerprint.mjs';
import { CACHE, ROOT } from './paths.mjs';
import { step } from './progress.mjs';
import { runQuietly } from './run-quietly.mjs';

const SOURCE = 'tests/openapi-client';
const FILES = ['package.json', 'package-lock.json'];

/** Where the generator of types lies, and what it has made. */
export const TYPE_GENERATOR = join(CACHE, 'openapi-client');
/** Inside node_modules, so that it goes when that goes. */
const MARK_FILE = join(TYPE_GENERATOR, 'node_modules', '.installed');

/** Installs what makes types of the OpenAPI document, apart from the project, whose TypeScript is too new for it. */
export async function prepareTypeGenerator(): Promise<void> {
  const mark = fingerprint(FILES.map((file) => `${SOURCE}/${file}`));
  await step('Type generator', async () => {
    if (isMarked(MARK_FILE, mark)) return { detail: 'unchanged' };
    mkdirSync(TYPE_GENERATOR, { recursive: true });
    for (const file of FILES) copyFileSync(join(ROOT, SOURCE, file), join(TYPE_GENERATOR, file));
    const quiet = ['--no-audit', '--no-fund', '--no-progress', '--prefer-offline', '--loglevel=error'];
    await runQuietly('type-generator', 'npm', ['ci', ...quiet], { cwd: TYPE_GENERATOR });
    writeFileSync(MARK_FILE, mark);
    return { detail: 'installed as its own package-lock.json says' };
  });
}
