import type { Platform } from '#/model/platform.ts';
import type { QueueItem } from './queue-item.ts';

/** What tells a link from others: without how it is reached, and, where its platform is named beside it, without its host. */
export function shownLink(link: string, platform: Platform | null): string {
  const short = link.replace(/^https?:\/\/(?:www\.)?/, '');
  return (platform && short.slice(short.indexOf('/') + 1)) || short;
}

/** The title of what a link leads to, where it is known, also of what failed. */
export function titleOf({ resolved, failure }: Pick<QueueItem, 'resolved' | 'failure'>): string | undefined {
  return resolved?.media.title ?? failure?.mediaTitle;
}
