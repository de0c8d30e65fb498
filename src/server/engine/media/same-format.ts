import type { Format } from '#/model/media/media.ts';

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
