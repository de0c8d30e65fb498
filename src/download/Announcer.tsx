import { useEffect, useRef, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { Queue } from './queue.ts';
import { stageOf, type Transfer } from './transfer-state.ts';
import classes from './QueueList.module.css';

/** Says aloud what has changed, once each: a link that is ready, a file that is saved or waits to be, a pause. Failures speak for themselves. */
export function Announcer({ queue }: { queue: Queue }) {
  const said = useRef<Set<string>>(undefined);
  const [text, setText] = useState('');
  useEffect(() => {
    const news = queue.flatMap(({ id, state, resolved, transfers }) => {
      const title = resolved?.media.title ?? '';
      const ready: [string, string][] =
        resolved && state === 'ready' ? [[id, m.download_announce_ready({ title })]] : [];
      const told = Object.entries(transfers).flatMap(([transferId, transfer]): [string, string][] => {
        const sentence = sentenceOf(transfer, title);
        return sentence ? [[`${transferId} ${transfer.downloadId} ${stageOf(transfer)}`, sentence]] : [];
      });
      return [...ready, ...told];
    });
    // What was there when the page came is no news; and a pause may come again.
    const keys = new Set(news.map(([key]) => key));
    const before = said.current ?? keys;
    const fresh = news.filter(([key]) => !before.has(key));
    said.current = keys;
    if (fresh.length > 0) setText(fresh.map(([, sentence]) => sentence).join(' '));
  }, [queue]);
  return <output className={classes.announcer}>{text}</output>;
}

function sentenceOf(transfer: Transfer, title: string): string | null {
  switch (stageOf(transfer)) {
    case 'done':
      return m.download_announce_done({ title });
    case 'ready':
      return m.download_announce_kept({ title });
    case 'paused':
      return m.download_announce_paused({ title });
    case 'cancelled':
      return transfer.isStopped ? null : m.download_announce_interrupted({ title });
    default:
      return null;
  }
}
