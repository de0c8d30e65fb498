import { type Format, type Media, postSound } from '#/model/media/media.ts';
import { pictureQuality } from '#/model/media/picture-quality.ts';
import type { Extraction } from '#/server/engine/media/extraction.ts';
import type { JobPayload } from '../job-request.ts';

type Wish = Pick<Extract<JobPayload, { kind: 'archive' }>, 'media' | 'heightPx'>;

/**
 * What an archive takes of a media: its recommended format or the best that is wanted, of a post with several entries one of each, and
 * what is heard with all of them.
 * Only what can be in an archive: copied from files of known length. Of a list there is nothing, since its entries are other media.
 */
export function chooseFormats({ media, recipes }: Extraction, wish: Wish): Format[] {
  if (media.kind === 'playlist') return [];
  const canBeArchived = ({ id, kind }: Format): boolean => {
    const recipe = recipes.get(id)?.kind;
    return kind !== 'subtitles' && (recipe === 'direct' || recipe === 'merge');
  };
  const ofEntries = entriesOf(media).flatMap((formats) => choose(formats.filter(canBeArchived), wish) ?? []);
  const sound = postSound(media);
  return sound && canBeArchived(sound) ? [...ofEntries, sound] : ofEntries;
}

/** The formats of each entry of a post, or of the media where it is one by itself. */
function entriesOf({ formats, items }: Media): readonly Format[][] {
  const entries = items.map((item) => item.formats).filter(({ length }) => length > 0);
  return entries.length > 0 ? entries : [formats];
}

function choose(formats: readonly Format[], { media, heightPx }: Wish): Format | undefined {
  const ofKind = (kind: Format['kind']) => formats.filter((format) => format.kind === kind);
  if (media === 'audio') return best(ofKind('audio'));
  const films = [ofKind('video+audio'), ofKind('video')].find(({ length }) => length > 0);
  // Of a picture there is no choice of qualities; a post may have nothing else.
  return films ? best(heightPx === null ? films : nearestTo(heightPx, films)) : best(ofKind('image'));
}

/** As the page offers it: the recommended one, else the best that plays everywhere. Formats come best first. */
function best(formats: readonly Format[]): Format | undefined {
  return (
    formats.find(({ recommended }) => recommended) ??
    formats.find(({ compatibility }) => compatibility === 'everywhere') ??
    formats[0]
  );
}

/** The highest that are not above it, else the lowest; by the short side, as people call it. All, where no height is known. */
function nearestTo(heightPx: number, formats: readonly Format[]): readonly Format[] {
  const known = formats.flatMap((format) => pictureQuality(format) ?? []);
  const below = known.filter((side) => side <= heightPx);
  const nearest = below.length > 0 ? Math.max(...below) : Math.min(...known);
  return known.length > 0 ? formats.filter((format) => pictureQuality(format) === nearest) : formats;
}
