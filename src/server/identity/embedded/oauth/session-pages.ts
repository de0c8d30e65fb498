import { IdentityError } from '../identity-error.ts';
import type { PageHandler } from '../page-handler.ts';
import type { IdentityPorts } from '../ports.ts';
import type { OAuthRules } from './authorize-request.ts';
import { bearerError, oauthAnswer, oauthError } from './oauth-answer.ts';
import { readForm } from './read-form.ts';
import { refusalPage } from './stand-in-page.ts';

/** `GET /identity/oauth2/userInfo`: the attributes of whoever an access token with the scope `openid` is of, all as text. */
export function createUserInfoPage({ tokens }: Pick<IdentityPorts, 'tokens'>): PageHandler {
  return async (request) => {
    const [, token = ''] = /^Bearer ([\w.-]+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
    try {
      const { user, session } = await tokens.bearer(token, null);
      if (!session.scope.split(' ').includes('openid')) {
        return bearerError(403, 'insufficient_scope', 'The access token lacks the scope openid.');
      }
      return oauthAnswer({ sub: user.sub, ...user.attributes, username: user.username });
    } catch (error) {
      if (error instanceof IdentityError) return bearerError(401, 'invalid_token', error.message);
      throw error;
    }
  };
}

/** `POST /identity/oauth2/revoke`: ends the session of a refresh token; one that is unknown has none (RFC 7009, 2.2). */
export function createRevokePage({ tokens, pool }: Pick<IdentityPorts, 'tokens' | 'pool'>): PageHandler {
  return async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    const form = await readForm(request);
    if (form === null || !form['token']) return oauthError('invalid_request');
    if (form['client_id'] !== pool.clientId) return oauthError('invalid_client');
    // An access token has three parts: it ends with its session only.
    if (form['token'].split('.').length === 3) return oauthError('unsupported_token_type');
    await tokens.revoke(form['token']);
    return new Response(null, { headers: { 'cache-control': 'no-store' } });
  };
}

/** `GET /identity/logout`: back to the site. The stand-ins remember nobody, so there is nothing to end. */
export function createLogoutPage(rulesFor: (request: Request) => OAuthRules): PageHandler {
  return async (request) => {
    const query = new URL(request.url).searchParams;
    const { clientId, redirectUris } = rulesFor(request);
    const location = query.get('logout_uri') ?? '';
    if (query.get('client_id') !== clientId) return refusalPage('The client_id is unknown.');
    if (!redirectUris.includes(location)) return refusalPage('The logout_uri is not one of those allowed.');
    return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
  };
}
