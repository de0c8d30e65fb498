import { escapeHtml } from '../html.ts';
import { htmlPage } from '../page.ts';
import { isTrying, type Trial, trialCookie } from '../trial-token.ts';
import type { KeptMessage, Outbox } from './outbox.ts';

/**
 * `/identity/outbox` and `/identity/outbox.json?to=<address>`: messages that were not sent. They hold codes that open accounts, so
 * whoever does not bring the trial's token gets a 404, from wherever the request comes.
 */
export function createOutboxPages(
  outbox: Outbox,
  trial: Trial,
): Record<'outbox' | 'outbox.json', (request: Request) => Promise<Response>> {
  const guarded = (answer: (messages: KeptMessage[]) => Response) => async (request: Request) => {
    if (!isTrying(trial, request)) return new Response('Not found', { status: 404 });
    return answer(await outbox.list(new URL(request.url).searchParams.get('to') ?? undefined));
  };
  const page = guarded((messages) =>
    htmlPage({
      title: 'Outbox',
      body: [
        '<p class="notice">For developers: messages that were not sent. Reload the page to see newer ones.</p>',
        ...messages.map(messageHtml),
        messages.length === 0 ? '<p>There is no message yet.</p>' : '',
      ].join(''),
    }),
  );
  return {
    // The printed address is followed once; from then on the browser has the token in a cookie, and not in its history.
    outbox: async (request) =>
      new URL(request.url).searchParams.has('token') && isTrying(trial, request)
        ? withoutToken(request, trial)
        : page(request),
    'outbox.json': guarded((messages) => Response.json({ messages }, { headers: { 'cache-control': 'no-store' } })),
  };
}

function withoutToken({ url }: Request, trial: Trial): Response {
  const { protocol, pathname, searchParams } = new URL(url);
  searchParams.delete('token');
  const headers = {
    location: [pathname, searchParams].filter((part) => `${part}` !== '').join('?'),
    'set-cookie': trialCookie(trial, { isSecure: trial.isSecure === true || protocol === 'https:' }),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  };
  return new Response(null, { status: 303, headers });
}

function messageHtml({ medium, destination, subject, text, createdAt }: KeptMessage): string {
  const head = [createdAt.toISOString(), medium, destination, subject ?? ''].filter(Boolean).join(' · ');
  return `<article><p>${escapeHtml(head)}</p><pre>${withLinks(text)}</pre></article>`;
}

/** A link alone on its line is one to follow; everything else stays text. */
function withLinks(text: string): string {
  return escapeHtml(text).replace(/^https?:\/\/\S+$/gm, (link) => `<a href="${link}">${link}</a>`);
}
