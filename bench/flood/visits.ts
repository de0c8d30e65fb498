import { download } from '../client.ts';
import { linkTo, visitorAt } from './visitors.ts';

const VISITORS = 3;
const NETWORK = 2;
let visits = 0;

/**
 * What three visitors who are within their limits get in so long, in MB a second, each at most at a pace. Whoever has a whole file is
 * followed by the next, so that nobody is ever over.
 */
export async function downloadsMbPerS(
  port: number,
  file: string,
  durationMs: number,
  bytesPerS?: number,
): Promise<number> {
  const beganMs = performance.now();
  let bytes = 0;
  const visit = async (): Promise<void> => {
    for (;;) {
      const leftMs = durationMs - (performance.now() - beganMs);
      if (leftMs <= 0) return;
      const { cookie, address: localAddress } = visitorAt(NETWORK, visits++);
      const onBytes = (count: number): void => void (bytes += count);
      const paced = bytesPerS === undefined ? {} : { bytesPerS };
      const options = { stopAfterMs: leftMs, localAddress, cookie, onBytes, ...paced };
      const { status } = await download(`http://127.0.0.1:${port}${linkTo(file)}`, options);
      if (status !== 200) throw new Error(`A visitor within the limits was told ${status}`);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visit));
  return bytes / 1e3 / (performance.now() - beganMs);
}
