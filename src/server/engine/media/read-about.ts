import { platforms } from '#app.config';
import type { Media } from '#/model/media/media.ts';
import type { Platform } from '#/model/platform.ts';
import { platformRules } from '../platforms/all.ts';
import type { MediaLink } from '../platforms/rules.ts';
import type { ExtractorInfo } from '../worker/info.ts';

const MAX_TITLE = 200;
const NO_HINTS: Media['hints'] = { startS: null, itemIndex: null };

/** All of a media but what can be taken of it. */
export function describeMedia(platform: Platform, link: MediaLink, info: ExtractorInfo): Media {
  const rules = platformRules[platform];
  // A carousel's own dict may lack what each of its entries repeats.
  const about = {
    ...info.entries?.[0],
    ...Object.fromEntries(Object.entries(info).filter(([, value]) => value !== undefined)),
  } as ExtractorInfo;
  const author = rules.author?.(about) ?? {
    name: about.uploader ?? about.channel ?? about.uploader_id,
    url: about.uploader_url ?? about.channel_url,
  };
  const name = plainText(author.name);
  const own = rules.title ? rules.title(about) : about.title;
  const titles = own === null ? [name] : [own, about.description?.split('\n', 1)[0], about.title, name];
  const title = titles.map(plainText).find(Boolean);
  return {
    platform,
    id: link.id,
    canonicalUrl: rules.canonicalUrl?.(link, about) ?? link.canonicalUrl,
    kind: 'video',
    title: title ?? `${platforms[platform].name} ${link.id}`,
    author: name ? { name, url: author.url && URL.canParse(author.url) ? author.url : null } : null,
    durationS: null,
    publishedAt: publishedAt(about),
    thumbnailId: null,
    chapters: info.chapters.map((chapter) => ({
      title: plainText(chapter.title),
      startS: chapter.start_time,
      endS: chapter.end_time,
    })),
    formats: [],
    audioTracks: [],
    textTracks: [],
    items: [],
    itemCount: null,
    nextFrom: null,
    lists: [],
    hints: info.section_start ? { ...NO_HINTS, startS: info.section_start } : NO_HINTS,
  };
}

function publishedAt({ timestamp, upload_date: day }: ExtractorInfo): string | null {
  if (timestamp) return new Date(timestamp * 1000).toISOString();
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(day ?? '') ?? [];
  return year && month && date ? `${year}-${month}-${date}T00:00:00.000Z` : null;
}

/** One line, no control characters, never cut inside a character. */
export function plainText(text: string | undefined): string {
  const line = (text ?? '').replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  const characters = [...line];
  return characters.length > MAX_TITLE
    ? `${characters
        .slice(0, MAX_TITLE - 1)
        .join('')
        .trimEnd()}…`
    : line;
}
