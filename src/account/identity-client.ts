import type { MfaType, SocialProvider } from '#/model/account.ts';
import type { RemoteError } from './remote-error.ts';

/** What a call of the identity service comes to; a refusal is a value. */
export type Answer<T> = { ok: true; value: T } | { ok: false; error: RemoteError };

export type { MfaType };

/** What a contact is verified by. */
export type ContactAttribute = 'email' | 'phone_number';

/** Where a code went, as far as the service tells (`r***@example.com`). */
export type CodeDelivery = { medium: 'EMAIL' | 'SMS' | null; destination: string | null };

/** Who is signed in in this browser. */
export type SignedInUser = {
  /** The `sub`, which never changes. */
  id: string;
  username: string;
  /** What to call them: their name, else their e-mail address, else the user name. */
  name: string;
  groups: readonly string[];
};

/** What a sign-in asks for next, by the names of docs/specification.md 4.13–4.20. */
export type SignInStep =
  | { kind: 'done'; user: SignedInUser }
  /** `isByLink`: where an account has an e-mail address, what is sent to confirm it is a link. */
  | { kind: 'confirmSignUp'; isByLink: boolean }
  | { kind: 'resetPassword' }
  | { kind: 'code'; challenge: CodeChallenge; delivery: CodeDelivery | null }
  | { kind: 'selectMfaType'; allowed: readonly MfaType[] }
  | { kind: 'selectMfaSetup'; allowed: readonly MfaType[] }
  | { kind: 'setupTotp'; secret: string }
  | { kind: 'setupEmail' }
  | { kind: 'customChallenge'; parameters: Readonly<Record<string, string>> }
  | { kind: 'newPassword'; missingAttributes: readonly string[] }
  | { kind: 'unexpected'; challenge: string };

export type CodeChallenge = 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP';

/** What a sign-up asks for next; `autoSignIn`: nothing, the user is confirmed already. */
export type SignUpStep =
  | { kind: 'confirm'; delivery: CodeDelivery | null }
  | { kind: 'link'; delivery: CodeDelivery | null }
  | { kind: 'autoSignIn' }
  | { kind: 'done' };

/** Attributes by which the user can be reached; each value is an address or a number. */
export type Contact = { attribute: ContactAttribute; value: string };
export type Contacts = { verified: readonly Contact[]; unverified: readonly Contact[] };

/** Tokens of the session, as they are sent. */
export type SessionTokens = { idToken: string; accessToken: string };

export type Device = {
  id: string;
  name: string | null;
  /** Whether it stands in for the second step. */
  isRemembered: boolean;
  lastIpAddress: string | null;
  createdAt: Date | null;
  lastSeenAt: Date | null;
};

export type MfaPreference = { enabled: readonly MfaType[]; preferred: MfaType | null };

/** What happens to the session without this page asking: in another tab, or while a token is refreshed. */
export type IdentityEvent =
  | { type: 'signedIn' }
  | { type: 'signedOut' }
  | { type: 'tokenRefreshed' }
  | { type: 'refreshFailed'; error: RemoteError }
  | { type: 'federationFailed'; error: RemoteError };

export type Attributes = Readonly<Record<string, string>>;

/** What the authenticator asks of an identity service. `identity.ts` has the one for Amazon Cognito and its like. */
export type SignInClient = {
  signIn: (input: { username: string; password: string }) => Promise<Answer<SignInStep>>;
  /** `answer`: a code, a type of MFA, an e-mail address or the new password, as the step before asked. */
  confirmSignIn: (input: { answer: string; attributes: Attributes }) => Promise<Answer<SignInStep>>;
  /**
   * Completes a sign-up, or a sign-in that came before its account was confirmed, by signing in: at once, or as soon as the link in the
   * message was opened (5 s polling, 3 min).
   */
  autoSignIn: () => Promise<Answer<SignInStep>>;
  signUp: (input: { username: string; password: string; attributes: Attributes }) => Promise<Answer<SignUpStep>>;
  confirmSignUp: (input: { username: string; code: string }) => Promise<Answer<null>>;
  resendSignUpCode: (input: { username: string }) => Promise<Answer<CodeDelivery>>;
  resetPassword: (input: { username: string }) => Promise<Answer<CodeDelivery>>;
  confirmResetPassword: (input: { username: string; code: string; password: string }) => Promise<Answer<null>>;
  /** Leaves the page; its answer is a failure when it did not within 10 s. */
  signInWithProvider: (input: { provider: SocialProvider }) => Promise<Answer<null>>;
  findContacts: () => Promise<Answer<Contacts>>;
  sendVerificationCode: (input: { attribute: ContactAttribute }) => Promise<Answer<CodeDelivery>>;
  verifyContact: (input: { attribute: ContactAttribute; code: string }) => Promise<Answer<null>>;
  /** null: nobody is signed in. */
  currentUser: () => Promise<Answer<SignedInUser | null>>;
  /** null: nobody is signed in. Tokens that ran out are refreshed first, or all if `isRefreshed`: then the service says whether it goes on. */
  session: (input?: { isRefreshed: boolean }) => Promise<Answer<SessionTokens | null>>;
  /** Ends the session here, and on every device if `isGlobal`. */
  signOut: (input: { isGlobal: boolean }) => Promise<Answer<null>>;
  /** Returns how to stop. */
  onEvent: (listener: (event: IdentityEvent) => void) => () => void;
};

/** What the pages of an account ask besides. */
export type AccountClient = {
  attributes: () => Promise<Answer<Attributes>>;
  /** Answers where codes went that confirm a changed address. */
  updateAttributes: (attributes: Attributes) => Promise<Answer<readonly CodeDelivery[]>>;
  updatePassword: (input: { oldPassword: string; newPassword: string }) => Promise<Answer<null>>;
  mfaPreference: () => Promise<Answer<MfaPreference>>;
  /** Types that are not named stay as they are. */
  setMfaPreference: (
    preference: Partial<Record<MfaType, 'enabled' | 'disabled' | 'preferred'>>,
  ) => Promise<Answer<null>>;
  /** Answers the secret for the authenticator app. */
  setUpTotp: () => Promise<Answer<{ secret: string }>>;
  verifyTotpSetUp: (input: { code: string }) => Promise<Answer<null>>;
  listDevices: () => Promise<Answer<readonly Device[]>>;
  /** This device. */
  rememberDevice: () => Promise<Answer<null>>;
  /** null: this device. */
  forgetDevice: (input: { id: string | null }) => Promise<Answer<null>>;
  deleteUser: () => Promise<Answer<null>>;
  /** Refused, by PasswordWanted or SignInWanted, unless the user showed a short while ago who they are. */
  requireRecent: () => Promise<Answer<null>>;
  /** Shows again who the user is. */
  confirmPassword: (input: { password: string }) => Promise<Answer<null>>;
};

export type IdentityClient = SignInClient & AccountClient;
