import { createHash } from 'node:crypto';
import { escapeHtml } from './html.ts';

/** What the service itself shows, beside the site: plain pages without scripts. */
type Page = {
  /** English, unless it is another. */
  language?: string;
  title: string;
  /** HTML, everything foreign in it escaped. */
  body: string;
  status?: number;
  /** Origins that its forms may lead to besides its own: browsers also hold redirects after a form against the policy. */
  formTargets?: readonly string[];
};

const STYLE = [
  'body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:40rem;padding:0 1rem;color-scheme:light dark}',
  'label,input{display:block;font:inherit}input{width:100%;box-sizing:border-box;padding:.5rem;margin:.25rem 0 1rem}',
  'button{font:inherit;padding:.5rem 1.5rem;margin-right:.5rem;min-height:44px}',
  '.notice{border:2px dashed;padding:.75rem;font-weight:bold}',
  'article{border-top:1px solid;padding:.75rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere}',
].join('');
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** A page that nothing runs on, that nobody frames, caches or learns the address of. */
export function htmlPage({ language = 'en', title, body, status = 200, formTargets = [] }: Page): Response {
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>`,
    `<body><h1>${escapeHtml(title)}</h1>${body}</body></html>`,
  ].join('');
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  });
}
