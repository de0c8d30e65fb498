import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';

/** S3 takes 10,000 parts, so 80 GB; each is held in memory until it is sent. */
const PART_BYTES = 8 * 1024 * 1024;
/** Parts under way at once, of one file: one on the line while the next one fills. */
const PARTS_AT_ONCE = 2;

/** For the answers that taking back needs, which no abort cuts short: how long an abort waits at most, for each. */
const BOOKKEEPING_TIMEOUT_MS = 3_000;

type UploadTarget = { Bucket: string; Key: string; ContentType: string };

/**
 * Sends chunks of unknown length as one object; up to one part is a single request. When it fails, or the signal aborts, the parts
 * that arrived are taken back. What a dying process leaves needs a lifecycle rule of the bucket (AbortIncompleteMultipartUpload).
 */
export async function upload(
  client: S3Client,
  target: UploadTarget,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { Upload } = await import('@aws-sdk/lib-storage');
  await new Upload({
    client: signal ? await stoppable(client, signal) : client,
    params: { ...target, Body: Readable.from(chunks, { objectMode: false }) },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    leavePartsOnError: false,
  }).done();
}

/**
 * Upload's own abort() leaves requests running, and returns before the parts are taken back. So the signal ends the requests that
 * carry bytes, and Upload cleans up after them. It does not end the two that begin and take back; those have a time of their own.
 */
async function stoppable(client: S3Client, signal: AbortSignal): Promise<S3Client> {
  const { AbortMultipartUploadCommand, CreateMultipartUploadCommand } = await import('@aws-sdk/client-s3');
  const send = (command: Parameters<S3Client['send']>[0]) => {
    const isLeftAlone =
      command instanceof CreateMultipartUploadCommand || command instanceof AbortMultipartUploadCommand;
    return client.send(command, { abortSignal: isLeftAlone ? AbortSignal.timeout(BOOKKEEPING_TIMEOUT_MS) : signal });
  };
  return Object.create(client, { send: { value: send } });
}
