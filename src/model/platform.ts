import { platforms } from '#app.config';

export type Platform = keyof typeof platforms;

/** All platforms in menu order. */
export const PLATFORMS = Object.keys(platforms) as [Platform, ...Platform[]];

export function isPlatform(value: unknown): value is Platform {
  return PLATFORMS.some((platform) => platform === value);
}

/** The platform a host belongs to, by its exact name or as a sub-domain of it. */
export function platformOfHost(host: string): Platform | undefined {
  const name = host.toLowerCase().replace(/\.$/, '');
  return PLATFORMS.find((platform) => platforms[platform].hosts.some((suffix) => isBelow(name, suffix)));
}

/** Whether a host is this one or a sub-domain of it. */
export function isBelow(host: string, suffix: string): boolean {
  return host === suffix || host.endsWith(`.${suffix}`);
}
