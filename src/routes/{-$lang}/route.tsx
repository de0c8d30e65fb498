import { createFileRoute, Outlet } from '@tanstack/react-router';
import { keepLanguage } from '#/language/keep-language.ts';
import { langParam } from '#/language/lang-param.ts';
import { DEFAULT_LOCALE } from '#/language/locales.ts';
import { usePageTakenOver } from '#/language/page-taken-over.ts';
import { preloadAccountButton } from '#/account/AccountButton.tsx';
import { preloadFooter } from '#/site/frame/Footer.tsx';
import { preloadThemeSwitch } from '#/site/theme/ThemeSwitch.tsx';

export const Route = createFileRoute('/{-$lang}')({
  params: langParam,
  beforeLoad: ({ params: { lang = DEFAULT_LOCALE }, preload }) => keepLanguage(lang, preload),
  // What is around every page comes in the language of the address, too, and with the page.
  loader: async () => void (await Promise.all([preloadFooter(), preloadAccountButton(), preloadThemeSwitch()])),
  // Whether they begin anew in another language, the pages say.
  remountDeps: () => null,
  component: Page,
});

function Page() {
  usePageTakenOver();
  return <Outlet />;
}
