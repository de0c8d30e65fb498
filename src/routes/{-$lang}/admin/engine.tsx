import { createFileRoute } from '@tanstack/react-router';
import { adminHead } from '#/admin/admin-head.ts';
import { loadAdminPage } from '#/admin/load-page.ts';
import { EnginePage } from '#/admin/engine/EnginePage.tsx';

export const Route = createFileRoute('/{-$lang}/admin/engine')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  loader: () => loadAdminPage('engine'),
  head: ({ loaderData }) => adminHead('engine', loaderData),
  component: EnginePage,
});
