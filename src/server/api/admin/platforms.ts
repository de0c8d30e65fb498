import * as v from 'valibot';
import { Overview, UnreadAnswers } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { PlatformSwitch } from '#/model/operations.ts';
import { isPlatform } from '#/model/platform.ts';
import type { AdminPorts } from './ports.ts';
import { type AdminRoute, route, UNKNOWN } from './route.ts';

const Platforms = Overview.entries.platforms;

/** Whether platforms are served, and what is told of them. */
export const PLATFORM_ROUTES: AdminRoute[] = [
  route({
    method: 'GET',
    path: '/platforms',
    summary: 'Platforms: switch, message and health',
    answer: Platforms,
    handle: async (_, ports) => ok(await describePlatforms(ports)),
  }),
  route({
    method: 'PUT',
    path: '/platforms/{id}',
    summary: 'Switches a platform on or off, and settles what visitors are told',
    body: v.pick(PlatformSwitch, ['isOn', 'notice']),
    answer: PlatformSwitch,
    async handle({ actor, id, body }, { switches, controls }) {
      if (!isPlatform(id)) return UNKNOWN;
      const turned = await switches.turn({ platform: id, ...body }, actor);
      await controls.refresh('switches');
      return ok(turned);
    },
  }),
  route({
    method: 'GET',
    path: '/unread-answers',
    summary: 'Answers of platforms that were not understood, newest first',
    answer: UnreadAnswers,
    async handle(_, { unread }) {
      const stored = await unread.recent();
      return ok(
        stored.map((one) => ({ ...one, firstAt: one.firstAt.toISOString(), lastAt: one.lastAt.toISOString() })),
      );
    },
  }),
];

export async function describePlatforms({
  switches,
  engine,
}: Pick<AdminPorts, 'switches' | 'engine'>): Promise<v.InferOutput<typeof Platforms>> {
  const all = await switches.all();
  return all.map((one) => ({ ...one, health: engine.platformHealth(one.platform) }));
}
