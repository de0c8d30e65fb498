import { escapeUTF8 } from 'entities/escape';
import { createHash } from 'node:crypto';
import { app } from '#app.config';
import { type Locale, LOCALES } from '#/language/locales.ts';
import { COLOR_SCHEME_SCRIPT } from '../theme/color-scheme.ts';
import type { InlineSources } from './security-headers.ts';

/** The colours of src/site/theme/theme.ts: such a page stands alone, since nothing else may be there when it is shown. */
const STYLE = `
:root { color-scheme: light dark; }
:root[data-mantine-color-scheme='light'] { color-scheme: light; }
:root[data-mantine-color-scheme='dark'] { color-scheme: dark; }
:root { --ink: light-dark(oklch(24% .02 220), oklch(93% .01 210));
  --paper: light-dark(oklch(98.5% .004 200), oklch(19% .015 220)); --accent: light-dark(oklch(50% .1 205), oklch(78% .1 200));
  --control-line: light-dark(oklch(60% .02 215), oklch(58% .02 215)); }
body { margin: 0; min-block-size: 100vh; display: grid; place-items: center; color: var(--ink); background: var(--paper);
  font: 17px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { box-sizing: border-box; inline-size: min(100%, 544px); padding: 32px 16px; }
h1 { margin: 0 0 16px; font-size: 28px; line-height: 1.15; }
p { margin: 0 0 12px; }
.name { font-weight: 650; }
.scene { display: block; inline-size: min(100%, 320px); margin-block-end: 24px; }
.scene svg { display: block; inline-size: 100%; }
.ways { display: flex; flex-wrap: wrap; gap: 8px 24px; margin-block-start: 24px; }
a { display: inline-block; padding-block: 10px; color: inherit; text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** What such a page may load: its own style, and the script that sets the chosen theme; nothing else. */
export const STANDALONE_SOURCES: InlineSources = { scripts: [hashOf(COLOR_SCHEME_SCRIPT)], styles: [hashOf(STYLE)] };

type StandalonePage = {
  locale: Locale;
  title: string;
  heading: string;
  paragraphs: readonly string[];
  /** What is drawn above it, in HTML (src/site/scenes). */
  scene?: string;
  /** An empty address is that of the page itself: it is asked for again. */
  ways: readonly { text: string; address: string }[];
};

/** A page that is whole by itself, so that it works whatever is missing. */
export function standalonePage({ locale, title, heading, paragraphs, scene, ways }: StandalonePage): string {
  const links = ways.map(({ text, address }) => `<a href="${escapeUTF8(address)}">${escapeUTF8(text)}</a>`).join('');
  return `<!doctype html>
<html lang="${LOCALES[locale].iso}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeUTF8(title)} · ${app.name}</title>
<style>${STYLE}</style>
<script>${COLOR_SCHEME_SCRIPT}</script>
</head>
<body>
<main>
<p class="name">${app.name}</p>
${scene === undefined ? '' : `<div class="scene">${scene}</div>`}
<h1>${escapeUTF8(heading)}</h1>
${paragraphs.map((text) => `<p>${escapeUTF8(text)}</p>`).join('\n')}
${links && `<p class="ways">${links}</p>`}
</main>
</body>
</html>
`;
}
