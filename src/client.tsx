import { StartClient } from '@tanstack/react-start/client';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { onceSignedIn } from '#/account/bearer.ts';
import { AGREEMENT_STORAGE_KEY } from '#/download/queue-signal.ts';
import { loadFrameMessages } from '#/language/catalogue.ts';
import { followColorScheme } from '#/site/color-scheme.ts';
import { adoptDocumentLanguage, currentLocale } from '#/language/current.ts';
import { reloadWhenReplaced } from '#/site/reload-when-replaced.ts';
import { recall } from '#/site/remember.ts';

adoptDocumentLanguage();
followColorScheme();
reloadWhenReplaced();
// What the page shows already must be there before React looks at it.
await loadFrameMessages(currentLocale());
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
  );
});

const followAccount = () => void import('./follow-account.ts').then((module) => module.followAccount());
// Whose queue is here has signed out meanwhile, unless somebody is signed in.
if (recall(AGREEMENT_STORAGE_KEY) === null) onceSignedIn(followAccount);
else followAccount();

// By the time a menu is open, what closes it is there.
const loadMenus = () => void import('./site/close-menus.ts').then((module) => module.closeMenus());
addEventListener('toggle', loadMenus, { capture: true, once: true });

// Once the page is there and the browser has nothing better to do; where there is no tag manager, never.
const { tagManager } = document.documentElement.dataset;
const startAnalytics = () =>
  void import('./analytics/start-analytics.tsx').then((module) => module.startAnalytics(tagManager ?? ''));
if (tagManager) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(startAnalytics, { timeout: 3000 });
  else setTimeout(startAnalytics, 1000);
}
