import type { Deliver, Message } from '../deliver.ts';
import { undeliverable } from '../identity-error.ts';
import {
  type ComposedMessage,
  composeMessage,
  composeNotice,
  composeTextMessage,
  type MessageContent,
} from './compose-message.ts';
import type { MessageKind } from './message-texts.ts';
import type { Outbox } from './outbox.ts';
import type { Mailer } from './smtp.ts';

type DeliveryPorts = {
  /** null: there is no way to send anything. There is none for text messages in any case: only an outbox takes them. */
  way: { mailer: Mailer } | { outbox: Outbox } | null;
  log: (message: string) => void;
};

/** Composes messages and brings them on their way. Rejects with CodeDeliveryFailureException when there is none. */
export function createDeliver({ way, log }: DeliveryPorts): Deliver {
  const can = (medium: Message['medium']): boolean => way !== null && ('outbox' in way || medium === 'EMAIL');
  const deliver = async (message: Message): Promise<void> => {
    if (way === null || !can(message.medium)) throw undeliverable();
    if ('mailer' in way) await sendMail(way.mailer, message, log);
    else await keep(way.outbox, message);
  };
  return Object.assign(deliver, { can });
}

async function keep(outbox: Outbox, message: Message): Promise<void> {
  const { medium, destination, purpose, code, link } = message;
  const { subject, text } =
    medium === 'EMAIL' ? composed(message) : { subject: null, text: composeTextMessage(contentOf(message)) };
  const secret = { ...(code !== undefined && { code }), ...(link !== undefined && { link }) };
  await outbox.keep({ medium, destination, purpose, subject, text, ...secret });
}

async function sendMail(mailer: Mailer, message: Message, log: (line: string) => void): Promise<void> {
  try {
    await mailer.send(message.destination, composed(message), message.id);
  } catch (error) {
    log(`identity: a message could not be sent (${nameOf(error)})`);
    throw undeliverable({ cause: error });
  }
}

function composed(message: Message): ComposedMessage {
  const { notice: kind, locale } = message;
  return kind === undefined ? composeMessage(contentOf(message)) : composeNotice({ kind, locale });
}

function contentOf({ purpose, code, link, validS, locale, name }: Message): MessageContent {
  // A notice is composed apart, and is none of these.
  const kind =
    purpose === 'notice' || (purpose === 'confirm-sign-up' && link !== undefined) ? 'signUpLink' : KINDS[purpose];
  return { kind, secret: link ?? code ?? '', validForS: validS, locale, name };
}

const KINDS = {
  'confirm-sign-up': 'signUp',
  'sign-up-again': 'signUpAgain',
  'reset-password': 'resetPassword',
  'verify-attribute': 'verifyAddress',
  'sign-in': 'signIn',
  'emailed-code': 'signIn',
  invitation: 'invitation',
  there: 'there',
} as const satisfies Record<Exclude<Message['purpose'], 'notice'>, MessageKind>;

/** The server's own text may hold the address. */
function nameOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
