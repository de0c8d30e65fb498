import type { SocialProvider } from '#/model/account.ts';
import type {
  Attributes,
  CodeDelivery,
  ContactAttribute,
  Contacts,
  IdentityEvent,
  MfaType,
  SignedInUser,
  SignInStep,
  SignUpStep,
} from '../identity-client.ts';
import type { RemoteError } from '../remote-error.ts';
import type { Screen } from './state.ts';

/** What a form was sent with; one that does not belong to the screen shown is ignored. */
type Submission =
  | { type: 'submitSignIn'; username: string; password: string }
  | { type: 'submitSignUp'; username: string; password: string; attributes: Attributes }
  | { type: 'submitCode'; code: string }
  | { type: 'submitMfaType'; mfaType: MfaType }
  | { type: 'submitEmail'; email: string }
  | { type: 'submitNewPassword'; password: string; attributes: Attributes }
  | { type: 'submitUsername'; username: string }
  | { type: 'submitReset'; code: string; password: string }
  | { type: 'submitContact'; attribute: ContactAttribute };

/** What a visitor does besides. */
type Action =
  | { type: 'go'; to: 'signIn' | 'signUp' | 'resetPassword' }
  | { type: 'resend' }
  | { type: 'skip' }
  | { type: 'dismissError' }
  | { type: 'retry' }
  | { type: 'federate'; provider: SocialProvider }
  | { type: 'signOut'; isGlobal: boolean };

/** Answers to commands. */
export type CommandOutcome =
  | { type: 'started'; user: SignedInUser | null; restored: Screen | null }
  | { type: 'signInStep'; step: SignInStep }
  | { type: 'signUpStep'; step: SignUpStep }
  | { type: 'codeSent'; delivery: CodeDelivery }
  | { type: 'confirmed' }
  | { type: 'contactsFound'; contacts: Contacts }
  | { type: 'userFound'; user: SignedInUser }
  | { type: 'signedOutHere' }
  | { type: 'failed'; error: RemoteError };
type Result = CommandOutcome & { sequence: number };

/** What was learnt without asking: from other tabs, from a refreshed token, from a call of another part of the site. */
type Notice =
  | Exclude<IdentityEvent, { type: 'signedIn' }>
  | { type: 'signedIn'; user: SignedInUser }
  | { type: 'sessionFailed'; error: RemoteError };

export type FlowEvent = Submission | Action | Result | Notice;
