import * as v from 'valibot';
import { app } from '#app.config';
import { IdentityError } from './identity-error.ts';
import type { IdentityPorts } from './ports.ts';
import { confirmUser } from './sign-up-operations.ts';

const Query = v.object({ user: v.pipe(v.string(), v.uuid()), code: v.pipe(v.string(), v.maxLength(100)) });

/** Where the link of a confirmation message leads. The page that the visitor signed up on notices by itself. */
export async function confirmPage(request: Request, ports: IdentityPorts): Promise<Response> {
  const query = v.safeParse(Query, Object.fromEntries(new URL(request.url).searchParams));
  const user = query.success ? await ports.users.bySub(query.output.user) : null;
  if (!query.success || !user) return page(400, 'This link is not valid.');
  if (user.status !== 'UNCONFIRMED') return page(200, 'Your address is confirmed already. You can sign in.');
  try {
    await confirmUser(ports, user, await ports.codes.take(user.sub, 'sign-up', query.output.code), false);
    return page(200, 'Your address is confirmed. Go back to the page that you came from.');
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    return page(400, 'This link is not valid, or no longer. Ask for a new one where you signed up.');
  }
}

function page(status: number, text: string): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${text}</title><p>${text}</p><p><a href="/">${app.name}</a></p></html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };
  return new Response(html, { status, headers });
}
