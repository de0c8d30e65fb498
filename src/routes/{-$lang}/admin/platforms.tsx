import { createFileRoute } from '@tanstack/react-router';
import { adminHead } from '#/admin/admin-head.ts';
import { loadAdminPage } from '#/admin/load-page.ts';
import { PlatformsPage } from '#/admin/platforms/PlatformsPage.tsx';

export const Route = createFileRoute('/{-$lang}/admin/platforms')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  loader: () => loadAdminPage('platforms'),
  head: ({ loaderData }) => adminHead('platforms', loaderData),
  component: PlatformsPage,
});
