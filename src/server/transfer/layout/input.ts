/** Random access to one file that a layout is made of. */
export type Input = {
  readonly totalBytes: number;
  /** Exactly `length` bytes from `offset` on. Throws TransferError; `cancelled` where the signal says so. */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Buffer>;
};
