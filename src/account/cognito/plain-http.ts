/**
 * Amplify speaks https to the OAuth domain whatever it is told. The embedded service on a developer's machine has none, so calls of its
 * token address are led to plain http here; the two redirects are in social.ts and sign-out.ts.
 */
export function speakPlainHttp(domain: string): void {
  const secure = `https://${domain}/`;
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    send(typeof input === 'string' && input.startsWith(secure) ? plain(input) : input, init);
}

/** The same address by plain http. */
export function plain(address: string): string {
  return address.replace(/^https:/, 'http:');
}
