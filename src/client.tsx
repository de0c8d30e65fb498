import { StartClient } from '@tanstack/react-start/client';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { loadCatalogue } from '#/language/catalogue.ts';
import { currentLocale, useDocumentLanguage } from '#/language/current.ts';

useDocumentLanguage();
await loadCatalogue(currentLocale());
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
  );
});
