import { limits } from '#app.config';
import { fail, type Failure, ok, type Result } from '#/model/failure.ts';
import { detourOf } from '#/model/links/detours.ts';
import { mendLink } from '#/model/links/mend-link.ts';
import { platformOfHost, type Platform } from '#/model/platform.ts';
import { type Egress, EgressError, type EgressResponse, type RouteUse } from '#/server/egress/egress.ts';
import { platformRules } from '../platforms/all.ts';
import type { MediaLink } from '../platforms/rules.ts';

type Recognised = { platform: Platform } & ({ media: MediaLink } | { expand: string });

/** Control characters, blanks and backslashes: browsers drop or turn them, so that two programs read two different hosts. */
const FORBIDDEN = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/;
const HOST = /^(?:[a-z0-9_-]+\.)+[a-z0-9-]+$/;
const HOST_WITH_PORT = /^[^/?#@]+\.[^/?#@:]+:\d/;
const MAX_WRAPPERS = 3;
const MAX_HOPS = 4;
const HOP_TIMEOUT_MS = 8_000;
/** Answers to an address of ours rather than to the link: another way out may get another one. */
const TURNED_AWAY = new Set([403, 429]);

/** The ways out that a platform is asked by, in their order. */
type RoutesOf = (platform: Platform) => readonly (RouteUse | undefined)[];
const BY_THE_FIRST: RoutesOf = () => [undefined];

/**
 * A visitor's link as an https URL, or the failure `invalid_link`: other schemes, credentials, ports, control characters,
 * bare ids and names. `http` is upgraded.
 */
export function parseLink(link: string): Result<URL> {
  if (link.length > limits.pastedLinkLength) return fail('invalid_link');
  const text = mendLink(link);
  if (text === '' || text.length > limits.linkLength || FORBIDDEN.test(text) || text.startsWith('/'))
    return fail('invalid_link');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  const hasScheme = scheme !== undefined && !HOST_WITH_PORT.test(text);
  if (hasScheme && ((scheme !== 'http' && scheme !== 'https') || !/^https?:\/\/[^/]/i.test(text)))
    return fail('invalid_link');
  const candidate = hasScheme ? text : `https://${text}`;
  if (!URL.canParse(candidate)) return fail('invalid_link');
  const url = new URL(candidate);
  const host = url.hostname.replace(/\.$/, '');
  if (url.username || url.password || url.port || !HOST.test(host)) return fail('invalid_link');
  url.hostname = host;
  url.protocol = 'https:';
  return ok(url);
}

/**
 * Says what a link is without asking anybody: a media, or a short link to be expanded. One of a mirror or a wrapper is read as what it
 * stands for, and every step is judged like a link that was typed.
 */
export function recognise(link: string): Result<Recognised> {
  let next = link;
  for (let depth = 0; depth <= MAX_WRAPPERS; depth++) {
    const url = parseLink(next);
    if (!url.ok) return url;
    const detour = detourOf(url.value);
    if (detour !== null) {
      next = detour;
      continue;
    }
    const platform = platformOfHost(url.value.hostname);
    if (!platform) return fail('unsupported_host');
    const reading = platformRules[platform].read(url.value);
    if ('failure' in reading) return fail(reading.failure, { platform });
    if (!('unwrap' in reading)) return ok({ platform, ...reading });
    next = reading.unwrap;
  }
  return fail('unsupported_link');
}

/** What is remembered of a media is kept under this. */
export function mediaKey(platform: Platform, { kind, id }: MediaLink): string {
  return `${platform}:${kind}:${id}`;
}

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
