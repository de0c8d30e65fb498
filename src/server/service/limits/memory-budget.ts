import { totalmem } from 'node:os';

/** What is left is for other processes beside this one, and for what a running transfer still takes. */
const SHARE = 0.8;
/** Transfers begin many times a second; memory fills over seconds. */
const MEASURE_EVERY_MS = 1_000;

/** Bytes of memory that this process should stay below: of what its container allows, or else of what the machine has. */
export function memoryBudget(allowedBytes = process.constrainedMemory(), machineBytes = totalmem()): number {
  // Without a limit the kernel tells 0, or a number that no machine has.
  const isLimited = allowedBytes > 0 && allowedBytes < machineBytes;
  return Math.floor((isLimited ? allowedBytes : machineBytes) * SHARE);
}

/** Tells whether the resident memory of this process is above a budget. */
export function createMemoryWatch(
  budgetBytes: number,
  { measureBytes = () => process.memoryUsage.rss(), nowMs = () => performance.now() } = {},
): () => boolean {
  let isShort = false;
  let measuredAtMs = -Infinity;
  return () => {
    if (nowMs() - measuredAtMs < MEASURE_EVERY_MS) return isShort;
    measuredAtMs = nowMs();
    isShort = measureBytes() > budgetBytes;
    return isShort;
  };
}
