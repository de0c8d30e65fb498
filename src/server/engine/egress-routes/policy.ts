import { fail, type Failure, type Result } from '#/model/failure.ts';
import type { Media } from '#/model/media/media.ts';
import type { Platform } from '#/model/platform.ts';
import { hostKeys, subjectKeys } from '#/model/rule.ts';
import { parseLink, recognise } from '../links/link.ts';
import type { MediaLink } from '../platforms/rules.ts';

/**
 * What operators do not let through: a platform that is off, a media that was taken down. `keys` are those of all rules that would hit
 * it (model/rule.ts). Asked about every link and every answer, kept ones too, so that nothing comes out of the engine past it.
 */
export type AccessPolicy = (platform: Platform, keys: readonly string[]) => Failure | null;

export type PolicyEnforcer = {
  /** A link as it was pasted, before anybody is asked about it. null: it may pass. */
  ofText(link: string): Result<never> | null;
  ofLink(platform: Platform, link: MediaLink): Result<never> | null;
  ofMedia(media: Media): Result<never> | null;
  ofPlatform(platform: Platform): Failure | null;
};

export function createPolicyEnforcer(accessPolicy: AccessPolicy): PolicyEnforcer {
  const refusal = (platform: Platform, keys: readonly string[]): Result<never> | null => {
    const failure = accessPolicy(platform, keys);
    return failure && fail(failure.code, { ...failure, platform });
  };
  return {
    ofText(link) {
      const [url, reading] = [parseLink(link), recognise(link)];
      return url.ok && reading.ok ? refusal(reading.value.platform, hostKeys(url.value.href)) : null;
    },
    ofLink: (platform, { id, canonicalUrl }) => refusal(platform, subjectKeys({ platform, id, canonicalUrl })),
    ofMedia: (media) => refusal(media.platform, subjectKeys(media)),
    ofPlatform: (platform) => accessPolicy(platform, []),
  };
}
