import { createServerFn } from '@tanstack/react-start';
import { server } from '#/server/index.ts';
import type { DocumentFacts } from './document-context.ts';

/** What documents tell of this installation: the numbers that it has set otherwise, and who runs it. */
export const getDocumentFacts = createServerFn({ method: 'GET' }).handler(async (): Promise<DocumentFacts> => {
  const { changedFacts, operator } = await server();
  return { changedFacts, operator };
});
