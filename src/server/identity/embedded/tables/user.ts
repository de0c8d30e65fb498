const USER_STATUSES = [
  'UNCONFIRMED',
  'CONFIRMED',
  /** Made by an administrator, with a password to be replaced at the first sign-in. */
  'FORCE_CHANGE_PASSWORD',
  'RESET_REQUIRED',
  /** Signs in by another provider and has no password. */
  'EXTERNAL_PROVIDER',
] as const;
type UserStatus = (typeof USER_STATUSES)[number];

export const SECOND_FACTORS = ['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** As clients know them: `email`, `email_verified` (`true` or `false`), `custom:…`; never `sub`, which is a column. */
export type UserAttributes = Readonly<Record<string, string>>;

/** A user as stored, with the groups they are in. */
export type IdentityUser = {
  /** The name that never changes. */
  sub: string;
  /** What was chosen; the sub where people are known by their address. */
  username: string;
  status: UserStatus;
  isEnabled: boolean;
  attributes: UserAttributes;
  /** Of the password's hash, hexadecimal; null: without a password. */
  salt: string | null;
  /** Sealed (passwords.ts). */
  verifier: string | null;
  /** Sealed (totp-secrets.ts). The pending one becomes the secret once a code of it was seen. */
  totpSecret: string | null;
  totpPending: string | null;
  /** Of the last code taken, which is not taken again. */
  totpStep: number | null;
  mfa: { enabled: readonly SecondFactor[]; preferred: SecondFactor | null };
  createdAt: Date;
  updatedAt: Date;
  groups: readonly string[];
};

/** Addresses by which a user is found beside the username; null leaves none. */
export type Aliases = { emailAlias: string | null; phoneAlias: string | null };

/** Columns of identity_users `u` as an IdentityUser, without those of a join. */
export const USER_COLUMNS = `
  u.sub, u.username, u.status, u.is_enabled as "isEnabled", u.attributes, u.salt, u.verifier, u.totp_secret as "totpSecret",
  u.totp_pending as "totpPending", u.totp_step as "totpStep", u.mfa, u.created_at as "createdAt", u.updated_at as "updatedAt",
  array(select group_name from identity_members m where m.sub = u.sub order by group_name) as groups`;

/** Attributes as the wire has them, the sub among them. */
export function attributeList({ sub, attributes }: Pick<IdentityUser, 'sub' | 'attributes'>) {
  return Object.entries({ sub, ...attributes }).map(([Name, Value]) => ({ Name, Value }));
}

/** The address that a code can be sent to, if it is known to be the user's. */
export function verifiedAddress({ attributes }: Pick<IdentityUser, 'attributes'>, name: 'email' | 'phone_number') {
  const address = attributes[name];
  return address !== undefined && attributes[`${name}_verified`] === 'true' ? address : null;
}
