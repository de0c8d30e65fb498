import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '../../../tests/setup/ports.ts';
import { firstPage, outputOf } from './first-page.ts';
import type { Newcomer } from './newcomer.ts';

/** What an installation may weigh in packages, beside Node itself. */
const PACKAGES_MB = 150;
const START_MS = 60_000;

/**
 * Serves what the Dockerfile copies into the image, from a folder of its own, after its `npm prune`; gives the megabytes of its packages
 * without Node. Throws where that does not serve, or weighs more than it may. Uses up the newcomer's clone.
 */
export async function serveImage(newcomer: Newcomer): Promise<number> {
  const image = join(dirname(newcomer.clone), 'image');
  await done(newcomer, ['npm', 'prune', '--omit=dev']);
  for (const { from, to } of copied(readFileSync(join(newcomer.clone, 'Dockerfile'), 'utf8'))) {
    const target = join(image, to);
    await done(newcomer, ['mkdir', '-p', to.endsWith('/') ? target : dirname(target)]);
    await done(newcomer, ['cp', '-r', ...from.map((path) => join(newcomer.clone, path)), target]);
  }
  const port = await freePort();
  const env = {
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: join(image, 'data'),
    EXTRACTOR_PYTHON: join(newcomer.clone, '.engine/venv/bin/python'),
  };
  const node = join(newcomer.clone, 'node_modules/.bin/node');
  const child = newcomer.run([node, join(image, 'src/entry.node.ts')], { env });
  const output = outputOf(child);
  try {
    await firstPage(child, port, START_MS);
  } catch (error) {
    throw new Error(`the image: ${error instanceof Error ? error.message : error}\n${output.text()}`, { cause: error });
  } finally {
    if (child.kill()) await once(child, 'exit');
  }
  const weight = packagesMb(join(image, 'node_modules'));
  if (weight > PACKAGES_MB) throw new Error(`the packages of the image weigh ${weight.toFixed(0)} MB`);
  return weight;
}

/** What a Dockerfile's last stage copies from the first one, relative to its folder. */
function copied(dockerfile: string): { from: string[]; to: string }[] {
  const instructions = dockerfile.replaceAll(/\\\n\s*/g, '');
  return [...instructions.matchAll(/^COPY --from=build (.+) (\S+)$/gm)].map(([, from = '', to = '']) => ({
    from: from.split(' ').map((path) => path.replace(/^\/app\//, '')),
    to,
  }));
}

function packagesMb(folder: string): number {
  const isNode = (name: string): boolean => /^node-(?:bin-)?(?:linux|darwin)-/.test(name);
  return (
    readdirSync(folder)
      .filter((name) => !isNode(name))
      .reduce((sum, name) => sum + sizeBytes(join(folder, name)), 0) / 1e6
  );
}

function sizeBytes(path: string): number {
  const entries = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

async function done(newcomer: Newcomer, command: string[]): Promise<void> {
  const child = newcomer.run(command);
  const output = outputOf(child);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}\n${output.text()}`);
}
