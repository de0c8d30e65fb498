import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from '#/model/download.ts';
import { idOf } from '#/server/store/events/download-events.ts';
import type { Store } from '#/server/store/store.ts';
import { toStoreError } from '#/server/store/store-error.ts';
import { createWebhookRepository, type DueWebhook, type WebhookRepository } from '#/server/store/tables/webhooks.ts';
import { type JobQueue, WEBHOOKS } from './queue.ts';
import type { Timing } from './settings.ts';

/** Posts to an address of a client's, and tells the status of the answer. Rejects where there is none. */
export type PostWebhook = (url: string, request: { headers: Record<string, string>; body: string }) => Promise<number>;

/** A message on its way; its job's id is the message's. */
type Message = Pick<DueWebhook, 'downloadId' | 'url' | 'keyId'> & { body: string };

type Ports = { store: Store; queue: JobQueue; timing: Timing; postWebhook: PostWebhook; log: (line: string) => void };

export type Messenger = {
  /** Looks for what is due. */
  look: () => Promise<void>;
  /** Resolves when nothing is being looked for any more. */
  stop: () => Promise<void>;
};

/** What changes together is looked at together. */
const GATHER_MS = 100;
/** So many receivers may be slow before others wait for them. */
const AT_ONCE = 4;
/** Standard Webhooks: the receiver is gone for good. */
const GONE = 410;

/**
 * Tells clients how their downloads ended, from whichever process sees it first. At least once: what is due is marked in the transaction
 * that makes the messages, and looked for whenever a download changes and once a minute.
 */
export async function startWebhooks(ports: Ports): Promise<Messenger> {
  const { store, queue, timing, log } = ports;
  const repository = createWebhookRepository(store);
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    await store.transaction(async (tx) => {
      for (const due of await repository.takeDue(tx)) {
        const { downloadId, url, keyId } = due;
        const message: Message = { downloadId, url, keyId, body: JSON.stringify(eventOf(due)) };
        await queue.boss.send(WEBHOOKS, message, { retryDelay: timing.webhookDelayS, ...queue.within(tx) });
      }
    });
  }
  const lookSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // The next look finds what this one left.
      looking = look().catch((error) => log(`Webhooks were not looked for. ${toStoreError(error).message}`));
    }, GATHER_MS);
  };

  const forget = store.onEvent((event) => {
    if (idOf(event, 'changed') !== null) lookSoon();
  });
  const { pollingS } = queue;
  // Nobody is notified of a message that may be tried again by now.
  const often = { pollingIntervalSeconds: pollingS, notifyPollingIntervalSeconds: pollingS };
  const options = { batchSize: 1, localConcurrency: AT_ONCE, ...often };
  await queue.boss.work<Message>(WEBHOOKS, options, async ([job]) => {
    if (job) await deliver({ ...ports, repository }, job);
  });
  return {
    look,
    async stop() {
      forget();
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Rejects where it is to be tried again. */
async function deliver(
  { repository, postWebhook }: Pick<Ports, 'postWebhook'> & { repository: WebhookRepository },
  { id, data }: { id: string; data: Message },
): Promise<void> {
  const { url, keyId, body } = data;
  const secret = await repository.secretOf(keyId);
  // Revoked meanwhile: nothing is told in its name.
  if (secret === null) return;
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  const status = await postWebhook(url, { headers, body });
  if (status === GONE) return repository.remove(data);
  if (status < 200 || status > 299) throw new Error(`The receiver answered ${status}.`);
}

function eventOf({ downloadId, state, failure, totalBytes, expiresAt, updatedAt }: DueWebhook): WebhookEvent {
  const types: Partial<Record<DueWebhook['state'], WebhookEvent['type']>> = {
    ready: 'download.ready',
    failed: 'download.failed',
    cancelled: 'download.cancelled',
  };
  return {
    type: types[state] ?? 'download.expired',
    timestamp: updatedAt.toISOString(),
    data: { id: downloadId, state, failure, totalBytes, expiresAt: expiresAt?.toISOString() ?? null },
  };
}
