import type { Store } from '#/server/store/store.ts';
import type { Deliver } from '../deliver.ts';
import type { Trial } from '../trial-token.ts';
import { createDeliver } from './deliver-messages.ts';
import { createOutbox } from './outbox.ts';
import { createOutboxPages } from './outbox-pages.ts';
import { createMailer, type SmtpSettings } from './smtp.ts';

type MessageOptions = {
  store: Pick<Store, 'query'>;
  /** null: nothing is sent. */
  smtp: SmtpSettings | null;
  /** Who tries the installation reads what would be sent; null: nobody does. */
  trial: Trial | null;
  /** Milliseconds since 1970. */
  now?: () => number;
  log: (message: string) => void;
};

type Messages = {
  deliver: Deliver;
  /** By their path below /identity/; none where messages are sent, or nobody tries the installation. */
  pages: Readonly<Record<string, (request: Request) => Promise<Response>>>;
  close(): void;
};

/**
 * How messages leave this installation: by SMTP; without it into the outbox, if somebody tries it; and otherwise not at all. What an outbox holds of earlier is forgotten wherever it is not in use: it is full of codes. Rejects with StoreError.
 */
export async function openMessages({ store, smtp, trial, now = Date.now, log }: MessageOptions): Promise<Messages> {
  const outbox = createOutbox(store, now);
  if (smtp === null && trial !== null) {
    return {
      deliver: createDeliver({ way: { outbox }, log }),
      pages: createOutboxPages(outbox, trial),
      close: () => {},
    };
  }
  await outbox.clear();
  const mailer = smtp && createMailer(smtp);
  return { deliver: createDeliver({ way: mailer && { mailer }, log }), pages: {}, close: () => mailer?.close() };
}
