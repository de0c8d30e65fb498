import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareTypeGenerator, TYPE_GENERATOR } from '../../scripts/setup/type-generator.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Makes TypeScript types of an OpenAPI document, as text, with openapi-typescript. */
export async function generateTypes(document: string): Promise<void> {
  await prepareTypeGenerator();
  const file = join(TYPE_GENERATOR, 'openapi.json');
  await writeFile(file, document);
  const generator = join(TYPE_GENERATOR, 'node_modules/openapi-typescript/bin/cli.js');
  await run(process.execPath, [generator, file, '--output', join(TYPE_GENERATOR, 'api.d.ts')], { cwd: TYPE_GENERATOR });
}

/** What the project's compiler says of what uses those types; empty: nothing is wrong. */
export async function checkTypes(): Promise<string> {
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  const project = join(import.meta.dirname, 'typed');
  // It ends with an error code when it found something.
  const { stdout } = await run(process.execPath, [compiler, '--noEmit', '-p', project], { cwd: ROOT }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}
