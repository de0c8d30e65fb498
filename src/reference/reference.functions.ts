import { createServerFn } from '@tanstack/react-start';
import { server } from '#/server/index.ts';

/** What the public API of this server can do. */
export const getReference = createServerFn({ method: 'GET' }).handler(async () => (await server()).reference());
