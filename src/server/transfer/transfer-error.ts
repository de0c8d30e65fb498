import type { Failure, FailureCode } from '#/model/failure.ts';

/** Thrown inside this room where a chain of reads cannot go on; its border turns it into a Failure. */
export class TransferError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure | FailureCode, options?: ErrorOptions) {
    const whole = typeof failure === 'string' ? { code: failure } : failure;
    super(whole.code, options);
    this.name = 'TransferError';
    this.failure = whole;
  }
}

/** An input that is not what its container's standard says, or ends before it should. */
export function damaged(what: string): TransferError {
  return new TransferError('media_damaged', { cause: new Error(what) });
}
