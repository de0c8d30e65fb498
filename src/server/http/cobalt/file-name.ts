import { type Format, itemOf, type Media } from '#/model/media/media.ts';
import { nameText, safeName } from '#/server/transfer/file-name.ts';
import { qualityOf } from './quality.ts';
import type { CobaltNameStyle } from './request.ts';

const TITLE_BYTES = 100;
const AUTHOR_BYTES = 40;

type Named = {
  media: Media;
  format: Pick<Format, 'id' | 'kind' | 'widthPx' | 'heightPx' | 'videoCodec'>;
  /** File name extension, without the dot. */
  container: string;
  isMuted: boolean;
};

/**
 * A file's name in one of the four styles that users of existing clients know:
 *
 * | style   | film                                         | sound                                     |
 * |---------|----------------------------------------------|-------------------------------------------|
 * | classic | `youtube_<id>_1920x1080_h264.mp4`            | `youtube_<id>_audio.mp3`                  |
 * | basic   | `Title (1080p, h264).mp4`                    | `Title - Author.mp3`                      |
 * | pretty  | `Title (1080p, h264, youtube).mp4`           | `Title - Author (youtube).mp3`            |
 * | nerdy   | `Title (1080p, h264, youtube, <id>).mp4`     | `Title - Author (youtube, <id>).mp3`      |
 *
 * Entries of a post have their place in it besides, and muted films the word `mute`.
 */
export function cobaltFileName(named: Named, style: CobaltNameStyle): string {
  const name = style === 'classic' ? classicName(named) : titledName(named, style);
  return safeName(name, named.container);
}

function classicName(named: Named): string {
  const { media, format } = named;
  const { widthPx, heightPx } = format;
  const isPlayed = format.kind !== 'image';
  return [
    media.platform,
    nameText(media.id, AUTHOR_BYTES),
    placeOf(named),
    format.kind === 'audio' && 'audio',
    isPlayed && widthPx && heightPx && `${widthPx}x${heightPx}`,
    isPlayed && format.videoCodec,
    named.isMuted && 'mute',
  ]
    .filter(Boolean)
    .join('_');
}

function titledName(named: Named, style: Exclude<CobaltNameStyle, 'classic'>): string {
  const { media, format } = named;
  const id = nameText(media.id, AUTHOR_BYTES);
  const title = nameText(media.title, TITLE_BYTES) || `${media.platform} ${id}`;
  const author = format.kind === 'audio' ? nameText(media.author?.name ?? '', AUTHOR_BYTES) : '';
  const quality = format.kind.startsWith('video') && qualityOf(format);
  const facts = [
    quality && `${quality}p`,
    format.kind.startsWith('video') && format.videoCodec,
    named.isMuted && 'mute',
    style !== 'basic' && media.platform,
    style === 'nerdy' && id,
  ].filter(Boolean);
  const head = [title, placeOf(named)].filter(Boolean).join(' ');
  return `${head}${author && ` - ${author}`}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
}

/** 1-based place in a post; empty for what is one thing. */
function placeOf({ media, format }: Named): string {
  const item = itemOf(media, format);
  return item ? String(item.index) : '';
}
