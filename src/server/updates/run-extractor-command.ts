import type { ExtractorUpdates } from './updates.ts';
import type { ExtractorCommand } from './extractor-commands.ts';

/** Does what an operator wants, and gives what came of it. */
export function runExtractorCommand(
  updates: Pick<ExtractorUpdates, 'update' | 'goBack' | 'known'>,
  command: ExtractorCommand,
): Promise<unknown> {
  if (command.what === 'update') return updates.update(command.version ?? undefined);
  return command.what === 'rollback' ? updates.goBack('an operator went back') : updates.known();
}
