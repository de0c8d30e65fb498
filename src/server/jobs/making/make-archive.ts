import { allowances } from '#app.config';
import { fail, type Failure, type FailureCode, ok, type Result } from '#/model/failure.ts';
import type { Media } from '#/model/media/media.ts';
import type { Engine, FoundFormat } from '#/server/engine/media/extraction.ts';
import { fileName, safeName } from '#/server/transfer/file-name.ts';
import type { Prepared, FileTransfer } from '#/server/transfer/transfer.ts';
import { chooseFormats } from './choose-formats.ts';
import type { JobPayload } from '../job-request.ts';

type Archive = Extract<JobPayload, { kind: 'archive' }>;
type Entry = { canonicalUrl: string; found: FoundFormat; name: string };
type Ports = { engine: Engine; transfer: FileTransfer };

/** Links resolved at the same time: enough for the extractor's workers, and few enough to leave some for visitors. */
const LINKS_AT_ONCE = 2;

/** One ZIP of what many links give. Links that fail are left out, and it is told why; if none is left, the first failure is its own. */
export async function prepareArchive(
  { engine, transfer }: Ports,
  archive: Archive,
  signal: AbortSignal,
): Promise<Result<{ file: Prepared; name: string; media: Media[]; leftOut: FailureCode[] }>> {
  const found = await findEntries(engine, archive, signal);
  let entries = found.flatMap((result) => (result.ok ? result.value : []));
  const failures = found.flatMap((result) => (result.ok ? [] : result.failure));
  let prepared = entries.length > 0 ? await transfer.prepareArchive(entries, { signal }) : nothing(failures);
  if (!prepared.ok && entries.length > 0 && !signal.aborted) {
    // One file that cannot be opened fails all of them: each is tried alone, and what does open is put together.
    const { good, bad } = await whatOpens(transfer, entries, signal);
    if (bad.length > 0) {
      entries = good;
      failures.push(...bad);
      prepared = entries.length > 0 ? await transfer.prepareArchive(entries, { signal }) : prepared;
    }
  }
  if (!prepared.ok) return prepared;
  const { totalBytes } = prepared.value;
  if (totalBytes !== null && totalBytes > allowances.fileGigabytes * 1e9) return fail('file_too_large');
  return ok({
    file: prepared.value,
    name: safeName(archive.title, 'zip'),
    media: entries.map(({ found }) => found.media),
    leftOut: failures.map(({ code }) => code),
  });
}

function nothing([first]: readonly Failure[]): Result<Prepared> {
  return first ? { ok: false, failure: first } : fail('no_direct_format');
}

/** In the order of the links, whichever answers first. */
async function findEntries(engine: Engine, archive: Archive, signal: AbortSignal): Promise<Result<Entry[]>[]> {
  const results: Result<Entry[]>[] = [];
  const queue = archive.urls.entries();
  const work = async (): Promise<void> => {
    for (const [index, url] of queue) results[index] = await findEntriesOf(engine, archive, url, signal);
  };
  await Promise.all(Array.from({ length: LINKS_AT_ONCE }, work));
  return results;
}

async function findEntriesOf(
  engine: Engine,
  archive: Archive,
  url: string,
  signal: AbortSignal,
): Promise<Result<Entry[]>> {
  const resolved = await engine.resolve(url, { signal });
  if (!resolved.ok) return resolved;
  const { media } = resolved.value;
  if ((media.durationS ?? 0) > allowances.fileHours * 3600) return fail('file_too_large');
  const entries: Entry[] = [];
  for (const { id } of chooseFormats(resolved.value, archive)) {
    const found = await engine.find(media.canonicalUrl, id, { signal });
    if (!found.ok) return found;
    const name = fileName(media, found.value.format);
    entries.push({ canonicalUrl: media.canonicalUrl, found: found.value, name });
  }
  return entries.length > 0 ? ok(entries) : fail('no_direct_format', { platform: media.platform });
}

/** Entries that can be opened, and why others cannot. */
async function whatOpens(
  transfer: FileTransfer,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<{ good: Entry[]; bad: Failure[] }> {
  const [good, bad]: [Entry[], Failure[]] = [[], []];
  for (const entry of entries) {
    const options = { startAt: 0, isForPlaying: false, isHead: true, signal };
    const opened = await transfer.prepare(entry.canonicalUrl, entry.found, options);
    if (opened.ok) good.push(entry);
    else bad.push(opened.failure);
  }
  return { good, bad };
}
