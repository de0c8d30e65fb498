import { createHash } from 'node:crypto';
import { app } from '#app.config';
import { type Locale, LOCALES, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { COLOR_SCHEME_SCRIPT } from '../color-scheme.ts';

/** The colours of src/site/theme.ts: this page stands alone, since nothing else may be there when it is shown. */
const STYLE = `
:root { color-scheme: light dark; }
:root[data-mantine-color-scheme='light'] { color-scheme: light; }
:root[data-mantine-color-scheme='dark'] { color-scheme: dark; }
:root { --ink: light-dark(oklch(24% .02 220), oklch(93% .01 210));
  --paper: light-dark(oklch(98.5% .004 200), oklch(19% .015 220)); --accent: light-dark(oklch(45% .1 205), oklch(80% .09 200)); }
body { margin: 0; min-block-size: 100vh; display: grid; place-items: center; color: var(--ink); background: var(--paper);
  font: 17px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { box-sizing: border-box; inline-size: min(100%, 544px); padding: 32px 16px; }
h1 { margin: 0 0 16px; font-size: 28px; line-height: 1.15; }
p { margin: 0 0 12px; }
.name { font-weight: 650; color: var(--accent); }
.ways { display: flex; flex-wrap: wrap; gap: 8px 24px; margin-block-start: 24px; }
a { display: inline-block; padding-block: 10px; color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** What this page may load: its own style, and the script that sets the chosen theme; nothing else. */
export const OFFLINE_POLICY = `default-src 'none'; script-src ${hashOf(COLOR_SCHEME_SCRIPT)}; style-src ${hashOf(STYLE)}; base-uri 'none'`;

/**
 * The page that stands for every page that cannot be reached: whole by itself, so that it works whatever is missing. The link to the start
 * page leads to the copy that the service worker keeps; the empty one asks again for the page that was wanted.
 */
export function offlinePage(locale: Locale): string {
  const at = { locale };
  const title = m.section_offline_title({}, at);
  return `<!doctype html>
<html lang="${LOCALES[locale].iso}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · ${app.name}</title>
<style>${STYLE}</style>
<script>${COLOR_SCHEME_SCRIPT}</script>
</head>
<body>
<main>
<p class="name">${app.name}</p>
<h1>${title}</h1>
<p>${m.section_offline_page({}, at)}</p>
<p>${m.section_offline_queue({}, at)}</p>
<p class="ways"><a href="${localizePath('/', locale)}">${m.section_offline_home({}, at)}</a><a href="">${m.download_retry({}, at)}</a></p>
</main>
</body>
</html>
`;
}
