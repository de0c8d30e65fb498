import { addAbortSignal, Readable } from 'node:stream';
import type { ListObjectsV2CommandOutput, S3ClientConfig } from '@aws-sdk/client-s3';
import { contentDisposition } from '#/model/http/content-disposition.ts';
import { type Bucket, BucketError, cancelledBy, type ListedFile } from './bucket.ts';
import { createIntake } from './intake.ts';
import { partsOfPrefix, keySegmentsOf } from './key.ts';
import { checkRange } from './range.ts';
import { explainS3Error } from './s3-errors.ts';
import { upload } from './s3-upload.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  /** Where this server reaches S3; without one, Amazon's own of the region. */
  endpoint?: string;
  /** Where visitors reach it, if elsewhere. */
  publicEndpoint?: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type S3Bucket = Bucket & { kind: 's3' };

/** What S3 itself assumes of an object without a type. */
const DEFAULT_TYPE = 'application/octet-stream';
/** Signature version 4 allows seven days. */
const MAX_EXPIRY_S = 7 * 24 * 60 * 60;
const CONNECT_TIMEOUT_MS = 5_000;
/** Without a byte in either direction. */
const IDLE_TIMEOUT_MS = 60_000;
/** Every body that is being read holds one; the SDK's 50 would make the next visitor wait for another's download. */
const MAX_CONNECTIONS = 512;

/**
 * Files as objects of one S3 bucket, which exists already. Nothing is asked of it until it is used. `url` gives an address that
 * expires after one second at the earliest, and seven days at the latest, whatever was asked.
 */
export async function openS3Bucket(settings: S3Settings): Promise<S3Bucket> {
  const sdk = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const { bucket: Bucket, endpoint, publicEndpoint = endpoint } = settings;
  const client = new sdk.S3Client(configuration(settings, endpoint));
  const publicClient = new sdk.S3Client(configuration(settings, publicEndpoint));
  const objectOf = (key: string) => ({ Bucket, Key: keySegmentsOf(key).join('/') });

  return {
    kind: 's3',
    async put(key, source, { contentType, signal }) {
      const target = { ...objectOf(key), ContentType: contentType };
      const intake = createIntake(source, signal);
      try {
        await upload(client, target, intake.chunks, signal);
      } catch (error) {
        throw intake.rejection(error, explainS3Error);
      }
      return intake.measured();
    },
    open: (key, { start, end, signal } = {}) =>
      explained(async () => {
        const object = objectOf(key);
        checkRange(start, end);
        const Range = start === undefined && end === undefined ? undefined : `bytes=${start ?? 0}-${end ?? ''}`;
        const command = new sdk.GetObjectCommand({ ...object, Range });
        const answer = await client.send(command, { abortSignal: signal }).catch((error: unknown) => {
          throw signal?.aborted ? cancelledBy(signal) : error;
        });
        const { Body, ContentLength: bytes = 0, ContentRange, ContentType = DEFAULT_TYPE } = answer;
        if (!(Body instanceof Readable)) throw new BucketError('unavailable', 'S3 answered without a body');
        if (signal) addAbortSignal(signal, Body);
        return { body: Body, bytes, totalBytes: totalOf(ContentRange) ?? bytes, contentType: ContentType };
      }),
    async head(key) {
      try {
        const answer = await client.send(new sdk.HeadObjectCommand(objectOf(key)));
        const { ContentLength: bytes = 0, ContentType: contentType = DEFAULT_TYPE, LastModified } = answer;
        return { bytes, contentType, modifiedAt: LastModified ?? new Date(0) };
      } catch (error) {
        const explanation = explainS3Error(error);
        if (explanation.code === 'not_found') return null;
        throw explanation;
      }
    },
    async delete(key) {
      await explained(() => client.send(new sdk.DeleteObjectCommand(objectOf(key))));
    },
    list(prefix) {
      partsOfPrefix(prefix);
      return listPages((ContinuationToken) =>
        explained(() => client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }))),
      );
    },
    async url(key, { expiresAt, fileName }) {
      const command = new sdk.GetObjectCommand({
        ...objectOf(key),
        ResponseContentDisposition: contentDisposition(fileName, false),
        ResponseCacheControl: 'private, no-store',
      });
      const leftS = Math.floor((expiresAt.getTime() - Date.now()) / 1000);
      return getSignedUrl(publicClient, command, { expiresIn: Math.min(Math.max(leftS, 1), MAX_EXPIRY_S) });
    },
    async close() {
      client.destroy();
      publicClient.destroy();
    },
  };
}

function configuration(settings: S3Settings, endpoint: string | undefined): S3ClientConfig {
  const { region, accessKeyId, secretAccessKey } = settings;
  return {
    region,
    credentials: { accessKeyId, secretAccessKey },
    // A server of one's own seldom has a host name for every bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Checksums in trailers, the SDK's default, are unknown to many servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
  };
}

/** Pages are of a thousand, the most S3 gives at once. */
async function* listPages(
  readPage: (token: string | undefined) => Promise<ListObjectsV2CommandOutput>,
): AsyncGenerator<ListedFile> {
  let token: string | undefined;
  do {
    const { Contents = [], NextContinuationToken } = await readPage(token);
    for (const { Key, Size = 0, LastModified = new Date(0) } of Contents) {
      if (Key !== undefined) yield { key: Key, bytes: Size, modifiedAt: LastModified };
    }
    token = NextContinuationToken;
  } while (token !== undefined);
}

/** The last number of `bytes 0-9/20`. */
function totalOf(contentRange: string | undefined): number | undefined {
  const total = /\/(\d+)$/.exec(contentRange ?? '')?.[1];
  return total === undefined ? undefined : Number(total);
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainS3Error(error);
  }
}
