import { app, platforms } from '#app.config';
import { DEFAULT_LOCALE, type Locale, LOCALES, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { PLATFORMS } from '#/model/platform.ts';
import { PAPER_COLOR } from '../theme/paper-color.ts';

/** Where what is shared with the installed app arrives; share.ts answers there. */
export const SHARE_PATH = '/share';

/** Water of the light theme: what a browser paints before the page is there. A manifest knows one theme only. */
const THEME_COLOR = '#006a71';

/**
 * The web app manifest in a language (Web Application Manifest, W3C). Whatever the language, it is the same app: another language is
 * another start of it. Shared texts come by POST, since a list of links may be longer than an address.
 */
export function webManifest(locale: Locale) {
  const iconSizes = [192, 512];
  return {
    id: localizePath('/', DEFAULT_LOCALE),
    lang: LOCALES[locale].iso,
    dir: 'ltr',
    name: app.name,
    short_name: app.name,
    description: m.site_home_intro({}, { locale }),
    start_url: localizePath('/', locale),
    scope: '/',
    display: 'standalone',
    theme_color: THEME_COLOR,
    background_color: PAPER_COLOR.light,
    categories: ['utilities', 'multimedia'],
    icons: [
      ...iconSizes.map((sizePx) => icon(`icon-${sizePx}`, `${sizePx}x${sizePx}`, 'any')),
      icon('maskable-512', '512x512', 'maskable'),
    ],
    shortcuts: PLATFORMS.map((platform) => ({
      name: platforms[platform].name,
      url: localizePath(`/${platform}`, locale),
      icons: [icon('icon-192', '192x192', 'any')],
    })),
    share_target: {
      action: SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  };
}

function icon(name: string, sizes: string, purpose: 'any' | 'maskable') {
  return { src: `/icons/${name}.png`, sizes, type: 'image/png', purpose };
}
