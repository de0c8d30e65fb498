import type { AccountSettings } from '#/model/account.ts';

/** The development server puts styles into the page by scripts that know no nonce. */
const IS_DEVELOPMENT = import.meta.env?.MODE === 'development';

/** Which scripts and style elements of a page run, as sources of the policy: a nonce, or the hash of each. */
export type InlineSources = { scripts: readonly string[]; styles: readonly string[] };

/** Those that carry a nonce. */
export function byNonce(nonce: string): InlineSources {
  return { scripts: [`'nonce-${nonce}'`], styles: [`'nonce-${nonce}'`] };
}

/** Where the tag manager's script comes from. */
export const TAG_MANAGER_ORIGIN = 'https://www.googletagmanager.com';

/**
 * Headers of every page. Scripts and style elements run as `inline` says only; Mantine needs style attributes.
 * @param accounts where the page signs in, which may be elsewhere
 * @param tagManager of this installation, which visitors may allow, with the origins of its tags
 * @param embedders origins that may show the page inside one of theirs
 */
export function securityHeaders(
  inline: InlineSources,
  accounts: AccountSettings,
  tagManager: { origins: readonly string[] } | null,
  embedders: readonly string[] = [],
): Record<string, string> {
  const tags = tagManager ? [TAG_MANAGER_ORIGIN, ...tagManager.origins] : [];
  return {
    'content-security-policy': [
      "default-src 'self'",
      ["script-src 'self'", ...inline.scripts, ...tags].join(' '),
      ["style-src 'self'", ...(IS_DEVELOPMENT ? ["'unsafe-inline'"] : inline.styles)].join(' '),
      "style-src-attr 'unsafe-inline'",
      ["img-src 'self' data:", ...tags].join(' '),
      "media-src 'self' blob:",
      ["connect-src 'self'", ...identityOrigins(accounts), ...tags].join(' '),
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      `frame-ancestors ${embedders.length > 0 ? embedders.join(' ') : "'none'"}`,
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
  };
}

/** What the identity service's client calls, by its defaults where an endpoint is not given. */
function identityOrigins(accounts: AccountSettings): string[] {
  if (!accounts) return [];
  const { userPoolId, userPoolEndpoint, identityPoolId, identityPoolEndpoint, oauthDomain, isOauthInsecure } =
    accounts.pool;
  const [region] = userPoolId.split('_');
  const addresses = [
    userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com`,
    identityPoolId && (identityPoolEndpoint ?? `https://cognito-identity.${region}.amazonaws.com`),
    oauthDomain && `${isOauthInsecure ? 'http' : 'https'}://${oauthDomain}`,
  ];
  return [...new Set(addresses.flatMap((address) => (address ? [new URL(address).origin] : [])))];
}
