import { createHash } from 'node:crypto';
import type { Resolved, ResolveRequest } from '#/model/download.ts';
import { ok } from '#/model/failure.ts';
import type { Engine, Extraction, Source } from '#/server/engine/media/extraction.ts';
import type { FileTransfer } from '#/server/transfer/index.ts';
import { limits as facts } from '#app.config';
import { allFormats, type Format, type Media, ZIP_ID } from '#/model/media/media.ts';
import { previewsOf } from '#/model/media/preview.ts';
import { mediaKeys } from '#/model/rule.ts';
import { type Caller, forbiddenLink, forbiddenPlatform } from '../caller.ts';
import type { Limits } from '../limits/limits.ts';
import type { CountedResult } from '../limits/limit-status.ts';
import type { LinkPurpose, LinkScope, LinkSigner } from '../links/links.ts';
import { STORYBOARD_ID } from '../media-assets/storyboard.ts';

export type ResolvePorts = {
  engine: Pick<Engine, 'resolve' | 'health'>;
  transfer: Pick<FileTransfer, 'measure'>;
  signer: LinkSigner;
  limits: Pick<Limits, 'take'>;
};

/** The media of a link, for a caller who may read links. Failures: forbidden, limit_reached, and those of Engine.resolve. */
export async function resolveForCaller(
  { url, from }: ResolveRequest,
  caller: Caller,
  { engine, transfer, signer, limits }: ResolvePorts,
  signal: AbortSignal,
): Promise<CountedResult<Resolved>> {
  const forbidden = forbiddenLink(caller, [url]);
  if (forbidden) return { result: { ok: false, failure: forbidden }, limitStatus: null };
  const { result: allowed, limitStatus } = await limits.take('resolutions', caller);
  if (!allowed.ok) return { result: allowed, limitStatus };
  const result = await engine.resolve(url, { from, signal });
  if (!result.ok) return { result, limitStatus };
  // A short link tells only now where it leads.
  const alien = forbiddenPlatform(caller, result.value.media.platform);
  if (alien) return { result: { ok: false, failure: alien }, limitStatus };
  const media = await transfer.measure(result.value.media, signal);
  const links = signLinks(media, result.value, signer);
  return { result: ok({ media, ...links, canConvert: engine.health().conversions }), limitStatus };
}

/** All links of a media, signed until one moment: one that saves each format, and those that its page shows something by. */
function signLinks(
  media: Media,
  { sources, storyboard }: Pick<Extraction, 'sources' | 'storyboard'>,
  signer: LinkSigner,
): Pick<Resolved, 'links' | 'shown' | 'expiresAt'> {
  const expiresAtS = Math.floor(Date.now() / 1000) + facts.downloadLinkS;
  const { canonicalUrl } = media;
  const link = (purpose: LinkPurpose, formatId: string, more: Pick<LinkScope, 'version' | 'ruleKeys'> = {}) =>
    signer.sign({ purpose, canonicalUrl, formatId, ...more, expiresAtS });
  const ruleKeys = mediaKeys(media);
  const linksOf = (purpose: LinkPurpose, formats: readonly Format[]) =>
    Object.fromEntries(formats.map(({ id }) => [id, link(purpose, id)]));
  const formats = allFormats(media);
  const isArchivable = media.items.filter(({ link: own }) => own === null).length > 1;
  const tracks = media.formats.filter(({ kind, container }) => kind === 'subtitles' && container === 'vtt');
  const thumbnails = [media.thumbnailId, ...media.items.map(({ thumbnailId }) => thumbnailId)].filter(
    (id) => id !== null,
  );
  return {
    links: { ...linksOf('download', formats), ...(isArchivable && { [ZIP_ID]: link('download', ZIP_ID) }) },
    shown: {
      previews: linksOf('preview', previewsOf(media)),
      thumbnails: Object.fromEntries(
        thumbnails.map((id) => [id, link('thumbnail', id, { version: versionOf(sources.get(id)), ruleKeys })]),
      ),
      subtitles: linksOf('subtitles', tracks),
      storyboard: storyboard ? link('storyboard', STORYBOARD_ID, { ruleKeys }) : null,
    },
    expiresAt: new Date(expiresAtS * 1000).toISOString(),
  };
}

/** By the path alone: hosts and signatures are others each time. */
function versionOf(source: Source | undefined): string {
  const path = URL.parse(source?.url ?? '')?.pathname ?? '';
  return createHash('sha256').update(path).digest('base64url').slice(0, 8);
}
