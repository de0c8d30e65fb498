import { BucketError } from './bucket.ts';

/** What a failed request means. Codes only: messages of the SDK and of servers hold hosts, keys and request ids. */
export function explainS3Error(error: unknown): BucketError {
  if (error instanceof BucketError) return error;
  const { name, status } = factsOf(error);
  if (name === 'InvalidRange' || status === 416) {
    return new BucketError('invalid_range', 'The range begins beyond the file', { cause: error });
  }
  // A bucket that is not there answers 404 as well, but with a name of its own, except to HEAD.
  if (name === 'NoSuchKey' || name === 'NotFound') {
    return new BucketError('not_found', 'There is no such file', { cause: error });
  }
  return new BucketError('unavailable', `S3 cannot be used: ${status ?? ''} ${name}`, { cause: error });
}

/** Names of errors are words by protocol; whatever else a server sends as one is not passed on. */
function factsOf(error: unknown): { name: string; status: number | undefined } {
  if (!(error instanceof Error)) return { name: 'unknown', status: undefined };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  const status =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : null;
  return {
    name: /^\w{1,64}$/.test(code) ? code : 'unknown',
    status: typeof status === 'number' ? status : undefined,
  };
}
