import { allFormats } from '#/model/media/media.ts';
import type { FileKind, AnalyticsEvent } from '#/site/browser/analytics-events.ts';
import type { Queue, QueueItem } from './queue-item.ts';
import { stageOf, type Transfer } from '../transfers/transfer-state.ts';

/** What has happened in the queue since: links that were read, files that were begun or are done. In it are no links and no titles. */
export function analyticsEventsSince(before: Queue, now: Queue): AnalyticsEvent[] {
  if (before === now) return [];
  const items = new Map(before.map((item) => [item.id, item]));
  return now.flatMap((item): AnalyticsEvent[] => {
    const was = items.get(item.id);
    const media = item.resolved?.media;
    if (!media || was === item) return [];
    const { platform, kind } = media;
    const isRead = was?.state === 'resolving' && item.state === 'ready';
    const ofFiles = Object.entries(item.transfers).flatMap(([id, transfer]): AnalyticsEvent[] => {
      const event = eventOf(was?.transfers[id], transfer);
      return event ? [{ event, platform, kind: kindOf(item, transfer) }] : [];
    });
    return [...(isRead ? [{ event: 'link_read', platform, kind } as const] : []), ...ofFiles];
  });
}

/** A try that follows another is no new download. */
function eventOf(was: Transfer | undefined, transfer: Transfer): 'download_started' | 'download_done' | null {
  const isFirst = transfer.restarts === 0 && was?.downloadId === null;
  if (isFirst && transfer.downloadId !== null && stageOf(transfer) !== 'cancelled') return 'download_started';
  return was && stageOf(was) !== 'done' && stageOf(transfer) === 'done' ? 'download_done' : null;
}

function kindOf({ resolved }: QueueItem, { formatId }: Transfer): FileKind {
  const format = resolved && allFormats(resolved.media).find(({ id }) => id === formatId);
  return format?.kind ?? 'archive';
}
