import type { MfaType } from '../../identity-client.ts';
import { m as text } from '../../texts/paraglide/messages.js';

/** What the kinds of second steps are called. */
export const MFA_TEXT: Record<MfaType, () => string> = {
  TOTP: text.mfa_totp,
  SMS: text.mfa_sms,
  EMAIL: text.mfa_email,
};
