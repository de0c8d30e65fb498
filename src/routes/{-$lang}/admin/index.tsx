import { createFileRoute } from '@tanstack/react-router';
import { adminHead } from '#/admin/admin-head.ts';
import { loadAdminPage } from '#/admin/load-page.ts';
import { OverviewPage } from '#/admin/overview/OverviewPage.tsx';

export const Route = createFileRoute('/{-$lang}/admin/')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  loader: () => loadAdminPage('overview'),
  head: ({ loaderData }) => adminHead('overview', loaderData),
  component: OverviewPage,
});
