import { DOCUMENT_SLUGS } from '#/site/documents/document-groups.ts';
import { hydrated } from '../e2e/hydrated.ts';
import type { Screen, Tools } from './screen.ts';

const pages: Screen[] = [
  '/',
  '/facebook',
  '/instagram',
  '/tiktok',
  '/twitter',
  '/status',
  '/api',
  '/offline',
  '/there-is-no-such-page',
  ...DOCUMENT_SLUGS.map((slug) => `/${slug}`),
].map((path) => ({ name: `page-${path === '/' ? 'home' : path.slice(1)}`, path, as: 'guest' }));

const dialog: Screen = {
  name: 'page-sign-in',
  path: '/',
  as: 'guest',
  async bring({ page }: Tools) {
    await hydrated(page);
    await page.locator('header a[href$="/account"]').click();
    await page
      .locator('dialog form[novalidate], [role="dialog"] form[novalidate]')
      .first()
      .waitFor({ timeout: 60_000 });
  },
};

const account: Screen[] = ['', '/preferences', '/security', '/keys', '/data'].map((path) => ({
  name: `account${path.replace('/', '-')}`,
  path: `/account${path}`,
  as: 'person',
}));

const admin: Screen[] = [
  '',
  '/platforms',
  '/engine',
  '/downloads',
  '/users',
  '/keys',
  '/cases',
  '/rules',
  '/letters',
  '/audit',
].map((path) => ({ name: `admin${path.replace('/', '-')}`, path: `/admin${path}`, as: 'admin' }));

/** Every page as it is opened, and the dialog. */
export const PAGES: Screen[] = [...pages, dialog, ...account, ...admin];
