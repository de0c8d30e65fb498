import { createFileRoute } from '@tanstack/react-router';
import { pageOrigin } from '#/site/serving/origin.ts';
import { statusFeed } from '#/status/feed.ts';
import { getStatus } from '#/status/status.functions.ts';

/** The incidents, for readers of feeds; in English below no language, else in that of its path. */
export const Route = createFileRoute('/{-$lang}/status/feed.xml')({
  server: {
    handlers: {
      GET: async () => {
        const result = await getStatus();
        if (!result.ok) return new Response(null, { status: 503, headers: { 'retry-after': '30' } });
        const headers = {
          'content-type': 'application/atom+xml; charset=utf-8',
          'cache-control': 'public, max-age=60',
        };
        return new Response(statusFeed(result.value, pageOrigin()), { headers });
      },
    },
  },
});
