import { CONVERSIONS, MERGED_CODECS, type MergedContainer } from '#/model/media/codecs.ts';
import type { Format } from '#/model/media/media.ts';
import type { Recipe } from './extraction.ts';
import { compareQuality } from './offer.ts';

/** A format that is made of others, and how. */
export type Combined = { format: Format; recipe: Recipe };

/** Sound that plays everywhere in an MP4; Opus in it is known to recent players only. */
const EVERYWHERE = new Set(['aac', 'mp3']);

/** Pictures without sound put together with the best sound of their family. Formats come best first; `hasTracks`: their sound can be exchanged for another. */
export function mergedFormats(formats: readonly Format[], prefix: string, hasTracks = false): Combined[] {
  const sounds = formats.filter(({ kind }) => kind === 'audio');
  const whole = formats.filter(({ kind }) => kind === 'video+audio');
  return formats
    .filter(({ kind }) => kind === 'video')
    .flatMap((video) => {
      if (!hasTracks && whole.some((other) => isSamePicture(other, video))) return [];
      return mergedFormat(video, sounds, prefix) ?? [];
    });
}

/** A picture put together with the best of these sounds that its family has; undefined: it has none. */
export function mergedFormat(video: Format, sounds: readonly Format[], prefix: string): Combined | undefined {
  const sound = bestSound(video, sounds);
  if (!sound) return undefined;
  return { format: together(video, sound, prefix), recipe: { kind: 'merge', video: video.id, audio: sound.id } };
}

/**
 * Pictures better than all that have sound, whose own family has none: put together by ffmpeg, which knows the length only at the end.
 */
export function mixedFormats(formats: readonly Format[], prefix: string): Combined[] {
  const sound = formats.find(({ kind }) => kind === 'audio');
  const best = Math.max(0, ...formats.map(({ kind, heightPx }) => (kind === 'video+audio' ? (heightPx ?? 0) : 0)));
  const pictures = formats.filter(({ kind, heightPx }) => kind === 'video' && (heightPx ?? 0) > best);
  return sound ? pictures.map((video) => mixed(video, sound, prefix)) : [];
}

/** A picture and a sound of different families in one file. */
export function mixed(video: Format, sound: Format, prefix: string): Combined {
  const format = together(video, sound, prefix);
  const of = { kind: 'merge', video: video.id, audio: sound.id } as const;
  return {
    format: { ...format, container: 'mp4', delivery: 'transcode', compatibility: 'modern' },
    recipe: { kind: 'convert', of, to: 'mux' },
  };
}

function familyOf({ container }: Format): MergedContainer | null {
  return container === 'webm' ? 'webm' : ['mp4', 'm4a', 'mp3'].includes(container) ? 'mp4' : null;
}

function bestSound(video: Format, sounds: readonly Format[]): Format | undefined {
  const family = familyOf(video);
  const codecs = family && MERGED_CODECS[family];
  if (!codecs?.video.includes(video.videoCodec ?? '')) return undefined;
  return sounds.find((sound) => familyOf(sound) === family && codecs.audio.includes(sound.audioCodec ?? ''));
}

/** A file that exists as one is faster to have than the same put together. */
export function isSamePicture(a: Format, b: Format): boolean {
  return a.container === b.container && a.videoCodec === b.videoCodec && compareQuality(a, b) === 0;
}

function together(video: Format, sound: Format, prefix: string): Format {
  const bytes = video.size && sound.size ? video.size.bytes + sound.size.bytes : null;
  return {
    ...video,
    id: `${video.id}+${sound.id.slice(prefix.length)}`,
    kind: 'video+audio',
    audioCodec: sound.audioCodec,
    audioBitrateKbps: sound.audioBitrateKbps,
    language: sound.language,
    ...(sound.trackName && { trackName: sound.trackName }),
    size: bytes === null ? null : { bytes, exact: false },
    delivery: 'merge',
    compatibility:
      video.compatibility === 'everywhere' && EVERYWHERE.has(sound.audioCodec ?? '') ? 'everywhere' : 'modern',
  };
}

