import * as v from 'valibot';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import { readWhole, type FileTransfer } from '#/server/transfer/index.ts';
import type { Asset, AssetRequest } from './asset.ts';

const Query = v.strictObject({});

/** Subtitles as WebVTT, for a player. Failures: invalid_request, link_invalid for what is none, those of Engine.find and FileTransfer.prepare. */
export async function readSubtitleTrack(
  { scope: { canonicalUrl, formatId }, query, signal }: AssetRequest,
  { engine, transfer }: { engine: Engine; transfer: FileTransfer },
): Promise<Result<Asset>> {
  if (!v.is(Query, query)) return fail('invalid_request');
  const found = await engine.find(canonicalUrl, formatId, { signal });
  if (!found.ok) return found;
  const { kind, container } = found.value.format;
  if (kind !== 'subtitles' || container !== 'vtt') return fail('link_invalid');
  const prepared = await transfer.prepare(canonicalUrl, found.value, { startAt: 0, isForPlaying: true, signal });
  if (!prepared.ok) return prepared;
  const { contentType } = prepared.value;
  const bytes = await readWhole(prepared.value, signal);
  return bytes.ok ? ok({ bytes: bytes.value, contentType }) : bytes;
}
