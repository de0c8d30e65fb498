import { useEffect, useEffectEvent, useRef } from 'react';
import { formatPercent, joinSentences } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Queue } from '../queue/queue-item.ts';
import { overallProgress } from '../queue/queue.ts';
import { stageOf, type Transfer } from '../transfers/transfer-state.ts';
import { useAnnouncement } from '#/site/components/use-announcement.tsx';

/** Between two words on how far it is: who listens does other things, too. */
const QUIET_MS = 10_000;
const STEPS = 4;

/**
 * Says aloud what has changed, once each: a link that is ready, a file that is saved or waits to be, a pause, and at each quarter how far
 * all files are together. Failures speak for themselves.
 */
export function Announcer({ queue }: { queue: Queue }) {
  const known = useRef<Set<string>>(undefined);
  const reached = useRef({ step: 0, at: 0 });
  const [said, announce] = useAnnouncement();
  const tell = useEffectEvent(announce);
  useEffect(() => {
    const announcements = queue.flatMap(({ id, state, resolved, transfers }) => {
      const title = resolved?.media.title ?? '';
      const ready: [string, string][] =
        resolved && state === 'ready' ? [[id, m.download_announce_ready({ title })]] : [];
      const told = Object.entries(transfers).flatMap(([transferId, transfer]): [string, string][] => {
        const sentence = sentenceOf(transfer, title);
        return sentence ? [[`${transferId} ${transfer.downloadId} ${stageOf(transfer)}`, sentence]] : [];
      });
      return [...ready, ...told];
    });
    // What stood there when the page came is not announced, and a pause is announced each time it comes.
    const keys = new Set(announcements.map(([key]) => key));
    const before = known.current ?? keys;
    const fresh = announcements.filter(([key]) => !before.has(key));
    known.current = keys;
    const share = overallProgress(queue);
    // The time begins to run with the first bytes: what is quick says only that it is done.
    if (share === null) reached.current = { step: 0, at: 0 };
    const step = Math.floor((share ?? 0) * STEPS);
    const { step: told, at } = reached.current;
    const isStep = at > 0 && step > told && Date.now() - at >= QUIET_MS;
    if (share !== null && (isStep || step < told || at === 0)) reached.current = { step, at: Date.now() };
    const sentences = fresh.map(([, sentence]) => sentence);
    if (isStep && step < STEPS) sentences.push(m.download_announce_progress({ percent: formatPercent(step / STEPS) }));
    if (sentences.length > 0) tell(joinSentences(sentences));
  }, [queue]);
  return <output className="spoken">{said}</output>;
}

function sentenceOf(transfer: Transfer, title: string): string | null {
  switch (stageOf(transfer)) {
    case 'done':
      return m.download_announce_done({ title });
    case 'ready':
      return m.download_announce_prepared({ title });
    case 'paused':
      return m.download_announce_paused({ title });
    case 'cancelled':
      return transfer.isStopped ? null : m.download_announce_interrupted({ title });
    default:
      return null;
  }
}
