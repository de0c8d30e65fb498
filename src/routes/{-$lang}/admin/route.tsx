import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router';
import { AdminFrame } from '#/admin/AdminFrame.tsx';
import { guardedBy } from '#/site/pages/route-guards.ts';

export const Route = createFileRoute('/{-$lang}/admin')({
  beforeLoad: guardedBy('administrator'),
  headers: () => ({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }),
  component: AdminRoute,
});

/** Of a page that could not be loaded. */
const NO_TEXTS = { heading: '', area: '', skip: '', withoutScript: '' };

function AdminRoute() {
  const texts = useMatches({ select: (matches) => matches.at(-1)?.loaderData });
  const isKnown = texts !== undefined && 'area' in texts;
  return (
    <AdminFrame {...(isKnown ? texts : NO_TEXTS)}>
      <Outlet />
    </AdminFrame>
  );
}
