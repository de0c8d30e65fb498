import { fail, ok, type Failure, type Result } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import { EgressError, type Egress, type EgressResponse, type RouteUse } from '#/server/egress/egress.ts';
import { parseLink, recognise, type Recognised } from './link.ts';
import { platformRules } from '../platforms/all.ts';
import type { MediaLink } from '../platforms/rules.ts';

const MAX_HOPS = 4;
const HOP_TIMEOUT_MS = 8_000;
/** Answers to an address of ours rather than to the link: another way out may get another one. */
const TURNED_AWAY = new Set([403, 429]);

/** The ways out that a platform is asked by, in their order. */
type RoutesOf = (platform: Platform) => readonly (RouteUse | undefined)[];
const BY_THE_FIRST: RoutesOf = () => [undefined];

/** Understands a link, following a short one hop by hop. Every hop is judged like a link that was typed. */
export async function followLink(
  link: string,
  egress: Egress,
  signal?: AbortSignal,
  routesOf = BY_THE_FIRST,
): Promise<Result<{ platform: Platform; media: MediaLink }>> {
  const ports = { egress, routesOf };
  let reading = recognise(link);
  for (let hop = 0; reading.ok; hop++) {
    const { platform } = reading.value;
    if ('media' in reading.value) return ok({ platform, media: reading.value.media });
    if (hop === MAX_HOPS) return fail('unsupported_link', { platform });
    reading = await follow(platform, reading.value.expand, ports, signal);
  }
  return reading;
}

type Ports = { egress: Egress; routesOf: RoutesOf };

async function follow(
  platform: Platform,
  from: string,
  ports: Ports,
  signal?: AbortSignal,
): Promise<Result<Recognised>> {
  const answer = await ask(platform, from, ports, signal);
  if (!answer.ok) return answer;
  const { status, location } = answer.value;
  if (status < 300 || status > 399 || !location)
    return fail(codeOfStatus(status) ?? endCode(platform, from), { platform });
  if (!URL.canParse(location, from)) return fail('unsupported_link', { platform });
  const next = new URL(location, from);
  if (/^\/(?:accounts\/)?login\b/.test(next.pathname)) return fail('login_required', { platform });
  const reading = recognise(next.href);
  if (reading.ok) return reading;
  // The visitor's own link was fine.
  if (reading.failure.code === 'invalid_link') return fail('unsupported_link', { platform });
  if (reading.failure.code !== 'unsupported_link') return fail(reading.failure.code, { platform });
  return readUnknownHop(platform, next.href);
}

/** A page instead of a redirect: a short link is dead then, and any other page is just not a media. */
function endCode(platform: Platform, url: string): Failure['code'] {
  const reading = recognise(url);
  return reading.ok && 'expand' in reading.value ? platformRules[platform].deadShortLink : 'unsupported_link';
}

/** A hop on the platform's own hosts that is no media may lead on; its start page is where dead links end. */
function readUnknownHop(platform: Platform, href: string): Result<Recognised> {
  const url = parseLink(href);
  if (!url.ok) return url;
  const isDeadEnd = /^\/(?:watch\/?|explore\/?)?$/.test(url.value.pathname);
  return isDeadEnd
    ? fail(platformRules[platform].deadShortLink, { platform })
    : ok({ platform, expand: url.value.href });
}

async function ask(
  platform: Platform,
  url: string,
  { egress, routesOf }: Ports,
  signal?: AbortSignal,
): Promise<Result<{ status: number; location: string | undefined }>> {
  const askBy = (route: RouteUse | undefined) =>
    egress.request(url, {
      headers: {
        'user-agent': platformRules[platform].expandUserAgent,
        accept: 'text/html,*/*;q=0.8',
        'accept-language': 'en',
      },
      headersTimeoutMs: HOP_TIMEOUT_MS,
      route,
      ...(signal && { signal }),
    });
  try {
    const response = await byTurns(routesOf(platform), askBy);
    response.body.on('error', () => {}).destroy();
    return ok({ status: response.status, location: response.headers['location'] });
  } catch (error) {
    if (signal?.aborted) return fail('cancelled', { platform });
    if (error instanceof EgressError) return fail(error.code, { platform });
    throw error;
  }
}

/** The answer by the first way out on which it is about the link, or the last one. */
async function byTurns(
  routes: readonly (RouteUse | undefined)[],
  ask: (route: RouteUse | undefined) => Promise<EgressResponse>,
): Promise<EgressResponse> {
  for (const route of routes.slice(0, -1)) {
    try {
      const response = await ask(route);
      if (!TURNED_AWAY.has(response.status)) return response;
      response.body.on('error', () => {}).destroy();
    } catch (error) {
      if (!(error instanceof EgressError) || !error.isOfRoute) throw error;
    }
  }
  return ask(routes.at(-1));
}

function codeOfStatus(status: number): Failure['code'] | undefined {
  if (status === 404 || status === 410) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status === 401 || status === 403) return 'upstream_forbidden';
  return status >= 500 ? 'upstream_error' : undefined;
}
