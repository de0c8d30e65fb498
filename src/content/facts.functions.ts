import { createServerFn } from '@tanstack/react-start';
import { server } from '#/server/index.ts';
import type { DocumentFacts } from './document-context.ts';

/** What documents tell of this installation: the numbers that it has set otherwise, who runs it, and whom to tell of holes. */
export const getDocumentFacts = createServerFn({ method: 'GET' }).handler(async (): Promise<DocumentFacts> => {
  const { changedFacts, operator, securityContact } = await server();
  return { changedFacts, operator, securityContact };
});
