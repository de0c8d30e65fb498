import type { Format } from '#/model/media/media.ts';
import type { Source } from './extraction.ts';

/** A format's successor in a later extraction where ids have changed: of the same entry, kind, container, codecs, height and language. */
export function sameFormat(formats: readonly Format[], wanted: Format): Format | undefined {
  return formats.find(
    (format) =>
      entryOf(format) === entryOf(wanted) &&
      format.kind === wanted.kind &&
      format.container === wanted.container &&
      format.videoCodec === wanted.videoCodec &&
      format.audioCodec === wanted.audioCodec &&
      format.heightPx === wanted.heightPx &&
      format.language === wanted.language &&
      format.trackName === wanted.trackName &&
      format.automatic === wanted.automatic,
  );
}

function entryOf({ id }: Format): string {
  return /^\d+(?=\.)/.exec(id)?.[0] ?? '';
}

/** Whether two sources are asked for alike. Some platforms have one address of a file for all, whichever way it was read by. */
export function isSameSource(a: Pick<Source, 'url' | 'route'>, b: Pick<Source, 'url' | 'route'>): boolean {
  return a.url === b.url && a.route?.name === b.route?.name;
}
