import * as v from 'valibot';
import { fail, type Result } from '#/model/failure.ts';
import { THUMBNAIL_WIDTHS } from '#/model/media/thumbnail.ts';
import type { PictureCache } from './picture-cache.ts';
import type { Asset, AssetRequest } from './asset.ts';

const Query = v.strictObject({
  /** One of a few widths in pixels; without it the largest. */
  w: v.optional(v.picklist(THUMBNAIL_WIDTHS.map(String)), String(THUMBNAIL_WIDTHS.at(-1))),
});

/** A picture of a media in the width that is asked for, written as is wished. Failures: invalid_request, those of Pictures.read. */
export async function readThumbnail(
  { scope, query, pictureType: type, signal }: AssetRequest,
  pictures: PictureCache,
): Promise<Result<Asset>> {
  const asked = v.safeParse(Query, query);
  if (!asked.success) return fail('invalid_request');
  return pictures({ ...scope, wish: { widthPx: Number(asked.output.w), type }, signal });
}
