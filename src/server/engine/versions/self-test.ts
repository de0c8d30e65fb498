import { type Platform, PLATFORMS } from '#/model/platform.ts';
import { platformRules } from '../platforms/all.ts';
import type { Pool } from '../worker/pool.ts';
import type { Job } from '../worker/protocol.ts';

/** The discard port: nobody listens there, and confinement would let nobody through. */
const NOWHERE = 'http://127.0.0.1:9';

/**
 * The first platform whose extractor does not come as far as asking the platform, or does not say in the usual way that it was not
 * answered; null: all do. `deadlineMs`: for each of them. Nothing leaves this machine, so that the answer is the same whatever platforms do.
 */
export async function failingPlatform(pool: Pick<Pool, 'run'>, deadlineMs: number): Promise<Platform | null> {
  for (const platform of PLATFORMS) {
    const job: Omit<Job, 'proxy'> = { url: platformRules[platform].selfTestUrl, deadlineMs, extractorArgs: {} };
    const answer = await pool.run(platform, { ...job, proxy: NOWHERE });
    const isWell =
      answer.ok &&
      'error' in answer.value &&
      answer.value.error.kind === 'extractor' &&
      (answer.value.requests ?? 0) > 0;
    if (!isWell) return platform;
  }
  return null;
}
