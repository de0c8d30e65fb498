export type DeliveryPurpose =
  | 'confirm-sign-up'
  /** To somebody who has an account, and in whose name another one was asked for; `link` leads to where they sign in. */
  | 'sign-up-again'
  | 'reset-password'
  | 'verify-attribute'
  /** A second factor. */
  | 'sign-in'
  /** The custom challenge, which may be the only factor. */
  | 'emailed-code'
  /** To a user that an administrator made; `code` is the temporary password. */
  | 'invitation'
  /** That what the reader waited for can be downloaded; `link` leads to its page, and `name` is what it is called. */
  | 'there'
  /** That something has changed; `notice` says what, and there is no code. */
  | 'notice';

/** What a user is told of how they sign in. */
export type NoticeKind = 'passwordChanged' | 'emailChanged' | 'phoneChanged' | 'secondStepChanged';

export type Message = {
  /** The same each time that it is sent, so that mailboxes know it again; one that is sent once may do without. */
  id?: string;
  medium: 'EMAIL' | 'SMS';
  destination: string;
  purpose: DeliveryPurpose;
  /** Either of the two is given, unless it is a notice. */
  code?: string;
  link?: string;
  notice?: NoticeKind;
  /** How long it works. */
  validS: number;
  /** Language that the reader has chosen, if known: `pt-BR`, `ro`. */
  locale?: string;
  /** What an invited person signs in with, or what has come is called. */
  name?: string;
};

/** Brings a message on its way. Rejects with IdentityError CodeDeliveryFailureException when there is none. */
export type Deliver = ((message: Message) => Promise<void>) & {
  /** Whether there is a way at all; without it, one is supposed. */
  can?: (medium: Message['medium']) => boolean;
};

/** As clients are told where a code went, without telling anybody the address: `a***@e***`, `+*******1234`. */
export function maskedDestination(destination: string): string {
  const [name = '', host] = destination.split('@');
  if (host !== undefined) return `${name.slice(0, 1)}***@${host.slice(0, 1)}***`;
  return `+${'*'.repeat(Math.max(destination.length - 5, 3))}${destination.slice(-4)}`;
}
