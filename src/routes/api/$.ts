import { createFileRoute } from '@tanstack/react-router';
import { server } from '#/server/index.ts';

/** All HTTP APIs. What moves bytes or events never comes here: src/server/index.ts takes it before, as a raw request. */
export const Route = createFileRoute('/api/$')({
  server: { handlers: { ANY: async ({ request }) => (await server()).api(request) } },
});
