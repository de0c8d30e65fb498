import type { FileNameStyle, Resolved } from '#/model/download.ts';
import type { Format } from '#/model/media/media.ts';
import { fileNames, useChoice } from '../choices/choices.ts';

/** What is asked of a signed link beside the file itself; model/download.ts says what there is. */
export type LinkQuery = Record<string, string>;

export function withQuery(link: string, query: LinkQuery): string {
  const text = new URLSearchParams(query).toString();
  return text ? `${link}?${text}` : link;
}

/** A link, and what is to be asked of it beside what was wanted. */
type Address = { link: string; query: LinkQuery };

/**
 * Where a format is. One that is not listed, as an earlier list had it, is had by the link of another: another sound of the same picture
 * (`137+140-es` by `137+140-en`) or by itself, other subtitles in the same syntax. undefined: it is nowhere.
 */
export function addressOf({ media, links }: Resolved, formatId: string): Address | undefined {
  const own = links[formatId];
  if (own !== undefined) return { link: own, query: {} };
  const plus = formatId.indexOf('+');
  const isLike = ({ id, kind, container }: Format): boolean => {
    if (kind === 'subtitles') return formatId.startsWith('sub-') && formatId.endsWith(`.${container}`);
    if (plus > 0) return id.startsWith(formatId.slice(0, plus + 1));
    return kind === 'audio' && id.split('-', 1)[0] === formatId.split('-', 1)[0];
  };
  const other = media.formats.find(isLike);
  const link = other && links[other.id];
  if (link === undefined) return undefined;
  const isText = other?.kind === 'subtitles';
  return {
    link,
    query: isText ? { text: formatId.slice(0, formatId.lastIndexOf('.')) } : { sound: formatId.slice(plus + 1) },
  };
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
