import { createFileRoute } from '@tanstack/react-router';
import { server } from '#/server/index.ts';

/** The embedded identity service: calls of its client, its keys, and its few pages. */
export const Route = createFileRoute('/identity/$')({
  server: { handlers: { ANY: async ({ request }) => (await server()).identityApi(request) } },
});
