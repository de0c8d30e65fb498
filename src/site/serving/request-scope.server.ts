import { AsyncLocalStorage } from 'node:async_hooks';
import type { Locale } from '#/language/locales.ts';
import type { AccountUser } from '#/model/account.ts';
import type { Failure, Result } from '#/model/failure.ts';

/** What a form sent by itself, without scripts, and what came of it. */
export type FormSubmission = {
  form: string;
  answers: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  failure: Failure | null;
  reference: string | null;
};

export type RequestScope = {
  locale?: Locale;
  origin?: string;
  /** Of the Content-Security-Policy; in a page that is kept, hashes take its place. */
  nonce?: string;
  /** How the page that is being made is called. */
  page?: { name: string; title: string; description: string };
  /** What it was made of, where it is the same for everybody. */
  pageData?: { data: unknown };
  /** Whether this installation has accounts. */
  hasAccounts?: boolean;
  /** Whether other sites may show this one inside a page of theirs. */
  isEmbeddable?: boolean;
  /** Of the tag manager's container, where there is one. */
  tagManagerId?: string | null;
  /** Where this installation's operator is written to; null: they have not said. */
  operatorEmail?: string | null;
  /** Who asks: the id in the visitor's cookie, the user that it stands for, and the network address. */
  visitor?: { visitorId: string | null; userId: string | null; address: string | null };
  /** Who the call's id token is for. Failures: unauthorized, without one that is valid; busy, when that cannot be found out. */
  user?: Result<AccountUser>;
  /** The same, asked at this very moment. */
  askUserNow?: () => Promise<Result<AccountUser>>;
  /** The visitor's cookie that goes onto the answer; null: the browser's stays. */
  setCookie?: string | null;
  submission?: FormSubmission;
};

/** What each request carries through rendering and server functions. */
export const requestScope = new AsyncLocalStorage<RequestScope>();
