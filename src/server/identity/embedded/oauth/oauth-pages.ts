import { Preferences } from '#/model/account.ts';
import type { PageHandler } from '../page-handler.ts';
import type { IdentityPorts } from '../ports.ts';
import { isTrying, type Trial } from '../trial-token.ts';
import { createAuthorizePage } from './authorize.ts';
import type { OAuthRules } from './authorize-request.ts';
import { createAuthorizationCodeRepository } from './codes.ts';
import { providerNames } from './providers.ts';
import { createLogoutPage, createRevokePage, createUserInfoPage } from './session-pages.ts';
import { createTokenPage } from './token.ts';

/** Pages of the site that a redirect sign-in may end at: home and account, in each language. */
const RETURN_PATHS = Preferences.entries.language.wrapped.options.flatMap((language) =>
  language === 'en' ? ['/', '/account'] : [`/${language}`, `/${language}/account`],
);

/**
 * The endpoints of the redirect sign-in, by their path below /identity/. There are none without a social provider. Stand-ins take
 * anybody's word for who they are, so that only those see them who try the installation (trial-token.ts).
 */
export function createOAuthPages(
  ports: IdentityPorts,
  { trial }: { trial: Trial | null },
): Readonly<Record<string, PageHandler>> {
  const { pool, store, now } = ports;
  const providers = providerNames(pool.config.socialProviders);
  if (providers.length === 0) return {};
  const rulesFor = (request: Request): OAuthRules => {
    // Who tries it has several names for the same site: localhost, 127.0.0.1.
    const origins = [pool.origin, ...(isTrying(trial, request) ? [new URL(request.url).origin] : [])];
    const redirectUris = origins.flatMap((origin) => RETURN_PATHS.map((path) => origin + path));
    return { clientId: pool.clientId, redirectUris, providers };
  };
  const codes = createAuthorizationCodeRepository(store, now);
  const standIn = createAuthorizePage({ ...ports, codes, rulesFor });
  return {
    'oauth2/authorize': async (request) =>
      isTrying(trial, request) ? standIn(request) : new Response('Not found', { status: 404 }),
    'oauth2/token': createTokenPage({ ...ports, codes }),
    'oauth2/userInfo': createUserInfoPage(ports),
    'oauth2/revoke': createRevokePage(ports),
    logout: createLogoutPage(rulesFor),
  };
}
