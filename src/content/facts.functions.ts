import { createServerFn } from '@tanstack/react-start';
import { server } from '#/server/index.ts';

/** The numbers that documents tell and that this installation has set otherwise. */
export const getChangedFacts = createServerFn({ method: 'GET' }).handler(async () => (await server()).changedFacts);
