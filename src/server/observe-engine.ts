import { platformOfLink } from '#/model/links/links.ts';
import { outcomeOf } from '#/model/outcome.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { Telemetry } from './observability/telemetry.ts';

/** The engine as visitors, clients and jobs use it: how each link ended is counted. */
export function observeEngine(engine: Engine, { count, trace }: Pick<Telemetry, 'count' | 'trace'>): Engine {
  return {
    ...engine,
    resolve: (link, options) =>
      trace('resolve', {}, async (step) => {
        const result = await engine.resolve(link, options);
        const told = result.ok ? result.value.media.platform : result.failure.platform;
        const platform = told ?? platformOfLink(link) ?? 'none';
        const outcome = outcomeOf(result);
        step.tell({ platform, outcome });
        count({ platform, kind: 'resolve', outcome });
        return result;
      }),
  };
}
