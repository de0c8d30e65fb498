import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { app } from '#app.config';
import { EngineState } from '#/model/admin.ts';
import { PlatformHealth } from '#/model/download.ts';
import { CounterNotice, FiledTakedown, TakedownRequest } from '#/model/operations.ts';
import { Platform } from '#/model/platform-schema.ts';
import { StatusReport } from '#/model/status.ts';
import { hasVersion, versioned } from '../conditional.ts';
import { json } from '../json.ts';
import { handleCounterNotice, handleTakedown } from '../takedowns/file-takedown.ts';
import { API_PATH } from './operation.ts';
import { type PublicRoute, route } from './route.ts';
import {
  EXAMPLE_COUNTER_NOTICE,
  EXAMPLE_HEALTH,
  EXAMPLE_PLATFORMS,
  EXAMPLE_STATUS,
  EXAMPLE_TAKEDOWN,
} from './service-examples.ts';

/** By name of the platform. */
export const PlatformStates = v.record(Platform, PlatformHealth);
export const Health = v.object({ status: v.literal('ok'), engine: EngineState });

/** What anybody may ask. */
export const SERVICE_ROUTES: readonly PublicRoute[] = [
  route({
    id: 'getPlatforms',
    method: 'GET',
    path: `${API_PATH}/platforms`,
    group: 'service',
    summary: 'Which platforms work right now',
    credential: 'none',
    isVersioned: true,
    answer: PlatformStates,
    example: { answer: EXAMPLE_PLATFORMS },
    handle: async ({ request }, { status }) => versioned(request, await status.platforms()),
  }),
  route({
    id: 'getStatus',
    method: 'GET',
    path: `${API_PATH}/status`,
    group: 'service',
    summary: 'How the platforms did in the last 24 hours and 90 days',
    credential: 'none',
    isVersioned: true,
    answer: StatusReport,
    example: { answer: EXAMPLE_STATUS },
    handle: async ({ request }, { status }) => answerStatus(request, await status.report()),
  }),
  route({
    id: 'getHealth',
    method: 'GET',
    path: `${API_PATH}/health`,
    group: 'service',
    summary: 'Whether links can be read at all, and the versions that read them',
    credential: 'none',
    answer: Health,
    example: { answer: EXAMPLE_HEALTH },
    handle: (_, { engine }) => json(v.parse(Health, { status: 'ok', engine: engine.health() })),
  }),
  route({
    id: 'getOpenApi',
    method: 'GET',
    path: `${API_PATH}/openapi.json`,
    group: 'service',
    summary: 'This document',
    credential: 'none',
    isVersioned: true,
    answer: v.looseObject({ openapi: v.string() }),
    example: { answer: { openapi: '3.1.1', info: { title: `${app.name} API`, version: '1' }, paths: {} } },
    handle: ({ request }, { document }) => document.answer(request),
  }),
  route({
    id: 'fileTakedown',
    method: 'POST',
    path: `${API_PATH}/takedowns`,
    group: 'takedowns',
    summary: 'Ask the operator to take something down',
    // By the site's own key also in a visitor's name.
    credential: 'optional-key',
    limit: 'resolutions',
    body: TakedownRequest,
    status: 201,
    answer: FiledTakedown,
    example: EXAMPLE_TAKEDOWN,
    handle: handleTakedown,
  }),
  route({
    id: 'fileCounterNotice',
    method: 'POST',
    path: `${API_PATH}/counter-notices`,
    group: 'takedowns',
    summary: 'Object to something having been taken down',
    credential: 'optional-key',
    limit: 'resolutions',
    body: CounterNotice,
    status: 201,
    answer: FiledTakedown,
    example: EXAMPLE_COUNTER_NOTICE,
    handle: handleCounterNotice,
  }),
];

/** How old it may be in caches: no older than a switch may take to show everywhere. */
const FRESH_S = 2;

/** `GET /api/v1/status` */
function answerStatus(request: Pick<Request, 'headers'>, report: StatusReport): Response {
  const headers = { etag: tagOf(report), 'cache-control': `public, max-age=${FRESH_S}` };
  if (hasVersion(request, headers.etag)) return new Response(null, { status: 304, headers });
  return json(report, { headers });
}

/** Of what it says; not of when it was put together. */
function tagOf({ platforms, incidents, extractor, extractorChanges }: StatusReport): string {
  const said = JSON.stringify([platforms, incidents, extractor, extractorChanges]);
  return `"${createHash('sha256').update(said).digest('base64url').slice(0, 22)}"`;
}
