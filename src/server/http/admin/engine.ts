import { EngineView } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { EngineSettings } from '#/model/operations.ts';
import { type AdminRoute, route } from './route.ts';

/** What of the engine can be changed while it runs. */
export const ENGINE_ROUTES: AdminRoute[] = [
  route({
    method: 'GET',
    path: '/engine',
    summary: 'The engine, and what was settled for it',
    answer: EngineView,
    handle: async (_, { engineSettings, engine }) =>
      ok({ settings: await engineSettings.read(), engine: engine.health() }),
  }),
  route({
    method: 'PUT',
    path: '/engine',
    summary: 'Settles it for all servers; null is as each is configured',
    body: EngineSettings,
    answer: EngineView,
    async handle({ actor, body }, { engineSettings, engine, controls }) {
      await engineSettings.change(body, actor);
      await controls.refresh('engine');
      return ok({ settings: body, engine: engine.health() });
    },
  }),
];
