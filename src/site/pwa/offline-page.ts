import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Locale, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { OfflineScene } from '../scenes/OfflineScene.tsx';
import { STANDALONE_SOURCES, standalonePage } from '../serving/standalone-page.server.ts';

/** What this page may load. */
export const OFFLINE_POLICY = `default-src 'none'; script-src ${STANDALONE_SOURCES.scripts.join(' ')}; style-src ${STANDALONE_SOURCES.styles.join(' ')}; font-src 'self'; base-uri 'none'`;

/**
 * The page that stands for every page that cannot be reached. The link to the start page leads to the copy that the service worker keeps;
 * the empty one asks again for the page that was wanted.
 */
export function offlinePage(locale: Locale): string {
  const at = { locale };
  const title = m.site_offline_title({}, at);
  return standalonePage({
    locale,
    title,
    heading: title,
    paragraphs: [m.site_offline_page({}, at), m.section_offline_queue({}, at)],
    scene: renderToStaticMarkup(createElement(OfflineScene)),
    ways: [
      { text: m.download_retry({}, at), address: '' },
      { text: m.section_offline_home({}, at), address: localizePath('/', locale) },
    ],
  });
}
