import * as v from 'valibot';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Engine, Storyboard } from '#/server/engine/media/extraction.ts';
import type { PictureCache } from './picture-cache.ts';
import type { Asset, AssetRequest } from './asset.ts';

/** What a storyboard's link names instead of a format: the track, and by `?sheet=` one of its sheets. */
export const STORYBOARD_ID = 'storyboard';

const TrackQuery = v.strictObject({});
const SheetQuery = v.strictObject({ sheet: v.pipe(v.string(), v.regex(/^\d{1,3}$/)) });

/** Pictures from the whole film as a WebVTT track. Failures: invalid_request, format_gone where there are none, those of Engine.resolve. */
export async function readStoryboardTrack(
  { scope, query, signal }: AssetRequest,
  engine: Pick<Engine, 'resolve'>,
): Promise<Result<Asset>> {
  if (!v.is(TrackQuery, query)) return fail('invalid_request');
  const resolved = await engine.resolve(scope.canonicalUrl, { signal });
  if (!resolved.ok) return resolved;
  const { storyboard, media } = resolved.value;
  if (!storyboard) return fail('format_gone', { platform: media.platform });
  return ok({ bytes: Buffer.from(writeTrack(storyboard)), contentType: 'text/vtt; charset=utf-8' });
}

/** One sheet of them. Failures: invalid_request, those of Pictures.read. */
export async function readSheet(
  { scope: { canonicalUrl }, query, signal }: AssetRequest,
  pictures: PictureCache,
): Promise<Result<Asset>> {
  const asked = v.safeParse(SheetQuery, query);
  if (!asked.success) return fail('invalid_request');
  const formatId = `${STORYBOARD_ID}.${Number(asked.output.sheet)}`;
  return pictures({ canonicalUrl, formatId, wish: null, signal });
}

/** One cue a picture; its sheet is named relative to the track, and so lies behind the same signature. */
function writeTrack({ sheets, columns, rows, widthPx, heightPx, intervalS }: Storyboard): string {
  const cues = sheets.flatMap(({ startS, endS }, sheet) => {
    const count = Math.min(columns * rows, Math.ceil((endS - startS) / intervalS - 0.01));
    return Array.from({ length: count }, (_, place) => {
      const from = startS + place * intervalS;
      const [x, y] = [(place % columns) * widthPx, Math.floor(place / columns) * heightPx];
      const times = `${clock(from)} --> ${clock(Math.min(from + intervalS, endS))}`;
      return `${times}\n?sheet=${sheet}#xywh=${x},${y},${widthPx},${heightPx}\n`;
    });
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

function clock(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, width: number) => String(Math.floor(value)).padStart(width, '0');
  return `${part(ms / 3_600_000, 2)}:${part((ms / 60_000) % 60, 2)}:${part((ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
}
