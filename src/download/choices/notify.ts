import { m } from '#/language/paraglide/messages.js';
import { notifyChoice } from './choices.ts';
import type { Queue } from '../queue/queue-item.ts';
import { stageOf } from '../transfers/transfer-state.ts';

/** Whether this browser shows notifications of a page. Those of Android do so for service workers only, and throw. */
export function canNotify(): boolean {
  if (!('Notification' in globalThis)) return false;
  if (Notification.permission === 'granted') return true;
  try {
    // Without a permission nothing is shown.
    new Notification('').close();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Asks the visitor's browser; to be called by a click only. Whether it may be done. */
export async function askToNotify(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

/** Tells a visitor who looks elsewhere, and wanted it, of each file that is saved or can be. */
export function notifyFinished(before: Queue, now: Queue): void {
  if (before === now || !document.hidden || !notifyChoice.read()) return;
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  for (const { id, title, text } of finishedNotifications(before, now)) {
    // The tag: two tabs that tell the same tell it once.
    const notification = new Notification(title, { body: text, tag: id });
    notification.addEventListener('click', () => window.focus());
  }
}

/** Files that have come to their end since, in words. */
export function finishedNotifications(before: Queue, now: Queue): { id: string; title: string; text: string }[] {
  const old = new Map(before.flatMap(({ transfers }) => Object.entries(transfers)));
  return now.flatMap(({ link, resolved, transfers }) =>
    Object.entries(transfers).flatMap(([id, transfer]) => {
      const stage = stageOf(transfer);
      const was = old.get(id);
      if (!was || stageOf(was) === stage || (stage !== 'done' && stage !== 'ready')) return [];
      const title = resolved?.media.title ?? link;
      const text = stage === 'done' ? m.download_announce_done({ title }) : m.download_announce_prepared({ title });
      return [{ id, title, text }];
    }),
  );
}
