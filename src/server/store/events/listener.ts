import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Hearing } from '../adapter.ts';
import { EVENT_CHANNEL } from './events.ts';
import { toStoreError } from '../store-error.ts';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;

/**
 * A connection of its own that hears events. When it breaks, it is made again, soon at first and then every five seconds; since what
 * was sent meanwhile is lost, `resync` is called. Rejects with StoreError when the first attempt fails.
 */
export async function openListener(
  url: string,
  { receive, resync, log }: Hearing,
): Promise<{ close: () => Promise<void> }> {
  const closing = new AbortController();
  let client = await connect(url, receive);
  let reconnecting = Promise.resolve();

  const watch = (): void => {
    client.once('end', () => {
      if (!closing.signal.aborted) reconnecting = reconnect();
    });
  };

  const reconnect = async (): Promise<void> => {
    for (let delayMs = FIRST_DELAY_MS; !closing.signal.aborted; delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)) {
      try {
        client = await connect(url, receive);
        watch();
        return resync();
      } catch (error) {
        log(`Events are not heard. ${toStoreError(error).message}`);
        await sleep(delayMs, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  };

  watch();
  return {
    async close() {
      closing.abort();
      await reconnecting;
      await client.end();
    },
  };
}

async function connect(url: string, receive: (payload: string) => void): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'clipferry events',
  });
  // A broken connection says so by `end` as well, which is what is acted on.
  client.on('error', () => {});
  client.on('notification', ({ payload }) => receive(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${EVENT_CHANNEL}`);
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw toStoreError(error);
  }
}
