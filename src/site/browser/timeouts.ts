/** How long the site waits for what may never come, unless it says otherwise (docs/specification.md 9.6: the waiting helper's timeout). */
const WAITING_TIMEOUT_MS = 10_000;

/** Settles after a while. */
export function sleep(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

/** What is waited for, if it comes in time, and `late` otherwise. If it fails in time, so does the waiting. */
export async function withTimeout<T, Late>(
  awaited: Promise<T>,
  late: Late,
  timeoutMs: number = WAITING_TIMEOUT_MS,
): Promise<T | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, late);
  });
  try {
    return await Promise.race([awaited, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
