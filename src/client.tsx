import { StartClient } from '@tanstack/react-start/client';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { preloadDocumentOf } from '#/content/documents.ts';
import { loadFrameMessages } from '#/language/catalogue.ts';
import { adoptDocumentLanguage, currentLocale } from '#/language/current.ts';

adoptDocumentLanguage();
// What the page shows already must be there before React looks at it.
await Promise.all([loadFrameMessages(currentLocale()), preloadDocumentOf(location.pathname)]);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
  );
});
