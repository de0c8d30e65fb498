import * as v from 'valibot';
import { ClientStates, Overview, RouteStates, UnreadAnswerList } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { ServedPlatform } from '#/model/operations.ts';
import { isPlatform } from '#/model/platform.ts';
import { RouteSwitchRequest } from '#/model/engine/route.ts';
import type { AdminPorts } from './ports.ts';
import { ADMIN_PATH, CONFLICT, adminOperation, UNKNOWN } from './route.ts';

const Platforms = Overview.entries.platforms;
const SwitchRequest = v.pipe(
  v.partial(v.pick(ServedPlatform, ['isOn', 'notice'])),
  v.check(({ isOn, notice }) => isOn !== undefined || notice !== undefined),
);

/** Whether platforms are served, and what is told of them. */
export const PLATFORM_OPERATIONS = {
  platforms: adminOperation({
    id: 'getPlatforms',
    method: 'GET',
    path: `${ADMIN_PATH}/platforms`,
    summary: 'Platforms: switch, message and health',
    answer: Platforms,
    handle: async (_, ports) => ok(await describePlatforms(ports)),
  }),
  switchPlatform: adminOperation({
    id: 'putPlatformsId',
    method: 'PUT',
    path: `${ADMIN_PATH}/platforms/{id}`,
    summary: 'Switches a platform on or off, settles what visitors are told, or both; what is left out stays',
    body: SwitchRequest,
    answer: ServedPlatform,
    async handle({ caller: { actor }, id, body }, { switches, controls }) {
      if (!isPlatform(id)) return UNKNOWN;
      const turned = await switches.turn({ platform: id, ...body }, actor);
      await controls.refresh('switches');
      return ok(turned);
    },
  }),
  switchRoute: adminOperation({
    id: 'putPlatformsIdRoutes',
    method: 'PUT',
    path: `${ADMIN_PATH}/platforms/{id}/routes`,
    summary: 'Switches a way out of a platform on or off for all servers; the last one cannot be switched off',
    body: RouteSwitchRequest,
    answer: RouteStates,
    async handle({ caller: { actor }, id, body }, { engineSettings, engine, controls }) {
      if (!isPlatform(id)) return UNKNOWN;
      const names = engine.platformRoutes(id).map(({ name }) => name);
      if (!names.includes(body.name)) return UNKNOWN;
      if (!(await engineSettings.switchRoute(id, body, names, actor))) return CONFLICT;
      await controls.refresh('engine');
      return ok(engine.platformRoutes(id));
    },
  }),
  youtubeClients: adminOperation({
    id: 'getYoutubeClients',
    method: 'GET',
    path: `${ADMIN_PATH}/youtube-clients`,
    summary: 'How YouTube’s clients do on each way out of the server that answers',
    answer: ClientStates,
    handle: (_, { engine }) => Promise.resolve(ok(engine.youtubeClients())),
  }),
  unreadAnswers: adminOperation({
    id: 'getUnreadAnswers',
    method: 'GET',
    path: `${ADMIN_PATH}/unread-answers`,
    summary: 'Answers of platforms that were not understood, newest first',
    answer: UnreadAnswerList,
    async handle(_, { unread }) {
      const stored = await unread.recent();
      return ok(
        stored.map((one) => ({ ...one, firstAt: one.firstAt.toISOString(), lastAt: one.lastAt.toISOString() })),
      );
    },
  }),
};

export async function describePlatforms({
  switches,
  engine,
  incidents,
}: Pick<AdminPorts, 'switches' | 'engine' | 'incidents'>): Promise<v.InferOutput<typeof Platforms>> {
  const [all, open] = await Promise.all([switches.all(), incidents.open()]);
  return all.map((one) => ({
    ...one,
    health: engine.platformHealth(one.platform),
    troubledSince: open.find(({ platform }) => platform === one.platform)?.beganAt.toISOString() ?? null,
    routes: engine.platformRoutes(one.platform),
  }));
}
