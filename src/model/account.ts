import * as v from 'valibot';
import { allowances, limits } from '#app.config';
import { ApiKey } from './api-key.ts';
import { DownloadRecord, DownloadState, FileNameStyle } from './download.ts';
import { Platform } from './platform-schema.ts';
import { Text } from './text.ts';
import { WatchedLink } from './watched.ts';

/** By what people are known when they sign in. */
const LOGIN_MECHANISMS = ['username', 'email', 'phone_number'] as const;
export const LoginMechanism = v.picklist(LOGIN_MECHANISMS);
export type LoginMechanism = v.InferOutput<typeof LoginMechanism>;

export const SOCIAL_PROVIDERS = ['amazon', 'apple', 'facebook', 'google'] as const;
export const SocialProvider = v.picklist(SOCIAL_PROVIDERS);
export type SocialProvider = v.InferOutput<typeof SocialProvider>;

/** What can be asked at sign-up (docs/specification.md 3.17–3.23): the standard attributes of OpenID Connect as the identity service has them. */
export const STANDARD_ATTRIBUTES = [
  'address',
  'birthdate',
  'email',
  'family_name',
  'gender',
  'given_name',
  'locale',
  'middle_name',
  'name',
  'nickname',
  'phone_number',
  'picture',
  'preferred_username',
  'profile',
  'updated_at',
  'website',
  'zoneinfo',
] as const;
export type StandardAttribute = (typeof STANDARD_ATTRIBUTES)[number];
type CustomAttribute = `custom:${string}`;
export const SignUpAttribute = v.union([
  v.picklist(STANDARD_ATTRIBUTES),
  v.pipe(v.string(), v.regex(/^custom:[\w.-]{1,20}$/)) as v.GenericSchema<string, CustomAttribute>,
]);
export type SignUpAttribute = v.InferOutput<typeof SignUpAttribute>;

export const PasswordSettings = v.object({
  minLength: v.pipe(v.number(), v.integer(), v.minValue(6), v.maxValue(99)),
  requiresLowercase: v.boolean(),
  requiresUppercase: v.boolean(),
  requiresNumbers: v.boolean(),
  requiresSymbols: v.boolean(),
});
export type PasswordSettings = v.InferOutput<typeof PasswordSettings>;

/** What a field looks like where it differs from its default. Texts given here stand in every language. */
export const FormField = v.partial(
  v.object({
    label: v.string(),
    placeholder: v.string(),
    isRequired: v.boolean(),
    /** Fields with an order come first, lowest first. */
    order: v.number(),
    /**
     * Of a phone number, or of the country_code before it: the code chosen at first, and those there are to choose from. Label and placeholder of
     * country_code are those of the list of countries.
     */
    dialCode: v.pipe(v.string(), v.regex(/^\+\d{1,4}$/)),
    dialCodes: v.array(v.pipe(v.string(), v.regex(/^\+\d{1,4}$/))),
  }),
);
export type FormField = v.InferOutput<typeof FormField>;

/** Screens with fields, all of which can be changed. */
export const FORM_SCREENS = [
  'signIn',
  'signUp',
  'confirmSignUp',
  'confirmSignIn',
  'selectMfaType',
  'selectMfaSetup',
  'forceNewPassword',
  'setupTOTP',
  'setupEmail',
  'customChallenge',
  'resetPassword',
  'confirmResetPassword',
  'verifyUser',
  'confirmVerifyUser',
] as const;
export type FormScreen = (typeof FORM_SCREENS)[number];

/** What the sign-in dialog offers: `accounts` of app.config.ts, over which an installation may lay its own by ACCOUNTS. */
export const AccountConfig = v.object({
  loginMechanisms: v.pipe(v.array(LoginMechanism), v.minLength(1)),
  signUpAttributes: v.array(SignUpAttribute),
  socialProviders: v.array(SocialProvider),
  initialState: v.picklist(['signIn', 'signUp', 'resetPassword']),
  /** Without it there is no way for a visitor to make an account. */
  hasSignUp: v.boolean(),
  /** Whether signing up takes agreeing to the terms. */
  asksForTerms: v.boolean(),
  passwordSettings: PasswordSettings,
  formFields: v.record(v.picklist(FORM_SCREENS), v.record(v.string(), FormField)),
  /** Who authenticator apps show beside the code. */
  totpIssuer: v.optional(v.string(), 'AWSCognito'),
});
export type AccountConfig = v.InferOutput<typeof AccountConfig>;

