import { acceptedWeights } from '#/model/http-semantics.ts';
import type { ShrunkType } from '#/server/transfer/pictures.ts';

/** The smallest first; JPEG is known to all. */
const BY_ACCEPT: readonly ShrunkType[] = ['image/avif', 'image/webp'];

/** The smallest type of pictures that a browser says it knows. */
export function pictureTypeOf(accept: string): ShrunkType {
  // `*` says nothing of what is new (RFC 9110, section 12.5.1).
  const weights = acceptedWeights(accept);
  return BY_ACCEPT.find((type) => (weights.get(type) ?? 0) > 0) ?? 'image/jpeg';
}
