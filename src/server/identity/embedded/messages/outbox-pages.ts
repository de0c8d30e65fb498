import { escapeHtml } from '../html.ts';
import { htmlPage } from '../page.ts';
import type { KeptMessage, Outbox } from './outbox.ts';

/**
 * `/identity/outbox` and `/identity/outbox.json?to=<address>`: messages that were not sent. They hold codes that open accounts, so
 * everybody but a developer gets a 404; developer-check.ts says why nobody in production is one.
 */
export function createOutboxPages(
  outbox: Outbox,
  isDeveloper: (request: Request) => boolean,
): Record<'outbox' | 'outbox.json', (request: Request) => Promise<Response>> {
  const guarded = (answer: (messages: KeptMessage[]) => Response) => async (request: Request) => {
    if (!isDeveloper(request)) return new Response('Not found', { status: 404 });
    return answer(await outbox.list(new URL(request.url).searchParams.get('to') ?? undefined));
  };
  return {
    outbox: guarded((messages) =>
      htmlPage({
        title: 'Outbox',
        body: [
          '<p class="notice">For developers: messages that were not sent. Reload the page to see newer ones.</p>',
          ...messages.map(messageHtml),
          messages.length === 0 ? '<p>There is no message yet.</p>' : '',
        ].join(''),
      }),
    ),
    'outbox.json': guarded((messages) => Response.json({ messages }, { headers: { 'cache-control': 'no-store' } })),
  };
}

function messageHtml({ medium, destination, subject, text, createdAt }: KeptMessage): string {
  const head = [createdAt.toISOString(), medium, destination, subject ?? ''].filter(Boolean).join(' · ');
  return `<article><p>${escapeHtml(head)}</p><pre>${withLinks(text)}</pre></article>`;
}

/** A link alone on its line is one to follow; everything else stays text. */
function withLinks(text: string): string {
  return escapeHtml(text).replace(/^https?:\/\/\S+$/gm, (link) => `<a href="${link}">${link}</a>`);
}
