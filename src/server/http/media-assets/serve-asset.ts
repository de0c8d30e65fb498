import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AssetScope } from '#/server/service/media-assets/asset.ts';
import { HISTORY_PICTURE_ID } from '#/server/service/media-assets/history-pictures.ts';
import type { MediaAssets } from '#/server/service/media-assets/media-assets.ts';
import type { VideoLink } from '#/server/service/links/links.ts';
import { acceptedWeights } from '#/model/http/http-semantics.ts';
import type { ShrunkType } from '#/server/transfer/pictures.ts';
import type { RequestAuthenticator } from '../authenticate.ts';
import { sendProblem } from '../problem.ts';
import { sendBytes } from '../send-bytes.ts';
import { isAnswered } from '../shutdown.ts';

export type AssetPorts = { assets: MediaAssets; authenticator: Pick<RequestAuthenticator, 'ofBrowser'> };

/** Nobody looks at a result for longer; and what a link gave ends with it. */
const MAX_AGE_S = 60 * 60;

/** Answers a link that was judged with what a page shows by it: small, and kept by the browser for a while. */
export async function serveAsset(
  req: IncomingMessage,
  res: ServerResponse,
  { scope, parameters }: VideoLink & { scope: AssetScope },
  { assets, authenticator }: AssetPorts,
): Promise<void> {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const query = Object.fromEntries(parameters);
  const pictureType = pictureTypeOf(req.headers.accept ?? '');
  const given = await assets.read({ scope, query, pictureType, signal: gone.signal }, () =>
    authenticator.ofBrowser(req),
  );
  if (isAnswered(res)) return;
  // A history has pictures of some downloads only: that there is none is no failure, which a browser would report.
  if (!given.ok && scope.formatId === HISTORY_PICTURE_ID && given.failure.code === 'format_gone') {
    res.writeHead(204, { 'cache-control': 'no-store' }).end();
    return;
  }
  if (!given.ok) return sendProblem(res, given.failure);
  const maxAgeS = Math.min(MAX_AGE_S, scope.expiresAtS - Date.now() / 1000);
  const vary = scope.purpose === 'thumbnail' ? { vary: 'accept' } : {};
  sendBytes(req, res, { ...given.value, ...vary }, maxAgeS);
}

/** The smallest first; JPEG is known to all. */
const BY_ACCEPT: readonly ShrunkType[] = ['image/avif', 'image/webp'];

/** The smallest type of pictures that a browser says it knows. */
function pictureTypeOf(accept: string): ShrunkType {
  // `*` says nothing of what is new (RFC 9110, section 12.5.1).
  const weights = acceptedWeights(accept);
  return BY_ACCEPT.find((type) => (weights.get(type) ?? 0) > 0) ?? 'image/jpeg';
}
