import * as v from 'valibot';
import type { PageHandler } from '../page-handler.ts';
import type { IdentityPorts } from '../ports.ts';
import {
  type AuthorizeRequest,
  type OAuthRules,
  readAuthorizeRequest,
  returnWithCode,
  returnWithError,
} from './authorize-request.ts';
import type { AuthorizationCodeRepository } from './codes.ts';
import { signInFederated, standInUserId } from './federation.ts';
import type { ProviderName } from './providers.ts';
import { readForm } from './read-form.ts';
import { chooserPage, refusalPage, standInPage } from './stand-in-page.ts';

type AuthorizePorts = Pick<IdentityPorts, 'pool' | 'users' | 'store' | 'now'> & {
  codes: AuthorizationCodeRepository;
  rulesFor: (request: Request) => OAuthRules;
};

/** What the stand-in's form says. */
const StandInForm = v.variant('decision', [
  v.object({ decision: v.literal('cancel') }),
  v.object({
    decision: v.literal('continue'),
    email: v.pipe(v.string(), v.trim(), v.email(), v.maxLength(254)),
    name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
  }),
]);

/** `GET /identity/oauth2/authorize` shows the provider's stand-in; its form posts there, and leads back to the client. */
export function createAuthorizePage(ports: AuthorizePorts): PageHandler {
  return async (request) => {
    const query = new URL(request.url).searchParams;
    const rules = ports.rulesFor(request);
    const read = readAuthorizeRequest(query, rules);
    if (read.kind === 'refused') return refusalPage(read.message);
    if (read.kind === 'returned') return redirect(read.location);
    const { provider } = read.request;
    if (provider === null) return chooserPage(rules.providers, query);
    if (request.method === 'GET') return standInPage(read.request, provider, query);
    if (request.method === 'POST') return decide(ports, request, read.request, provider);
    return new Response(null, { status: 405, headers: { allow: 'GET, POST' } });
  };
}

async function decide(
  ports: AuthorizePorts,
  request: Request,
  asked: AuthorizeRequest,
  provider: ProviderName,
): Promise<Response> {
  const form = v.safeParse(StandInForm, await readForm(request));
  if (!form.success) return refusalPage('An e-mail address is needed.');
  if (form.output.decision === 'cancel') {
    return redirect(returnWithError(asked, 'access_denied', 'The sign-in was cancelled.'));
  }
  const { email, name } = form.output;
  const profile = { provider, providerUserId: standInUserId(provider, email), email, name };
  const signIn = await signInFederated(ports, profile);
  if ('message' in signIn) return redirect(returnWithError(asked, 'access_denied', signIn.message));
  const { redirectUri, challenge, scope, nonce } = asked;
  const code = await ports.codes.create({ sub: signIn.user.sub, redirectUri, challenge, scope, nonce });
  return redirect(returnWithCode(asked, code));
}

/** 303: what was posted is not posted on. */
function redirect(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}
