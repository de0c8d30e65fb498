import { randomBytes } from 'node:crypto';
import type { AccountSettings } from '#/model/account.ts';
import { loadCodeAfterFirstPaint } from './after-first-paint.server.ts';
import { answerEncoded, encodedText } from './encoded.server.ts';
import { hashInsteadOfNonce } from './inline-hashes.server.ts';
import { PAYLOAD_FILE, type PagePayload } from './page-data.ts';
import { createPrerendered, type Prerendered } from './prerendered.server.ts';
import type { RequestScope } from './request-scope.server.ts';
import { securityHeaders } from './security-headers.ts';

type Site = {
  /** As visitors see it. */
  origin: string;
  accounts: AccountSettings;
  tagManager: { origins: readonly string[] } | null;
  embedders: readonly string[];
  /** Makes the page of an address, with what it leaves in the scope. */
  render: (address: string, scope: RequestScope) => Promise<Response>;
};

/** When React wrote what it knows. It tells nothing here, and would make each copy of a page another one. */
const WRITTEN_AT = /\bu:\d{13}\b/g;
/** As the router finds them: it reads escapes, and takes capital letters as it takes small ones. */
const PERSONAL = /^(?:\/[a-z]{2})?\/(?:account|admin)(?:\/|$)/i;
const PAYLOAD = new RegExp(`^(.*)/${PAYLOAD_FILE.replace('.', '\\.')}$`);

const prerendered = createPrerendered();

/** Whether a page is somebody's own, or for operators. The escapes of its path must be whole (`isReadable`). */
export function isPersonal({ pathname }: Pick<URL, 'pathname'>): boolean {
  return PERSONAL.test(decodeURI(pathname));
}

/** Whether the page of an address is made without asking who looks at it, and kept. */
export function isForEverybody(url: URL): boolean {
  return url.search === '' && !isPersonal(url);
}

/** The page of an address, from memory where it is there. */
export async function answerPage(
  request: Request,
  pathname: string,
  scope: RequestScope,
  site: Site,
): Promise<Response> {
  const page = await prerendered.get(site.origin + pathname, () => prerender(pathname, scope, site));
  return page instanceof Response ? page : answerEncoded(request, page.page, page.headers);
}

/** What the page was made of, for a step to it. undefined: the address is of something else. */
export async function answerPayload(
  request: Request,
  { pathname, search }: URL,
  scope: RequestScope,
  site: Site,
): Promise<Response | undefined> {
  const [, page] = PAYLOAD.exec(pathname) ?? [];
  if (page === undefined) return undefined;
  if (search !== '' || page.startsWith('//')) return refusal(400, 'A payload has no search parameters and no host.');
  if (isPersonal({ pathname: page })) return refusal(404, 'This page has no payload.');
  const address = page === '' ? '/' : page;
  const made = await prerendered.get(site.origin + address, () => prerender(address, scope, site));
  if (made instanceof Response) return refusal(404, 'This page has no payload.');
  return answerEncoded(request, made.payload, { 'x-content-type-options': 'nosniff' });
}

async function prerender(
  pathname: string,
  before: RequestScope,
  { origin, accounts, tagManager, embedders, render }: Site,
): Promise<Prerendered | Response> {
  const nonce = randomBytes(18).toString('hex');
  const scope: RequestScope = { ...before, nonce };
  const response = await render(origin + pathname, scope);
  const headers = new Headers(response.headers);
  const isHtml = headers.get('content-type')?.startsWith('text/html') === true;
  const rendered = isHtml ? loadCodeAfterFirstPaint(await response.text(), nonce).replace(WRITTEN_AT, 'u:1') : '';
  const { html, sources } = hashInsteadOfNonce(rendered, nonce);
  const security = securityHeaders(sources, accounts, tagManager, embedders);
  if (isHtml && response.status === 200 && scope.page && scope.pageData) {
    const payload: PagePayload = { ...scope.page, ...scope.pageData };
    return {
      headers: security,
      page: encodedText(html, 'text/html; charset=utf-8'),
      payload: encodedText(JSON.stringify(payload), 'application/json'),
    };
  }
  for (const [name, value] of Object.entries(security)) headers.set(name, value);
  return new Response(isHtml ? html : response.body, { status: response.status, headers });
}

function refusal(status: number, title: string): Response {
  const code = status === 404 ? 'not_found' : 'invalid_request';
  const headers = { 'content-type': 'application/problem+json', 'x-content-type-options': 'nosniff' };
  return Response.json({ type: 'about:blank', title, status, code }, { status, headers });
}
