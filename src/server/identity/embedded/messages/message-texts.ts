import type { NoticeKind } from '../deliver.ts';

/** What a message is sent for. */
export type MessageKind =
  | 'signUp'
  | 'signUpLink'
  | 'signUpAgain'
  | 'signIn'
  | 'resetPassword'
  | 'verifyAddress'
  | 'invitation'
  | 'there';

/**
 * The messages in one language, as whole sentences. `{app}` stands for the site's name, `{name}` for what the invited person signs in
 * with or what has come is called, `{duration}` for a length of time in words. The code, password or link follows `intro` on a line of its own.
 */
export type MessageTexts = Record<MessageKind, { subject: string; intro: string }> & {
  /** How long it works. */
  codeWorksFor: string;
  linkWorksFor: string;
  passwordWorksFor: string;
  /** Under what the reader waited for. */
  toldOnce: string;
  /** To somebody who did nothing to get this. */
  notAskedFor: string;
  /** That something has changed of how the reader signs in. */
  notices: Record<NoticeKind, { subject: string; text: string }>;
  /** What to do about a notice, for whoever it was not. */
  notYou: string;
} & Record<LinkOutcome, { title: string; text: string }>;

/** What the page says that the link of a message leads to. */
export type LinkOutcome = 'confirmed' | 'confirmedBefore' | 'linkIsDead';
