import { StartClient } from '@tanstack/react-start/client';
import { startTransition, StrictMode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { onceSignedIn } from '#/account/session/bearer.ts';
import { carryUnsentText, takeUpUnsentText } from '#/download/form/unsent-text.ts';
import { AGREEMENT_STORAGE_KEY } from '#/download/queue/queue-signal.ts';
import { loadFrameMessages } from '#/language/catalogue.ts';
import { followColorScheme } from '#/site/theme/color-scheme.ts';
import { adoptDocumentLanguage, currentLocale } from '#/language/current.ts';
import { reloadWhenReplaced } from '#/site/browser/reload-when-replaced.ts';
import { recall } from '#/site/browser/local-storage.ts';

adoptDocumentLanguage();
followColorScheme();
takeUpUnsentText();
reloadWhenReplaced(carryUnsentText);
// What the page shows already must be there before React looks at it.
await loadFrameMessages(currentLocale());
startTransition(() => {
  hydrateRoot(document, <Client />);
});

const followAccount = () => void import('./follow-account.ts').then((module) => module.followAccount());
// The queue that is stored here may belong to a user who has signed out since. Where nobody ever signed in, nothing is to be followed yet.
if (recall(AGREEMENT_STORAGE_KEY) === null) onceSignedIn(followAccount);
else followAccount();

// By the time a menu is open, what closes it is there. One may have been opened before.
const loadMenus = () => void import('#/site/frame/menus.ts').then((module) => module.serveMenus());
if (document.querySelector('header details[open]')) loadMenus();
else addEventListener('toggle', loadMenus, { capture: true, once: true });

/** The page, and what is put into it beside React: not before React has taken over its frame, or it would find there what it does not know. */
function Client() {
  useEffect(() => {
    whenIdle(startAnalytics);
    whenIdle(() => void import('#/site/frame/warm-menus.ts').then((module) => module.warmMenus()));
  }, []);
  return (
    <StrictMode>
      <StartClient />
    </StrictMode>
  );
}

/** Where there is no tag manager, never. */
function startAnalytics(): void {
  const { tagManager } = document.documentElement.dataset;
  if (tagManager) void import('./analytics/start-analytics.tsx').then((module) => module.startAnalytics(tagManager));
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 3000 });
  else setTimeout(work, 1000);
}
