import * as v from 'valibot';
import { Text } from '#/model/text.ts';

const QUALITIES = ['max', '4320', '2160', '1440', '1080', '720', '480', '360', '240', '144'] as const;

/** null counts as not given: typed clients send it for what they leave open. */
function choice<const Options extends readonly string[]>(options: Options, fallback: Options[number]) {
  return v.nullish(v.picklist(options), fallback);
}
const flag = (fallback: boolean) => v.nullish(v.boolean(), fallback);
const Language = v.nullish(
  v.pipe(
    v.string(),
    v.regex(/^(?:[a-z\d-]{2,8})?$/i),
    v.transform((tag) => tag || null),
  ),
  null,
);

export const CobaltNameStyle = v.picklist(['classic', 'pretty', 'basic', 'nerdy']);
export type CobaltNameStyle = v.InferOutput<typeof CobaltNameStyle>;

/**
 * Body of `POST /api/cobalt/`, as the documents of cobalt's API list it (version 11). Keys that are unknown or retired are ignored,
 * since old clients go on sending them; a known key of a wrong value is refused, as clients expect. `alwaysProxy` changes nothing:
 * everything is proxied.
 */
export const CobaltRequest = v.object({
  /** Empty: missing, which has an error of its own. */
  url: v.nullish(v.pipe(Text, v.trim()), ''),
  downloadMode: choice(['auto', 'audio', 'mute'], 'auto'),
  videoQuality: v.pipe(
    choice(QUALITIES, '1080'),
    v.transform((quality) => (quality === 'max' ? Infinity : Number(quality))),
  ),
  audioFormat: choice(['best', 'mp3', 'ogg', 'wav', 'opus'], 'mp3'),
  audioBitrate: choice(['320', '256', '128', '96', '64', '8'], '128'),
  filenameStyle: v.nullish(CobaltNameStyle, 'basic'),
  disableMetadata: flag(false),
  alwaysProxy: flag(false),
  localProcessing: choice(['disabled', 'preferred', 'forced'], 'disabled'),
  subtitleLang: Language,
  youtubeVideoCodec: choice(['h264', 'av1', 'vp9'], 'h264'),
  youtubeVideoContainer: choice(['auto', 'mp4', 'webm', 'mkv'], 'auto'),
  youtubeDubLang: Language,
  convertGif: flag(true),
  allowH265: flag(false),
  tiktokFullAudio: flag(false),
});
export type CobaltRequest = v.InferOutput<typeof CobaltRequest>;
