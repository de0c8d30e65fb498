/**
 * What an authenticator app reads from a QR code (Key Uri Format of Google Authenticator). No secret, no text: the QR code then says so.
 * @param account the name the visitor typed in, which they know themselves by
 */
export function otpauthUri({ issuer, account, secret }: { issuer: string; account: string; secret: string }): string {
  if (secret === '') return '';
  const [by, who, key] = [issuer, account, secret].map(encodeURIComponent);
  return `otpauth://totp/${by}:${who}?secret=${key}&issuer=${by}`;
}
