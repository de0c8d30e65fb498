import type { Format, Media } from '#/model/media/media.ts';
import type { Engine, FoundFormat } from '#/server/engine/media/extraction.ts';
import { threeLetterCode } from '#/server/transfer/mp4/language.ts';
import { type AnswerContext, nameOf, urlOf } from './answers.ts';
import { chooseFilm } from './choose-film.ts';
import { originalSoundFormat } from './choose-sound.ts';
import type { ChosenFile } from './choose.ts';

/** What a client makes by itself of files that it fetches through tunnels. */
type LocalAnswer = {
  status: 'local-processing';
  type: 'merge' | 'mute' | 'audio' | 'gif' | 'remux';
  service: string;
  /** The picture before the sound, subtitles last. */
  tunnel: string[];
  output: { type: string; filename: string; metadata?: Record<string, string>; subtitles?: boolean };
  audio?: { copy: boolean; format: string; bitrate: string };
};

const TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  gif: 'image/gif',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
};

/**
 * The answer for a client that wants to do the work itself. null: there is nothing for it to do, and it gets a tunnel. `preferred` is
 * for what would cost a codec or two sources; `forced` for every film and sound. Pictures, and media in segments, are tunnels always.
 */
export async function localAnswer(
  engine: Pick<Engine, 'find'>,
  file: ChosenFile,
  context: AnswerContext,
  signal: AbortSignal,
): Promise<LocalAnswer | null> {
  const isForced = context.wish.localProcessing === 'forced';
  if (context.wish.localProcessing === 'disabled' || file.as === 'photo') return null;
  if (file.as === 'sound') return soundAnswer(file, context, isForced);
  if (file.as === 'gif') return gifAnswer(file, context);
  const sound = file.track?.id;
  const found = await engine.find(context.media.canonicalUrl, file.format.id, { sound, signal });
  return found.ok ? filmAnswer(found.value, file, context, isForced) : null;
}

function soundAnswer(file: ChosenFile, context: AnswerContext, isForced: boolean): LocalAnswer | null {
  const { audioFormat, audioBitrate } = context.wish;
  const source = originalSoundFormat(file.entry.formats, file.track);
  if (!source) return null;
  const own = source.audioCodec === 'opus' ? 'opus' : source.container;
  const wanted = audioFormat === 'best' ? own : audioFormat;
  const copy = wanted === own;
  if (copy && !isForced) return null;
  return {
    ...base('audio', [urlOf(source.id, context, { sound: file.track?.id })], context),
    output: outputOf({ ...file, format: source }, context, wanted),
    audio: { copy, format: wanted, bitrate: audioBitrate },
  };
}

function gifAnswer(file: ChosenFile, context: AnswerContext): LocalAnswer | null {
  const film = chooseFilm(file.entry.formats, context.media.platform, null, context.wish);
  return film ? { ...base('gif', [urlOf(film.id, context)], context), output: outputOf(file, context, 'gif') } : null;
}

function filmAnswer(
  { recipe, parts }: FoundFormat,
  file: ChosenFile,
  context: AnswerContext,
  isForced: boolean,
): LocalAnswer | null {
  if (recipe.kind === 'segments') return null;
  const isOne = parts.length === 1;
  if (isOne && !file.isMuted && !isForced) return null;
  const [picture, sound] = parts.map(({ formatId }) => urlOf(formatId, context));
  if (picture === undefined) return null;
  const tracks = file.isMuted || sound === undefined ? [picture] : [picture, sound];
  const type = file.isMuted ? 'mute' : isOne ? 'remux' : 'merge';
  const text = file.subtitles && urlOf(file.subtitles.id, context);
  return {
    ...base(type, text ? [...tracks, text] : tracks, context),
    output: { ...outputOf(file, context, file.format.container), ...(text && { subtitles: true }) },
  };
}

function base(type: LocalAnswer['type'], tunnel: string[], { media }: AnswerContext) {
  return { status: 'local-processing', type, service: media.platform, tunnel } as const;
}

function outputOf(file: ChosenFile, context: AnswerContext, container: string): LocalAnswer['output'] {
  const metadata = context.wish.disableMetadata ? null : metadataOf(context.media, file.subtitles);
  return {
    type: TYPES[container] ?? 'application/octet-stream',
    filename: nameOf(file, context, container),
    ...(metadata && { metadata }),
  };
}

function metadataOf({ title, author, publishedAt }: Media, subtitles: Format | null): Record<string, string> {
  const language = subtitles && threeLetterCode(subtitles.language);
  return {
    title,
    ...(author && { artist: author.name }),
    ...(publishedAt && { date: publishedAt.slice(0, 10) }),
    ...(language && { sublanguage: language }),
  };
}
