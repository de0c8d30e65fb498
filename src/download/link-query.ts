import type { FileNameStyle, Resolved } from '#/model/download.ts';
import type { Format } from '#/model/media.ts';
import { fileNames, useChoice } from './choices.ts';

/** What is asked of a signed link beside the file itself; model/download.ts says what there is. */
export type LinkQuery = Record<string, string>;

export function withQuery(link: string, query: LinkQuery): string {
  const text = new URLSearchParams(query).toString();
  return text ? `${link}?${text}` : link;
}

/** What a link needs so that its file is named as chosen. */
export function nameQuery(style: FileNameStyle | null): LinkQuery {
  return style && style !== 'author-title' ? { name: style } : {};
}

/** Addresses of a post's files, named as the visitor chose. undefined: there is no such link. */
export function useHref(links: Resolved['links']): (id: Format['id'], query?: LinkQuery) => string | undefined {
  const style = useChoice(fileNames);
  return (id, query = {}) => links[id] && withQuery(links[id], { ...query, ...nameQuery(style) });
}
