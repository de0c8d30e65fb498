/** Long enough to read, short enough to follow a line that slows down. */
const WINDOW_MS = 3_000;

/** Bytes a second over the last three seconds. */
export function createSpeedometer(now: () => number, startBytes: number): (bytes: number) => number {
  const samples = [{ at: now(), bytes: startBytes }];
  return (bytes) => {
    const at = now();
    samples.push({ at, bytes });
    while (samples.length > 2 && at - (samples[0]?.at ?? at) > WINDOW_MS) samples.shift();
    const [first = { at, bytes }] = samples;
    return at > first.at ? ((bytes - first.bytes) / (at - first.at)) * 1000 : 0;
  };
}

/** Seconds until the last byte; null: nobody knows. */
export function secondsLeft(totalBytes: number | null, receivedBytes: number, bytesPerS: number): number | null {
  return totalBytes !== null && bytesPerS > 0 ? (totalBytes - receivedBytes) / bytesPerS : null;
}
