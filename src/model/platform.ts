import { platforms } from '#app.config';
import * as v from 'valibot';

export type Platform = keyof typeof platforms;

/** All platforms in menu order. */
export const PLATFORMS = Object.keys(platforms) as [Platform, ...Platform[]];

export const Platform = v.picklist(PLATFORMS);

export function isPlatform(value: unknown): value is Platform {
  return v.is(Platform, value);
}

/** The platform a host belongs to, by its exact name or as a sub-domain of it. */
export function platformOfHost(host: string): Platform | undefined {
  const name = host.toLowerCase().replace(/\.$/, '');
  return PLATFORMS.find((platform) =>
    platforms[platform].hosts.some((suffix) => name === suffix || name.endsWith(`.${suffix}`)),
  );
}
