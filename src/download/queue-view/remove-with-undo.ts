import { m } from '#/language/paraglide/messages.js';
import { showToast } from '#/site/components/toast.ts';
import { remove } from '../queue/queue-store.ts';

/** Takes an item out of the queue, and offers for a while to put it back. */
export function removeWithUndo(id: string): void {
  const restore = remove(id);
  showToast({ text: m.download_removed(), action: { label: m.download_undo(), press: restore } });
}
