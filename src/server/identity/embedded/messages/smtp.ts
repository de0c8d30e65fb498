import { createTransport } from 'nodemailer';
import type { ComposedMessage } from './compose-message.ts';

export type SmtpSettings = {
  /** `smtp://` or `smtps://`, with name and password where the server wants them. */
  url: string;
  /** What readers see as the sender. */
  from: string;
};

export type Mailer = {
  /** Resolves when the server has taken the message; rejects with its error. `id`: of its Message-ID, made up unless given. */
  send(destination: string, message: ComposedMessage, id?: string): Promise<void>;
  close(): void;
};

/** Somebody waits at a form for the message to be on its way. */
const TIMEOUT_MS = 10_000;

/** Sends by SMTP over a few connections that stay open. */
export function createMailer({ url, from }: SmtpSettings): Mailer {
  const transport = createTransport({
    pool: true,
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(destination, { subject, text, html, language }, id) {
      // As an object, an address stays one, whatever signs are in it.
      const to = { name: '', address: destination };
      const headers = { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' };
      const messageId = id === undefined ? {} : { messageId: `<${id}@${hostOf(from)}>` };
      await transport.sendMail({ from, to, subject, text, html, headers, ...messageId });
    },
    close: () => transport.close(),
  };
}

/** Of an address, alone or after a name. */
function hostOf(from: string): string {
  return /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
