import type { MediaIndex } from './make-media.ts';

/** A DASH manifest as Facebook and Instagram put it into their pages: one file per representation. */
export function manifest(
  index: MediaIndex,
  address: (file: string) => string,
  video: string[],
  audio: string[],
): string {
  const representation = (file: string, number: number, kind: 'video' | 'audio') => {
    const { sizeBytes, durationS, widthPx, heightPx, fps, initRange, indexRange } = index[file] ?? missing(file);
    const picture = `width="${widthPx}" height="${heightPx}" frameRate="${fps}" FBQualityLabel="${heightPx}p"`;
    const attributes =
      kind === 'video' ? `codecs="avc1.4d401f" ${picture}` : 'codecs="mp4a.40.2" audioSamplingRate="48000"';
    return `<Representation id="${1000 + number}${kind[0]}" bandwidth="${Math.round((sizeBytes * 8) / durationS)}" mimeType="${kind}/mp4" ${attributes}>
      <BaseURL>${address(file).replaceAll('&', '&amp;')}</BaseURL>
      <SegmentBase indexRange="${indexRange}"><Initialization range="${initRange}"/></SegmentBase></Representation>`;
  };
  const set = (kind: 'video' | 'audio', files: string[]) =>
    `<AdaptationSet contentType="${kind}">${files.map((file, number) => representation(file, number, kind)).join('')}</AdaptationSet>`;
  return `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" minBufferTime="PT1.5S" type="static" mediaPresentationDuration="PT4S"><Period id="0" duration="PT4S">${set('video', video)}${set('audio', audio)}</Period></MPD>`;
}

export function missing(file: string): never {
  throw new Error(`No such media file: ${file}`);
}

/** Data as these platforms put it into their pages. */
export function embeddedJson(data: unknown): string {
  const text = JSON.stringify(data).replaceAll('</', '<\\/').replaceAll('&', '\\u0026');
  return `<script type="application/json" data-content-len="1" data-sjs>${text}</script>`;
}
