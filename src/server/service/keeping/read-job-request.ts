import * as v from 'valibot';
import type { KeepRequest } from '#/model/download.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import { ZIP_ID } from '#/model/media/media.ts';
import { subjectKeys } from '#/model/rule.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { JobRequest } from '#/server/jobs/index.ts';
import { FileQuery, findAsked } from '#/server/transfer/index.ts';
import { type LinkSigner, VIDEO_PATH } from '../links/links.ts';

type Ports = { engine: Pick<Engine, 'find'>; signer: LinkSigner };

/** What is to be made and kept, with what its link names looked up. Failures: those of the link and of Engine.find, invalid_request. */
export async function readJobRequest(
  request: KeepRequest,
  owner: string,
  { engine, signer }: Ports,
  signal: AbortSignal,
): Promise<Result<JobRequest>> {
  if (!('link' in request)) {
    const { urls, title, kind, heightPx } = request;
    return ok({ kind: 'archive', owner, urls: [...new Set(urls)], title, media: kind, heightPx });
  }
  const url = URL.parse(request.link, 'http://localhost');
  if (!url?.pathname.startsWith(VIDEO_PATH)) return fail('link_invalid');
  const scope = signer.verify(url.pathname.slice(VIDEO_PATH.length));
  if (!scope.ok) return scope;
  if (scope.value.purpose !== 'download') return fail('link_invalid');
  const query = v.safeParse(FileQuery, Object.fromEntries(url.searchParams));
  if (!query.success) return fail('invalid_request');
  const { canonicalUrl, formatId } = scope.value;
  const first = query.output.items?.replaceAll(' ', '+').split(',', 1)[0] ?? '';
  const found =
    formatId === ZIP_ID
      ? await engine.find(canonicalUrl, first, { signal })
      : await findAsked(engine, { canonicalUrl, formatId, query: query.output }, signal);
  if (!found.ok) return found;
  const { media, format } = found.value;
  const { platform, title } = media;
  const ruleKeys = subjectKeys(media);
  // What a part or an archive comes to, nobody knows beforehand.
  const isWhole = formatId !== ZIP_ID && query.output.start === undefined && query.output.end === undefined;
  const expectedBytes = isWhole ? (format.size?.bytes ?? null) : null;
  const job = { owner, canonicalUrl, formatId, query: query.output, platform, title, ruleKeys, expectedBytes };
  return ok({ kind: 'file', ...job });
}
