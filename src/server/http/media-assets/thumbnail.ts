import * as v from 'valibot';
import { fail, ok, type Result } from '#/model/failure.ts';
import { acceptedWeights } from '#/model/http-semantics.ts';
import { THUMBNAIL_WIDTHS } from '#/model/thumbnail.ts';
import type { ShrunkType } from '#/server/transfer/pictures.ts';
import type { SmallFile } from '../send-bytes.ts';
import type { PictureBook } from '#/server/service/media-assets/picture-cache.ts';
import type { ShownRequest } from './media-assets.ts';

const Query = v.strictObject({
  /** One of a few widths in pixels; without it the largest. */
  w: v.optional(v.picklist(THUMBNAIL_WIDTHS.map(String)), String(THUMBNAIL_WIDTHS.at(-1))),
});

/** The smallest first; JPEG is known to all. */
const BY_ACCEPT: readonly ShrunkType[] = ['image/avif', 'image/webp'];

/** A picture of a media in the width that is asked for, as what the browser says that it knows. Failures: invalid_request, those of Pictures.read. */
export async function readThumbnail(
  { scope, query, accept, signal }: ShownRequest,
  pictures: PictureBook,
): Promise<Result<SmallFile>> {
  const asked = v.safeParse(Query, query);
  if (!asked.success) return fail('invalid_request');
  // `*` says nothing of what is new (RFC 9110, section 12.5.1).
  const weights = acceptedWeights(accept);
  const type = BY_ACCEPT.find((one) => (weights.get(one) ?? 0) > 0) ?? 'image/jpeg';
  const picture = await pictures({ ...scope, wish: { widthPx: Number(asked.output.w), type }, signal });
  return picture.ok ? ok({ ...picture.value, vary: 'accept' }) : picture;
}
