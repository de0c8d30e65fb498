import { createIsomorphicFn } from '@tanstack/react-start';
import { loadAdminMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import { m } from '#/language/paraglide/messages.js';
import { PAGE_NAME } from './page-name.ts';
import type { AdminPage } from './pages.ts';

/** Texts of a page that are needed where its own may not be there yet: in its title, and before it is interactive. */
export type AdminPageTexts = {
  heading: string;
  area: string;
  skip: string;
  description: string;
  withoutScript: string;
};

/** Has what the operators' pages say there before it is said; the server has all of it anyway. */
export const loadAdminTexts = createIsomorphicFn()
  .server(() => Promise.resolve())
  .client(() => loadAdminMessages(currentLocale()));

/** For a route's loader. It asks nobody: the server cannot know who looks. */
export async function loadAdminPage(page: AdminPage): Promise<AdminPageTexts> {
  await loadAdminTexts();
  const around = { area: m.admin_nav_label(), skip: m.site_skip() };
  return {
    heading: PAGE_NAME[page](),
    ...around,
    description: m.admin_description(),
    withoutScript: m.admin_no_script(),
  };
}
