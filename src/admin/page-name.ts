import { m } from '#/language/paraglide/messages.js';
import type { AdminPage } from './pages.ts';

/** What each page is called, in the menu and by its heading. */
export const PAGE_NAME: Record<AdminPage, () => string> = {
  overview: m.admin_nav_overview,
  platforms: m.admin_nav_platforms,
  engine: m.admin_nav_engine,
  downloads: m.admin_nav_downloads,
  rules: m.admin_nav_rules,
  cases: m.admin_nav_cases,
  keys: m.admin_nav_keys,
  users: m.admin_nav_users,
  letters: m.admin_nav_letters,
  audit: m.admin_nav_audit,
};
