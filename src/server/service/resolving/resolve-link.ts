import type { Resolved, ResolveRequest } from '#/model/download.ts';
import { ok } from '#/model/failure.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { Transfer } from '#/server/transfer/index.ts';
import { forbiddenLink, forbiddenPlatform } from '../keys/scopes.ts';
import type { Caller } from '../limits/holders.ts';
import type { Limits } from '../limits/limits.ts';
import type { CountedResult } from '../limits/standing.ts';
import type { LinkSigner } from '../links/links.ts';
import { signLinks } from '../links/media-links.ts';

export type ResolvePorts = {
  engine: Pick<Engine, 'resolve' | 'health'>;
  transfer: Pick<Transfer, 'measure'>;
  signer: LinkSigner;
  limits: Pick<Limits, 'take'>;
};

/** The media of a link, for a caller who may read links. Failures: forbidden, limit_reached, and those of Engine.resolve. */
export async function resolveLink(
  { url, from }: ResolveRequest,
  caller: Caller,
  { engine, transfer, signer, limits }: ResolvePorts,
  signal: AbortSignal,
): Promise<CountedResult<Resolved>> {
  const forbidden = forbiddenLink(caller, [url]);
  if (forbidden) return { result: { ok: false, failure: forbidden }, standing: null };
  const { result: allowed, standing } = await limits.take('resolutions', caller);
  if (!allowed.ok) return { result: allowed, standing };
  const result = await engine.resolve(url, { from, signal });
  if (!result.ok) return { result, standing };
  // A short link tells only now where it leads.
  const alien = forbiddenPlatform(caller, result.value.media.platform);
  if (alien) return { result: { ok: false, failure: alien }, standing };
  const media = await transfer.measure(result.value.media, signal);
  const links = signLinks(media, result.value, signer);
  return { result: ok({ media, ...links, canConvert: engine.health().conversions }), standing };
}
