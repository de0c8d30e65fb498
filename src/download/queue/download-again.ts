import type { Platform } from '#/model/platform.ts';
import { type Mode, modeFor } from '../form/mode.ts';
import { addLinks, restoreQueue, retry, snapshot, want } from './queue-store.ts';

/** A file that somebody had: of which link, in which format. */
type Again = {
  link: string;
  platform: Platform | null;
  /** undefined: as the form is set. */
  mode: Mode | undefined;
  formatId: string;
  summary: string;
  isKept: boolean;
};

/** Puts a link into the queue with the same file of it wanted: it is read, and the file begins by itself. */
export function downloadAgain({ link, platform, mode, formatId, summary, isKept }: Again): void {
  restoreQueue();
  addLinks([{ link, platform }], modeFor(mode));
  const item = snapshot().find((one) => one.link === link);
  if (!item) return;
  if (item.state === 'failed') retry(item.id);
  want(item.id, { formatId, summary, query: {}, kept: isKept ? 'file' : null });
}