/** Where accounts are, as the browser's client of the identity service needs to know. */
export const IdentityPool = v.object({
  userPoolId: v.string(),
  userPoolClientId: v.string(),
  identityPoolId: v.nullable(v.string()),
  /** null: Amazon's own. */
  userPoolEndpoint: v.nullable(v.string()),
  identityPoolEndpoint: v.nullable(v.string()),
  /** Host (and path) of authorize, token and logout; null: no social sign-in. */
  oauthDomain: v.nullable(v.string()),
  /** Whether that host speaks plain http: on a developer's machine only. */
  isOauthInsecure: v.boolean(),
  authFlow: v.picklist(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_WITH_SRP', 'CUSTOM_WITHOUT_SRP']),
  /** How a new address is confirmed. */
  verification: v.picklist(['code', 'link']),
});
export type IdentityPool = v.InferOutput<typeof IdentityPool>;

/**
 * What becomes of codes for new accounts and passwords: `sent` to whom they are for; `kept`, where the operator reads them; `none`: there
 * is no way to send any.
 */
export type CodeChannel = 'sent' | 'kept' | 'none';

/** Kinds of second steps: an authenticator app, a text message, an e-mail. */
export const MFA_TYPES = ['TOTP', 'SMS', 'EMAIL'] as const;
export type MfaType = (typeof MFA_TYPES)[number];

/** Answer of the server function that tells a page about accounts; null where they are switched off. */
export type AccountSettings = {
  config: AccountConfig;
  pool: IdentityPool;
  codes: CodeChannel;
  /** Second steps that a user may have; empty: none. */
  mfaTypes: readonly MfaType[];
} | null;

/** Who calls, as their accounts' service says now. */
export type AccountUser = {
  /** `sub`: the name that never changes. */
  id: string;
  groups: readonly string[];
  /** `origin_jti`: the sign-in that the token comes from; null: the user pool does not tell. */
  sessionId: string | null;
  /** Whether the user showed a short while ago who they are, by signing in or by the password. */
  isRecent: boolean;
};

/** What a visitor settled once for all devices; null: not settled. */
export const Preferences = v.object({
  mode: v.nullable(v.picklist(['video', 'audio', 'muted', 'subtitles', 'images'])),
  /** Height in pixels that is offered first. */
  quality: v.nullable(v.picklist([1080, 720, 480, 360])),
  container: v.nullable(v.picklist(['mp4', 'webm'])),
  fileNames: v.nullable(FileNameStyle),
  language: v.nullable(v.picklist(['en', 'fr', 'id', 'ja', 'ko', 'pt', 'ro', 'ru', 'vi', 'zh'])),
  theme: v.nullable(v.picklist(['auto', 'light', 'dark'])),
});
export type Preferences = v.InferOutput<typeof Preferences>;

/** Which of the user's downloads are to be listed. */
export const HistoryQuery = v.object({
  /** In titles and links. */
  search: v.optional(v.pipe(Text, v.trim(), v.maxLength(200)), ''),
  platform: v.optional(v.nullable(Platform), null),
  state: v.optional(v.nullable(DownloadState), null),
  /** As the page before told; null: from the newest on. */
  cursor: v.optional(v.nullable(v.pipe(Text, v.maxLength(200))), null),
});
export type HistoryQuery = v.InferOutput<typeof HistoryQuery>;

export const HistoryListing = v.object({
  downloads: v.array(DownloadRecord),
  /** Leads to older ones; null: there are none. */
  cursor: v.nullable(v.string()),
});
export type HistoryListing = v.InferOutput<typeof HistoryListing>;

/** A link of the queue that follows its user to every device; what each device makes of it stays there. */
export const QueueEntry = v.object({
  id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  link: v.pipe(Text, v.url(), v.regex(/^https?:/i), v.maxLength(limits.linkLength)),
  platform: v.nullable(Platform),
  mode: v.picklist(['video', 'audio', 'muted', 'subtitles', 'images']),
  /** Height in pixels. */
  quality: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))),
});
export type QueueEntry = v.InferOutput<typeof QueueEntry>;

/** A user's queue as the server has it, an answer of every change of it. */
export const QueueSnapshot = v.object({
  /** From the top. */
  entries: v.array(QueueEntry),
  /** Ids of entries that were taken out lately, on whichever device. */
  removed: v.array(QueueEntry.entries.id),
});
export type QueueSnapshot = v.InferOutput<typeof QueueSnapshot>;

/** What a device adds to the queue, and how it has all of it in order, from the top; `order` null: new ones go to the top. */
export const QueueAddition = v.object({
  entries: v.pipe(v.array(QueueEntry), v.maxLength(allowances.queueEntries)),
  order: v.nullable(v.pipe(v.array(QueueEntry.entries.id), v.maxLength(2 * allowances.queueEntries))),
});
export type QueueAddition = v.InferOutput<typeof QueueAddition>;

/** Version of what `AccountExport` looks like. */
export const EXPORT_VERSION = 1;

/** Everything that the site keeps of a user, as one JSON object. */
export const AccountExport = v.object({
  version: v.literal(EXPORT_VERSION),
  /** ISO 8601 instant. */
  exportedAt: v.string(),
  userId: v.string(),
  /** null: nothing settled. */
  preferences: v.nullable(Preferences),
  queue: v.array(QueueEntry),
  /** Links that the user waits for, and has waited for lately. */
  watched: v.array(WatchedLink),
  /** Revoked ones too, as long as they are remembered. */
  apiKeys: v.array(ApiKey),
  /** The user's own, newest first; then those of each key. */
  downloads: v.array(DownloadRecord),
});
export type AccountExport = v.InferOutput<typeof AccountExport>;
