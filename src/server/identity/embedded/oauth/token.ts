import { createHash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { PageHandler } from '../page-handler.ts';
import type { IdentityPorts } from '../ports.ts';
import { IdentityError } from '../identity-error.ts';
import type { AuthenticationResult } from '../tokens.ts';
import type { AuthorizationCodeRepository, CodeGrant } from './codes.ts';
import { oauthAnswer, oauthError } from './oauth-answer.ts';
import { readForm } from './read-form.ts';

type TokenPagePorts = Pick<IdentityPorts, 'pool' | 'users' | 'tokens' | 'log'> & { codes: AuthorizationCodeRepository };

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(2_048));
/** RFC 7636, 4.1. */
const Verifier = v.pipe(v.string(), v.regex(/^[\w.~-]{43,128}$/));
const CodeForm = v.object({ code: Text, redirect_uri: Text, code_verifier: Verifier });
const RefreshForm = v.object({ refresh_token: Text });

/** `POST /identity/oauth2/token`: a code, or a refresh token, for tokens. */
export function createTokenPage(ports: TokenPagePorts): PageHandler {
  return async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    const form = await readForm(request);
    if (form === null) return oauthError('invalid_request');
    if (form['client_id'] !== ports.pool.clientId) return oauthError('invalid_client');
    switch (form['grant_type']) {
      case 'authorization_code':
        return exchangeCode(ports, form);
      case 'refresh_token':
        return refresh(ports, form);
      default:
        return oauthError('unsupported_grant_type');
    }
  };
}

async function exchangeCode(ports: TokenPagePorts, form: unknown): Promise<Response> {
  const { success, output } = v.safeParse(CodeForm, form);
  if (!success) return oauthError('invalid_request');
  const { tokens, users, codes } = ports;
  const taken = await codes.take(output.code);
  // Whoever was first may be the thief (RFC 6749, 4.1.2).
  if (taken.kind === 'reused' && taken.originJti !== null) await tokens.revokeSession(taken.originJti);
  if (taken.kind !== 'taken' || !isFor(taken.grant, output)) return oauthError('invalid_grant');
  const { sub, scope, nonce } = taken.grant;
  const user = await users.bySub(sub);
  if (!user?.isEnabled) return oauthError('invalid_grant');
  const { result, originJti } = await tokens.issue(user, { scope, ...(nonce !== null && { nonce }) });
  if (await codes.settle(output.code, originJti)) return oauthAnswer(inOAuthTerms(result));
  await tokens.revokeSession(originJti);
  return oauthError('invalid_grant');
}

function isFor(grant: CodeGrant, { redirect_uri, code_verifier }: v.InferOutput<typeof CodeForm>): boolean {
  const challenge = createHash('sha256').update(code_verifier).digest();
  const expected = Buffer.from(grant.challenge, 'base64url');
  const isProven = expected.length === challenge.length && timingSafeEqual(expected, challenge);
  return isProven && grant.redirectUri === redirect_uri;
}

async function refresh({ tokens }: TokenPagePorts, form: unknown): Promise<Response> {
  const { success, output } = v.safeParse(RefreshForm, form);
  if (!success) return oauthError('invalid_request');
  try {
    return oauthAnswer(inOAuthTerms(await tokens.refresh(output.refresh_token)));
  } catch (error) {
    if (error instanceof IdentityError) return oauthError('invalid_grant', error.message);
    throw error;
  }
}

function inOAuthTerms({ AccessToken, IdToken, RefreshToken, ExpiresIn, TokenType }: AuthenticationResult) {
  return {
    access_token: AccessToken,
    id_token: IdToken,
    refresh_token: RefreshToken,
    expires_in: ExpiresIn,
    token_type: TokenType,
  };
}
