import { StartClient } from '@tanstack/react-start/client';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { loadCatalogue } from '#/language/catalogue.ts';
import { currentLocale, adoptDocumentLanguage } from '#/language/current.ts';

adoptDocumentLanguage();
await loadCatalogue(currentLocale());
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
  );
});
