/** Memory that all downloads share for bytes on their way. */
export type Budget = {
  /** A buffer, or undefined when the budget is used up. What a download cannot do without is given all the same. */
  take(sizeBytes: number, isNeeded: boolean): Buffer | undefined;
  give(buffer: Buffer): void;
  readonly usedBytes: number;
};

const KEEP_BYTES = 32 * 1024 * 1024;

export function createBudget(limitBytes: number): Budget {
  const free = new Map<number, Buffer[]>();
  let usedBytes = 0;
  let freeBytes = 0;
  return {
    get usedBytes() {
      return usedBytes;
    },
    take(sizeBytes, isNeeded) {
      if (!isNeeded && usedBytes + sizeBytes > limitBytes) return undefined;
      usedBytes += sizeBytes;
      const kept = free.get(sizeBytes)?.pop();
      if (kept) freeBytes -= sizeBytes;
      // Not from Node's shared pool: a small slice of it would keep the whole of it.
      return kept ?? Buffer.allocUnsafeSlow(sizeBytes);
    },
    give(buffer) {
      usedBytes -= buffer.length;
      if (freeBytes + buffer.length > KEEP_BYTES) return;
      freeBytes += buffer.length;
      const kept = free.get(buffer.length);
      if (kept) kept.push(buffer);
      else free.set(buffer.length, [buffer]);
    },
  };
}
