import type { Page } from '@playwright/test';
import type { AccountSite } from '../e2e/accounts.ts';

/** What brings a page into a state. `text` are the site's texts in the page's language, by key. */
export type Tools = { page: Page; site: AccountSite; text: (key: string) => string };

export type Screen = {
  /** Of its folder of pictures. */
  name: string;
  /** Without its language. */
  path: string;
  /** Who looks at it. */
  as: 'guest' | 'person' | 'admin';
  /** What the browser says that it is; left out: Chromium. */
  userAgent?: string;
  /** Left out: the page as it is opened. */
  bring?: (tools: Tools) => Promise<void>;
};
