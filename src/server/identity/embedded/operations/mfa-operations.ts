import * as v from 'valibot';
import { AccessToken, Code, SessionText } from './fields.ts';
import { IdentityError, invalidParameter, notAuthorized } from '../identity-error.ts';
import { operation, type OperationTable } from '../protocol.ts';
import type { PoolSettings } from '../pool.ts';
import type { IdentityPorts } from '../ports.ts';
import { allows } from '../sign-in/second-factor.ts';
import { createTotpSecret } from '../crypto/totp.ts';
import type { CurrentUser } from '../tables/users.ts';
import { type IdentityUser, type SecondFactor, verifiedAddress } from '../tables/user.ts';

type MfaPorts = Pick<IdentityPorts, 'pool' | 'users' | 'tokens' | 'challenges' | 'totpSecrets' | 'notices'>;

const Setting = v.optional(v.object({ Enabled: v.optional(v.boolean()), PreferredMfa: v.optional(v.boolean()) }));
export const MfaSettings = {
  SMSMfaSettings: Setting,
  SoftwareTokenMfaSettings: Setting,
  EmailMfaSettings: Setting,
};
type MfaSettings = v.InferOutput<v.ObjectSchema<typeof MfaSettings, undefined>>;

const FACTOR_OF = {
  SMSMfaSettings: 'SMS_MFA',
  SoftwareTokenMfaSettings: 'SOFTWARE_TOKEN_MFA',
  EmailMfaSettings: 'EMAIL_OTP',
} as const satisfies Record<keyof MfaSettings, SecondFactor>;

/**
 * Second factors, set up by signed-in users or in the middle of a sign-in, which then is known by its session instead of a token and
 * goes on with a new one.
 */
export function createMfaOperations({
  pool,
  users,
  tokens,
  challenges,
  totpSecrets,
  notices,
}: MfaPorts): OperationTable {
  return {
    AssociateSoftwareToken: operation(
      v.object({ AccessToken: v.optional(AccessToken), Session: v.optional(SessionText) }),
      async ({ AccessToken, Session }) => {
        if (!allows(pool, 'SOFTWARE_TOKEN_MFA')) {
          throw new IdentityError(
            'SoftwareTokenMFANotFoundException',
            'Software Token MFA has not been enabled by the userPool.',
          );
        }
        if (AccessToken !== undefined) {
          const { user } = await tokens.recentBearer(AccessToken);
          return { SecretCode: await totpSecrets.offer(user.sub) };
        }
        const { sub, challenge } = await challenges.take(Session ?? '', 'MFA_SETUP');
        const totpSecret = createTotpSecret();
        return {
          SecretCode: totpSecret,
          Session: await challenges.open(sub, { ...challenge, totpSecret, totpStep: null }),
        };
      },
    ),
    VerifySoftwareToken: operation(
      v.object({ AccessToken: v.optional(AccessToken), Session: v.optional(SessionText), UserCode: Code }),
      async ({ AccessToken, Session, UserCode }) => {
        if (AccessToken !== undefined) {
          const { user } = await tokens.recentBearer(AccessToken);
          // Another app than the one that is asked for; a first one counts when it is turned on.
          const isAnother = user.mfa.enabled.includes('SOFTWARE_TOKEN_MFA');
          await notices.telling(
            user,
            () => (isAnother ? ['secondStepChanged'] : []),
            (alongside) => totpSecrets.accept(user, UserCode, alongside),
          );
          return { Status: 'SUCCESS' };
        }
        const taken = await challenges.take(Session ?? '', 'MFA_SETUP');
        const { sub, challenge } = taken;
        if (challenge.totpSecret === null) throw notAuthorized('Invalid session for the user.');
        try {
          const totpStep = totpSecrets.firstStep(challenge.totpSecret, UserCode);
          return { Status: 'SUCCESS', Session: await challenges.open(sub, { ...challenge, totpStep }) };
        } catch (error) {
          await challenges.putBack(taken);
          throw error;
        }
      },
    ),
    SetUserMFAPreference: operation(v.object({ AccessToken, ...MfaSettings }), async ({ AccessToken, ...settings }) => {
      const { user } = await tokens.recentBearer(AccessToken);
      if (pool.mfa === 'off') throw invalidParameter('Invalid MFA configuration: the user pool has no MFA.');
      let isAnother = false;
      const decide = (current: CurrentUser) => {
        const mfa = withSettings(pool, current, settings);
        isAnother = current.mfa.enabled.toSorted().join() !== mfa.enabled.toSorted().join();
        return { mfa };
      };
      await notices.telling(
        user,
        () => (isAnother ? ['secondStepChanged'] : []),
        (alongside) => users.change(user.sub, decide, alongside),
      );
      return {};
    }),
  };
}

/** The user's second factors with changes laid over them. Throws IdentityError where one has nothing to work with. */
export function withSettings(pool: PoolSettings, user: CurrentUser, settings: MfaSettings): IdentityUser['mfa'] {
  const enabled = new Set(user.mfa.enabled);
  let { preferred } = user.mfa;
  for (const [name, factor] of Object.entries(FACTOR_OF) as [keyof MfaSettings, SecondFactor][]) {
    const setting = settings[name];
    if (!setting) continue;
    if (setting.Enabled === true) {
      refuseUnready(pool, user, factor);
      enabled.add(factor);
    }
    if (setting.Enabled === false) enabled.delete(factor);
    if (setting.PreferredMfa === true) preferred = factor;
    if (setting.PreferredMfa === false && preferred === factor) preferred = null;
  }
  return { enabled: [...enabled], preferred: preferred !== null && enabled.has(preferred) ? preferred : null };
}

function refuseUnready(pool: PoolSettings, user: CurrentUser, factor: SecondFactor): void {
  if (!allows(pool, factor)) throw invalidParameter(`Invalid MFA configuration: the user pool has no ${factor}.`);
  if (factor === 'SOFTWARE_TOKEN_MFA' && user.totpSecret === null) {
    throw invalidParameter('User has not verified software token mfa');
  }
  if (factor === 'SMS_MFA' && !verifiedAddress(user, 'phone_number')) {
    throw invalidParameter('User does not have delivery config set to turn on SMS_MFA');
  }
  if (factor === 'EMAIL_OTP' && !verifiedAddress(user, 'email')) {
    throw invalidParameter('User does not have delivery config set to turn on EMAIL_OTP');
  }
}
