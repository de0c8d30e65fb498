import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Failure, fail, ok } from '#/model/failure.ts';
import { BucketError, type Bucket } from '#/server/bucket/bucket.ts';
import { attemptOf } from '#/server/jobs/claim.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import type { DownloadRepository } from '#/server/store/tables/downloads.ts';
import type { LocalBucket } from '#/server/bucket/local-bucket.ts';
import { type Prepared, TransferError } from '#/server/transfer/index.ts';
import { sendProblem } from '../problem.ts';
import { sendFile } from '../send-file.ts';
import { isAnswered, type Shutdown } from '../shutdown.ts';
import type { StreamWatch } from '#/server/service/takedowns/stream-watch.ts';

type FilesPorts = {
  bucket: LocalBucket;
  downloadRepository: Pick<DownloadRepository, 'of'>;
  streamWatch: Pick<StreamWatch, 'ofKept'>;
  jobs: Pick<Jobs, 'missing'>;
  shutdown: Pick<Shutdown, 'refusal'>;
};

/** A kept file of the local bucket by its signed path: whole, a range of it, or its head. */
export async function serveKeptFile(
  req: IncomingMessage,
  res: ServerResponse,
  { bucket, downloadRepository, streamWatch, jobs, shutdown }: FilesPorts,
): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    return sendProblem(res, { code: 'invalid_request' }, { status: 405, headers: { allow: 'GET, HEAD' } });
  }
  const closing = shutdown.refusal();
  if (closing) return sendProblem(res, closing);
  const grant = bucket.verify(req.url ?? '');
  if (!grant.ok) return sendProblem(res, grant.failure);
  const { key, fileName: name } = grant.value;
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const file = await prepareKept(bucket, key, gone.signal);
  const id = attemptOf(key)?.id ?? '';
  if (isAnswered(res)) return;
  if (!file) {
    // Its row may still say that it is ready.
    if (id !== '') await jobs.missing({ id, key });
    return sendProblem(res, await whyGone(downloadRepository, id));
  }
  const { signal: revoked, end } = streamWatch.ofKept(id);
  const options = { follow: null, onBytes: () => {}, revoked };
  const failure = await sendFile(req, res, { file, name, isInline: false }, options).finally(end);
  if (failure) sendProblem(res, failure);
}

/** Asked of the few that are not there any more. */
async function whyGone(downloadRepository: Pick<DownloadRepository, 'of'>, id: string): Promise<Failure> {
  const [row] = id === '' ? [] : await downloadRepository.of([id]);
  return row?.failure?.code === 'taken_down' ? row.failure : { code: 'file_expired' };
}

/** Objects never change, so that the key tells them apart. null: it is not there any more. */
async function prepareKept(bucket: Bucket, key: string, signal: AbortSignal): Promise<Prepared | null> {
  const head = await bucket.head(key);
  if (!head) return null;
  return {
    totalBytes: head.bytes,
    contentType: head.contentType,
    etag: `"${key.replaceAll('/', '-')}"`,
    async write(sink, { start, end }) {
      try {
        const { body } = await bucket.open(key, { start, end, signal });
        // Not a pipeline: it would cut an answer that has not begun.
        for await (const bytes of body as AsyncIterable<Buffer>) await sink(bytes);
        return ok(undefined);
      } catch (error) {
        if (signal.aborted) return fail('cancelled');
        if (error instanceof TransferError) return { ok: false, failure: error.failure };
        if (error instanceof BucketError) return fail(error.code === 'not_found' ? 'file_expired' : 'transfer_broken');
        throw error;
      }
    },
  };
}
