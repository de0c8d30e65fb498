import { Preferences } from '#/model/account.ts';
import type { IdentityPorts, Page } from '../index.ts';
import { authorizePage } from './authorize.ts';
import type { OAuthRules } from './authorize-request.ts';
import { createCodeBook } from './codes.ts';
import { providerNames } from './providers.ts';
import { logoutPage, revokePage, userInfoPage } from './session-pages.ts';
import { tokenPage } from './token.ts';

/** Pages of the site that a redirect sign-in may end at: home and account, in each language. */
const RETURN_PATHS = Preferences.entries.language.wrapped.options.flatMap((language) =>
  language === 'en' ? ['/', '/account'] : [`/${language}`, `/${language}/account`],
);

/**
 * The endpoints of the redirect sign-in, by their path below /identity/. There are none without a social provider. Stand-ins take
 * anybody's word for who they are, so that only developers see them.
 */
export function oauthPages(ports: IdentityPorts): Readonly<Record<string, Page>> {
  const { pool, store, now, isDeveloper } = ports;
  const providers = providerNames(pool.config.socialProviders);
  if (providers.length === 0) return {};
  const rulesFor = (request: Request): OAuthRules => {
    // A developer has several names for the same site: localhost, 127.0.0.1.
    const origins = [pool.origin, ...(isDeveloper(request) ? [new URL(request.url).origin] : [])];
    const redirectUris = origins.flatMap((origin) => RETURN_PATHS.map((path) => origin + path));
    return { clientId: pool.clientId, redirectUris, providers };
  };
  const codes = createCodeBook(store, now);
  const standIn = authorizePage({ ...ports, codes, rulesFor });
  return {
    'oauth2/authorize': async (request) =>
      isDeveloper(request) ? standIn(request) : new Response('Not found', { status: 404 }),
    'oauth2/token': tokenPage({ ...ports, codes }),
    'oauth2/userInfo': userInfoPage(ports),
    'oauth2/revoke': revokePage(ports),
    logout: logoutPage(rulesFor),
  };
}
