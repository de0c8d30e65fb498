import { StartClient } from '@tanstack/react-start/client';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { preloadDocumentOf } from '#/content/documents.ts';
import { loadQueueList } from '#/download/lazy-queue-list.ts';
import { loadCatalogue } from '#/language/catalogue.ts';
import { adoptDocumentLanguage, currentLocale } from '#/language/current.ts';

adoptDocumentLanguage();
// What the page shows already must be there before React looks at it.
await Promise.all([
  loadCatalogue(currentLocale()),
  preloadDocumentOf(location.pathname),
  document.getElementById('queue') && loadQueueList(),
]);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
  );
});
