import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router';
import { AdminFrame } from '#/admin/AdminFrame.tsx';
import { guardedBy } from '#/site/pages/route-guards.ts';

export const Route = createFileRoute('/{-$lang}/admin')({
  beforeLoad: guardedBy('administrator'),
  headers: () => ({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }),
  component: AdminRoute,
});

function AdminRoute() {
  const texts = useMatches({ select: (matches) => matches.at(-1)?.loaderData });
  const isKnown = texts !== undefined && 'withoutScript' in texts;
  return (
    <AdminFrame heading={isKnown ? texts.heading : ''} withoutScript={isKnown ? texts.withoutScript : ''}>
      <Outlet />
    </AdminFrame>
  );
}
