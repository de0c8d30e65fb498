import { m as text } from '../texts/paraglide/messages.js';
import type { Field, FieldOption } from './field.ts';

const MFA_TEXT = { SMS: text.mfa_sms, TOTP: text.mfa_totp, EMAIL: text.mfa_email };
type MfaType = keyof typeof MFA_TEXT;

/** Which second step to take: the form's `mfa_type`. */
export function mfaTypeField(allowed: readonly MfaType[], label: () => string): Field {
  return choice(
    'mfa_type',
    label,
    allowed.map((value) => ({ value, label: MFA_TEXT[value] })),
  );
}

/** Which contact to verify: the form's `unverified_attribute`. */
export function contactField(
  contacts: readonly { attribute: 'email' | 'phone_number'; value: string }[],
  label: () => string,
): Field {
  return choice(
    'unverified_attribute',
    label,
    contacts.map(({ attribute, value }) => ({
      value: attribute,
      label: () => (attribute === 'email' ? text.verify_email({ email: value }) : text.verify_phone({ phone: value })),
    })),
  );
}

function choice(name: string, label: () => string, options: readonly FieldOption[]): Field {
  return { name, kind: 'choice', label, isRequired: true, autoComplete: 'off', options };
}
