import * as v from 'valibot';
import type { Screen, ScreenName } from './state.ts';

/** Beside Amplify's own `CognitoSignInState.*`, which lives as long. */
const KEY = 'account-screen';
/** The service keeps a challenge for three minutes; a code that was sent lasts an hour and more. */
const CHALLENGE_MS = 3 * 60_000;
const CODE_MS = 60 * 60_000;

const Username = { username: v.string() };
const Delivery = v.nullable(
  v.object({ medium: v.nullable(v.picklist(['EMAIL', 'SMS'])), destination: v.nullable(v.string()) }),
);
const Allowed = v.array(v.picklist(['SMS', 'TOTP', 'EMAIL']));

/**
 * Screens that a reload (or a phone that dropped the page while the authenticator app was in front) need not end. None has a password or
 * a code in it; the secret of an app that is being set up is worth nothing until a code of it was accepted.
 */
const Restorable = v.variant('name', [
  v.object({ name: v.literal('confirmSignUp'), delivery: Delivery, ...Username }),
  v.object({ name: v.literal('confirmResetPassword'), delivery: Delivery, ...Username }),
  v.object({
    name: v.literal('confirmSignIn'),
    challenge: v.picklist(['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']),
    delivery: Delivery,
    ...Username,
  }),
  v.object({ name: v.literal('selectMfaType'), allowed: Allowed, ...Username }),
  v.object({ name: v.literal('selectMfaSetup'), allowed: Allowed, ...Username }),
  v.object({ name: v.literal('setupTotp'), secret: v.string(), ...Username }),
  v.object({ name: v.literal('setupEmail'), ...Username }),
  v.object({ name: v.literal('customChallenge'), parameters: v.record(v.string(), v.string()), ...Username }),
  v.object({ name: v.literal('forceNewPassword'), missingAttributes: v.array(v.string()), ...Username }),
]);
const Kept = v.pipe(v.string(), v.parseJson(), v.object({ screen: Restorable, expiresAtMs: v.number() }));

const SENT_CODES: ReadonlySet<ScreenName> = new Set(['confirmSignUp', 'confirmResetPassword']);

/** Keeps a screen for a reload of this tab; one that cannot be gone on with makes it forget. */
export function keepScreen(screen: Screen, nowMs = Date.now()): void {
  const parsed = v.safeParse(Restorable, screen);
  const expiresAtMs = nowMs + (SENT_CODES.has(screen.name) ? CODE_MS : CHALLENGE_MS);
  try {
    if (parsed.success) sessionStorage.setItem(KEY, JSON.stringify({ screen: parsed.output, expiresAtMs }));
    else sessionStorage.removeItem(KEY);
  } catch (error) {
    // Storage is full or switched off: a reload then starts at the sign-in.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** The screen that was shown before a reload; null: none, or its time is over. */
export function restoreScreen(nowMs = Date.now()): Screen | null {
  const kept = v.safeParse(Kept, readKept());
  if (!kept.success || kept.output.expiresAtMs <= nowMs) return null;
  return { ...kept.output.screen, isPending: false, remoteError: null };
}

function readKept(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch (error) {
    if (error instanceof DOMException) return '';
    throw error;
  }
}
