import { createFileRoute, Outlet } from '@tanstack/react-router';
import { keepLanguage } from '#/language/keep-language.ts';
import { langParam } from '#/language/lang-param.ts';
import { DEFAULT_LOCALE } from '#/language/locales.ts';

export const Route = createFileRoute('/{-$lang}')({
  params: langParam,
  beforeLoad: ({ params: { lang = DEFAULT_LOCALE }, preload }) => keepLanguage(lang, preload),
  component: Outlet,
});
