import { escapeUTF8 } from 'entities/escape';
import { createHash } from 'node:crypto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { app } from '#app.config';
import { type Locale, LOCALES } from '#/language/locales.ts';
import { Logo } from '../frame/Logo.tsx';
import { CHOSEN_SCHEME_SCRIPT } from '../theme/color-scheme.ts';
import fonts from '../theme/fonts.css?inline';
import typeface from '../theme/typeface.css?inline';
import type { InlineSources } from './security-headers.ts';

/**
 * Looks of src/site/theme/theme.ts: such a page stands alone, since nothing else may be there when it is shown. Its typeface is not waited for.
 */
const STYLE = `
${typeface.replaceAll('optional', 'swap')}
${fonts}
:root { color-scheme: light dark; }
:root[data-mantine-color-scheme='light'] { color-scheme: light; }
:root[data-mantine-color-scheme='dark'] { color-scheme: dark; }
:root { --ink: light-dark(oklch(24% .02 220), oklch(93% .01 210)); --ink-2: light-dark(oklch(46% .02 220), oklch(73% .015 215));
  --paper: light-dark(oklch(98.5% .004 200), oklch(19% .015 220)); --hairline: light-dark(oklch(88% .012 210), oklch(33% .018 220));
  --accent: light-dark(oklch(50% .1 205), oklch(78% .1 200)); --on-accent: light-dark(#fff, oklch(20% .03 215));
  --control-line: light-dark(oklch(60% .02 215), oklch(58% .02 215)); }
:is(:lang(ja), :lang(zh)) > body { word-break: auto-phrase; }
body { margin: 0; min-block-size: 100vh; display: grid; grid-template-rows: auto 1fr; color: var(--ink); background: var(--paper);
  font: 450 17px/1.5 var(--font); overflow-wrap: anywhere; }
header { display: flex; align-items: center; gap: 10px; padding: 16px max(16px, (100% - 1200px) / 2); font-weight: 750;
  border-block-end: 1px solid var(--hairline); }
main { box-sizing: border-box; place-self: center; inline-size: min(100%, 544px); padding: 32px 16px 96px; text-align: center; }
h1 { margin: 0 0 16px; font-size: 28px; font-weight: 750; line-height: 1.15; letter-spacing: -.02em; text-wrap: balance; }
p { margin: 0 0 12px; color: var(--ink-2); text-wrap: balance; }
svg { display: block; fill: none; stroke-linecap: round; stroke-linejoin: round; }
.scene { inline-size: min(100%, 280px); margin: 0 auto 24px; color: var(--ink-2); }
.ways { display: flex; flex-wrap: wrap; justify-content: center; gap: 8px 24px; margin-block-start: 24px; }
a { padding: 10px 4px; font-size: 15px; font-weight: 600; color: var(--ink); text-underline-offset: .15em; }
a:first-child { padding-inline: 24px; color: var(--on-accent); text-decoration: none; background: var(--accent); border-radius: 10px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** What such a page may load: its own style, and the script that sets a chosen theme; nothing else. */
export const STANDALONE_SOURCES: InlineSources = { scripts: [hashOf(CHOSEN_SCHEME_SCRIPT)], styles: [hashOf(STYLE)] };

type StandalonePage = {
  locale: Locale;
  title: string;
  heading: string;
  paragraphs: readonly string[];
  /** What is drawn above it, in HTML (src/site/scenes). */
  scene?: string;
  /** The first is the one to take. An empty address is that of the page itself: it is asked for again. */
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
<script>${CHOSEN_SCHEME_SCRIPT}</script>
</head>
<body>
<header>${renderToStaticMarkup(createElement(Logo))}${app.name}</header>
<main>
${scene === undefined ? '' : `<div class="scene">${scene}</div>`}
<h1>${escapeUTF8(heading)}</h1>
${paragraphs.map((text) => `<p>${escapeUTF8(text)}</p>`).join('\n')}
${links && `<p class="ways">${links}</p>`}
</main>
</body>
</html>
`;
}
