import { platforms } from '#app.config';
import { SITE_LANGUAGES } from '#/model/languages.ts';
import type { Platform } from '#/model/platform.ts';
import type { Deliver } from './embedded/deliver.ts';

/** What can be downloaded now, and in which language the user wants to hear of it. */
export type ReadyLink = { userId: string; link: string; platform: Platform; title: string | null; language: string };

type Ports = {
  deliver: Deliver;
  /** Of a user who is there and not disabled, and who has shown it to be theirs; null: there is none. Rejects when nobody can tell. */
  addressOf: (userId: string) => Promise<string | null>;
  /** Of the site, as visitors have it. */
  origin: string;
};

/** Titles are as long as their authors like, and subjects of messages are not. */
const TITLE_MAX_CHARACTERS = 120;

/**
 * Mails users that what they waited for can be downloaded, with a link to the page that has it filled in. Whoever has no address, or
 * where nothing is sent, is told by the site alone. Rejects where another try may bring it on its way.
 */
export function createReadyMailer({ deliver, addressOf, origin }: Ports): (ready: ReadyLink) => Promise<void> {
  return async ({ userId, link, platform, title, language }) => {
    if (deliver.can?.('EMAIL') === false) return;
    const destination = await addressOf(userId);
    if (destination === null) return;
    const name = shortened(title ?? `${platforms[platform].name}, ${link}`);
    const page = new URL(pathOf(platform, language), origin);
    page.searchParams.set('u', link);
    const message = { medium: 'EMAIL', destination, purpose: 'there', validS: 0 } as const;
    await deliver({ ...message, link: page.href, name, locale: language });
  };
}

/** English has no prefix. */
function pathOf(platform: Platform, language: string): string {
  const isOther = language !== 'en' && SITE_LANGUAGES.some((one) => one === language);
  return isOther ? `/${language}/${platform}` : `/${platform}`;
}

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length > TITLE_MAX_CHARACTERS ? `${characters.slice(0, TITLE_MAX_CHARACTERS - 1).join('')}…` : text;
}
