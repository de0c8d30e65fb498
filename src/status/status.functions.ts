import { createServerFn } from '@tanstack/react-start';
import { getRequest } from '@tanstack/react-start/server';
import { server } from '#/server/index.ts';

/** How the platforms do, and did. */
export const getStatus = createServerFn({ method: 'GET' }).handler(async () =>
  (await server()).downloader.status({ signal: getRequest().signal }),
);
