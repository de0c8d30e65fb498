import * as v from 'valibot';
import type { ProviderName } from './providers.ts';

/** What an installation allows. */
export type OAuthRules = {
  clientId: string;
  /** Where visitors may be sent back to, exactly as written. */
  redirectUris: readonly string[];
  providers: readonly ProviderName[];
};

/** A request for a code that is in order. */
export type AuthorizeRequest = {
  redirectUri: string;
  /** The client's own, handed back as it came. */
  state: string | null;
  scope: string;
  /** SHA-256 of the verifier in base64url (RFC 7636). */
  challenge: string;
  /** null: to be chosen among all. */
  provider: ProviderName | null;
  nonce: string | null;
};

/**
 * `refused`: who asks cannot be trusted with an answer, so the page itself says it (RFC 6749, 4.1.2.1). `returned`: the client is told,
 * at this address.
 */
type ReadAuthorizeRequest =
  | { kind: 'ready'; request: AuthorizeRequest }
  | { kind: 'refused'; message: string }
  | { kind: 'returned'; location: string };

const SCOPES = ['openid', 'email', 'phone', 'profile', 'aws.cognito.signin.user.admin'];
const Scope = v.pipe(
  v.optional(v.pipe(v.string(), v.maxLength(300)), SCOPES.join(' ')),
  v.check((scope) => scope.split(' ').every((name) => SCOPES.includes(name))),
);
const Challenge = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));
const Short = v.pipe(v.string(), v.maxLength(2_048));

/** Judges the query of /oauth2/authorize. A parameter that comes twice is refused, since two readers could take different ones. */
export function readAuthorizeRequest(query: URLSearchParams, rules: OAuthRules): ReadAuthorizeRequest {
  const redirectUri = query.get('redirect_uri') ?? '';
  if (new Set(query.keys()).size !== query.size) return refused('A parameter is given twice.');
  if (query.get('client_id') !== rules.clientId) return refused('The client_id is unknown.');
  if (!rules.redirectUris.includes(redirectUri)) return refused('The redirect_uri is not one of those allowed.');
  const state = query.get('state');
  if (!v.is(v.nullable(Short), state)) return refused('The state is too long.');
  const back = (error: string, description: string): ReadAuthorizeRequest => ({
    kind: 'returned',
    location: returnWithError({ redirectUri, state }, error, description),
  });
  if (query.get('response_type') !== 'code') {
    return back('unsupported_response_type', 'response_type must be code');
  }
  const scope = v.safeParse(Scope, query.get('scope') ?? undefined);
  if (!scope.success) return back('invalid_scope', 'scope is unknown');
  const challenge = v.safeParse(Challenge, query.get('code_challenge'));
  if (!challenge.success || query.get('code_challenge_method') !== 'S256') {
    return back('invalid_request', 'code_challenge with the method S256 is required');
  }
  const nonce = v.safeParse(v.nullable(Short), query.get('nonce'));
  if (!nonce.success) return back('invalid_request', 'nonce is too long');
  const asked = query.get('identity_provider') ?? 'COGNITO';
  const provider = rules.providers.find((name) => name === asked) ?? null;
  if (rules.providers.length === 0 || (provider === null && asked !== 'COGNITO')) {
    return back('invalid_request', 'identity_provider is not configured');
  }
  const request = { redirectUri, state, scope: scope.output, challenge: challenge.output, provider };
  return { kind: 'ready', request: { ...request, nonce: nonce.output } };
}

/** Where the visitor goes with a code. */
export function returnWithCode(request: Pick<AuthorizeRequest, 'redirectUri' | 'state'>, code: string): string {
  return withParameters(request.redirectUri, { code, state: request.state });
}

/** Where the visitor goes with nothing; names of errors are those of RFC 6749. */
export function returnWithError(
  { redirectUri, state }: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
  error: string,
  description: string,
): string {
  return withParameters(redirectUri, { error, error_description: description, state });
}

function refused(message: string): ReadAuthorizeRequest {
  return { kind: 'refused', message };
}

function withParameters(address: string, parameters: Record<string, string | null>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.set(name, value);
  }
  return url.href;
}
