import type { Plugin, RunnableDevEnvironment } from 'vite';

/** In development, hands requests for bytes and events to the same raw handler that src/entry.node.ts puts before the app. */
export function rawRequests(): Plugin {
  return {
    name: 'raw-requests',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use(async (req, res, next) => {
        try {
          const ssr = vite.environments['ssr'] as RunnableDevEnvironment;
          const entry = await ssr.runner.import('/src/server.ts');
          const site = await entry.server();
          if (!site.handleRaw(req, res)) next();
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
