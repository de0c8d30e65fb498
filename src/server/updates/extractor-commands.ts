import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { errorMessageOf } from './message-of.ts';
import { ExtractorVersion } from '#/model/engine/extractor-version.ts';

/** What an operator may want of the extractor's versions; `version` null: the newest. */
export const ExtractorCommand = v.variant('what', [
  v.object({ what: v.literal('update'), version: v.nullable(ExtractorVersion) }),
  v.object({ what: v.picklist(['rollback', 'list']) }),
]);
export type ExtractorCommand = v.InferOutput<typeof ExtractorCommand>;

/** How often either side looks; people wait for it. */
const LOOK_MS = 500;
/** A server that runs takes a command at once. */
const TAKEN_WITHIN_MS = 20_000;

const folderOf = (dataFolder: string) => join(dataFolder, 'extractor', 'orders');
const COMMAND = '.order.json';
const ANSWER = '.answer.json';

/**
 * Gives a command to the server that has the data folder to itself, through files in it: whoever may write there is the operator. Resolves
 * to its answer. Rejects when no server takes it, and with what the server says when it cannot be done.
 */
export async function sendExtractorCommand(
  dataFolder: string,
  command: ExtractorCommand,
  takenWithinMs = TAKEN_WITHIN_MS,
): Promise<unknown> {
  const folder = folderOf(dataFolder);
  const name = randomUUID();
  const [file, answer] = [join(folder, name + COMMAND), join(folder, name + ANSWER)];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeWhole(file, command);
  const since = performance.now();
  for (;;) {
    const read = await readFile(answer, 'utf8').catch(() => null);
    if (read !== null) {
      await rm(answer, { force: true });
      const { done, failed } = JSON.parse(read) as { done?: unknown; failed?: string };
      if (failed !== undefined) throw new Error(failed);
      return done;
    }
    const isWaiting = performance.now() - since > takenWithinMs && (await readdir(folder)).includes(name + COMMAND);
    if (isWaiting) {
      await rm(file, { force: true });
      throw new Error('The site does not take the order. Is it running?');
    }
    await sleep(LOOK_MS);
  }
}

/** Carries out what operators command, one after the other. Returns what ends it. */
export function receiveExtractorCommands(
  dataFolder: string,
  run: (command: ExtractorCommand) => Promise<unknown>,
  log: (message: string) => void,
): () => void {
  const folder = folderOf(dataFolder);
  let isBusy = false;

  async function take(file: string): Promise<void> {
    const path = join(folder, file);
    const command = v.safeParse(v.pipe(v.string(), v.parseJson(), ExtractorCommand), await readFile(path, 'utf8'));
    await rm(path);
    const answer = command.success
      ? await run(command.output).then(
          (done) => ({ done }),
          (error: unknown) => ({ failed: errorMessageOf(error) }),
        )
      : { failed: 'That is no order.' };
    await writeWhole(join(folder, file.replace(COMMAND, ANSWER)), answer);
  }

  async function look(): Promise<void> {
    const files = await readdir(folder).catch(() => []);
    for (const file of files.filter((name) => name.endsWith(COMMAND))) await take(file);
  }

  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    look()
      .catch((error: unknown) => log(`An order was not taken. ${errorMessageOf(error)}`))
      .finally(() => {
        isBusy = false;
      });
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/** Never seen half. */
async function writeWhole(path: string, value: unknown): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(value), { mode: 0o600 });
  await rename(`${path}.new`, path);
}
