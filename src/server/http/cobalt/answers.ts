import type { Media } from '#/model/media/media.ts';
import type { LinkSigner } from '#/server/service/links/links.ts';
import type { ChosenFile } from './choose.ts';
import { isAnimation } from './choose.ts';
import { cobaltFileName } from './file-name.ts';
import type { CobaltRequest } from './request.ts';
import { tunnelUrl } from './tunnel-url.ts';

/** What all answers to one request are made with. */
export type AnswerContext = {
  signer: LinkSigner;
  media: Media;
  wish: CobaltRequest;
  /** Whose limits count where the files are fetched; null: those of whoever fetches them. */
  owner: string | null;
  origin: string;
};

type TunnelAnswer = { status: 'tunnel'; url: string; filename: string };
type PickerAnswer = {
  status: 'picker';
  picker: { type: 'photo' | 'video' | 'gif'; url: string; thumb?: string }[];
  audio?: string;
  audioFilename?: string;
};

export function tunnelAnswer(file: ChosenFile, context: AnswerContext): TunnelAnswer {
  return { status: 'tunnel', url: fileUrl(file, context), filename: nameOf(file, context) };
}

/** `audio` is left out where there is none: clients take a null for a link. */
export function pickerAnswer(
  files: readonly ChosenFile[],
  sound: ChosenFile | null,
  context: AnswerContext,
): PickerAnswer {
  const picker = files.map((file) => {
    const { thumbnailId } = file.entry;
    const thumb = thumbnailId && thumbUrl(thumbnailId, context);
    return { type: pickedAs(file), url: fileUrl(file, context), ...(thumb && { thumb }) };
  });
  if (!sound) return { status: 'picker', picker };
  const audio = tunnelAnswer(sound, context);
  return { status: 'picker', picker, audio: audio.url, audioFilename: audio.filename };
}

function pickedAs({ as, entry }: ChosenFile): 'photo' | 'video' | 'gif' {
  if (as === 'photo') return 'photo';
  return as === 'gif' || isAnimation(entry.formats) ? 'gif' : 'video';
}

function fileUrl({ format, track, isMuted, subtitles }: ChosenFile, context: AnswerContext): string {
  return urlOf(format.id, context, { sound: isMuted ? '0' : track?.id, subtitles: subtitles?.id });
}

/** A tunnel to any format of the media, in the style and with the tags asked for. */
export function urlOf(
  formatId: string,
  { signer, media: { canonicalUrl }, wish, owner, origin }: AnswerContext,
  more: Record<string, string | false | undefined> = {},
): string {
  const query = { style: wish.filenameStyle, tags: wish.disableMetadata && '0', ...more };
  return tunnelUrl(signer, { purpose: 'download', canonicalUrl, formatId, owner, origin, query });
}

/** A tunnel to a picture that is shown, and counts as no download. */
function thumbUrl(formatId: string, { signer, media: { canonicalUrl }, owner, origin }: AnswerContext): string {
  return tunnelUrl(signer, { purpose: 'preview', canonicalUrl, formatId, owner, origin, query: {} });
}

export function nameOf({ format, isMuted }: ChosenFile, { media, wish }: AnswerContext, container = format.container) {
  return cobaltFileName({ media, format, container, isMuted }, wish.filenameStyle);
}
