import type { SocialProvider } from '#/model/account.ts';
import type {
  CodeChallenge,
  CodeDelivery,
  Contact,
  ContactAttribute,
  MfaType,
  SignedInUser,
} from '../identity-client.ts';
import type { RemoteError } from '../remote-error.ts';

/** What every screen with a form has. While it is pending, nothing more is submitted. */
type Form = { isPending: boolean; remoteError: RemoteError | null };
/** A form about somebody who is known by the name they typed. */
type Named = Form & { username: string };
/** `wasConfirmed`: what was to be confirmed had been before, which the visitor is told. */
type Told = { wasConfirmed?: boolean };
/** Steps between the password and the session. */
export type ChallengeScreen =
  | ({ name: 'confirmSignIn'; challenge: CodeChallenge; delivery: CodeDelivery | null } & Named)
  | ({ name: 'selectMfaType'; allowed: readonly MfaType[] } & Named)
  | ({ name: 'selectMfaSetup'; allowed: readonly MfaType[] } & Named)
  | ({ name: 'setupTotp'; secret: string } & Named)
  | ({ name: 'setupEmail' } & Named)
  | ({ name: 'customChallenge'; parameters: Readonly<Record<string, string>> } & Named)
  | ({ name: 'forceNewPassword'; missingAttributes: readonly string[] } & Named);

/** The authenticator's screens (docs/specification.md 2.14–2.28), each with just what it needs. No password and no code is ever part of one. */
export type Screen =
  | { name: 'configuring'; remoteError: RemoteError | null }
  /** Accounts cannot be used: they are set up wrongly, or out of reach. */
  | { name: 'unavailable'; error: RemoteError }
  | ({ name: 'signIn' } & Named & Told)
  | ({ name: 'signUp' } & Named)
  /** `isConfirmed`: the code was taken, and what is waited for is the automatic sign-in. */
  | ({ name: 'confirmSignUp'; delivery: CodeDelivery | null; isConfirmed?: boolean } & Named & Told)
  /** The account is confirmed by a link, opened anywhere. */
  | ({ name: 'waitingForLink'; delivery: CodeDelivery | null } & Named)
  | ChallengeScreen
  | ({ name: 'resetPassword' } & Named)
  | ({ name: 'confirmResetPassword'; delivery: CodeDelivery | null } & Named)
  /** The page is about to be left for the provider's. */
  | { name: 'federated'; provider: SocialProvider }
  /** Signed in; whether a contact is to be verified is being asked. */
  | { name: 'checkingContacts'; user: SignedInUser }
  | ({ name: 'verifyUser'; user: SignedInUser; contacts: readonly Contact[]; chosen: ContactAttribute | null } & Form)
  | ({
      name: 'confirmVerifyUser';
      user: SignedInUser;
      attribute: ContactAttribute;
      delivery: CodeDelivery | null;
    } & Form)
  | { name: 'authenticated'; user: SignedInUser }
  | { name: 'signingOut' };

export type ScreenName = Screen['name'];
export type ScreenOf<Name extends ScreenName> = Extract<Screen, { name: Name }>;

/** `sequence` counts what was asked of the service and which screens were left: an answer to an earlier one is stale. */
export type FlowState = Screen & { sequence: number };
export type StateOf<Name extends ScreenName> = Extract<FlowState, { name: Name }>;

/** Screens with a form, which can be pending and tell an error. */
export type FormState = Extract<FlowState, Form>;

export function isForm(state: FlowState): state is FormState {
  return 'isPending' in state;
}