/** Films in segments, where no film of their height exists as a file or as two. Pictures without sound get the best of their kind. */
export function segmentedFormats(segmented: readonly Format[], formats: readonly Format[], prefix: string): Combined[] {
  const best = Math.max(-1, ...formats.map(({ kind, heightPx }) => (kind === 'video+audio' ? (heightPx ?? 0) : -1)));
  const better = segmented.filter(({ heightPx }) => (heightPx ?? 0) > best);
  const sounds = segmented.filter(({ kind }) => kind === 'audio');
  const [sound] = sounds.toSorted((a, b) => (b.audioBitrateKbps ?? 0) - (a.audioBitrateKbps ?? 0));
  return better.flatMap((video): Combined[] => {
    if (video.kind === 'video+audio') {
      return [{ format: { ...video, delivery: 'merge' }, recipe: { kind: 'segments', video: video.id, audio: null } }];
    }
    return video.kind === 'video' && sound ? [joined(video, sound, prefix)] : [];
  });
}

/** A picture and a sound in segments in one file. */
export function joined(video: Format, sound: Format, prefix: string): Combined {
  return {
    format: together(video, sound, prefix),
    recipe: { kind: 'segments', video: video.id, audio: sound.id },
  };
}

/** A source as it is; sound alone is copied into an ordinary file with tags, since pieces of a film are not what players expect. */
export function single(format: Format): Combined {
  const { kind, container, id, size } = format;
  if (kind !== 'audio' || (container !== 'm4a' && container !== 'webm')) {
    return { format, recipe: { kind: 'direct', from: id } };
  }
  return {
    format: { ...format, delivery: 'merge', size: size && { ...size, exact: false } },
    recipe: { kind: 'merge', video: null, audio: id },
  };
}

/** The sound of a film whose sound exists nowhere alone, copied out of it. */
export function soundOfFilm(formats: readonly Format[], prefix: string): Combined[] {
  if (formats.some(({ kind }) => kind === 'audio')) return [];
  const films = formats.filter(({ kind, container }) => kind === 'video+audio' && container === 'mp4');
  // All have the same sound as a rule: the smallest film is the least to read for it.
  const film = films.find(({ compatibility }) => compatibility === 'everywhere') ?? films.at(-1);
  if (!film || film.audioCodec === null) return [];
  const format: Format = {
    ...film,
    id: `${prefix}sound`,
    kind: 'audio',
    container: 'm4a',
    videoCodec: null,
    widthPx: null,
    heightPx: null,
    fps: null,
    dynamicRange: null,
    size: null,
    delivery: 'merge',
    compatibility: EVERYWHERE.has(film.audioCodec) ? 'everywhere' : 'modern',
    recommended: false,
  };
  return [{ format, recipe: { kind: 'merge', video: null, audio: film.id } }];
}

/** What the best sound can be made into, where that needs a codec. */
export function convertedFormats(formats: readonly Combined[], prefix: string): Combined[] {
  const sound = formats.find(({ format }) => format.kind === 'audio');
  if (!sound) return [];
  return CONVERSIONS.filter(({ container }) => container !== sound.format.container).flatMap(
    (conversion) => converted(sound, conversion, prefix) ?? [],
  );
}

/** A sound made into another kind of file; undefined: it is one already, or in segments. */
export function converted(
  { format: sound, recipe: of }: Combined,
  { to, container, codec, kbps }: (typeof CONVERSIONS)[number],
  prefix: string,
): Combined | undefined {
  if (of.kind === 'convert' || of.kind === 'segments') return undefined;
  const format: Format = {
    ...sound,
    id: `${prefix}${to}`,
    container,
    audioCodec: codec,
    audioBitrateKbps: kbps,
    size: null,
    delivery: 'transcode',
    compatibility: 'everywhere',
    recommended: false,
  };
  return { format, recipe: { kind: 'convert', of, to } };
}

/** Pictures of a GIF are small: a film of more is read and decoded for nothing. */
const ENOUGH_FOR_GIF_PX = 480;

/** A moving picture of some seconds as a GIF: what a silent post once was, or a part of a film. */
export function animationOf(formats: readonly Format[], prefix: string): Combined[] {
  const films = formats.filter(
    ({ kind, container }) => (kind === 'video' || kind === 'video+audio') && container === 'mp4',
  );
  const film = films.findLast(({ heightPx }) => (heightPx ?? 0) >= ENOUGH_FOR_GIF_PX) ?? films[0];
  if (!film) return [];
  const format: Format = {
    ...film,
    id: `${prefix}gif`,
    kind: 'image',
    container: 'gif',
    videoCodec: null,
    audioCodec: null,
    audioBitrateKbps: null,
    size: null,
    delivery: 'transcode',
    compatibility: 'everywhere',
    recommended: false,
  };
  return [{ format, recipe: { kind: 'convert', of: { kind: 'direct', from: film.id }, to: 'gif' } }];
}
