import { allowances, app } from '#app.config';
import { PLATFORMS } from '#/model/platform.ts';

/**
 * The contract that this API keeps, for clients that compare it as a version, and behind it whose program this is: semantic versions
 * order by what is before the plus alone.
 */
const VERSION = `11.0.0+${app.name.toLowerCase()}`;

/**
 * Answer of `GET /api/cobalt/`. Clients give up where `cobalt` or `git` is missing, read `version` as numbers between dots, `services`
 * as names, and `startTime` as text; `git` they only show, shortened, so it tells whose program this is and not theirs.
 */
export function aboutCobalt(url: string, startedAtMs: number) {
  return {
    cobalt: {
      version: VERSION,
      url,
      startTime: String(startedAtMs),
      durationLimit: allowances.fileHours * 3600,
      services: PLATFORMS,
    },
    git: { commit: app.name.toLowerCase(), branch: 'main', remote: app.host },
  };
}
