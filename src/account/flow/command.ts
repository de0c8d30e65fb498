import type { SocialProvider } from '#/model/account.ts';
import type { Attributes, ContactAttribute } from '../identity-client.ts';

/** What the flow wants done. Each has exactly one answer: a result event that carries the command's `sequence`. */
export type AuthCommand =
  /** Sets the client up and looks who is signed in. */
  | { type: 'start' }
  | { type: 'signIn'; username: string; password: string }
  | { type: 'confirmSignIn'; answer: string; attributes: Attributes }
  | { type: 'autoSignIn' }
  | { type: 'signUp'; username: string; password: string; attributes: Attributes }
  | { type: 'confirmSignUp'; username: string; code: string }
  | { type: 'resendSignUpCode'; username: string }
  | { type: 'resetPassword'; username: string }
  | { type: 'confirmResetPassword'; username: string; code: string; password: string }
  | { type: 'signInWithProvider'; provider: SocialProvider }
  | { type: 'findContacts' }
  | { type: 'sendVerificationCode'; attribute: ContactAttribute }
  | { type: 'verifyContact'; attribute: ContactAttribute; code: string }
  | { type: 'refetchUser' }
  /** `isForced`: the session is invalid, so what was cached for the user goes as well. */
  | { type: 'signOut'; isGlobal: boolean; isForced: boolean };

export type IssuedCommand = AuthCommand & { sequence: number };
