import { notAuthorized } from '../identity-error.ts';
import type { IdentityUser } from './user.ts';

/** Amazon Cognito's default. */
export const TEMPORARY_PASSWORD_VALID_S = 7 * 24 * 60 * 60;

/**
 * Refuses a temporary password that was not used in time: it went through a mailbox. Counted from the last change of its user, since
 * no other time is kept. Throws IdentityError.
 */
export function refuseOldTemporary({ status, updatedAt }: IdentityUser, nowMs: number): void {
  const isOld = nowMs - updatedAt.getTime() > TEMPORARY_PASSWORD_VALID_S * 1000;
  if (status === 'FORCE_CHANGE_PASSWORD' && isOld) {
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
  }
}
