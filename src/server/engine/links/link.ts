import { limits } from '#app.config';
import { fail, ok, type Result } from '#/model/failure.ts';
import { detourOf } from '#/model/links/detours.ts';
import { mendLink } from '#/model/links/mend-link.ts';
import { platformOfHost, type Platform } from '#/model/platform.ts';
import { platformRules } from '../platforms/all.ts';
import type { MediaLink } from '../platforms/rules.ts';

export type Recognised = { platform: Platform } & ({ media: MediaLink } | { expand: string });

/** Control characters, blanks and backslashes: browsers drop or turn them, so that two programs read two different hosts. */
const FORBIDDEN = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/;
const HOST = /^(?:[a-z0-9_-]+\.)+[a-z0-9-]+$/;
const HOST_WITH_PORT = /^[^/?#@]+\.[^/?#@:]+:\d/;
const MAX_WRAPPERS = 3;

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
