import { escapeHtml } from '../html.ts';
import { htmlPage } from '../page.ts';
import type { AuthorizeRequest } from './authorize-request.ts';
import { PROVIDERS, type ProviderName } from './providers.ts';

/** In the place of a provider's own sign-in: whoever is typed in is taken to have signed in there. `query` as the client sent it. */
export function standInPage(request: AuthorizeRequest, provider: ProviderName, query: URLSearchParams): Response {
  const { label } = PROVIDERS[provider];
  return htmlPage({
    title: `Stand-in for ${label}`,
    formTargets: [new URL(request.redirectUri).origin],
    body: [
      `<p class="notice">Stand-in for ${label}: no real account is used.</p>`,
      `<form method="post" action="${authorizePath(query, provider)}">`,
      '<label for="email">E-mail</label><input id="email" name="email" type="email" autocomplete="off" required>',
      '<label for="name">Name</label><input id="name" name="name" autocomplete="off">',
      '<button type="submit" name="decision" value="continue">Continue</button>',
      '<button type="submit" name="decision" value="cancel" formnovalidate>Cancel</button>',
      '</form>',
    ].join(''),
  });
}

/** Where the client leaves the choice of a provider to the visitor. */
export function chooserPage(providers: readonly ProviderName[], query: URLSearchParams): Response {
  const links = providers.map(
    (name) => `<li><a href="${authorizePath(query, name)}">${PROVIDERS[name].label}</a></li>`,
  );
  return htmlPage({ title: 'Sign in with', body: `<ul>${links.join('')}</ul>` });
}

/** For those whom no client can be told about. */
export function refusalPage(message: string, status = 400): Response {
  return htmlPage({ title: 'This sign-in cannot go on', status, body: `<p>${escapeHtml(message)}</p>` });
}

function authorizePath(query: URLSearchParams, provider: ProviderName): string {
  const withProvider = new URLSearchParams(query);
  withProvider.set('identity_provider', provider);
  return escapeHtml(`?${withProvider}`);
}
