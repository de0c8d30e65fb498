import { type LocalBucket, openLocalBucket } from './local-bucket.ts';
import type { S3Bucket, S3Settings } from './s3-bucket.ts';

export type BucketPlace = {
  /** Where files are kept when S3 is not configured; made when it is not there. */
  folder: string;
  /** Signs the addresses of local files. S3 signs with its own. */
  secret: string;
  /** Whether no other process writes to that folder, so that what is unfinished there was left by one that died. */
  isAlone?: boolean;
  s3?: S3Settings;
};

/** Opens the bucket that is configured. Rejects with `unavailable` when the folder cannot be used. */
export async function openBucket({ s3, ...local }: BucketPlace): Promise<LocalBucket | S3Bucket> {
  if (!s3) return openLocalBucket(local);
  // Here, so that an embedded installation never loads the SDK.
  const { openS3Bucket } = await import('./s3-bucket.ts');
  return openS3Bucket(s3);
}
