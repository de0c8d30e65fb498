import * as v from 'valibot';
import { EngineView } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { EngineSettings } from '#/model/operations.ts';
import { ADMIN_PATH, adminOperation } from './route.ts';

const SettingsRequest = v.pipe(
  v.partial(EngineSettings),
  v.check((settings) => Object.values(settings).some((value) => value !== undefined)),
);

/** What of the engine can be changed while it runs. */
export const ENGINE_OPERATIONS = {
  engine: adminOperation({
    id: 'getEngine',
    method: 'GET',
    path: `${ADMIN_PATH}/engine`,
    summary: 'The engine, and what was settled for it',
    answer: EngineView,
    handle: async (_, { engineSettings, engine }) =>
      ok({ settings: await engineSettings.read(), engine: engine.health() }),
  }),
  configureEngine: adminOperation({
    id: 'putEngine',
    method: 'PUT',
    path: `${ADMIN_PATH}/engine`,
    summary: 'Settles it for all servers; null is as each is configured, and what is left out stays',
    body: SettingsRequest,
    answer: EngineView,
    async handle({ caller: { actor }, body }, { engineSettings, engine, controls }) {
      const settings = await engineSettings.change(body, actor);
      await controls.refresh('engine');
      return ok({ settings, engine: engine.health() });
    },
  }),
};
