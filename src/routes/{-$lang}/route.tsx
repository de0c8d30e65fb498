import { createFileRoute, Outlet } from '@tanstack/react-router';
import { langParam } from '#/language/lang-param.ts';

export const Route = createFileRoute('/{-$lang}')({
  params: langParam,
  component: Outlet,
});
