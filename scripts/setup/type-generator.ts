import { join } from 'node:path';
import { installApart } from './apart.ts';
import { CACHE } from './paths.mjs';

const NAME = 'openapi-client';

/** Where the generator of types lies, and what it has made. */
export const TYPE_GENERATOR = join(CACHE, NAME);

/** Installs what makes types of the OpenAPI document, apart from the project, whose TypeScript is too new for it. */
export async function prepareTypeGenerator(): Promise<void> {
  await installApart({ title: 'Type generator', source: 'tests/openapi-client', name: NAME });
}
