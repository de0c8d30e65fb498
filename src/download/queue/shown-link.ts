import type { Platform } from '#/model/platform.ts';

/** What tells a link from others: without how it is reached, and, where its platform is named beside it, without its host. */
export function shownLink(link: string, platform: Platform | null): string {
  const short = link.replace(/^https?:\/\/(?:www\.)?/, '');
  return (platform && short.slice(short.indexOf('/') + 1)) || short;
}
