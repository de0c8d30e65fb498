import type { Result } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import type { Egress, EgressRoutes } from '#/server/egress/egress.ts';
import type { HealthRegistry } from '../egress-routes/platform-health.ts';
import type { PolicyEnforcer } from '../egress-routes/policy.ts';
import type { MediaLink } from '../platforms/rules.ts';
import { followLink } from './link.ts';

type ReadLink = { platform: Platform; media: MediaLink };

/** Understands links, and follows short ones by the ways out that their platform is asked by. */
export type LinkReader = {
  /** What a link means, whether it may pass or not. Failures: those of a link. */
  follow(link: string, signal?: AbortSignal): Promise<Result<ReadLink>>;
  /** What a link means that is let through; the policy's failure otherwise. */
  read(link: string, signal?: AbortSignal): Promise<Result<ReadLink>>;
};

type Ports = {
  egress: Egress & Pick<EgressRoutes, 'takeRoute'>;
  healthRegistry: Pick<HealthRegistry, 'routesOf'>;
  policyEnforcer: Pick<PolicyEnforcer, 'ofText' | 'ofLink'>;
  /** The names of the ways out that are not switched off, whether they are to be tried now or not. */
  switchedOn: (platform: Platform) => readonly string[];
};

export function createLinkReader({ egress, healthRegistry, policyEnforcer, switchedOn }: Ports): LinkReader {
  function follow(link: string, signal?: AbortSignal): Promise<Result<ReadLink>> {
    return followLink(link, egress, signal, (platform) => {
      const open = healthRegistry.routesOf(platform);
      // A short link is one small request: it goes also where none of the ways is to be tried now.
      const names = open.length > 0 ? open : switchedOn(platform).slice(0, 1);
      const routes = names.flatMap((name) => egress.takeRoute(name) ?? []);
      return routes.length > 0 ? routes : [undefined];
    });
  }

  return {
    follow,
    async read(link, signal) {
      const refused = policyEnforcer.ofText(link);
      if (refused) return refused;
      const reading = await follow(link, signal);
      return (reading.ok && policyEnforcer.ofLink(reading.value.platform, reading.value.media)) || reading;
    },
  };
}
